//! A position of a battle: who stands where with how many points, whose turn it is, who has acted.
//!
//! [`Position::make`] and [`Position::unmake`] change it in place, so that a search copies nothing. Characters of a side
//! act one after another in any order, each action must be legal at its moment; the turn passes on as soon as no
//! character of the side that has not acted can do anything, so characters that are boxed in are skipped. A side with
//! nobody left has lost at once.
//!
//! | file | subject |
//! |---|---|
//! | `generate` | the legal actions |
//! | `make` | doing an action and taking it back |
//! | `turn` | the end of a turn: points, draws, who is next |
//! | `key` | the hash |
//! | `game` | the position as a game for `search` |
//!
//! The key of a character depends on side, class, square, points and whether it has acted, never on its slot: positions
//! in which identical characters have changed places are the same to every search.

mod game;
mod generate;
mod key;
mod make;
mod turn;

use super::rules::MAX_SQUAD;
use super::rules::{Ending, Side};
use super::scene::{SLOTS, Scene};
use super::square::{SQUARES, Square, Squares};
use crate::search::Outcome;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub outcome: Outcome,
    pub ending: Ending,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Flag {
    /// Its square, also while it is carried.
    pub at: Square,
    pub(crate) carrier: Option<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Character {
    /// Its slot, the same all through a battle.
    pub slot: usize,
    pub side: Side,
    pub at: Square,
    pub hp: u8,
    pub acted: bool,
}

/// All that an action can change, as it was before.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Before {
    who: u8,
    who_at: Square,
    who_hp: u8,
    target: Option<(u8, Square, u8)>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    /// Bit per slot.
    alive: u16,
    acted: u16,
    side: Side,
    /// Turns of a side that are over.
    turns: u16,
    /// Turns of a side since the last damage.
    quiet: u16,
    points: [u8; 2],
    flags: Option<[Flag; 2]>,
    key: u64,
    end: Option<End>,
    /// How often this position has begun a turn; 0 within a turn.
    occurrences: u8,
    /// Length of the list of turn beginnings.
    begun: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    scene: Arc<Scene>,
    at: [Square; SLOTS],
    hp: [u8; SLOTS],
    /// Slot + 1 by square, 0 where nobody is.
    on: [u8; SQUARES],
    state: State,
    before: Vec<Before>,
    /// The keys with which turns have begun.
    begun: Vec<u64>,
}

impl Position {
    /// A position at the beginning of a turn of `side`. `placed` is slot, square and points of each living character;
    /// squares must be open and different, slots must have a member.
    pub fn new(scene: Arc<Scene>, placed: &[(usize, Square, u8)], side: Side) -> Self {
        let mut points = [0; 2];
        points[scene.first.other().index()] = scene.rules.head_start;
        let flags = (scene.rules.mode == super::rules::Mode::Flag)
            .then(|| scene.marks.flags.map(|flags| flags.map(|at| Flag { at, carrier: None })))
            .flatten();
        let state = State {
            alive: 0,
            acted: 0,
            side,
            turns: 0,
            quiet: 0,
            points,
            flags,
            key: 0,
            end: None,
            occurrences: 1,
            begun: 0,
        };
        let mut position = Self {
            scene,
            at: [Square::new(0, 0); SLOTS],
            hp: [0; SLOTS],
            on: [0; SQUARES],
            state,
            before: Vec::new(),
            begun: Vec::new(),
        };
        for (slot, square, hp) in placed {
            debug_assert!(position.scene.members[*slot].is_some() && position.on[square.index()] == 0);
            position.at[*slot] = *square;
            position.hp[*slot] = *hp;
            position.on[square.index()] = *slot as u8 + 1;
            position.state.alive |= 1 << slot;
        }
        position.begin();
        position
    }

    /// Checks who has lost already, skips a side that can do nothing, and starts the history anew.
    fn begin(&mut self) {
        self.state.end = None;
        self.state.key = self.whole_key();
        self.begun = vec![self.state.key];
        self.state.begun = 1;
        self.state.occurrences = 1;
        self.before.clear();
        self.check_elimination();
        if self.state.end.is_none() && !self.can_act() {
            self.end_turn();
        }
    }

