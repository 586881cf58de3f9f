//! The shipped planner for one-shot problems: complete plans from the first call on, better ones at every further call.
//!
//! The first call makes the distance fields and a plan for all agents: by negotiation ([`super::negotiate`]), which is
//! nearly as good as plans get but need not end, or else by LaCAM ([`super::lacam`]), which solves what can be solved.
//! From then on there is always a complete plan without conflicts; each call improves what lies ahead by large
//! neighbourhood search ([`super::lns`]) and returns the next step of the plan. So every agent arrives, and the sum of
//! costs only falls.
//!
//! Work is counted in nodes and depends on the instance only: negotiation, in the first call, may use what its share of
//! the shortest possible run allows (on small crowded maps more than the whole, because nothing else helps there as
//! much); what is left is spread evenly over the steps to come.
//!
//! Agents that cannot reach their goals are given others: their own cell, or the nearest one that nobody else goes to.
//! So the rest gets home.
//!
//! **Limits**: a field per goal, so memory is goals × passable cells / 2 bytes (Cauldron, 10,000 agents: 3.3 GB).

use super::agenda::Agenda;
use super::distances::{Distances, FAR};
use super::lacam::{Lacam, Progress};
use super::lattice::{Lattice, Vertex};
use super::lns::Lns;
use super::mapf::{Instance, Moves, OnlinePlanner};
use super::negotiate::negotiate;
use super::pibt::World;
use crate::base::{Cell, rng};
use crate::nav::step::Tick;

/// Cells of a distance field that cost as much as one node of a search (0.4 microseconds).
const CELLS_PER_NODE: u64 = 100;

/// Joint steps of LaCAM in one call. What needs more (none of the benchmark does) waits where it is meanwhile.
const JOINT_STEPS_PER_CALL: u64 = 5_000;

/// So few agents or less have the allowance of so many.
const FEW: usize = 500;

/// Each agent beyond so many counts twice.
const MANY: usize = 1_000;

/// Work that is allowed for each step of the run, in nodes per agent.
#[derive(Debug, Clone, Copy)]
struct Allowance {
    negotiation: u64,
    whole: u64,
}

/// The allowance per agent: about 4 ms for a step of 500 agents and 8 ms for one of 1,000. The smaller the map, the
/// more of it is in the nearest caches and the less time a node takes; with diagonals it takes twice as much.
fn allowance(lattice: &Lattice, distances: &Distances) -> Allowance {
    let (negotiation, whole) = match distances.cells() {
        0..2_000 => (42, 42),
        2_000..8_000 => (47, 22),
        // Fields of 1,000 agents fill more than the caches here (brc202d: half as much again for a node).
        40_000..100_000 => (10, 14),
        // The fields of 10,000 agents and their first plan are minutes of work: nothing is left for improvement.
        400_000.. => (6, 6),
        _ => (15, 20),
    };
    match lattice.moves() {
        Moves::Four => Allowance { negotiation, whole },
        // Negotiation is worth its time here (ost003d, 1,000 agents: 1.17 times the bound with it, 1.65 without).
        Moves::Eight => Allowance { negotiation: negotiation * 7 / 10, whole: whole / 2 },
    }
}

/// Agents as the allowance counts them: crowds meet more often the larger they are.
fn crowd(agents: usize) -> u64 {
    (agents.max(FEW) + agents.saturating_sub(MANY)) as u64
}

#[derive(Debug)]
pub struct Solver {
    lattice: Lattice,
    goals: Vec<Vertex>,
    seed: u64,
    now: Tick,
    /// The last time at which a plan was looked for.
    planned: Option<Tick>,
    /// Whether everybody can reach the goal.
    is_whole: bool,
    distances: Distances,
    search: Option<Lacam>,
    agenda: Option<Agenda>,
    lns: Option<Lns>,
    nodes: u64,
}

impl Solver {
    /// A planner for an instance; all work is done in the calls of [`OnlinePlanner::next`].
    pub fn new(instance: &Instance, seed: u64) -> Self {
        let lattice = Lattice::new(&instance.passable, instance.moves);
        let goals = instance.goals.iter().map(|goal| lattice.vertex(*goal)).collect();
        Self {
            lattice,
            goals,
            seed,
            now: 0,
            planned: None,
            is_whole: false,
            distances: Distances::default(),
            search: None,
            agenda: None,
            lns: None,
            nodes: 0,
        }
    }

