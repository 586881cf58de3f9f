//! Tuning the weights of the evaluation by self-play: one term at a time is changed, the changed weights play the
//! current ones, and who scores clearly better stays. A local search in the spirit of M. Buro ("From simple features to
//! sophisticated evaluation functions", 1998), with matches instead of a database of results.

use super::evaluation::{Style, Term, Weights};
use super::player::PlayerKind;
use super::setup::Setup;
use super::simulation::{Leash, PlayedRound, Side, Simulation};
use crate::arena::Score;
use crate::base::rng;
use rand::RngExt;

#[derive(Debug, Clone)]
pub struct Tuning {
    pub setup: Setup,
    pub nodes: u64,
    /// Decides changes and battles.
    pub seed: u64,
    pub best: Weights,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub term: Term,
    pub by: i32,
}

/// Share of the points from which on a change is kept. With 100 battles an equal one gets there in one case of ten.
pub const KEPT: f64 = 0.56;

impl Tuning {
    /// The change of a step: a term and an eighth to a half of its weight, at least one, up or down.
    pub fn change(&self, step: u64) -> Change {
        let mut rng = rng::stream(self.seed.wrapping_add(step), "tactics tuning");
        let term = Term::ALL[rng.random_range(0..Term::COUNT)];
        let size = self.best.get(term).abs() * rng.random_range(1..=4) / 8;
        let by = size.max(1);
        Change { term, by: if rng.random_bool(0.5) { by } else { -by } }
    }

    /// The match of a step: the changed weights first.
    pub fn simulation(&self, step: u64) -> Simulation {
        let change = self.change(step);
        let mut changed = self.best;
        changed.add(change.term, change.by);
        let side = |name: &str, weights| {
            let kind =
                PlayerKind::Engine { level: super::engine::MAX_LEVEL, style: Style::Steady, weights: Some(weights) };
            Side::player(name, kind, self.nodes)
        };
        Simulation {
            sides: [side("changed", changed), side("current", self.best)],
            setup: self.setup.clone(),
            opening: 2,
            limit: 200,
            leash: Leash::default(),
            seed: self.seed.wrapping_add(step),
        }
    }

    /// Takes the result of a step; gives the score of the changed weights and whether they stay.
    pub fn take(&mut self, step: u64, rounds: &[PlayedRound]) -> (Score, bool) {
        let mut score = Score::default();
        for round in rounds {
            let side = if round.sides[0] == 0 { super::Side::A } else { super::Side::B };
            score += round.score(side);
        }
        let is_kept = score.share() >= KEPT;
        if is_kept {
            let change = self.change(step);
            self.best.add(change.term, change.by);
        }
        (score, is_kept)
    }
}
