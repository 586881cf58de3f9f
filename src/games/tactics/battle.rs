//! A battle as it is played: a [`Match`] with what only Tactics knows of it. Under the classic rules a confirmed action
//! stands, as in the source, and a turn ends by itself; under the others it can be taken back until the turn is ended.

use super::action::Action;
use super::position::{Character, Position};
use super::rules::{Mode, Side};
use super::scene::SLOTS;
use super::setup::{Setup, SetupProblem, SetupRecord};
use super::square::Square;
use crate::arena::{self, Match, NotNow, TableGame};

/// A battle with its history.
pub type Battle = Match<Position>;

/// What a side can want.
pub type Order = arena::Order<Action>;

/// What an action did, for animations and logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionEffect {
    pub action: Action,
    pub who: usize,
    pub changes: Vec<Change>,
    /// Points on the hill that came with it, by side.
    pub scored: [u8; 2],
}

/// What happened to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub slot: usize,
    pub from: Square,
    /// Where it is, or where it fell.
    pub to: Square,
    pub before: u8,
    /// Points after; 0 if it fell.
    pub after: u8,
}

/// Why something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    Illegal(Action),
    /// Somebody there has to act before the turn can end.
    MustAct(Square),
    NotNow(NotNow),
}

impl From<NotNow> for Refusal {
    fn from(reason: NotNow) -> Self {
        Self::NotNow(reason)
    }
}

impl TableGame for Position {
    type SetupRecord = SetupRecord;
    type Effect = ActionEffect;

    const NAME: &'static str = "tactics";
    const VERSION: u32 = 2;
    const SEATS: [&'static str; 2] = ["A", "B"];

    fn record(setup: &Setup) -> SetupRecord {
        setup.record()
    }

    fn from_record(record: &SetupRecord) -> Result<Setup, SetupProblem> {
        Setup::from_record(record)
    }

    fn title(setup: &Setup) -> String {
        setup.level.name.clone()
    }

    fn seed(setup: &Setup) -> u64 {
        setup.seed
    }

    fn seat(&self) -> usize {
        Position::side(self).index()
    }

    fn is_turn_start(&self) -> bool {
        Position::is_turn_start(self)
    }

    fn has_undo(setup: &Setup) -> bool {
        setup.rules.mode != Mode::Classic
    }

    fn undo(&mut self) {
        Position::unmake(self);
    }

    /// Where the rules allow waiting, all who have not acted wait.
    fn pass(&self) -> Result<Option<Action>, Refusal> {
        let Some(slot) = self.ready().next() else { return Ok(None) };
        let wait = Action::wait(self.at(slot));
        if self.is_legal(wait) {
            return Ok(Some(wait));
        }
        let mut all = Vec::new();
        Position::actions(self, &mut all);
        Err(Refusal::MustAct(all.first().map_or(wait.from, |action| action.from)))
    }

    fn effect(&self, after: &Self, action: Action) -> ActionEffect {
        let state = |position: &Position| {
            let mut slots = [None; SLOTS];
            for character in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
                slots[character.slot] = Some((character.at, character.hp));
            }
            slots
        };
        let (old, new) = (state(self), state(after));
        let changes = (0..SLOTS).filter_map(|slot| {
            let (from, points) = old[slot]?;
            let (to, left) = new[slot].unwrap_or((from, 0));
            ((from, points) != (to, left)).then_some(Change { slot, from, to, before: points, after: left })
        });
        let scored = [0, 1].map(|side| after.points()[side] - self.points()[side]);
        ActionEffect { action, who: self.slot_on(action.from).unwrap_or(0), changes: changes.collect(), scored }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end().map(|end| end.ending.name())
    }
}

impl Battle {
    /// Whose turn it is: the side that acts, or has acted and not ended its turn.
    pub fn side(&self) -> Side {
        Side::of(self.seat())
    }

    /// The round of the game, from 1: a turn of each side.
    pub fn round(&self) -> u16 {
        let passed = u16::from(self.is_complete() || self.is_over());
        Position::turns(self.position()).saturating_sub(passed) / 2 + 1
    }

    /// Who rests in this turn, by slot: some of those who start, in their first one.
    pub fn resting(&self) -> Vec<usize> {
        let bits = if self.is_first_turn() { self.setup().resting() } else { 0 };
        (0..SLOTS).filter(|slot| bits >> slot & 1 == 1).collect()
    }

    /// The characters of the side that have not acted in this turn and those that have, by slot.
    pub fn turn_order(&self) -> (Vec<usize>, Vec<usize>) {
        let characters = self.position().characters(self.side());
        if self.is_complete() {
            return (Vec::new(), characters.map(|one| one.slot).collect());
        }
        let (acted, ready): (Vec<_>, Vec<_>) = characters.partition(|one| one.acted);
        let slots = |list: Vec<Character>| list.into_iter().map(|one| one.slot).collect();
        (slots(ready), slots(acted))
    }
}
