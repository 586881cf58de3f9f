//! The independent judge of movement: what a plan or a running match did wrong, and what a plan cost.
//!
//! It shares no code with planners, reservations or the occupancy of the simulation, and knows nothing but cells,
//! grids and the record of a step, so that a mistake there cannot hide itself here.
//!
//! * [`PlanChecker`] for one-shot plans (R. Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and
//!   Benchmarks", SoCS 2019, §2: vertex and swapping conflicts; following and cycle conflicts are allowed), with the
//!   project's law for diagonals: a diagonal step needs both side cells passable, and no other step inside the 2×2
//!   block that it crosses happens in the same tick;
//! * [`TickChecker`] for matches of units of several sizes and speeds, fed tick by tick.
//!
//! Legal are following into a cell that is being left, rings of three and more that turn, and a diagonal past a unit
//! that stands on its side cell.

mod by_cell;
mod plan;
mod tick;

pub use plan::{PlanChecker, PlanReport};
pub use tick::{Body, Movement, TickChecker};

use crate::base::Cell;

/// What can be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An agent is outside of the map or on a cell that it cannot enter.
    Blocked,
    /// An agent got to a cell that is no neighbour of its last one, or a unit to a cell where no movement led it.
    Jump,
    /// A diagonal step past a blocked side cell, or where there are no diagonals.
    Corner,
    /// Two agents in one cell, or two bodies that overlap.
    Vertex,
    /// Two agents that exchange cells, or two bodies that go through each other.
    Swap,
    /// A step inside the 2×2 block that a diagonal step of another agent crosses at the same time.
    Block,
    /// Two movements under way into the same cell (matches only; in a plan it is a vertex conflict).
    SameTarget,
    /// A movement that changed or vanished before its end, or ended and led nowhere (matches only).
    Broken,
    /// An agent does not begin at its start (plans only).
    WrongStart,
    /// An agent is not at its goal after the last step (plans only).
    NotAtGoal,
    /// A step that does not name one cell for each agent; it is left out (plans only).
    Count,
}

impl Kind {
    /// All of them, in the order of declaration.
    pub const ALL: [Self; 11] = [
        Self::Blocked,
        Self::Jump,
        Self::Corner,
        Self::Vertex,
        Self::Swap,
        Self::Block,
        Self::SameTarget,
        Self::Broken,
        Self::WrongStart,
        Self::NotAtGoal,
        Self::Count,
    ];

    /// One word for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Jump => "jump",
            Self::Corner => "corner",
            Self::Vertex => "vertex",
            Self::Swap => "swap",
            Self::Block => "block",
            Self::SameTarget => "same-target",
            Self::Broken => "broken",
            Self::WrongStart => "wrong-start",
            Self::NotAtGoal => "not-at-goal",
            Self::Count => "count",
        }
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Violation {
    pub kind: Kind,
    /// Who: the number of the agent or unit.
    pub agent: u32,
    /// The other one where two are involved, with the greater number.
    pub other: Option<u32>,
    /// Where: the cell that `agent` is in or comes to.
    pub cell: Cell,
    /// When: the step of the plan, 0 for the beginning, at whose end it was seen, or the tick of the match.
    pub time: u32,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {}, time {}: agent {}", self.kind.name(), self.cell, self.time, self.agent)?;
        self.other.map_or(Ok(()), |other| write!(f, " and agent {other}"))
    }
}

/// Violations are counted all, and listed up to this number: enough to find the cause of a broken plan, and a plan of
/// ten thousand agents that is wrong throughout costs no gigabytes.
pub const MAX_LISTED: usize = 1000;

/// All that went wrong, counted by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings {
    counts: [u64; Kind::ALL.len()],
    listed: Vec<Violation>,
}

impl Findings {
    fn add(&mut self, kind: Kind, (agent, other): (u32, Option<u32>), cell: Cell, time: u32) {
        self.counts[kind as usize] += 1;
        if self.listed.len() < MAX_LISTED {
            let (agent, other) = match other {
                Some(other) => (agent.min(other), Some(agent.max(other))),
                None => (agent, None),
            };
            self.listed.push(Violation { kind, agent, other, cell, time });
        }
    }

    pub const fn count(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How often a law of movement was broken: all kinds but [`Kind::NotAtGoal`].
    pub fn unlawful(&self) -> u64 {
        self.total() - self.count(Kind::NotAtGoal)
    }

    /// The first [`MAX_LISTED`] in the order of time.
    pub fn listed(&self) -> &[Violation] {
        &self.listed
    }
}