    /// The same position with other counters, as a position that was set up, not played: points on the hill, turns since
    /// the last damage, and who has acted (bit per slot).
    pub fn with(mut self, points: [u8; 2], turns: u16, quiet: u16, acted: u16) -> Self {
        self.state.points = points;
        self.state.turns = turns;
        self.state.quiet = quiet;
        self.state.acted = acted & self.state.alive & side_bits(self.state.side);
        self.begin();
        self
    }

    /// The same position with flags elsewhere; `carrier` is the slot of who has the flag.
    pub fn with_flags(mut self, flags: [(Square, Option<usize>); 2]) -> Self {
        if self.state.flags.is_some() {
            self.state.flags = Some(flags.map(|(at, carrier)| Flag { at, carrier: carrier.map(|slot| slot as u8) }));
            self.begin();
        }
        self
    }

    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    pub fn side(&self) -> Side {
        self.state.side
    }

    /// Turns of a side that are over.
    pub fn turns(&self) -> u16 {
        self.state.turns
    }

    /// Turns of a side since the last damage.
    pub fn quiet(&self) -> u16 {
        self.state.quiet
    }

    pub fn points(&self) -> [u8; 2] {
        self.state.points
    }

    pub fn end(&self) -> Option<End> {
        self.state.end
    }

    /// The hash of all that decides the future, apart from repetitions and quiet turns.
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// Whether nobody of the side to move has acted yet.
    pub fn is_turn_start(&self) -> bool {
        self.state.acted == 0
    }

    pub fn depth(&self) -> usize {
        self.before.len()
    }

    /// Forgets the actions that could be taken back; repetitions still count.
    pub fn settle(&mut self) {
        self.before.clear();
    }

    /// Where the flag of a side is and the slot of who carries it, if flags are played for.
    pub fn flag(&self, side: Side) -> Option<(Square, Option<usize>)> {
        self.state.flags.map(|flags| {
            let flag = flags[side.index()];
            (flag.at, flag.carrier.map(usize::from))
        })
    }

    pub fn characters(&self, side: Side) -> impl Iterator<Item = Character> + '_ {
        self.slots(side).map(move |slot| self.character(slot))
    }

    pub fn character_on(&self, square: Square) -> Option<Character> {
        self.slot_on(square).map(|slot| self.character(slot))
    }

    pub fn count(&self, side: Side) -> u32 {
        (self.state.alive & side_bits(side)).count_ones()
    }

    pub fn health(&self, side: Side) -> u32 {
        self.slots(side).map(|slot| u32::from(self.hp[slot])).sum()
    }

    pub(crate) fn on_hill(&self) -> [u32; 2] {
        let hill: &Squares = &self.scene.marks.hill;
        Side::BOTH.map(|side| self.slots(side).filter(|slot| hill.contains(self.at[*slot])).count() as u32)
    }

    fn character(&self, slot: usize) -> Character {
        Character {
            slot,
            side: Side::of(slot / MAX_SQUAD),
            at: self.at[slot],
            hp: self.hp[slot],
            acted: self.state.acted >> slot & 1 == 1,
        }
    }

    pub(super) fn slots(&self, side: Side) -> impl Iterator<Item = usize> + use<> {
        bits(self.state.alive & side_bits(side))
    }

    /// Slots of the side to move that have not acted.
    pub(super) fn ready(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.state.alive & side_bits(self.state.side) & !self.state.acted)
    }

    pub(super) fn slot_on(&self, square: Square) -> Option<usize> {
        usize::from(self.on[square.index()]).checked_sub(1)
    }

    pub(super) fn is_free(&self, square: Square) -> bool {
        self.on[square.index()] == 0
    }

    pub(super) fn at(&self, slot: usize) -> Square {
        self.at[slot]
    }

    pub(super) fn hp(&self, slot: usize) -> u8 {
        self.hp[slot]
    }
}

/// Slots of a side as bits.
const fn side_bits(side: Side) -> u16 {
    ((1 << MAX_SQUAD) - 1) << (side.index() * MAX_SQUAD)
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
