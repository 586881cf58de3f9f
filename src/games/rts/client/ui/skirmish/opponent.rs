//! The program of a place: its level, its style, who it is. It is looked at where the map is else.

use super::choices::{SeatChoice, Who};
use super::parts::{ShownWith, Words};
use super::setup::{SkirmishButton, does};
use crate::client::kit::frames::{heading, row};
use crate::client::kit::widgets::{Look, Tip, choice_button, labelled_button};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::bot::{Settings, Style};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// What the founder is.
const FOUNDER: &str = "The first program of this game, kept as it was.";

pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art) {
    let settings = Settings::built_in();
    page.spawn((theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, ""), Words::Program));
    page.spawn(heading(art, "Level"));
    page.spawn(layout::grid(3, 5.0)).with_children(|line| {
        for (number, level) in (1..).zip(&settings.levels) {
            let tip = Tip::new(level.about.clone());
            line.spawn((choice_button(art, &level.name), does(SkirmishButton::Rank(Some(number))), tip));
        }
        line.spawn((choice_button(art, "Founder"), does(SkirmishButton::Rank(None)), Tip::new(FOUNDER)));
    });
    spawn_about(page, art, Words::AboutLevel);
    page.spawn((layout::column(5.0), ShownWith::Styles)).with_children(|page| {
        page.spawn(heading(art, "Style"));
        page.spawn(layout::grid(4, 5.0)).with_children(|line| {
            let tip = Tip::new("As it likes: the seed of the match draws the style");
            line.spawn((choice_button(art, "Random"), does(SkirmishButton::Style(None)), tip));
            for style in Style::ALL {
                let (words, tip) = (settings.style(style), Tip::new(settings.style(style).about.clone()));
                line.spawn((choice_button(art, &words.title), does(SkirmishButton::Style(Some(style))), tip));
            }
        });
        spawn_about(page, art, Words::AboutStyle);
        page.spawn(heading(art, "Personality"));
        page.spawn(row()).with_children(|line| {
            let tip = Tip::new("Nobody in particular");
            line.spawn((choice_button(art, "Nobody"), does(SkirmishButton::Who(Who::Nobody)), tip));
            let tip = Tip::new("One of them: the seed of the match draws who");
            line.spawn((choice_button(art, "Random"), does(SkirmishButton::Who(Who::Anybody)), tip));
            for (number, one) in (0..).zip(&settings.personalities) {
                let tip = Tip::new(format!("“{}” Plays {}.", one.hello, settings.style(one.style).title));
                line.spawn((choice_button(art, &one.name), does(SkirmishButton::Who(Who::One(number))), tip));
            }
        });
        spawn_about(page, art, Words::AboutWho);
    });
    page.spawn(Node { flex_grow: 1.0, ..default() });
    let node = Node { height: px(40), ..default() };
    page.spawn((labelled_button(art, Look::Key, "Back to the map", node), does(SkirmishButton::Done), TabIndex(0)));
}

/// Two lines of room, so that nothing below moves.
fn spawn_about(page: &mut ChildSpawnerCommands, art: &Art, words: Words) {
    page.spawn(Node { min_height: px(36), ..default() })
        .with_child((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), words));
}

pub(super) fn about_level(seat: &SeatChoice) -> &'static str {
    if seat.founder { FOUNDER } else { &Settings::built_in().level(seat.level).about }
}

pub(super) fn about_style(seat: &SeatChoice) -> &'static str {
    match (seat.style, seat.who) {
        (Some(style), _) => &Settings::built_in().style(style).about,
        (None, Who::Nobody) => "As it likes: the seed of the match draws the style.",
        (None, _) => "As who it is likes to play.",
    }
}

pub(super) fn about_who(seat: &SeatChoice) -> String {
    let settings = Settings::built_in();
    match seat.who {
        Who::Nobody => "Nobody in particular.".into(),
        Who::Anybody => "One of them: the seed of the match draws who.".into(),
        Who::One(one) => settings
            .personalities
            .get(usize::from(one))
            .map_or_else(String::new, |one| format!("“{}” {}", one.hello, settings.style(one.style).about)),
    }
}
