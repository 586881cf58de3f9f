//! What a planner can tell of its thoughts, for people who watch it. Nothing here is needed for planning.

use crate::base::Cell;
use crate::nav::step::Tick;

/// Where an agent means to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The tick of the first cell.
    pub start: Tick,
    /// One cell per tick.
    pub cells: Vec<Cell>,
    /// Whether the agent rests in the last cell for good.
    pub rests: bool,
}

impl Route {
    /// The cell at `tick`, which is not before the start; `None` after the end of a route that does not rest.
    pub fn at(&self, tick: Tick) -> Option<Cell> {
        let place = (tick - self.start) as usize;
        self.cells.get(place).copied().or_else(|| self.cells.last().copied().filter(|_| self.rests))
    }
}

/// An agent that stood where another one wanted to go, and had to choose before its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Push {
    /// Who lends its rank.
    pub by: u32,
    /// Who inherits it.
    pub pushed: u32,
    /// Whether it found a place to go.
    pub gives_way: bool,
}

/// A cell that a search for true distances has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looked {
    pub cell: Cell,
    /// Steps from there to the goal, as known then.
    pub steps: u32,
    /// Whether it was closed then; it was put into the open list otherwise.
    pub closed: bool,
}

/// The thoughts behind the step made last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Insight {
    /// All agents, the first to choose first; empty if nobody is before others.
    pub order: Vec<u32>,
    /// What each agent means to do from now on; empty for planners that think of one step only.
    pub routes: Vec<Option<Route>>,
    /// What grows while an agent gets nowhere: agitation, failures, or steps away from its goal.
    pub pressure: Vec<u32>,
    /// Who pushed whom, in order.
    pub pushes: Vec<Push>,
}
