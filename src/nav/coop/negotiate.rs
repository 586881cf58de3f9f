//! A first complete plan by negotiation: agents run each other over, and who is run over plans again.
//!
//! Agents plan one after another with [`super::soft`]; those that a new plan meets lose theirs and come to the end of
//! the queue, and their price rises, so that the next one thinks twice. It is prioritised planning (D. Silver,
//! "Cooperative Pathfinding", AIIDE 2005) whose priorities are found on the way, in the manner of rip-up and reroute
//! with rising prices of circuit routing (L. McMurchie and C. Ebeling, "PathFinder: A Negotiation-Based
//! Performance-Driven Router for FPGAs", FPGA 1995). An agent that is run over searches the more hurriedly and the more
//! willing to wait the more often it happens (`SEARCHING`). Plans are close to the shortest, where joint steps alone
//! ([`super::lacam`]) push agents about; but there may be no end, so that the work is bounded and LaCAM stands behind
//! it.
//!
//! It goes on in slices while agents already walk ([`Negotiation::step`]): who has a plan that holds follows it, who was
//! run over wishes to go on as it had planned last, who has not planned yet goes the way of its distances, and priority
//! inheritance ([`super::pibt`]) makes one legal step of all that. Who is pushed off its plan plans again from there. In
//! the same slices the distance fields are made, each right before the first plan of its agent.

use super::agenda::{Agenda, Entry};
use super::distances::Distances;
use super::lattice::{Lattice, NOWHERE, Vertex, directions};
use super::pibt::{Pibt, World};
use super::soft::{SoftRequest, SoftSipp};
use crate::base::rng::Rng;
use crate::nav::step::{Step, Tick};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

/// What meeting an agent costs, in ticks.
#[derive(Debug, Clone, Copy)]
struct Prices {
    first: Tick,
    /// More each time that it is run over.
    rise: Tick,
    /// So much more, and its own searches begin one way of searching further on.
    patience: Tick,
}

/// On maps of fewer than [`LARGE`] cells. With more the ways in crowds get longer (random-32-32-20, 300 agents: 1.57
/// times the bound at 3, 1.66 at 10, 1.84 at 20).
const SMALL_MAP: Prices = Prices { first: 4, rise: 3, patience: 6 };

/// On other maps. With less there are more and more meetings (maze-128-128-10, 500 agents: no end at 3).
const LARGE_MAP: Prices = Prices { first: 20, rise: 10, patience: 10 };

/// Passable cells from which on a map is large.
const LARGE: usize = 2_000;

/// One way of searching.
#[derive(Debug, Clone, Copy)]
struct Searching {
    /// Most nodes of one search.
    expansions: u32,
    /// By how many sixteenths distances are overrated.
    greed: Tick,
    /// Sixteenths of a tick that a tick of waiting counts.
    waiting: Tick,
    /// Most that meeting one agent costs.
    dearest: Tick,
}

/// How ways are searched: if one fails the next one is tried, and after the last the agent goes straight and others make
/// room. An agent that is run over begins with the second one and, run over again, with the third.
///
/// The first is the one for ways as short as can be. What fails then has to wait a long time for others to pass (ost003d
/// with 1,000 agents: 60 ticks on the mean), and a search for the soonest arrival tries all detours that take less before
/// it waits: with waiting at full price 100 to 200 of these agents run each other over without end, at 5,000 to 10,000
/// nodes for a plan; if waiting counts less, there is an end after 1,150 plans and 1.4 million nodes. What is waited too
/// long [`super::lns`] takes back.
const SEARCHING: [Searching; 4] = [
    Searching { expansions: 1_000, greed: 0, waiting: 16, dearest: Tick::MAX },
    Searching { expansions: 2_500, greed: 4, waiting: 9, dearest: Tick::MAX },
    Searching { expansions: 6_000, greed: 16, waiting: 3, dearest: Tick::MAX },
    Searching { expansions: 10_000, greed: 32, waiting: 2, dearest: 40 },
];

