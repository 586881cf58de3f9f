//! PIBT as a planner of its own: one joint step after another, each for itself.
//!
//! K. Okumura et al., "Priority inheritance with backtracking for iterative multi-agent path finding", Artificial
//! Intelligence 310 (2022), §3: the longer an agent is away from its goal, the earlier it chooses; arriving resets it. On maps
//! where any two neighbouring cells lie on a circle everybody gets to the goal at some time, though not all at once; in dead
//! ends it may go on for ever. That is what [`super::lacam`] is for. The step itself is [`super::pibt`].

use super::distances::{Distances, FAR};
use super::insight::{Insight, Push};
use super::lattice::{Lattice, Vertex};
use super::mapf::{Instance, OnlinePlanner};
use super::pibt::{Pibt, World};
use crate::base::{Cell, rng};

/// Agents with their ranks.
#[derive(Debug, Clone)]
pub struct Iterated {
    lattice: Lattice,
    goals: Vec<Vertex>,
    distances: Distances,
    pibt: Pibt,
    /// Steps since each agent was at its goal last.
    waits: Vec<u32>,
    /// Who chooses first. Agents of equal waits keep their places.
    order: Vec<u32>,
    steps: u64,
}

impl Iterated {
    /// A planner for an instance; ties are broken by `seed`. Makes a field of distances for each agent.
    pub fn new(instance: &Instance, seed: u64) -> Self {
        let lattice = Lattice::new(&instance.passable, instance.moves);
        let vertices = |cells: &[Cell]| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<_>>();
        let (starts, goals) = (vertices(&instance.starts), vertices(&instance.goals));
        let distances = Distances::new(&lattice, &goals);
        let mut order: Vec<u32> = (0..goals.len() as u32).collect();
        // At first those with the longest ways, as in the paper on LaCAM; who cannot come home does not count.
        let far = |agent: u32| distances.steps(agent as usize, starts[agent as usize]);
        order.sort_by_key(|agent| std::cmp::Reverse(if far(*agent) == FAR { 0 } else { far(*agent) }));
        let pibt = Pibt::new(&lattice, rng::stream(seed, "iterated"));
        let waits = vec![0; goals.len()];
        Self { lattice, goals, distances, pibt, waits, order, steps: 0 }
    }
}

impl OnlinePlanner for Iterated {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        let from: Vec<Vertex> = positions.iter().map(|cell| self.lattice.vertex(*cell)).collect();
        for (agent, vertex) in from.iter().enumerate() {
            self.waits[agent] = if *vertex == self.goals[agent] { 0 } else { self.waits[agent] + 1 };
        }
        self.order.sort_by_key(|agent| std::cmp::Reverse(self.waits[*agent as usize]));
        self.steps += positions.len() as u64;
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        match self.pibt.step(world, &from, &self.order, &[]) {
            Some(next) => next.iter().map(|vertex| self.lattice.cell(*vertex)).collect(),
            // Blocks of diagonals may leave somebody without a place.
            None => positions.to_vec(),
        }
    }

    fn expanded(&self) -> u64 {
        self.steps
    }

    fn watch(&mut self) {
        self.pibt.watch();
    }

    fn insight(&self, _positions: &[Cell]) -> Insight {
        let pushes: Vec<Push> = self.pibt.pushes().to_vec();
        Insight { order: self.order.clone(), pressure: self.waits.clone(), pushes, ..Insight::default() }
    }
}
