//! The screens of Tron: set-up, what lies beside the board, the result.

mod banner;
pub mod choices;
mod hud;
mod replay_bar;
mod result;
pub mod setup;

use crate::modes::tron::player::PlayerKind;
use crate::modes::tron::plugin::SeatKind;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((setup::plugin, hud::plugin, banner::plugin, result::plugin, replay_bar::plugin));
}

/// What a seat's player is called on the screen.
fn player_name(kind: SeatKind) -> String {
    match kind {
        SeatKind::Off => "—".into(),
        SeatKind::Human(keys) => format!("Human · {}", keys.name()),
        SeatKind::Computer(PlayerKind::Random) => "Random".into(),
        SeatKind::Computer(PlayerKind::RandomSource) => "Random (plain)".into(),
        SeatKind::Computer(PlayerKind::Engine(level)) => format!("Engine · level {level}"),
        SeatKind::Computer(PlayerKind::Separator(level)) => format!("Separator · level {level}"),
        SeatKind::Computer(PlayerKind::Wallhugger(level)) => format!("Wallhugger · level {level}"),
    }
}