/// The last way of searching that an agent begins with.
const LAST_FIRST: usize = 2;

/// Work of writing down one plan, in nodes of [`super::sipp`]; one of [`super::soft`] is three halves of such a node.
const NODES_PER_PLAN: u64 = 20;

/// Negotiations in which more than so many of a hundred agents have to plan again after the first round, the second and so
/// on, the last number for all further ones, go on for longer than there is time. What succeeds: up to 44, 29 and 15
/// (random-32-32-20 with 400 agents), and more while agents walk; a maze with corridors of two cells and 1,000 agents goes
/// on with 45 to 52.
const HOPELESS_PERCENT: [usize; 3] = [60, 45, 40];

/// Cells of a distance field that cost as much as one node.
pub(crate) const CELLS_PER_NODE: u64 = 40;

/// How a negotiation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Talks {
    /// All have plans that hold together.
    Agreed,
    /// The budget is used up; call [`Negotiation::advance`] again.
    GoOn,
    /// Too many were run over in a round.
    Hopeless,
}

/// A negotiation that can be put aside and resumed while agents walk.
#[derive(Debug, Clone)]
pub struct Negotiation {
    search: SoftSipp,
    costs: Prices,
    prices: Vec<Tick>,
    /// Who has to plan, the next one first.
    queue: VecDeque<u32>,
    /// Whether an agent's plan stands in the agenda.
    is_planned: Vec<bool>,
    /// The last plan of each agent that has none now.
    guides: Vec<Entry>,
    /// The way of searching that the first one of the queue has come to.
    searching: Option<usize>,
    /// Plans made, less those that walking has spoilt.
    plans: usize,
    pibt: Pibt,
    nodes: u64,
}

impl Negotiation {
    /// Nobody has planned yet.
    pub fn new(world: World<'_>, starts: &[Vertex], mut rng: Rng) -> Self {
        // Short ways first: who is home soon is met by the others as a fixture, and long ways have more ways around.
        let mut order: Vec<u32> = (0..starts.len() as u32).collect();
        order.shuffle(&mut rng);
        order.sort_by_key(|agent| world.distances.steps(*agent as usize, starts[*agent as usize]));
        let costs = if world.distances.cells() >= LARGE { LARGE_MAP } else { SMALL_MAP };
        Self {
            search: SoftSipp::new(world.lattice),
            costs,
            prices: vec![costs.first; starts.len()],
            queue: order.into(),
            is_planned: vec![false; starts.len()],
            guides: vec![Entry::default(); starts.len()],
            searching: None,
            plans: 0,
            pibt: Pibt::new(world.lattice, rng),
            nodes: 0,
        }
    }

    /// Work done so far, in nodes.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on for about `budget` nodes: plans from where the agents are `now`. Fields that are missing are made.
    pub fn advance(
        &mut self,
        lattice: &Lattice,
        distances: &mut Distances,
        goals: &[Vertex],
        agenda: &mut Agenda,
        positions: &[Vertex],
        now: Tick,
        budget: u64,
    ) -> Talks {
        let first = self.nodes;
        while let Some(agent) = self.queue.front().copied() {
            let number = agent as usize;
            let left = (first + budget).saturating_sub(self.nodes);
            if left == 0 {
                return Talks::GoOn;
            }
            if self.is_hopeless(positions.len()) {
                return Talks::Hopeless;
            }
            if distances.complete(lattice, number) {
                self.nodes += distances.cells() as u64 / CELLS_PER_NODE;
                continue;
            }
            let start = positions[number];
            let world = World { lattice, distances, goals };
            let begin = ((self.prices[number] - self.costs.first) / self.costs.patience).min(LAST_FIRST as Tick);
            let level = self.searching.unwrap_or(begin as usize);
            let mut steps = Vec::new();
            if let Some(searching) = SEARCHING.get(level) {
                // A search that might not end within the slice has the next one to itself, and no search is longer.
                let most = u64::from(searching.expansions).min((budget * 2 / 3).max(1_000));
                if most * 3 / 2 > left && self.nodes > first {
                    return Talks::GoOn;
                }
                let request = SoftRequest {
                    start,
                    ready: now,
                    goal: goals[number],
                    prices: &self.prices,
                    dearest: searching.dearest,
                    expansions: most as u32,
                    greed: searching.greed,
                    waiting: searching.waiting,
                    variant: self.pibt.rng().random(),
                };
                let bound = |vertex| world.distances.steps(number, vertex).into();
                let before = self.search.expanded();
                let found = self.search.search(lattice, agenda.timeline(), &request, bound, &mut steps);
                self.nodes += (self.search.expanded() - before) * 3 / 2;
                if found.is_none() {
                    self.searching = Some(level + 1);
                    continue;
                }
            } else {
                shortest(world, number, start, now, &mut steps);
            }
            self.searching = None;
            self.nodes += NODES_PER_PLAN;
            self.plans += 1;
            self.queue.pop_front();
            let entry = Entry { at: start, since: now, steps };
            for other in agenda.in_the_way(world, number, &entry) {
                self.prices[other as usize] += self.costs.rise;
                self.drop_plan(world, agenda, other);
            }
            agenda.put(world, number, entry);
            self.is_planned[number] = true;
        }
        Talks::Agreed
    }

