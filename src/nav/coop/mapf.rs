//! One-shot multi-agent path finding (MAPF): the common form of an instance and of the planners that solve it online.
//!
//! The form of the benchmark literature (R. Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and
//! Benchmarks", SoCS 2019): every agent has one start and one goal, every step takes one tick, an agent waits or goes to a
//! neighbouring cell, and all agents have to be on their goals at the same time. Forbidden are two agents in one cell,
//! two agents that exchange cells, diagonal steps past a blocked corner, and other steps inside the 2×2 block that a
//! diagonal step crosses ([`crate::nav::step`]).

use super::insight::{Insight, Looked};
use crate::base::{Cell, Dir, Grid};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Moves {
    /// North, east, south, west: the form of the MAPF literature.
    Four,
    /// Diagonals as well, where both side cells are passable.
    Eight,
}

impl Moves {
    /// The directions, clockwise from north.
    pub const fn dirs(self) -> &'static [Dir] {
        match self {
            Self::Four => &Dir::STRAIGHT,
            Self::Eight => &Dir::ALL,
        }
    }
}

/// One problem: where agents stand and where they have to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    pub passable: Grid<bool>,
    pub moves: Moves,
    /// The cell of each agent, all different.
    pub starts: Vec<Cell>,
    /// The goal of each agent, all different.
    pub goals: Vec<Cell>,
}

impl Instance {
    /// The first `agents` of some pairs of start and goal, as the lines of a scenario give them.
    ///
    /// # Errors
    /// One sentence: there are fewer, or a cell is not passable or is that of two agents.
    pub fn of_lines(passable: Grid<bool>, moves: Moves, lines: &[(Cell, Cell)], agents: usize) -> Result<Self, String> {
        if agents > lines.len() {
            return Err(format!("there are {} agents, {agents} are asked for", lines.len()));
        }
        let (mut starting, mut ending) = (passable.map(|_| 0), passable.map(|_| 0));
        for (number, (start, goal)) in (1..).zip(&lines[..agents]) {
            for (name, cell, taken) in [("start", start, &mut starting), ("goal", goal, &mut ending)] {
                if passable.get(*cell) != Some(&true) {
                    return Err(format!("the {name} {cell} of agent {number} is not passable"));
                }
                let first = std::mem::replace(&mut taken[*cell], number);
                if first != 0 {
                    return Err(format!("the {name} {cell} of agent {number} is that of agent {first} as well"));
                }
            }
        }
        let (starts, goals) = lines[..agents].iter().copied().unzip();
        Ok(Self { passable, moves, starts, goals })
    }

    /// Whether an agent may step from `from`, where it stands, in `dir`, as far as the ground goes.
    pub fn is_legal(&self, from: Cell, dir: Dir) -> bool {
        let free = |cell| self.passable.get(cell) == Some(&true);
        let (dx, dy) = dir.offset();
        let corners_free = !dir.is_diagonal()
            || self.moves == Moves::Eight
                && free(Cell::new(from.x + dx, from.y))
                && free(Cell::new(from.x, from.y + dy));
        free(from.step(dir)) && corners_free
    }
}

/// A planner that is asked at every step where the agents go next.
pub trait OnlinePlanner {
    /// Where each agent will stand after the coming step: its present cell or a neighbour. `positions` are the cells
    /// where the agents stand now, which are those that the last call gave.
    ///
    /// The work of one call is bounded by counts of nodes, never by the clock.
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell>;

    /// The part of the coming [`Self::next`] that makes a plan for the whole way, where that is a part of its own; `next`
    /// does it otherwise. It is there to be timed: what is done in all is the same.
    fn plan(&mut self, positions: &[Cell]) {
        let _ = positions;
    }

    /// Whether there is a plan that leads everybody home all the way. Planners that look ahead for a while never have one.
    fn has_plan(&self) -> bool {
        false
    }

    /// Search nodes of all sorts expanded since the planner was made.
    fn expanded(&self) -> u64;

    /// Lets the planner keep from now on what [`Self::insight`] and [`Self::looked`] tell beside its plans. Called before
    /// the first step, if at all; what it plans is the same.
    fn watch(&mut self) {}

    /// The thoughts behind the last step; `positions` are the cells where the agents stand after it.
    fn insight(&self, positions: &[Cell]) -> Insight {
        let _ = positions;
        Insight::default()
    }

    /// What the search for true distances of an agent has looked at since the beginning, in order; it only grows.
    fn looked(&self, agent: usize) -> &[Looked] {
        let _ = agent;
        &[]
    }
}

/// A line of a plan as viewers read it: the time step and the cell of every agent in the order of the scenario,
/// `0:(5,16),(21,29)`, x to the right and y down.
pub(crate) fn plan_line(step: u32, positions: &[Cell]) -> String {
    let cells: Vec<String> = positions.iter().map(|cell| format!("({},{})", cell.x, cell.y)).collect();
    format!("{step}:{}", cells.join(","))
}
