//! The shipped planner for one-shot problems: plans for all agents, soon or at once, and better ones at every step.
//!
//! Every call has a fixed number of nodes to spend, the first one more. They go first into negotiation
//! ([`super::negotiate`]), which is nearly as good as plans get and makes the distance fields on the way. It need not
//! end; where it does not, everybody waits for LaCAM, started again and again in bounded memory ([`super::restarts`]),
//! which solves what can be solved. From then on there is always a complete plan without conflicts; each call improves
//! what lies ahead by large neighbourhood search ([`super::lns`]) and returns the next step of the plan. So every agent
//! arrives, and the sum of costs only falls.
//!
//! How much the first call may do is a choice ([`Pace`]): all of the negotiation, and improvement after it for even lower
//! costs, or ten steps' worth, for the first step at once; then agents walk while the negotiation goes on.
//!
//! Work is counted in nodes and depends on the instance only.
//!
//! Agents that cannot reach their goals are given others: their own cell, or the nearest one that nobody else goes to.
//! So the rest gets home.
//!
//! **Limits**: a field per goal, so memory is goals × passable cells / 2 bytes (Cauldron, 10,000 agents: 3.3 GB).

use super::agenda::Agenda;
use super::distances::Distances;
use super::improvers::Improvers;
use super::insight::{Insight, Route};
use super::lacam::Progress;
use super::lattice::{Lattice, Vertex};
use super::mapf::{Instance, Moves, OnlinePlanner};
use super::negotiate::{CELLS_PER_NODE, Negotiation, Talks};
use super::pibt::World;
use super::restarts::{Restarts, longest};
use crate::base::{Cell, rng};
use crate::nav::step::Tick;

/// So few agents or less have the allowance of so many.
const FEW: usize = 500;

/// Each agent beyond so many counts twice.
const MANY: usize = 1_000;

/// How many times the allowance of a step the first one has at the pace [`Pace::Anytime`].
const FIRST: u64 = 10;

/// Joint steps of LaCAM in the first call at the pace [`Pace::Thorough`]; four times those of the longest way where that is
/// more.
const FIRST_JOINT_STEPS: u64 = 5_000;

/// How much is planned before the first step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pace {
    /// A plan for the whole way of everybody: low costs, and a long first call.
    #[default]
    Thorough,
    /// The same, and so many nodes of improvement: the more, the lower the costs.
    Polished(u64),
    /// Ten times the work of any other step.
    Anytime,
}

/// Steps' worth of negotiation, for each step of the shortest possible run, after which LaCAM takes over: enough for what
/// agrees late (random-32-32-20 with 400 agents: 1.2 of them); what never does is [given up](Talks::Hopeless) sooner.
const PATIENCE: u64 = 2;

/// Nodes of one step for each agent: about 4 ms for 500 agents and 8 ms for 1,000. The smaller the map, the more of it is
/// in the nearest caches and the less time a node takes; with diagonals it takes twice as much.
fn allowance(lattice: &Lattice, distances: &Distances) -> u64 {
    let nodes = match distances.cells() {
        0..2_000 => 42,
        2_000..8_000 => 24,
        // Fields of 1,000 agents fill more than the caches here (brc202d: half as much again for a node).
        40_000..100_000 => 14,
        // The fields of 10,000 agents and their first plan are minutes of work: little is left for improvement.
        400_000.. => 6,
        _ => 20,
    };
    if lattice.moves() == Moves::Four { nodes } else { nodes / 2 }
}

/// Agents as the allowance counts them: crowds meet more often the larger they are.
fn crowd(agents: usize) -> u64 {
    (agents.max(FEW) + agents.saturating_sub(MANY)) as u64
}

/// Parts of the solver that can be left out, to see what they are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Whether the first plan is negotiated; it comes from LaCAM alone otherwise.
    pub negotiates: bool,
    /// Whether plans are improved while they are carried out.
    pub improves: bool,
}

/// What the game ships with.
pub const WHOLE: Manner = Manner { negotiates: true, improves: true };

/// What the planner is at.
#[derive(Debug)]
enum Stage {
    Begin,
    Talks(Box<Negotiation>),
    /// The distances that LaCAM needs are not all there yet, or it searches.
    Search(Box<Restarts>),
    Improve(Box<Improvers>),
}

