//! Estimates of the rest of a way on a map, as lists for people choose from them.
//!
//! All but the last are never too high and monotone, each in its own model of moves: [`crate::nav::heuristics`] says which.
//! The last is the lesson: squares of distances are no distances.

use super::all_pairs::AllPairs;
use super::field::Field;
use super::grid::{GridMap, GridSpace, UNIT};
use super::landmarks::Landmarks;
use super::space::{Backward, Cost};
use crate::base::{Budget, Cell};
use crate::nav::coop::mapf::Moves;
use crate::nav::heuristics::{diagonal, manhattan};
use crate::nav::octile::{STRAIGHT, distance};
use std::sync::Arc;

/// How the rest of a way is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Heuristic {
    Zero,
    Manhattan,
    Diagonal,
    #[default]
    Octile,
    Euclid,
    Exact,
    Differential,
    Squared,
}

impl Heuristic {
    pub const ALL: [Self; 8] = [
        Self::Zero,
        Self::Manhattan,
        Self::Diagonal,
        Self::Octile,
        Self::Euclid,
        Self::Exact,
        Self::Differential,
        Self::Squared,
    ];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Manhattan => "manhattan",
            Self::Diagonal => "diagonal",
            Self::Octile => "octile",
            Self::Euclid => "euclid",
            Self::Exact => "exact",
            Self::Differential => "differential",
            Self::Squared => "squared",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Zero => "Knows nothing: A* becomes uniform-cost search.",
            Self::Manhattan => {
                "Columns and rows together. Right for four directions; too high where diagonal steps exist."
            }
            Self::Diagonal => "The larger of columns and rows: every step counts the same. Never too high, a bit low.",
            Self::Octile => "Diagonal steps, then straight ones: the way itself if nothing were in between.",
            Self::Euclid => "The straight line. Never too high, lower than octile where only eight directions exist.",
            Self::Exact => {
                "The true distance, found by a search back from the goal. Nothing beside the way is expanded."
            }
            Self::Differential => "Differences of true distances to a few landmarks, found beforehand for the map.",
            Self::Squared => {
                "The square of the straight line: spares a root and is wrong. Far away it is much too high."
            }
        }
    }

    /// Whether it is never too high, and monotone, on every map with these moves.
    pub const fn is_admissible(self, moves: Moves) -> bool {
        match self {
            Self::Manhattan => matches!(moves, Moves::Four),
            Self::Squared => false,
            _ => true,
        }
    }
}

/// An estimate for one map and one target.
#[derive(Debug, Clone)]
pub struct Estimate {
    kind: Kind,
    target: Cell,
    /// Cost of a straight step over the cheapest ground.
    step: Cost,
}

#[derive(Debug, Clone)]
enum Kind {
    Plain(Heuristic),
    Field(Arc<Field<Cell>>, u16),
    Pairs(Arc<AllPairs>),
    Landmarks(Arc<Landmarks>),
}

impl Estimate {
    /// The estimate to a free cell of a map. `landmarks` are those of the map if they are known already; the differential
    /// one finds its own else. `None` if the budget is spent before true distances are known.
    pub fn new(
        heuristic: Heuristic,
        map: &GridMap,
        target: Cell,
        landmarks: Option<&Arc<Landmarks>>,
        budget: &Budget,
    ) -> Option<Self> {
        let kind = match heuristic {
            Heuristic::Exact => {
                let field = Field::from_start(&Backward(&GridSpace { map, start: target, goal: target }), budget)?;
                Kind::Field(Arc::new(field), map.prices().width())
            }
            Heuristic::Differential => Kind::Landmarks(match landmarks {
                Some(landmarks) => landmarks.clone(),
                None => Arc::new(Landmarks::new(map, target, super::landmarks::COUNT, budget)?),
            }),
            plain => Kind::Plain(plain),
        };
        Some(Self { kind, target, step: map.least_step() })
    }

    /// The true distance to a cell of a map of which all distances are known.
    pub fn of_pairs(pairs: &Arc<AllPairs>, map: &GridMap, target: Cell) -> Self {
        Self { kind: Kind::Pairs(pairs.clone()), target, step: map.least_step() }
    }

    /// The estimated cost from a cell of the map to the target.
    #[inline]
    pub fn of(&self, cell: Cell) -> Cost {
        let target = self.target;
        match &self.kind {
            Kind::Plain(Heuristic::Manhattan) => self.step * Cost::from(manhattan(cell, target, 1)),
            Kind::Plain(Heuristic::Diagonal) => self.step * Cost::from(diagonal(cell, target, 1)),
            Kind::Plain(Heuristic::Octile) => {
                self.step / STRAIGHT * distance(cell.x.abs_diff(target.x).into(), cell.y.abs_diff(target.y).into())
            }
            Kind::Plain(Heuristic::Euclid) => {
                // Rounded down; steps have whole costs, so it stays monotone.
                let squared = u128::from(cell.distance_squared(target)) * u128::from(self.step) * u128::from(self.step);
                squared.isqrt() as Cost
            }
            Kind::Plain(Heuristic::Squared) => UNIT * Cost::from(cell.distance_squared(target)),
            Kind::Plain(_) => 0,
            Kind::Field(field, width) => field.cost(cell.y as u64 * u64::from(*width) + cell.x as u64),
            Kind::Pairs(pairs) => pairs.cost(cell, target),
            Kind::Landmarks(landmarks) => landmarks.estimate(cell, target),
        }
    }
}
