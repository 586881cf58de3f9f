//! A planner for lifelong problems that takes one step at a time: priority inheritance along ways that keep out of the traffic
//! of the others.
//!
//! Every step is one of [`super::super::pibt`], in which who is late and then who has been under way for the longest time chooses
//! first. Wishes come from the [guidance](super::guidance).

use super::fields::FAR;
use super::flow::Weights;
use super::guidance::{Guidance, Manner};
use super::{Lifelong, LifelongPlanner};
use crate::base::{Cell, rng};
use crate::nav::coop::lattice::{Lattice, Vertex};
use crate::nav::coop::pibt::{Pibt, Ways, World};

/// Priority inheritance along shortest ways and nothing else.
pub const PLAIN: Manner = Manner { weights: Weights { contraflow: 0, visits: 0 }, renewal: 0, patience: u32::MAX };

/// Ways around the traffic; fields are made again for about 1 ms a step on small maps. Without an end of patience crowds come
/// to a stand by and by (random-32-32-20, 400 agents: 515 goals in the last hundred of 1,000 steps instead of 1,100).
pub const GUIDED: Manner = Manner { weights: Weights { contraflow: 128, visits: 32 }, renewal: 20_000, patience: 40 };

impl Ways for Guidance {
    fn steps(&self, agent: usize, from: Vertex) -> u16 {
        self.trips[agent].field.get(self.roads.number(from) as usize).copied().unwrap_or(FAR)
    }

    fn wish(&self, agent: usize, lattice: &Lattice, from: Vertex, to: Vertex) -> u32 {
        const STAY: u32 = 1 << 20;
        if from == to {
            return STAY;
        }
        let left = self.steps(agent, to);
        let price = u32::from(left)
            + self.flow.price(self.roads.number(to), lattice.direction(to, from), self.trips[agent].heed);
        // Prices have changed since the field was made, but it always leads to the goal: nearer is better than here, however
        // dear it is now.
        if left < self.steps(agent, from) { price } else { 2 * STAY + price }
    }
}

#[derive(Debug)]
pub struct Guided {
    lattice: Lattice,
    guidance: Guidance,
    pibt: Pibt,
    nodes: u64,
}

impl Guided {
    /// For a problem without turns.
    pub fn new(problem: &Lifelong, seed: u64, manner: Manner) -> Self {
        let lattice = Lattice::new(&problem.passable, problem.moves);
        Self {
            guidance: Guidance::new(&lattice, problem.moves, false, problem.starts.len(), manner),
            pibt: Pibt::new(&lattice, rng::stream(seed, "lifelong")),
            lattice,
            nodes: 0,
        }
    }
}

impl LifelongPlanner for Guided {
    fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell> {
        let [from, aims] = [positions, goals]
            .map(|cells| cells.iter().map(|cell| self.lattice.vertex(*cell)).collect::<Vec<Vertex>>());
        let [at, to] = [&from, &aims]
            .map(|vertices| vertices.iter().map(|vertex| self.guidance.roads.number(*vertex)).collect::<Vec<u32>>());
        self.guidance.begin(&at, &to);
        let order = self.guidance.order().to_vec();
        self.nodes += positions.len() as u64;
        let world = World { lattice: &self.lattice, distances: &self.guidance, goals: &aims };
        match self.pibt.step(world, &from, &order, &[]) {
            Some(next) => next.iter().map(|vertex| self.lattice.cell(*vertex)).collect(),
            // Blocks of diagonals may leave somebody without a place.
            None => positions.to_vec(),
        }
    }

    fn expanded(&self) -> u64 {
        self.nodes + self.guidance.nodes()
    }
}