    /// Whether after a round of plans more agents are left without one than there will ever be plans for.
    fn is_hopeless(&self, agents: usize) -> bool {
        let round = self.plans / agents;
        let most = round.checked_sub(1).map_or(100, |past| HOPELESS_PERCENT[past.min(HOPELESS_PERCENT.len() - 1)]);
        self.queue.len() > 1 && self.plans.is_multiple_of(agents) && self.queue.len() * 100 > agents * most
    }

    fn drop_plan(&mut self, world: World<'_>, agenda: &mut Agenda, agent: u32) {
        self.guides[agent as usize] = agenda.take(world, agent as usize);
        self.is_planned[agent as usize] = false;
        self.queue.push_back(agent);
    }

    /// One legal step for all from where they are `now`, before there is agreement.
    pub fn step(&mut self, world: World<'_>, agenda: &mut Agenda, positions: &[Vertex], now: Tick) -> Vec<Vertex> {
        let wish = |agent: usize| {
            let entry = if self.is_planned[agent] { agenda.entry(agent) } else { &self.guides[agent] };
            let follows = !entry.steps.is_empty() && entry.position(world.lattice, now) == positions[agent];
            if self.is_planned[agent] || follows { entry.position(world.lattice, now + 1) } else { NOWHERE }
        };
        let wishes: Vec<Vertex> = (0..positions.len()).map(wish).collect();
        let mut order: Vec<u32> = (0..positions.len() as u32).collect();
        order.sort_by_key(|agent| {
            let number = *agent as usize;
            let left = world.distances.steps(number, positions[number]);
            (!self.is_planned[number], std::cmp::Reverse(left))
        });
        let next = self.pibt.step_as_wished(world, positions, &order, &wishes).map(<[Vertex]>::to_vec);
        // Without fixed steps everybody can stay, so there is always a step.
        let next = next.unwrap_or_else(|| positions.to_vec());
        for agent in 0..positions.len() {
            if self.is_planned[agent] && next[agent] != wishes[agent] {
                self.drop_plan(world, agenda, agent as u32);
                self.plans = self.plans.saturating_sub(1);
            }
        }
        next
    }
}

/// A shortest way that heeds nobody.
fn shortest(world: World<'_>, agent: usize, start: Vertex, now: Tick, steps: &mut Vec<Step>) {
    steps.clear();
    let (mut vertex, mut tick) = (start, now);
    while let Some(dir) = directions(world.lattice.steps(vertex))
        .find(|dir| world.distances.steps(agent, world.lattice.to(vertex, *dir)) < world.distances.steps(agent, vertex))
    {
        steps.push(world.lattice.step(vertex, dir, tick, 1));
        (vertex, tick) = (world.lattice.to(vertex, dir), tick + 1);
    }
}
