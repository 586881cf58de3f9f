//! What a position is worth: a weighted sum of named terms, each the difference between what the sides have.
//!
//! | file | subject |
//! |---|---|
//! | `source` | the source's eight terms as its document describes them, its programming faults left out |
//! | `own` | terms of ours: objectives, focus of fire, worth of classes |
//! | `weights` | how much each counts: tuned by self-play, and the three personalities |

mod own;
mod source;
mod weights;

pub use weights::{Style, StyleProblem, Weights};

use super::ending::{Endings, Value};
use super::position::Position;
use super::rules::Side;
use crate::search::{Evaluate, WIN};
use std::sync::Arc;

/// A thing that counts. The first eight are the source's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// Points of the own characters (HealthBonus).
    Health,
    /// Characters that can attack and will live, less those that can attack and may fall (AttackBonus).
    Attack,
    /// Characters (PlayerCount).
    Count,
    /// Free directions (CheckPossibleMoves).
    Freedom,
    /// Pairs of characters that cover much of the board between them (MaxCoverageBonus).
    Coverage,
    /// Less neighbours, friend or enemy (BadPosition).
    Crowding,
    Centre,
    /// Less distance to the nearest enemies (ConfrontationMovement).
    Approach,
    /// Points on the hill, the more the nearer they are to winning.
    HillPoints,
    HillHold,
    /// Less distance to the hill.
    HillNear,
    /// The state of the flags, or the way of the leader.
    Objective,
    /// Enemies that two or more can attack.
    Focus,
    /// Enemies that those who can attack them could fell together.
    Kill,
    /// Points times attack: what the classes are worth beyond their points.
    Power,
    /// The turn, counted in characters that have not acted yet.
    Tempo,
}

impl Term {
    pub const COUNT: usize = 16;

    pub const ALL: [Self; Self::COUNT] = [
        Self::Health,
        Self::Attack,
        Self::Count,
        Self::Freedom,
        Self::Coverage,
        Self::Crowding,
        Self::Centre,
        Self::Approach,
        Self::HillPoints,
        Self::HillHold,
        Self::HillNear,
        Self::Objective,
        Self::Focus,
        Self::Kill,
        Self::Power,
        Self::Tempo,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Health => "health",
            Self::Attack => "attack",
            Self::Count => "count",
            Self::Freedom => "freedom",
            Self::Coverage => "coverage",
            Self::Crowding => "crowding",
            Self::Centre => "centre",
            Self::Approach => "approach",
            Self::HillPoints => "hill points",
            Self::HillHold => "hill hold",
            Self::HillNear => "hill near",
            Self::Objective => "objective",
            Self::Focus => "focus",
            Self::Kill => "kill",
            Self::Power => "power",
            Self::Tempo => "tempo",
        }
    }

    pub fn measure(self, position: &Position, side: Side) -> i32 {
        match self {
            Self::Health => source::health(position, side),
            Self::Attack => source::attack(position, side),
            Self::Count => source::count(position, side),
            Self::Freedom => source::freedom(position, side),
            Self::Coverage => source::coverage(position, side),
            Self::Crowding => source::crowding(position, side),
            Self::Centre => source::centre(position, side),
            Self::Approach => source::approach(position, side),
            Self::HillPoints => own::hill_points(position, side),
            Self::HillHold => own::hill_hold(position, side),
            Self::HillNear => own::hill_near(position, side),
            Self::Objective => own::objective(position, side),
            Self::Focus => own::focus(position, side),
            Self::Kill => own::kill(position, side),
            Self::Power => own::power(position, side),
            Self::Tempo => own::tempo(position, side),
        }
    }

    /// Difference between the sides, for side A.
    pub fn difference(self, position: &Position) -> i32 {
        self.measure(position, Side::A) - self.measure(position, Side::B)
    }
}

#[derive(Debug, Clone)]
pub struct Evaluation {
    weights: Weights,
    /// The terms that count, so that nothing is computed for the others.
    used: Vec<(Term, i32)>,
    endings: Arc<Endings>,
    /// Half of the range of what is added at random, by position, for weak levels.
    noise: i32,
    seed: u64,
}

impl Evaluation {
    /// An evaluation by weights, with the exact tables of a battle.
    pub fn new(weights: Weights, endings: Arc<Endings>) -> Self {
        let used = Term::ALL.into_iter().zip(weights.0).filter(|(_, weight)| *weight != 0).collect();
        Self { weights, used, endings, noise: 0, seed: 0 }
    }

    /// The same with something random added to every value, at most `noise`.
    pub(crate) fn with_noise(self, noise: i32, seed: u64) -> Self {
        Self { noise, seed, ..self }
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    pub fn prepare(&mut self, position: &Position) {
        Arc::make_mut(&mut self.endings).prepare(position);
    }

    /// The weighted terms of a position for a side; they add up to its value without noise.
    pub fn terms(&self, position: &Position, side: Side) -> Vec<(Term, i32)> {
        let sign = if side == Side::A { 1 } else { -1 };
        self.used.iter().map(|(term, weight)| (*term, sign * weight * term.difference(position))).collect()
    }
}

impl Evaluate<Position> for Evaluation {
    fn value(&self, position: &Position) -> i32 {
        let value: i32 = self.used.iter().map(|(term, weight)| weight * term.difference(position)).sum();
        if self.noise == 0 {
            return value;
        }
        let mixed = (position.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        value + (mixed % (2 * self.noise as u64 + 1)) as i32 - self.noise
    }

    fn known(&self, position: &Position, ply: u32) -> Option<i32> {
        let at = |turns: u16| WIN - (ply + u32::from(turns)) as i32;
        Some(match self.endings.value(position)? {
            Value::Win(turns) => at(turns),
            Value::Loss(turns) => -at(turns),
            Value::Draw => 0,
        })
    }
}
