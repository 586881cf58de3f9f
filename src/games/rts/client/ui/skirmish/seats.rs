//! The places at the table: who sits there, for whom, in which team and colour.

use super::choices::{SEATS, Sort};
use super::parts::{ShownWith, Swatch, Words};
use super::setup::{SkirmishButton, does};
use super::signs::{self, Sign};
use crate::client::kit::frames::heading;
use crate::client::kit::widgets::{Ink, Look, Tip, button, choice_button, written};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::rules::{FactionId, Rules};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// Height of the buttons of a place, and width of the one that says who sits there.
const HEIGHT: f32 = 31.0;
const WHO: f32 = 172.0;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules) {
    parent.spawn(layout::line(10.0)).with_children(|line| {
        line.spawn(heading(art, "Sides"));
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, ""),
            Node { flex_grow: 1.0, ..default() },
            Words::Watching,
        ));
        line.spawn(signs::picture(art, Sign::Observer, 24.0));
        line.spawn((
            choice_button(art, "Only watch"),
            does(SkirmishButton::Watch),
            Tip::new("Programs play all sides, and you see the whole map"),
        ));
    });
    for seat in 0..SEATS {
        spawn_seat(parent, art, rules, seat);
    }
}

fn spawn_seat(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, seat: usize) {
    let sorts = [
        (Sort::Human, "", Some(Sign::Human), "You play here"),
        (
            Sort::Bot,
            "",
            Some(Sign::Bot),
            "A program plays here; another click chooses how strong it is and how it plays",
        ),
        (Sort::Closed, "×", None, "Nobody starts here"),
    ];
    let line = Node { flex_shrink: 0.0, ..layout::line(5.0) };
    let button = |action: SkirmishButton, node: Node, tip: &str| {
        (button(art, Look::Key, node), does(action), TabIndex(0), Tip::new(tip))
    };
    let word = |size: f32, words: Words| (written(art, Weight::Bold, size, theme::CREAM, ""), words);
    parent.spawn((line.clone(), ShownWith::Start(seat))).with_children(|row| {
        row.spawn(Node { width: px(18), flex_shrink: 0.0, justify_content: JustifyContent::Center, ..default() })
            .with_child(theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, &(seat + 1).to_string()));
        for (sort, label, sign, tip) in sorts {
            let button = button(SkirmishButton::Sort(seat, sort), layout::sized(34.0, HEIGHT), tip);
            row.spawn(button).with_children(|button| {
                if let Some(sign) = sign {
                    button.spawn((signs::picture(art, sign, 20.0), Ink(theme::CREAM)));
                } else {
                    button.spawn(written(art, Weight::Bold, theme::LABEL, theme::CREAM, label));
                }
            });
        }
        row.spawn((Node { margin: UiRect::left(px(4)), ..line }, ShownWith::Taken(seat))).with_children(|row| {
            let tip = "How strong the program is, how it plays and who it is";
            row.spawn(button(SkirmishButton::Program(seat), layout::sized(WHO, HEIGHT), tip))
                .with_child(word(theme::SMALL, Words::Seat(seat)));
            for (number, faction) in rules.factions.iter().enumerate() {
                row.spawn((
                    choice_button(art, &faction.name),
                    does(SkirmishButton::Faction(seat, FactionId(number as u8))),
                    Tip::new(faction.about.clone()),
                ));
            }
            let tip = "Sides of one team share their sight and win together; a click takes the next team";
            row.spawn(button(SkirmishButton::Team(seat), layout::sized(66.0, HEIGHT), tip))
                .with_child(word(theme::BODY, Words::Team(seat)));
            let tip = "Handicap: how much this side gets of what its workers bring home, which everybody sees; a click takes \
                       the next";
            row.spawn(button(SkirmishButton::Handicap(seat), layout::sized(60.0, HEIGHT), tip))
                .with_child(word(theme::BODY, Words::Handicap(seat)));
            let square = Node { border_radius: BorderRadius::all(px(4)), ..layout::sized(18.0, 18.0) };
            let tip = "Colour; a click exchanges it with the next side";
            row.spawn(button(SkirmishButton::Colour(seat), layout::sized(34.0, HEIGHT), tip)).with_child((
                square,
                BackgroundColor(Color::NONE),
                Swatch(seat),
                Pickable::IGNORE,
            ));
        });
    });
}