#[derive(Debug)]
pub struct Solver {
    manner: Manner,
    lattice: Lattice,
    goals: Vec<Vertex>,
    seed: u64,
    pace: Pace,
    /// Searches that improve plans at the same time.
    improvers: usize,
    now: Tick,
    /// The last time at which a plan was looked for.
    planned: Option<Tick>,
    /// Whether everybody can reach the goal.
    is_whole: bool,
    distances: Distances,
    agenda: Agenda,
    stage: Stage,
    /// Nodes that are left for this step.
    left: u64,
    /// Nodes of negotiation after which LaCAM takes over.
    patience: u64,
    nodes: u64,
}

impl Solver {
    /// A thorough planner for an instance; all work is done in the calls of [`OnlinePlanner::next`].
    pub fn new(instance: &Instance, seed: u64) -> Self {
        Self::with_pace(instance, seed, Pace::Thorough)
    }

    pub fn with_pace(instance: &Instance, seed: u64, pace: Pace) -> Self {
        Self { pace, ..Self::with(instance, seed, WHOLE) }
    }

    /// The same with so many searches that improve plans at the same time, each with all the nodes of a step.
    pub fn improved_by(self, improvers: usize) -> Self {
        Self { improvers, ..self }
    }

    /// A thorough planner with parts left out.
    pub fn with(instance: &Instance, seed: u64, manner: Manner) -> Self {
        let lattice = Lattice::new(&instance.passable, instance.moves);
        let goals = instance.goals.iter().map(|goal| lattice.vertex(*goal)).collect();
        Self {
            manner,
            agenda: Agenda::empty(&lattice, 0),
            lattice,
            goals,
            seed,
            pace: Pace::Thorough,
            improvers: 1,
            now: 0,
            planned: None,
            is_whole: false,
            distances: Distances::default(),
            stage: Stage::Begin,
            left: 0,
            patience: 0,
            nodes: 0,
        }
    }

    fn begin(&mut self, vertices: &[Vertex]) {
        self.is_whole = !self.give_reachable_goals(vertices);
        self.distances = match self.pace {
            // The order of the first plans is that of the true distances.
            Pace::Thorough | Pace::Polished(_) => Distances::new(&self.lattice, &self.goals),
            Pace::Anytime => Distances::without_fields(&self.lattice, &self.goals),
        };
        self.agenda = Agenda::empty(&self.lattice, vertices.len());
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let soonest = longest(world, vertices);
        let step = allowance(&self.lattice, &self.distances) * crowd(vertices.len());
        let fields = (self.distances.cells() * self.goals.len()) as u64 / CELLS_PER_NODE;
        if self.pace != Pace::Anytime {
            self.nodes += fields;
        }
        self.patience = fields + step * (FIRST + PATIENCE * soonest);
        if !self.manner.negotiates {
            self.stage = Stage::Search(Box::new(Restarts::new(self.seed)));
            return;
        }
        let rng = rng::stream(self.seed, "negotiation");
        self.stage = Stage::Talks(Box::new(Negotiation::new(world, vertices, rng)));
    }

