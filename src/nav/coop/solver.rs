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
use super::negotiate::negotiate;
use super::pibt::World;
use crate::base::{Cell, rng};
use crate::nav::step::Tick;

/// Cells of a distance field that cost as much as one node of a search (0.4 microseconds).
const CELLS_PER_NODE: u64 = 100;

/// Joint steps of LaCAM in one call. What needs more (none of the benchmark does) waits where it is meanwhile.
const JOINT_STEPS_PER_CALL: u64 = 5_000;

/// The work that is left for the rest of the run is spent in such parts: early steps decide most.
const SHARE_PER_CALL: u64 = 10;

/// Nodes for each step of the run: about 4 ms of one core up to 500 agents, and 8 µs per agent beyond.
const fn nodes_per_step(agents: usize) -> u64 {
    let agents = if agents < 500 { 500 } else { agents as u64 };
    agents * 20
}

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
            self.nodes += (self.distances.cells() * self.goals.len()) as u64 / CELLS_PER_NODE;
        }
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let now = self.now;
        self.now += 1;
        if first {
            let soonest = spots.iter().enumerate().map(|(agent, spot)| self.distances.steps(agent, *spot)).max();
            let budget = nodes_per_step(spots.len()) * u64::from(soonest.unwrap_or(0)) / 2;
            let mut rng = rng::stream(self.seed, "negotiation");
            self.agenda = negotiate(world, &spots, now, &mut rng, budget, &mut self.nodes);
        }
        if self.agenda.is_none() {
            let search = self.search.get_or_insert_with(|| Lacam::new(world, &spots, rng::stream(self.seed, "lacam")));
            let before = search.joint_steps();
            let progress = search.search(world, JOINT_STEPS_PER_CALL);
            self.nodes += (search.joint_steps() - before) * spots.len() as u64 / 2;
            if progress == Progress::Solved {
                let way = search.solution().expect("a solved search has a solution");
                self.agenda = Some(Agenda::from_configurations(world, &way, now));
                self.search = None;
            }
        }
        let Some(agenda) = &mut self.agenda else { return positions.to_vec() };
        let lns = self.lns.get_or_insert_with(|| Lns::new(world, rng::stream(self.seed, "improvement")));
        let whole = nodes_per_step(spots.len()) * u64::from(agenda.makespan());
        let budget = whole.saturating_sub(self.nodes) / SHARE_PER_CALL;
        let before = lns.nodes();
        lns.improve(world, agenda, now, budget);
        self.nodes += lns.nodes() - before;
        (0..positions.len()).map(|agent| self.lattice.cell(agenda.position(world, agent, now + 1))).collect()
    }

    fn expanded(&self) -> u64 {
        self.nodes
    }
}
