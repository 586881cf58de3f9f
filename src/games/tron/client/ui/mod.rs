//! The screens of Tron: set-up, what lies beside the board, the result, the simulation.

mod banner;
pub mod choices;
mod hud;
mod legend;
pub mod options;
mod parts;
mod replay_bar;
pub mod result;
pub mod setup;
pub mod simulation;

use crate::games::tron::player::PlayerKind;
use crate::games::tron::plugin::{Seat, SeatKind};
use crate::games::tron::position::Death;
use crate::shell::online::Online;
use bevy::prelude::*;

pub fn plugin(app: &mut App) {
    app.add_plugins((
        options::plugin,
        setup::plugin,
        parts::plugin,
        simulation::plugin,
        hud::plugin,
        legend::plugin,
        banner::plugin,
        result::plugin,
        replay_bar::plugin,
    ));
}

fn player_name(kind: SeatKind) -> String {
    match kind {
        SeatKind::Off => "—".into(),
        SeatKind::Remote => "Human".into(),
        SeatKind::Human(keys) => format!("Human · {}", keys.name()),
        SeatKind::Computer(PlayerKind::Random) => "Random".into(),
        SeatKind::Computer(PlayerKind::RandomSource) => "Plain random".into(),
        SeatKind::Computer(PlayerKind::Engine(level)) => format!("Engine · level {level}"),
        SeatKind::Computer(PlayerKind::Separator(level)) => format!("Separator · level {level}"),
        SeatKind::Computer(PlayerKind::Wallhugger(level)) => format!("Wallhugger · level {level}"),
    }
}

/// Who plays a seat: over the network persons have names.
fn player_of(seat: Seat, online: Option<&Online>) -> String {
    match (seat.kind, online) {
        (SeatKind::Human(_) | SeatKind::Remote, Some(online)) => online.name(seat.number as u8),
        (kind, _) => player_name(kind),
    }
}

/// What a program is called on the screen, by its name on the command line.
pub(crate) fn program_name(name: &str) -> String {
    name.parse().map_or_else(|_| name.to_string(), |kind| player_name(SeatKind::Computer(kind)))
}

/// What happened to who went out, after the name.
const fn fate(reason: Death) -> &'static str {
    match reason {
        Death::Wall => "hit the wall",
        Death::Obstacle => "hit an obstacle",
        Death::Trail => "hit a trail",
        Death::HeadOn => "crashed head-on",
        Death::Time => "gave no answer in time",
        Death::Crash => "lost its program",
        Death::Nonsense => "answered nonsense",
        Death::Unasked => "answered before it was asked",
    }
}
