//! The proof of a puzzle: all turns of the one who solves, all answers, to the last round (AND/OR search by depth first,
//! with everything remembered that was found out).

use super::Puzzle;
use crate::games::tactics::action::Action;
use crate::games::tactics::position::Position;
use crate::games::tactics::rules::{Mode, Side};
use crate::search::Outcome;
use std::collections::BTreeMap;

/// Finds out whether a goal can be reached by force. Remembers what it knows of positions.
#[derive(Debug, Clone)]
pub struct Solver {
    side: Side,
    /// Slot of the character that must live; without one the battle must be won.
    ward: Option<usize>,
    /// By position and turns of a side that are left; the same position may come with more or less time.
    known: BTreeMap<(u64, u16), bool>,
}

impl Solver {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self { side: puzzle.side(), ward: puzzle.ward(), known: BTreeMap::new() }
    }

    pub fn side(&self) -> Side {
        self.side
    }

    pub fn size(&self) -> usize {
        self.known.len()
    }

    /// Whether the goal is reached (true) or missed (false) in a position, if that is certain without looking further.
    /// Time is up when `end` turns of a side are over.
    pub(crate) fn settled(&self, position: &Position, end: u16) -> Option<bool> {
        let is_safe = self.ward.is_none_or(|ward| position.characters(self.side).any(|one| one.slot == ward));
        match position.end().map(|end| end.outcome) {
            Some(Outcome::Win(winner)) => return Some(winner == self.side.index() && is_safe),
            Some(Outcome::Draw) => return Some(self.ward.is_some() && is_safe),
            None => {}
        }
        match self.ward {
            Some(_) if !is_safe => Some(false),
            Some(_) => (position.turns() >= end).then_some(true),
            None => (position.turns() >= end || self.is_hopeless(position, end)).then_some(false),
        }
    }

    /// Whether the goal can be reached by force before `end` turns of a side are over.
    pub fn solves(&mut self, position: &mut Position, end: u16) -> bool {
        if let Some(settled) = self.settled(position, end) {
            return settled;
        }
        // Identical characters may have changed places: then the key is the same, but not the one that must live.
        let ward = self.ward.map_or(0, |slot| position.at(slot).index() as u64 + 1);
        let key = (position.key() ^ ward.wrapping_mul(0x9e37_79b9_7f4a_7c15), end - position.turns());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let actions = position.legal();
        // Attacks come first in the list.
        let own = position.side() == self.side;
        let mut after = |action: Action| {
            position.make(action);
            let found = self.solves(position, end);
            position.unmake();
            found
        };
        let found = if own { actions.into_iter().any(&mut after) } else { actions.into_iter().all(&mut after) };
        self.known.insert(key, found);
        found
    }

    /// Whether a win is out of reach even if nobody hinders it: too much health to take, too many points to make. Only
    /// where nothing else wins, and nobody loses health by going away.
    fn is_hopeless(&self, position: &Position, end: u16) -> bool {
        let rules = position.scene().rules;
        if rules.zone_of_control || !matches!(rules.mode, Mode::Classic | Mode::Hill) {
            return false;
        }
        let attack = |slot: usize| u32::from(position.scene().class(slot).attack);
        let is_own = position.side() == self.side;
        let left = end - position.turns();
        // Whole own turns after the one that is under way; a skipped enemy only makes time pass faster.
        let whole = if is_own { left.div_ceil(2) - 1 } else { left / 2 };
        let now: u32 = if is_own { position.ready().map(attack).sum() } else { 0 };
        let later = u32::from(whole) * position.slots(self.side).map(attack).sum::<u32>();
        let is_standing = position.health(self.side.other()) > now + later;
        let points = u16::from(position.points()[self.side.index()]) + left;
        is_standing && (rules.mode == Mode::Classic || points < u16::from(rules.points))
    }

    /// All actions of the side to move after which the goal can be reached before `end`.
    pub fn keeping(&mut self, position: &mut Position, end: u16) -> Vec<Action> {
        let mut actions = position.legal();
        actions.retain(|action| {
            position.make(*action);
            let found = self.solves(position, end);
            position.unmake();
            found
        });
        actions
    }
}
