//! The classical cooperative planners for one-shot problems ([`super::mapf`]): what ours is measured against, and what
//! a visitor can choose to see the difference.
//!
//! All four are from D. Silver, "Cooperative Pathfinding" (AIIDE 2005): [`lra`] Local Repair A*; Cooperative A*,
//! Hierarchical Cooperative A* and Windowed Hierarchical Cooperative A* are [`cooperative`], with one search and one
//! reservation table ([`space_time`]) and one sort of true distances ([`distance`]). The window search of the live
//! game, whose steps last several ticks, is [`super::whca`].
//!
//! None of them is complete, and all run here in a world where nothing may collide: an agent that finds no path stays
//! where it is, and [`safe`] drops the steps that would break the law, so that they jam instead of colliding. The work
//! of one step is bounded by [`NODES_PER_STEP`] or [`NODES_OF_WHOLE_PLANS`]; agents that it does not suffice for wait.

pub mod cooperative;
pub mod distance;
pub mod lra;
pub mod safe;
pub mod space_time;

use super::PlannerKind;
use super::mapf::{Instance, OnlinePlanner};
use crate::base::{Cell, Dir, Grid};
use crate::nav::heuristics::manhattan;
use cooperative::Cooperative;

/// Search nodes of one step after which no new search begins: two tenths of a second, as most nodes of a first plan are
/// those of true distances, five in a microsecond. A search that has begun goes on to its own limit.
pub(crate) const NODES_PER_STEP: u64 = 1_000_000;

/// The same for planners of whole routes, CA* and HCA*, which are made to plan everything before the first step: a few
/// seconds. A thousand agents with far goals need about as much.
pub(crate) const NODES_OF_WHOLE_PLANS: u64 = 4_000_000;

/// The planner of this kind for an instance; `None` for those that are not of this family.
pub fn planner(kind: PlannerKind, instance: &Instance, seed: u64) -> Option<Box<dyn OnlinePlanner>> {
    match kind {
        PlannerKind::Lra => Some(Box::new(lra::Lra::new(instance, seed))),
        PlannerKind::Ca => Some(Box::new(Cooperative::new(instance, cooperative::CA))),
        PlannerKind::Hca => Some(Box::new(Cooperative::new(instance, cooperative::HCA))),
        PlannerKind::Whca => Some(Box::new(Cooperative::new(instance, cooperative::WHCA))),
        PlannerKind::March => None,
    }
}

/// The legal steps from every cell, one bit per direction.
#[derive(Debug, Clone)]
pub struct Ways {
    bits: Grid<u8>,
    diagonals: bool,
}

impl Ways {
    pub fn new(instance: &Instance) -> Self {
        let mut bits = instance.passable.map(|_| 0);
        for cell in instance.passable.cells().filter(|cell| instance.passable[*cell]) {
            let legal = instance.moves.dirs().iter().filter(|dir| instance.is_legal(cell, **dir));
            bits[cell] = legal.fold(0, |bits, dir| bits | 1 << dir.eighths());
        }
        Self { bits, diagonals: instance.moves == super::mapf::Moves::Eight }
    }

    /// The legal steps from a cell of the map, clockwise from north.
    pub fn from(&self, cell: Cell) -> impl Iterator<Item = Dir> + use<> {
        let bits = self.bits[cell];
        Dir::ALL.into_iter().filter(move |dir| bits >> dir.eighths() & 1 == 1)
    }

    pub const fn size(&self) -> (u16, u16) {
        (self.bits.width(), self.bits.height())
    }

    /// Row-major position of a cell of the map.
    pub fn index(&self, cell: Cell) -> usize {
        self.bits.index(cell)
    }

    /// Steps between two cells of an empty map: Manhattan distance in four, Chebyshev distance in eight directions,
    /// which is the octile distance when a diagonal step takes as long as a straight one.
    pub fn straight_distance(&self, from: Cell, to: Cell) -> u32 {
        if self.diagonals { from.chebyshev(to) } else { manhattan(from, to, 1) }
    }
}
