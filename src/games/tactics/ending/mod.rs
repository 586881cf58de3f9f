//! Exact knowledge of endings under the classic rules, by retrograde analysis (K. Thompson, "Retrograde analysis of
//! certain endgames", 1986): from the ends backwards, position by position, so that every win and loss comes with the
//! exact number of turns and what is left is a draw.
//!
//! | file | subject |
//! |---|---|
//! | `duel` | one character against one, solved when a battle begins |
//! | `pair` | two soldiers against one with few points, solved when such an ending comes near |
//! | `layer` | what is being found out about positions with the same points |
//!
//! The tables know neither repetitions nor quiet turns: a draw is a position in which neither side can force a win.

mod duel;
mod layer;
mod pair;

pub use duel::Duel;

use super::class::Class;
use super::position::{Character, Position};
use super::rules::MAX_SQUAD;
use super::rules::{Mode, Side};
use super::scene::Scene;
use pair::Pair;
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

impl Value {
    /// From a table: turns to the end, negative for a loss, 0 for a draw.
    fn of(turns: i16) -> Self {
        match turns {
            0 => Self::Draw,
            turns if turns > 0 => Self::Win(turns as u16),
            turns => Self::Loss(turns.unsigned_abs()),
        }
    }

    /// The value for the one who moves to where the other has this, a turn later.
    fn turned(self) -> Self {
        match self {
            Self::Win(turns) => Self::Loss(turns + 1),
            Self::Loss(turns) => Self::Win(turns + 1),
            Self::Draw => Self::Draw,
        }
    }
}

/// States of all duels of a battle that are solved when it begins: about 0.2 s of work.
const STATES_AT_ONCE: usize = 1_200_000;

#[derive(Debug, Clone, Default)]
pub struct Endings {
    duels: Vec<Arc<Duel>>,
    pair: Option<Pair>,
}

impl Endings {
    /// Solves the duels of all pairs of classes of a battle, as many as fit into a short time; none in other modes than
    /// the classic one, where more than the characters decides.
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
        // The pair's table needs the duel of the same class against itself, and knows no zone of control.
        let soldier = classes(Side::A).next().filter(|class| !scene.rules.zone_of_control && is_uniform(scene, class));
        if let Some(class) = soldier
            && let Some(duel) = endings.duels.first().filter(|duel| duel.is_between(class, class))
        {
            endings.pair = Pair::new(&scene.field, class, duel.clone());
        }
        endings
    }

    /// Solves what a position is about to need: all that an ending of two against one can lead to, and a part of it ahead
    /// of time while four characters are left. Takes up to half a second once, when such an ending comes as a surprise.
    pub fn prepare(&mut self, position: &Position) {
        let counts = Side::BOTH.map(|side| position.count(side));
        let Some(pair) = &mut self.pair else { return };
        match counts {
            [2, 1] | [1, 2] => {
                if let Some((two, one, _)) = two_and_one(position)
                    && [two[0].hp, two[1].hp, one.hp].iter().all(|hp| *hp <= pair::MOST)
                {
                    pair.solve_for((two[0].hp, two[1].hp), one.hp);
                }
            }
            [2, 2] | [3, 1] | [1, 3] => {
                pair.advance();
            }
            _ => {}
        }
    }

    /// Solves everything; for comparisons with reference data.
    pub fn complete(&mut self) {
        while self.pair.as_mut().is_some_and(Pair::advance) {}
    }

    /// Wins, losses and draws for the side to move among all positions of the first duel.
    pub(crate) fn totals(&self) -> Option<[u64; 3]> {
        self.duels.first().map(|duel| duel.totals())
    }

    /// The exact value of a position, if it is in a table. Only at the beginning of a turn.
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
        let (two, one, side) = two_and_one(position)?;
        let pair = self.pair.as_ref()?;
        pair.value(two.map(|character| (character.at, character.hp)), (one.at, one.hp), side == position.side())
    }
}

fn two_and_one(position: &Position) -> Option<([Character; 2], Character, Side)> {
    let side = Side::BOTH.into_iter().find(|side| position.count(*side) == 2)?;
    if position.count(side.other()) != 1 {
        return None;
    }
    let mut two = position.characters(side);
    Some(([two.next()?, two.next()?], position.characters(side.other()).next()?, side))
}

/// Whether all characters of a battle are of one class.
fn is_uniform(scene: &Scene, class: &Class) -> bool {
    scene.members.iter().flatten().all(|member| member.class == *class)
}