    /// Gives agents that cannot reach their goals the nearest cells that are nobody's; whether there were any.
    fn give_reachable_goals(&mut self, vertices: &[Vertex]) -> bool {
        let parts = self.parts();
        let is_stuck = |agent: &usize| {
            let [own, goal] = [vertices[*agent], self.goals[*agent]].map(|vertex| parts[vertex as usize]);
            own == 0 || own != goal
        };
        let stuck: Vec<usize> = (0..vertices.len()).filter(is_stuck).collect();
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

    /// The number of the connected part of each cell, 0 for impassable ones.
    fn parts(&self) -> Vec<u32> {
        let mut parts = vec![0; self.lattice.size()];
        let mut open = Vec::new();
        for (number, first) in (1..).zip(0..self.lattice.size() as Vertex) {
            if self.lattice.is_passable(first) && parts[first as usize] == 0 {
                parts[first as usize] = number;
                open.push(first);
            }
            while let Some(vertex) = open.pop() {
                for to in self.lattice.neighbours(vertex) {
                    if parts[to as usize] == 0 {
                        parts[to as usize] = number;
                        open.push(to);
                    }
                }
            }
        }
        parts
    }

    fn talk(&mut self, mut talks: Box<Negotiation>, vertices: &[Vertex]) -> Stage {
        let Self { lattice, distances, goals, agenda, now, .. } = self;
        let before = talks.nodes();
        let budget = self.left.min(self.patience.saturating_sub(before));
        let outcome = talks.advance(lattice, distances, goals, agenda, vertices, *now, budget);
        let used = talks.nodes() - before;
        self.nodes += used;
        self.left = self.left.saturating_sub(used);
        match outcome {
            Talks::Agreed => {
                let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
                Stage::Improve(Box::new(Improvers::new(world, self.seed, self.improvers)))
            }
            Talks::GoOn if talks.nodes() < self.patience && self.pace == Pace::Anytime => Stage::Talks(talks),
            Talks::GoOn | Talks::Hopeless => Stage::Search(Box::new(Restarts::new(self.seed))),
        }
    }

    fn search(&mut self, mut search: Box<Restarts>, vertices: &[Vertex]) -> Stage {
        let cost = self.distances.cells() as u64 / CELLS_PER_NODE;
        for agent in 0..vertices.len() {
            if self.left == 0 {
                return Stage::Search(search);
            }
            if self.distances.complete(&self.lattice, agent) {
                self.left = self.left.saturating_sub(cost);
                self.nodes += cost;
            }
        }
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let cost = vertices.len().max(1) as u64;
        let before = search.joint_steps();
        let progress = search.search(world, vertices, (self.left / cost).max(1));
        let used = (search.joint_steps() - before) * cost;
        self.nodes += used;
        self.left = self.left.saturating_sub(used);
        if progress != Progress::Solved {
            return Stage::Search(search);
        }
        let way = search.solution().expect("a solved search has a solution");
        self.agenda = Agenda::from_configurations(world, &way, self.now);
        Stage::Improve(Box::new(Improvers::new(world, self.seed, self.improvers)))
    }
}

impl OnlinePlanner for Solver {
    fn plan(&mut self, positions: &[Cell]) {
        if self.planned == Some(self.now) {
            return;
        }
        self.planned = Some(self.now);
        let vertices: Vec<Vertex> = positions.iter().map(|cell| self.lattice.vertex(*cell)).collect();
        let is_first = matches!(self.stage, Stage::Begin);
        if is_first {
            self.begin(&vertices);
        }
        let step = allowance(&self.lattice, &self.distances) * crowd(vertices.len());
        self.left = match (is_first, self.pace) {
            (false, _) => step,
            (true, Pace::Anytime) => step * FIRST,
            (true, Pace::Thorough | Pace::Polished(_)) => {
                let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
                let joint_steps = FIRST_JOINT_STEPS.max(4 * longest(world, &vertices));
                self.patience + joint_steps * vertices.len() as u64
            }
        };
        // One after another, as long as there is something left for this step.
        for _ in 0..2 {
            self.stage = match std::mem::replace(&mut self.stage, Stage::Begin) {
                Stage::Talks(talks) if self.left > 0 => self.talk(talks, &vertices),
                Stage::Search(search) if self.left > 0 => self.search(search, &vertices),
                other => other,
            };
        }
    }

    fn has_plan(&self) -> bool {
        self.is_whole && matches!(self.stage, Stage::Improve(_))
    }

    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        self.plan(positions);
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let now = self.now;
        self.now += 1;
        match &mut self.stage {
            Stage::Begin | Stage::Search(_) => positions.to_vec(),
            Stage::Talks(talks) => {
                let vertices: Vec<Vertex> = positions.iter().map(|cell| self.lattice.vertex(*cell)).collect();
                let next = talks.step(world, &mut self.agenda, &vertices, now);
                next.into_iter().map(|vertex| self.lattice.cell(vertex)).collect()
            }
            Stage::Improve(improvers) => {
                // What is left of a first step with time for everything is not for improvement.
                let step = allowance(&self.lattice, &self.distances) * crowd(positions.len());
                let polish = if let (0, Pace::Polished(nodes)) = (now, self.pace) { nodes } else { 0 };
                let before = improvers.nodes();
                if self.manner.improves {
                    improvers.improve(world, &mut self.agenda, now, self.left.min(step).saturating_add(polish));
                }
                self.nodes += improvers.nodes() - before;
                let at = |agent| self.lattice.cell(self.agenda.position(world, agent, now + 1));
                (0..positions.len()).map(at).collect()
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.nodes
    }

    fn insight(&self, positions: &[Cell]) -> Insight {
        if !matches!(self.stage, Stage::Improve(_)) {
            return Insight::default();
        }
        let world = World { lattice: &self.lattice, distances: &self.distances, goals: &self.goals };
        let route = |agent: usize| {
            let end = self.agenda.entry(agent).arrival().max(self.now);
            let at = |tick| self.lattice.cell(self.agenda.position(world, agent, tick));
            Some(Route { start: self.now, cells: (self.now..=end).map(at).collect(), rests: true })
        };
        Insight { routes: (0..positions.len()).map(route).collect(), ..Insight::default() }
    }
}
