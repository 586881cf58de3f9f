//! Exact knowledge of endings under the classic rules, by retrograde analysis (K. Thompson, "Retrograde analysis of
//! certain endgames", 1986): from the ends backwards, position by position, so that every win and loss comes with the
//! exact number of turns and what is left is a draw.
//!
//! | file | subject |
//! |---|---|
//! | `duel` | one character against one, solved when a battle begins |
//!
//! The tables know neither repetitions nor quiet turns: a draw is a position in which neither side can force a win.

mod duel;

pub use duel::Duel;

use super::position::Position;
use super::rules::{Mode, Side};
use super::scene::{MAX_SQUAD, Scene};
use std::sync::Arc;

/// The exact value of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Wins in this many turns of a side, its own included.
    Win(u16),
    /// Loses in this many turns.
    Loss(u16),
    /// Nobody can force anything.
    Draw,
}

/// States of all duels of a battle that are solved when it begins: about 0.2 s of work.
const STATES_AT_ONCE: usize = 1_200_000;

/// The tables of one battle.
#[derive(Debug, Clone, Default)]
pub struct Endings {
    duels: Vec<Arc<Duel>>,
}

impl Endings {
    /// Solves the duels of all pairs of classes of a battle, as many as fit into a short time; none in other modes than
    /// the classic one, where more than the characters decides.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let mut endings = Self::default();
        let is_small = |duel: &Duel, states: usize| states + duel.states() <= STATES_AT_ONCE;
        let mut states = 0;
        if scene.rules.mode != Mode::Classic || scene.rules.waiting {
            return endings;
        }
        let classes = |side: Side| {
            let first = side.index() * MAX_SQUAD;
            scene.members[first..first + MAX_SQUAD].iter().flatten().map(|member| &member.class)
        };
        for a in classes(Side::A) {
            for b in classes(Side::B) {
                if endings.duels.iter().any(|duel| duel.is_between(a, b)) {
                    continue;
                }
                let duel = Duel::unsolved(scene, a, b);
                if is_small(&duel, states) {
                    states += duel.states();
                    endings.duels.push(Arc::new(duel.solve(scene)));
                }
            }
        }
        endings
    }

    /// Wins, losses and draws for the side to move among all positions of the first duel.
    #[must_use]
    pub fn totals(&self) -> Option<[u64; 3]> {
        self.duels.first().map(|duel| duel.totals())
    }

    /// The exact value of a position, if it is in a table. Only at the beginning of a turn.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Value> {
        if self.duels.is_empty() || !position.is_turn_start() || position.end().is_some() {
            return None;
        }
        if position.count(Side::A) == 1 && position.count(Side::B) == 1 {
            let side = position.side();
            let (mover, other) = (position.characters(side).next()?, position.characters(side.other()).next()?);
            let scene = position.scene();
            let (own, enemy) = (scene.class(mover.slot), scene.class(other.slot));
            let duel = self.duels.iter().find(|duel| duel.is_between(own, enemy))?;
            return duel.value(own, (mover.at, mover.hp), (other.at, other.hp));
        }
        None
    }
}
