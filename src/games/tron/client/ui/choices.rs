//! What the buttons of Tron's set-up and of its simulation stand for, and what each changes.

use crate::games::tron::file::TronLevel;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::plugin::{BoardChoice, Keys, SeatKind, Speed, TronSetup};
use bevy::prelude::*;
use std::sync::Arc;

/// Sorts of players that a seat can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Off,
    Human,
    Engine,
    Separator,
    Wallhugger,
    /// Random moves, but no dead end.
    Random,
    /// The source's plain random moves.
    Plain,
}

impl Sort {
    /// Those of a match, with a word and a sentence.
    pub(super) const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Off, "Off", "Nobody sits here"),
        (Self::Human, "Human", "A person at the keyboard or with a gamepad"),
        (Self::Engine, "Engine", "The strongest program: fights for room, many steps ahead; levels 1 to 10"),
        (Self::Separator, "Separator", "Looks ahead and tries to cut you off; levels 2 to 10"),
        (Self::Wallhugger, "Wallhugger", "Looks ahead and keeps its own space; levels 2 to 10"),
        (Self::Random, "Random", "Any move, but no dead end if there is a choice"),
    ];

    /// Those of a simulation: no people, but the weakest of all.
    pub(super) const PROGRAMS: [(Self, &'static str, &'static str); 6] = [
        Self::ALL[0],
        Self::ALL[2],
        Self::ALL[3],
        Self::ALL[4],
        Self::ALL[5],
        (Self::Plain, "Plain random", "Any move that is not a crash at once"),
    ];

    pub(super) fn of(kind: SeatKind) -> Self {
        match kind {
            SeatKind::Off => Self::Off,
            SeatKind::Human(_) => Self::Human,
            SeatKind::Computer(PlayerKind::Engine(_)) => Self::Engine,
            SeatKind::Computer(PlayerKind::Separator(_)) => Self::Separator,
            SeatKind::Computer(PlayerKind::Wallhugger(_)) => Self::Wallhugger,
            SeatKind::Computer(PlayerKind::Random) => Self::Random,
            SeatKind::Computer(PlayerKind::RandomSource) => Self::Plain,
        }
    }
}

/// What a button changes.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TronButton {
    /// Another sort of player on a seat.
    Sort(usize, Sort),
    /// Other keys for the human of a seat.
    Keys(usize, Keys),
    /// A stronger or weaker program on a seat.
    Level(usize, i8),
    Size(u16, u16),
    /// Random boards with a share of obstacles.
    Obstacles(u8),
    File(Arc<TronLevel>),
    /// How fast the cycles ride.
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

/// Changes the set-up as a button says.
pub(super) fn change(setup: &mut TronSetup, action: &TronButton) {
    match action {
        TronButton::Sort(seat, sort) if Sort::of(setup.seats[*seat]) != *sort => {
            // Keys that nobody has yet.
            let free = Keys::ALL.into_iter().find(|keys| !setup.seats.contains(&SeatKind::Human(*keys)));
            setup.seats[*seat] = match sort {
                Sort::Off => SeatKind::Off,
                Sort::Human => SeatKind::Human(free.unwrap_or(Keys::Pad)),
                Sort::Engine => SeatKind::Computer(PlayerKind::Engine(5)),
                Sort::Separator => SeatKind::Computer(PlayerKind::Separator(6)),
                Sort::Wallhugger => SeatKind::Computer(PlayerKind::Wallhugger(6)),
                Sort::Random => SeatKind::Computer(PlayerKind::Random),
                Sort::Plain => SeatKind::Computer(PlayerKind::RandomSource),
            };
        }
        TronButton::Keys(seat, keys) => {
            // Who had these keys gets the others.
            let old = setup.seats[*seat];
            if let Some(other) = setup.seats.iter().position(|kind| *kind == SeatKind::Human(*keys)) {
                setup.seats[other] = old;
            }
            setup.seats[*seat] = SeatKind::Human(*keys);
        }
        TronButton::Level(seat, by) => {
            if let (Some((level, range, step)), SeatKind::Computer(kind)) =
                (level_of(setup.seats[*seat]), &mut setup.seats[*seat])
            {
                let next = level.saturating_add_signed(by * step as i8).clamp(*range.start(), *range.end());
                if let PlayerKind::Engine(level) | PlayerKind::Separator(level) | PlayerKind::Wallhugger(level) = kind {
                    *level = next;
                }
            }
        }
        TronButton::Size(width, height) => {
            let obstacles = if let BoardChoice::Random { obstacles, .. } = setup.board { obstacles } else { 5 };
            setup.board = BoardChoice::Random { width: *width, height: *height, obstacles };
        }
        TronButton::Obstacles(share) => {
            let (width, height) = match setup.board {
                BoardChoice::Random { width, height, .. } => (width, height),
                BoardChoice::File(_) => (30, 20),
            };
            setup.board = BoardChoice::Random { width, height, obstacles: *share };
        }
        TronButton::File(level) => setup.board = BoardChoice::File(level.clone()),
        TronButton::Speed(speed) => setup.speed = *speed,
        TronButton::BestOf(rounds) => setup.best_of = *rounds,
        TronButton::Vanish => setup.options.vanish = !setup.options.vanish,
        TronButton::Wrap => setup.options.wrap = !setup.options.wrap,
        TronButton::Boost => setup.options.boost = !setup.options.boost,
        TronButton::Sort(..) => {}
    }
}

/// Whether the set-up is what a button chooses.
pub(super) fn is_chosen(setup: &TronSetup, action: &TronButton) -> bool {
    match action {
        TronButton::Sort(seat, sort) => Sort::of(setup.seats[*seat]) == *sort,
        TronButton::Keys(seat, keys) => setup.seats[*seat] == SeatKind::Human(*keys),
        TronButton::Size(x, y) => {
            matches!(setup.board, BoardChoice::Random { width, height, .. } if (width, height) == (*x, *y))
        }
        TronButton::Obstacles(share) => {
            matches!(setup.board, BoardChoice::Random { obstacles, .. } if obstacles == *share)
        }
        TronButton::File(level) => matches!(&setup.board, BoardChoice::File(other) if other == level),
        TronButton::Speed(speed) => setup.speed == *speed,
        TronButton::BestOf(rounds) => setup.best_of == *rounds,
        TronButton::Vanish => setup.options.vanish,
        TronButton::Wrap => setup.options.wrap,
        TronButton::Boost => setup.options.boost,
        TronButton::Level(..) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_never_share_keys_whatever_is_pressed() {
        let mut setup = TronSetup::default();
        for seat in 0..4 {
            change(&mut setup, &TronButton::Sort(seat, Sort::Human));
        }
        assert_eq!(setup.problem(), None);
        change(&mut setup, &TronButton::Keys(3, Keys::Arrows));
        assert_eq!(setup.seats[3], SeatKind::Human(Keys::Arrows));
        assert_eq!(setup.seats[0], SeatKind::Human(Keys::Pad), "they change their keys");
        assert_eq!(setup.problem(), None);
    }

    #[test]
    fn levels_stay_in_their_range() {
        let mut setup = TronSetup::default();
        for _ in 0..20 {
            change(&mut setup, &TronButton::Level(1, 1));
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Engine(10)));
        change(&mut setup, &TronButton::Sort(1, Sort::Separator));
        for _ in 0..20 {
            change(&mut setup, &TronButton::Level(1, -1));
        }
        assert_eq!(setup.seats[1], SeatKind::Computer(PlayerKind::Separator(2)));
    }
}
