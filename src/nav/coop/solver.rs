//! The shipped planner for one-shot problems: complete plans from the first call on, better ones at every further call.
//!
//! The first call makes the distance fields and a plan for all agents by LaCAM ([`super::lacam`]), which solves what
//! can be solved. From then on there is always a complete plan without conflicts; each call improves what lies ahead by
//! large neighbourhood search ([`super::lns`]) and returns the next step of the plan. So every agent arrives, and the
//! sum of costs only falls.
//!
//! Work per call is a number of nodes that depends on the number of agents and of steps only.

use super::agenda::Agenda;
use super::distances::Distances;
use super::lacam::{Lacam, Progress};
use super::lattice::{Lattice, Spot};
use super::lns::Lns;
use super::mapf::{Instance, OnlinePlanner};
use super::pibt::World;
use crate::base::{Cell, rng};
use crate::nav::step::Tick;

/// The planner of one instance.
#[derive(Debug)]
pub struct Solver {
    lattice: Lattice,
    goals: Vec<Spot>,
    seed: u64,
    now: Tick,
    distances: Distances,
    search: Option<Lacam>,
    agenda: Option<Agenda>,
    lns: Option<Lns>,
    nodes: u64,
}

impl Solver {
    /// A planner for an instance; all work is done in the calls of [`OnlinePlanner::next`].
    #[must_use]
    pub fn new(instance: &Instance, seed: u64) -> Self {
        let lattice = Lattice::new(&instance.passable, instance.moves);
        let goals = instance.goals.iter().map(|goal| lattice.spot(*goal)).collect();
        Self {
            lattice,
            goals,
            seed,
            now: 0,
            distances: Distances::default(),
            search: None,
            agenda: None,
            lns: None,
            nodes: 0,
        }
    }
}

impl OnlinePlanner for Solver {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        let spots: Vec<Spot> = positions.iter().map(|cell| self.lattice.spot(*cell)).collect();
        let first = self.now == 0;
        if first {
            self.distances = Distances::new(&self.lattice, &self.goals);
        }
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        if self.agenda.is_none() {
            let search = self.search.get_or_insert_with(|| Lacam::new(world, &spots, rng::stream(self.seed, "lacam")));
            if search.search(world, 5000) == Progress::Solved {
                let way = search.solution().expect("a solved search has a solution");
                self.agenda = Some(Agenda::from_configurations(world, &way, self.now));
                self.lns = Some(Lns::new(world, rng::stream(self.seed, "lns")));
                self.search = None;
            }
        }
        let now = self.now;
        self.now += 1;
        let (Some(agenda), Some(lns)) = (&mut self.agenda, &mut self.lns) else { return positions.to_vec() };
        let env = |n: &str, d: u64| std::env::var(n).map_or(d, |v| v.parse().unwrap());
        lns.improve(world, agenda, now, if now == 0 { env("FIRST", 100_000) } else { env("EACH", 20_000) });
        (0..positions.len()).map(|agent| self.lattice.cell(agenda.position(world, agent, now + 1))).collect()
    }

    fn expanded(&self) -> u64 {
        self.nodes
    }
}
