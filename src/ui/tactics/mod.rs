//! The screens of Tactics: what lies beside the board of a battle.

mod board;
pub mod choices;
mod parts;
mod portrait;
mod preview;
pub mod result;
pub mod setup;
pub mod simulation;

use crate::modes::tactics::player::PlayerKind;
use crate::modes::tactics::plugin::SeatKind;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((parts::plugin, setup::plugin, simulation::plugin, result::plugin));
}

/// What a player is called on the screen, by its name in files and on the command line.
#[must_use]
pub fn player_name(name: &str) -> String {
    match SeatKind::from_name(name) {
        Some(SeatKind::Human) => "Human".into(),
        Some(SeatKind::Computer(PlayerKind::Random)) => "Random".into(),
        Some(SeatKind::Computer(PlayerKind::Source)) => "The source's".into(),
        Some(SeatKind::Computer(PlayerKind::Engine { level, style, .. })) => {
            format!("Engine · level {level}, {}", style.name())
        }
        None => name.to_string(),
    }
}
