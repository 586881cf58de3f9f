//! Cooperative planning: many units, no collisions.
//!
//! * [`whca`]: one unit's windowed search through space and time around the reservations of the others;
//! * [`commit`]: which of the wished steps of one tick become real;
//! * [`march`]: the planner that the game ships with;
//! * [`slots`]: where the members of a group are to stand;
//! * [`mapf`]: the form of one-shot problems, for benchmarks and tests;
//! * [`classic`]: the four classical planners for such problems;
//! * [`solver`]: ours for such problems, on [`pibt`], [`lacam`] (with [`lattice`] and [`distances`] below) and its
//!   [`restarts`], [`sipp`] and [`soft`] over a [`timeline`], [`negotiate`] for the first plan and [`lns`] for better
//!   ones;
//! * [`lifelong`]: problems in which who arrives gets another goal, and a planner for them on [`pibt`];
//! * [`iterated`]: [`pibt`] alone, step by step;
//! * [`insight`]: what planners tell those who watch them.

pub mod agenda;
pub mod classic;
pub mod commit;
pub mod distances;
pub mod improvers;
pub mod insight;
pub mod iterated;
pub mod lacam;
pub mod lattice;
pub mod lifelong;
pub mod lns;
pub mod mapf;
pub mod march;
pub mod negotiate;
pub mod pibt;
pub mod restarts;
pub mod sipp;
pub mod slots;
pub mod soft;
pub mod solver;
pub mod timeline;
pub mod whca;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannerKind {
    Lra,
    Ca,
    Hca,
    /// Windowed Hierarchical Cooperative A*.
    Whca,
    /// The one that the game ships with: priority inheritance as law, joint plans by LaCAM for a few that are caught; on
    /// one-shot problems negotiated plans, LaCAM behind them, and large neighbourhood search.
    March,
}

impl PlannerKind {
    /// All of them, from the simplest to the one that the game ships with.
    pub const ALL: [Self; 5] = [Self::Lra, Self::Ca, Self::Hca, Self::Whca, Self::March];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lra => "lra",
            Self::Ca => "ca",
            Self::Hca => "hca",
            Self::Whca => "whca",
            Self::March => "march",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
