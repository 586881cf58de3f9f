//! What the buttons of Links' set-up and of its simulation stand for, and what each changes.

use crate::client::kit::setup::SetupButton;
use crate::client::table::clocks::ClockChange;
use crate::games::links::engine::MAX_LEVEL;
use crate::games::links::player::PlayerKind;
use crate::games::links::plugin::{LinksSetup, SeatKind, Tempo};
use crate::games::links::rules::Variant;
use crate::games::links::source::{Searcher, Thinker, Wish};
use bevy::prelude::*;
use std::mem::discriminant;

/// The thinker of the source as it is chosen first.
const THINKER: Thinker = Thinker { searcher: Searcher::AlphaBeta, wish: Wish::Mixed, depth: 2 };

/// The players that a side can have in a match, with a word and a sentence.
pub(super) const PLAYERS: [(SeatKind, &str, &str); 4] = [
    (SeatKind::Human, "Human", "A person at this window; two of them take turns at it"),
    (SeatKind::Computer(PlayerKind::engine(3)), "Engine", "The strongest program, in eight levels"),
    (SeatKind::Computer(PlayerKind::Source(THINKER)), "Seed", "The thinkers of the program that this game grew from"),
    (SeatKind::Computer(PlayerKind::Random), "Random", "Any hole that the rules allow"),
];

/// Those of a simulation: no people.
pub(super) const PROGRAMS: [(SeatKind, &str, &str); 3] = [PLAYERS[1], PLAYERS[2], PLAYERS[3]];

/// Plies that a thinker of the source can be made to look ahead; more would take minutes.
const MOST_DEPTH: u8 = 4;

/// Whether two players are the same but for level and options.
fn is_alike(one: SeatKind, other: SeatKind) -> bool {
    match (one, other) {
        (SeatKind::Computer(one), SeatKind::Computer(other)) => discriminant(&one) == discriminant(&other),
        _ => one == other,
    }
}

/// What a button changes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinksButton {
    Player(usize, SeatKind),
    Level(usize, i8),
    Searcher(usize, Searcher),
    Wish(usize, Wish),
    Depth(usize, i8),
    /// The sides exchange their players.
    Swap,
    Size(u8),
    Variant(Variant),
    Pie(bool),
    Tempo(Tempo),
    Clock(ClockChange),
}

/// The level of a side's engine.
pub(super) fn level(setup: &LinksSetup, side: usize) -> Option<u8> {
    if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = setup.seats[side] { Some(level) } else { None }
}

/// The thinker of a side.
pub(super) fn thinker(setup: &LinksSetup, side: usize) -> Option<Thinker> {
    if let SeatKind::Computer(PlayerKind::Source(thinker)) = setup.seats[side] { Some(thinker) } else { None }
}

fn thinker_mut(setup: &mut LinksSetup, side: usize) -> Option<&mut Thinker> {
    if let SeatKind::Computer(PlayerKind::Source(thinker)) = &mut setup.seats[side] { Some(thinker) } else { None }
}

impl SetupButton for LinksButton {
    type Setup = LinksSetup;

    fn press(&self, setup: &mut LinksSetup) {
        match *self {
            Self::Player(side, kind) if is_alike(setup.seats[side], kind) => {}
            Self::Player(side, kind) => setup.seats[side] = kind,
            Self::Level(side, by) => {
                if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = &mut setup.seats[side] {
                    *level = level.saturating_add_signed(by).clamp(1, MAX_LEVEL);
                }
            }
            Self::Searcher(side, searcher) => {
                if let Some(thinker) = thinker_mut(setup, side) {
                    thinker.searcher = searcher;
                }
            }
            Self::Wish(side, wish) => {
                if let Some(thinker) = thinker_mut(setup, side) {
                    thinker.wish = wish;
                }
            }
            Self::Depth(side, by) => {
                if let Some(thinker) = thinker_mut(setup, side) {
                    thinker.depth = thinker.depth.saturating_add_signed(by).clamp(1, MOST_DEPTH);
                }
            }
            Self::Swap => setup.seats.swap(0, 1),
            Self::Size(size) => {
                setup.game.rules.size = size;
                setup.game.opening.clear();
            }
            Self::Variant(variant) => setup.game.rules.variant = variant,
            Self::Pie(pie) => setup.game.rules.pie = pie,
            Self::Tempo(tempo) => setup.tempo = tempo,
            Self::Clock(change) => change.press(&mut setup.clock),
        }
    }

    fn is_chosen(&self, setup: &LinksSetup) -> bool {
        let rules = setup.game.rules;
        match *self {
            Self::Player(side, kind) => is_alike(setup.seats[side], kind),
            Self::Searcher(side, searcher) => thinker(setup, side).is_some_and(|own| own.searcher == searcher),
            Self::Wish(side, wish) => thinker(setup, side).is_some_and(|own| own.wish == wish),
            Self::Size(size) => rules.size == size,
            Self::Variant(variant) => rules.variant == variant,
            Self::Pie(pie) => rules.pie == pie,
            Self::Tempo(tempo) => setup.tempo == tempo,
            Self::Clock(change) => change.is_chosen(setup.clock),
            Self::Level(..) | Self::Depth(..) | Self::Swap => false,
        }
    }

    fn works(&self, setup: &LinksSetup) -> bool {
        let can_go = |now: u8, by: i8, most: u8| if by < 0 { now > 1 } else { now < most };
        match *self {
            Self::Level(side, by) => level(setup, side).is_some_and(|level| can_go(level, by, MAX_LEVEL)),
            Self::Depth(side, by) => thinker(setup, side).is_some_and(|own| can_go(own.depth, by, MOST_DEPTH)),
            Self::Clock(change) => change.works(setup.clock),
            _ => true,
        }
    }
}
