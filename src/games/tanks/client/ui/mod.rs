//! The screens of Tanks: set-up, what lies beside the board, the result, high scores, the editor.

mod banner;
pub mod choices;
pub mod editor;
mod hud;
pub mod options;
mod picture;
mod replay_bar;
pub mod result;
pub mod scores;
pub mod setup;

use super::stage::SEAT_NAMES;
use crate::games::tanks::plugin::{Seat, SeatKind};
use crate::shell::online::Online;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        options::plugin,
        setup::plugin,
        scores::plugin,
        editor::plugin,
        hud::plugin,
        banner::plugin,
        result::plugin,
        replay_bar::plugin,
    ));
}

/// Who plays a seat: over the network persons have names.
fn player_of(seat: Seat, online: Option<&Online>) -> String {
    match (seat.kind, online) {
        (SeatKind::Human(_) | SeatKind::Remote, Some(online)) => online.name(seat.number as u8),
        (SeatKind::Human(keys), None) => format!("Human · {}", keys.name()),
        (SeatKind::Bot(level), _) => format!("Program · {}", level.name()),
        (SeatKind::Remote, None) => "Human".into(),
        (SeatKind::Off, _) => "—".into(),
    }
}

/// What a seat is called; those beyond the planned ones are programs of the crowd.
fn seat_name(number: usize) -> String {
    SEAT_NAMES.get(number).map_or_else(|| format!("Program {}", number + 1), |name| (*name).to_owned())
}