    /// Gives agents that cannot reach their goals the nearest cells that are nobody's; whether there were any.
    fn give_reachable_goals(&mut self, vertices: &[Vertex]) -> bool {
        let stuck: Vec<usize> =
            (0..vertices.len()).filter(|agent| self.distances.steps(*agent, vertices[*agent]) == FAR).collect();
        let mut is_goal = vec![false; self.lattice.size()];
        for (agent, goal) in self.goals.iter().enumerate() {
            is_goal[*goal as usize] |= stuck.binary_search(&agent).is_err();
        }
        for agent in &stuck {
            let mut queue = vec![vertices[*agent]];
            let mut seen = vec![false; self.lattice.size()];
            let mut head = 0;
            while let Some(vertex) = queue.get(head).copied().filter(|vertex| is_goal[*vertex as usize]) {
                head += 1;
                for to in self.lattice.neighbours(vertex) {
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        queue.push(to);
                    }
                }
            }
            // In an enclosed place there are at least as many cells as agents, so one of them is nobody's goal.
            let goal = queue.get(head).copied().unwrap_or(vertices[*agent]);
            self.goals[*agent] = goal;
            is_goal[goal as usize] = true;
        }
        !stuck.is_empty()
    }
}

impl OnlinePlanner for Solver {
    fn plan(&mut self, positions: &[Cell]) {
        if self.agenda.is_some() || self.planned == Some(self.now) {
            return;
        }
        self.planned = Some(self.now);
        let vertices: Vec<Vertex> = positions.iter().map(|cell| self.lattice.vertex(*cell)).collect();
        let first = self.now == 0;
        if first {
            self.distances = Distances::new(&self.lattice, &self.goals);
            self.nodes += (self.distances.cells() * self.goals.len()) as u64 / CELLS_PER_NODE;
            self.is_whole = !self.give_reachable_goals(&vertices);
            if !self.is_whole {
                self.distances = Distances::new(&self.lattice, &self.goals);
            }
        }
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        if first {
            let soonest = vertices.iter().enumerate().map(|(agent, vertex)| self.distances.steps(agent, *vertex)).max();
            let allowance = allowance(&self.lattice, &self.distances);
            let budget = allowance.negotiation * crowd(vertices.len()) * u64::from(soonest.unwrap_or(0));
            let mut rng = rng::stream(self.seed, "negotiation");
            self.agenda = negotiate(world, &vertices, self.now, &mut rng, budget, &mut self.nodes);
        }
        if self.agenda.is_none() {
            let search =
                self.search.get_or_insert_with(|| Lacam::new(world, &vertices, rng::stream(self.seed, "lacam")));
            let before = search.joint_steps();
            let progress = search.search(world, JOINT_STEPS_PER_CALL);
            self.nodes += (search.joint_steps() - before) * vertices.len() as u64 / 2;
            if progress == Progress::Solved {
                let way = search.solution().expect("a solved search has a solution");
                self.agenda = Some(Agenda::from_configurations(world, &way, self.now));
                self.search = None;
            }
        }
    }

    fn has_plan(&self) -> bool {
        self.is_whole && self.agenda.is_some()
    }

    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        self.plan(positions);
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let now = self.now;
        self.now += 1;
        let Some(agenda) = &mut self.agenda else { return positions.to_vec() };
        let lns = self.lns.get_or_insert_with(|| Lns::new(world, rng::stream(self.seed, "improvement")));
        let allowance = allowance(&self.lattice, &self.distances);
        let whole = allowance.whole * crowd(positions.len()) * u64::from(agenda.makespan());
        let left = u64::from(agenda.makespan().saturating_sub(now));
        let budget = whole.saturating_sub(self.nodes) / left.max(1);
        let before = lns.nodes();
        lns.improve(world, agenda, now, budget);
        self.nodes += lns.nodes() - before;
        (0..positions.len()).map(|agent| self.lattice.cell(agenda.position(world, agent, now + 1))).collect()
    }

    fn expanded(&self) -> u64 {
        self.nodes
    }
}
