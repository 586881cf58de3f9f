//! What the colours of a search mean: a square and a word each.

use crate::client::kit::art::Art;
use crate::client::kit::frames::row;
use crate::client::kit::theme::{self, Weight};
use crate::lab::colour::{GOAL, Rgb, START, of_state};
use crate::lab::cursor::PlaceState;
use crate::nav::searchers::Side;
use bevy::prelude::*;

/// A colour of a picture.
pub fn colour([red, green, blue]: Rgb) -> Color {
    Color::srgb_u8(red, green, blue)
}

/// The states of places in their colours.
pub fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    let states = PlaceState::ALL.into_iter().filter_map(|state| Some((of_state(state, Side::Forward)?, state.name())));
    let ends = [(START, "start"), (GOAL, "goal")];
    let back = [
        (of_state(PlaceState::Open, Side::Backward), "open, from the goal"),
        (of_state(PlaceState::Closed, Side::Backward), "closed, from the goal"),
    ];
    let back = back.into_iter().filter_map(|(colour, word)| Some((colour?, word)));
    entries(panel, art, ends.into_iter().chain(states).chain(back));
}

/// Squares with words.
pub fn entries<'a>(panel: &mut ChildSpawnerCommands, art: &Art, all: impl Iterator<Item = (Rgb, &'a str)>) {
    panel.spawn(Node { column_gap: px(10), row_gap: px(2), flex_shrink: 0.0, ..row() }).with_children(|line| {
        for (fill, word) in all {
            line.spawn(Node { column_gap: px(4), align_items: AlignItems::Center, ..default() }).with_children(|one| {
                let square =
                    Node { width: px(11), height: px(11), border_radius: BorderRadius::all(px(2)), ..default() };
                one.spawn((square, BackgroundColor(colour(fill)), Pickable::IGNORE));
                one.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, word));
            });
        }
    });
}
