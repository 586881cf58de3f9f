//! A planner for lifelong problems that looks a few steps ahead, for agents that need time for turns or need none.
//!
//! At each step every agent has the [operations](super::operations) that it can do in the next few steps, valued by the way
//! that is left after them ([guidance](super::guidance)). They choose as in priority inheritance and improve what they have chosen
//! ([plans](super::plans)); the first action of each is done, and the rest is where the next step begins. Who is nearer to its
//! goal counts for more: the same progress brings it there sooner, and another goal with it.

use super::fields::FACINGS;
use super::flow::Weights;
use super::guidance::{Guidance, Manner};
use super::operations::Outlook;
use super::plans::Plans;
use super::{FIRST_FACING, Lifelong, LifelongPlanner};
use crate::base::{Cell, rng};
use crate::nav::coop::lattice::Lattice;

/// How far it looks ahead and how much it tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    pub manner: Manner,
    /// Steps of an operation.
    pub depth: usize,
    /// Operations tried in a step to improve what was chosen.
    pub trials: u64,
    /// Eighths of a step: who has so far to go counts half as much as who is there.
    pub half: i64,
}

impl Window {
    /// What suits a problem: the fuller the map, the shorter the operations, since nobody gets far without others making way,
    /// the more traffic counts, and the more it matters who is nearly there. Turns need longer ones. Very many agents have
    /// shorter ones and fewer trials each.
    pub fn of(problem: &Lifelong) -> Self {
        let cells = problem.passable.iter().filter(|(_, free)| **free).count();
        let agents = problem.starts.len();
        let (with_turns, without, contraflow, half) = match agents * 100 / cells.max(1) {
            0..34 => (6, 3, 48, 2048),
            34..90 => (4, 2, 128, 256),
            _ => (3, 1, 128, 128),
        };
        let affordable = (MOST_SEQUENCES / agents.max(1)).checked_ilog2().unwrap_or(0) as usize / 2;
        let depth = if problem.turns { affordable.clamp(3, with_turns) } else { without };
        let weights = Weights { contraflow, visits: contraflow / 4 };
        let trials = (agents as u64 * 2_000).clamp(1_000_000, 8_000_000);
        Self { manner: Manner { weights, renewal: 200_000, patience: 60 }, depth, trials, half }
    }
}

/// Sequences of actions that all agents together look at in a step (four actions where turns take time).
const MOST_SEQUENCES: usize = 1 << 22;

#[derive(Debug)]
pub struct Windowed {
    lattice: Lattice,
    guidance: Guidance,
    plans: Plans,
    window: Window,
    turns: bool,
    /// Which way each agent looks, if turns take time.
    facings: Vec<u32>,
    cells: Vec<Cell>,
}

impl Windowed {
    /// For a problem in four directions.
    pub fn new(problem: &Lifelong, seed: u64, window: Window) -> Self {
        let lattice = Lattice::new(&problem.passable, problem.moves);
        let agents = problem.starts.len();
        let guidance = Guidance::new(&lattice, problem.moves, problem.turns, agents, window.manner);
        let mut cells = vec![Cell::new(0, 0); guidance.roads.len()];
        for (cell, _) in problem.passable.iter().filter(|(_, free)| **free) {
            cells[guidance.roads.number(lattice.vertex(cell)) as usize] = cell;
        }
        Self {
            plans: Plans::new(cells.len(), agents, window.depth, rng::stream(seed, "lifelong")),
            guidance,
            lattice,
            window,
            turns: problem.turns,
            facings: if problem.turns { vec![FIRST_FACING; agents] } else { Vec::new() },
            cells,
        }
    }
}

impl LifelongPlanner for Windowed {
    fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell> {
        let number = |cell: &Cell| self.guidance.roads.number(self.lattice.vertex(*cell));
        let at: Vec<u32> = positions.iter().map(number).collect();
        let to: Vec<u32> = goals.iter().map(number).collect();
        let nodes: Vec<u32> = match self.turns {
            true => at.iter().zip(&self.facings).map(|(cell, facing)| cell * FACINGS + facing).collect(),
            false => at.clone(),
        };
        self.guidance.begin(&nodes, &to);
        let roads = &self.guidance.roads;
        for (agent, (node, trip)) in nodes.iter().zip(&self.guidance.trips).enumerate() {
            let outlook =
                Outlook { roads, field: &trip.field, goal: trip.goal, depth: self.plans.depth(), turns: self.turns };
            outlook.list(*node, &mut self.plans.choices[agent]);
            let left = trip.field.get(*node as usize).copied().unwrap_or(u16::MAX);
            self.plans.weights[agent] = 1 + 1024 * self.window.half / (self.window.half + i64::from(left));
        }
        self.plans.begin(&at);
        self.plans.choose(self.guidance.order());
        self.plans.improve(self.window.trials);
        let firsts = self.plans.chosen.iter().map(|chosen| chosen.first);
        if self.turns {
            let nodes: Vec<u32> = firsts.collect();
            self.facings = nodes.iter().map(|node| node % FACINGS).collect();
            return nodes.iter().map(|node| self.cells[(node / FACINGS) as usize]).collect();
        }
        firsts.map(|node| self.cells[node as usize]).collect()
    }

    fn expanded(&self) -> u64 {
        self.guidance.nodes() + self.plans.tried()
    }

    fn facings(&self) -> &[u32] {
        &self.facings
    }
}
