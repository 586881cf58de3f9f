//! What the buttons of Tron's set-up and of its simulation stand for, and what each changes.

use crate::client::kit::setup::SetupButton;
use crate::games::tron::file::TronLevel;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::plugin::{BoardChoice, SeatKind, Speed, TronSetup};
use crate::shell::keys::Keys;
use bevy::prelude::*;
use std::mem::discriminant;
use std::sync::Arc;

/// The players that a seat can have in a match, with a word and a sentence. A human gets free keys.
pub(super) const PLAYERS: [(SeatKind, &str, &str); 6] = [
    (SeatKind::Off, "Off", "Nobody sits here"),
    (SeatKind::Human(Keys::Pad), "Human", "A person at the keyboard or with a gamepad"),
    (
        SeatKind::Computer(PlayerKind::Engine(5)),
        "Engine",
        "The strongest program: fights for room, many steps ahead; levels 1 to 10",
    ),
    (SeatKind::Computer(PlayerKind::Separator(6)), "Separator", "Looks ahead and tries to cut you off; levels 2 to 10"),
    (
        SeatKind::Computer(PlayerKind::Wallhugger(6)),
        "Wallhugger",
        "Looks ahead and keeps its own space; levels 2 to 10",
    ),
    (SeatKind::Computer(PlayerKind::Random), "Random", "Any move, but no dead end if there is a choice"),
];

/// Those of a simulation: no people, but the weakest of all.
pub(super) const PROGRAMS: [(SeatKind, &str, &str); 6] = [
    PLAYERS[0],
    PLAYERS[2],
    PLAYERS[3],
    PLAYERS[4],
    PLAYERS[5],
    (SeatKind::Computer(PlayerKind::RandomSource), "Plain random", "Any move that is not a crash at once"),
];

/// Whether two players are the same but for keys and level.
fn is_alike(one: SeatKind, other: SeatKind) -> bool {
    match (one, other) {
        (SeatKind::Computer(one), SeatKind::Computer(other)) => discriminant(&one) == discriminant(&other),
        _ => discriminant(&one) == discriminant(&other),
    }
}

/// What a button changes.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TronButton {
    Player(usize, SeatKind),
    Keys(usize, Keys),
    /// A stronger or weaker program on a seat.
    Level(usize, i8),
    Size(u16, u16),
    /// Random boards with a share of obstacles.
    Obstacles(u8),
    File(Arc<TronLevel>),
    Speed(Speed),
    BestOf(u32),
    /// Trails of the dead vanish, or stay.
    Vanish,
    /// The edges of the board are joined, or walls.
    Wrap,
    /// Cycles can boost, or cannot.
    Boost,
}

/// Levels that a sort of program has, from the weakest.
pub(super) fn level_of(kind: SeatKind) -> Option<(u8, std::ops::RangeInclusive<u8>, u8)> {
    match kind {
        SeatKind::Computer(PlayerKind::Engine(level)) => Some((level, 1..=10, 1)),
        SeatKind::Computer(PlayerKind::Separator(level) | PlayerKind::Wallhugger(level)) => Some((level, 2..=10, 2)),
        _ => None,
    }
}

impl SetupButton for TronButton {
    type Setup = TronSetup;

    fn press(&self, setup: &mut TronSetup) {
        match self {
            Self::Player(seat, kind) if is_alike(setup.seats[*seat], *kind) => {}
            Self::Player(seat, SeatKind::Human(_)) => {
                setup.seats[*seat] = SeatKind::Human(Keys::free(setup.seats.iter().filter_map(|seat| seat.keys())));
            }
            Self::Player(seat, kind) => setup.seats[*seat] = *kind,
            Self::Keys(seat, keys) => {
                // Who had these keys gets the others.
                let old = setup.seats[*seat];
                if let Some(other) = setup.seats.iter().position(|kind| *kind == SeatKind::Human(*keys)) {
                    setup.seats[other] = old;
                }
                setup.seats[*seat] = SeatKind::Human(*keys);
            }
            Self::Level(seat, by) => {
                if let (Some((level, range, step)), SeatKind::Computer(kind)) =
                    (level_of(setup.seats[*seat]), &mut setup.seats[*seat])
                {
                    let next = level.saturating_add_signed(by * step as i8).clamp(*range.start(), *range.end());
                    if let PlayerKind::Engine(level) | PlayerKind::Separator(level) | PlayerKind::Wallhugger(level) =
                        kind
                    {
                        *level = next;
                    }
                }
            }
            Self::Size(width, height) => {
                let obstacles = if let BoardChoice::Random { obstacles, .. } = setup.board { obstacles } else { 5 };
                setup.board = BoardChoice::Random { width: *width, height: *height, obstacles };
            }
            Self::Obstacles(share) => {
                let (width, height) = match setup.board {
                    BoardChoice::Random { width, height, .. } => (width, height),
                    BoardChoice::File(_) => (30, 20),
                };
                setup.board = BoardChoice::Random { width, height, obstacles: *share };
            }
            Self::File(level) => setup.board = BoardChoice::File(level.clone()),
            Self::Speed(speed) => setup.speed = *speed,
            Self::BestOf(rounds) => setup.best_of = *rounds,
            Self::Vanish => setup.options.vanish = !setup.options.vanish,
            Self::Wrap => setup.options.wrap = !setup.options.wrap,
            Self::Boost => setup.options.boost = !setup.options.boost,
        }
    }

    fn is_chosen(&self, setup: &TronSetup) -> bool {
        match self {
            Self::Player(seat, kind) => is_alike(setup.seats[*seat], *kind),
            Self::Keys(seat, keys) => setup.seats[*seat] == SeatKind::Human(*keys),
            Self::Size(x, y) => {
                matches!(setup.board, BoardChoice::Random { width, height, .. } if (width, height) == (*x, *y))
            }
            Self::Obstacles(share) => {
                matches!(setup.board, BoardChoice::Random { obstacles, .. } if obstacles == *share)
            }
            Self::File(level) => matches!(&setup.board, BoardChoice::File(other) if other == level),
            Self::Speed(speed) => setup.speed == *speed,
            Self::BestOf(rounds) => setup.best_of == *rounds,
            Self::Vanish => setup.options.vanish,
            Self::Wrap => setup.options.wrap,
            Self::Boost => setup.options.boost,
            Self::Level(..) => false,
        }
    }
}
