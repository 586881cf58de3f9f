//! What the set-up of a match and that of a simulation are made of: cards of sides, rows of choices.

use super::choices::{LinksButton, level, thinker};
use super::words::{aim, searcher_words, variant_words, wish_words};
use crate::client::kit::art::Art;
use crate::client::kit::frames::{card, choices, row, stepper};
use crate::client::kit::setup::{FollowSetup, ShownSetup, does};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, choice_button, set_shown, set_text};
use crate::games::links::client::stage::{side_colour, side_name};
use crate::games::links::plugin::{LinksSetup, SeatKind};
use crate::games::links::rules::Variant;
use crate::games::links::source::{Searcher, Wish};
use bevy::prelude::*;

/// Holes along a side of the boards that are offered.
const SIZES: [u8; 5] = [12, 18, 20, 24, 30];

/// Width of what stands before the rows of a card, in logical pixels.
const INDENT: f32 = 78.0;

/// What is shown only for some players.
#[derive(Component, Debug, Clone, Copy)]
enum Detail {
    Engine(usize),
    Thinker(usize),
}

/// A text that follows the set-up.
#[derive(Component, Debug, Clone, Copy)]
enum SetupText {
    Level(usize),
    Depth(usize),
    Variant,
    Pie,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FollowSetup::of::<LinksSetup>()));
}

/// A row that begins below the first button of a card.
fn indented() -> Node {
    Node { padding: UiRect::left(px(INDENT)), min_height: px(31), ..row() }
}

/// The card of a side: who plays it, and how well. `players` are offered, with a word and a sentence each.
pub(super) fn spawn_side(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    side: usize,
    players: &[(SeatKind, &'static str, &'static str)],
) {
    card(parent, side_colour(side), 0.0, |card| {
        card.spawn(row()).with_children(|line| {
            let name = theme::text(art, Weight::Black, theme::LABEL, side_colour(side), side_name(side));
            line.spawn((name, Node { width: px(INDENT - 5.0), ..default() }));
            for (kind, label, tip) in players {
                line.spawn((choice_button(art, label), does(LinksButton::Player(side, *kind)), Tip::new(*tip)));
            }
        });
        card.spawn((indented(), Detail::Engine(side))).with_children(|line| {
            stepper(line, art, SetupText::Level(side), 66.0, [-1, 1].map(|by| does(LinksButton::Level(side, by))));
        });
        card.spawn((indented(), Detail::Thinker(side))).with_children(|line| {
            for searcher in Searcher::ALL {
                let (label, tip) = searcher_words(searcher);
                line.spawn((choice_button(art, label), does(LinksButton::Searcher(side, searcher)), Tip::new(tip)));
            }
        });
        card.spawn((indented(), Detail::Thinker(side))).with_children(|line| {
            for wish in Wish::ALL {
                let (label, tip) = wish_words(wish);
                line.spawn((choice_button(art, label), does(LinksButton::Wish(side, wish)), Tip::new(tip)));
            }
            line.spawn(Node { width: px(4), ..default() });
            stepper(line, art, SetupText::Depth(side), 62.0, [-1, 1].map(|by| does(LinksButton::Depth(side, by))));
        });
        let aim = format!("{} {}", side_name(side), aim(side));
        card.spawn(indented()).with_child(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &aim));
    });
}

/// The row that exchanges the players.
pub(super) fn spawn_swap(parent: &mut ChildSpawnerCommands, art: &Art) {
    let swap = ("Swap players".into(), does(LinksButton::Swap), "Who plays one side plays the other; Blue begins");
    choices(parent, art, "Sides", [swap]);
}

/// What is played for.
pub(super) fn spawn_aim(parent: &mut ChildSpawnerCommands, art: &Art) {
    let aim = "In turn each side places a peg in a free hole. Two pegs of a side a knight's move apart are linked at once, \
        unless a link is in the way. Whose chain of links joins the two lines of its colour has won.";
    let node = Node { margin: UiRect::top(px(6)), ..default() };
    parent.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, aim), node));
}

/// The rows of board and rules.
pub(super) fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art) {
    let sizes = SIZES.map(|size| {
        let tip = match size {
            12 => "A short match, to learn it",
            24 => "The usual board",
            30 => "A long match",
            _ => "",
        };
        (format!("{size} × {size}"), does(LinksButton::Size(size)), tip)
    });
    choices(parent, art, "Board", sizes);
    let variants = Variant::ALL.map(|variant| {
        let (label, tip) = variant_words(variant);
        (label.into(), does(LinksButton::Variant(variant)), tip)
    });
    choices(parent, art, "Links", variants);
    explained(parent, art, SetupText::Variant);
    let pie = [(true, "On"), (false, "Off")].map(|(on, label)| (label.into(), does(LinksButton::Pie(on)), ""));
    choices(parent, art, "Pie rule", pie);
    explained(parent, art, SetupText::Pie);
}

/// A sentence below a row of choices.
fn explained(parent: &mut ChildSpawnerCommands, art: &Art, text: SetupText) {
    let node = Node { margin: UiRect::left(px(INDENT)), ..default() };
    parent.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""), node, text));
}

/// Shows what belongs to the players and the rules of the set-up.
fn follow(
    setup: ShownSetup<LinksSetup>,
    mut details: Query<(&Detail, &mut Node)>,
    mut texts: Query<(&SetupText, &mut Text)>,
) {
    for (detail, mut node) in &mut details {
        let is_shown = match *detail {
            Detail::Engine(side) => level(&setup, side).is_some(),
            Detail::Thinker(side) => thinker(&setup, side).is_some(),
        };
        set_shown(&mut node, is_shown);
    }
    for (told, mut text) in &mut texts {
        let content = match *told {
            SetupText::Level(side) => level(&setup, side).map(|level| format!("Level {level}")),
            SetupText::Depth(side) => thinker(&setup, side).map(|own| format!("{} deep", own.depth)),
            SetupText::Variant => Some(variant_words(setup.game.rules.variant).1.into()),
            SetupText::Pie => Some(pie_words(setup.game.rules.pie).into()),
        };
        set_text(&mut text, content.unwrap_or_default());
    }
}

const fn pie_words(is_on: bool) -> &'static str {
    if is_on {
        "Red may take over the first peg instead of placing one, so that Blue does not begin too well."
    } else {
        "Blue keeps its first peg, and with it the advantage of the first move."
    }
}
