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

use super::agenda::{Agenda, Entry};
use super::lattice::{Vertex, directions};
use super::pibt::World;
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

/// Negotiations in which more than so many of a hundred agents have to plan again after the first round go on for
/// longer than there is time (what succeeds: up to 44, random-32-32-20 with 400 agents).
const HOPELESS_PERCENT: usize = 60;

/// Plans of all agents for the time from `now`, if they agree. The nodes used are added to `nodes`, at most about
/// `budget`.
pub fn negotiate(
    world: World<'_>,
    starts: &[Vertex],
    now: Tick,
    rng: &mut Rng,
    budget: u64,
    nodes: &mut u64,
) -> Option<Agenda> {
    let mut agenda = Agenda::without_plans(world, starts.len());
    let mut search = SoftSipp::new(world.lattice);
    let costs = if world.distances.cells() >= LARGE { LARGE_MAP } else { SMALL_MAP };
    let mut prices = vec![costs.first; starts.len()];
    // Short ways first: who is home soon is met by the others as a fixture, and long ways have more ways around.
    let mut order: Vec<u32> = (0..starts.len() as u32).collect();
    order.shuffle(rng);
    order.sort_by_key(|agent| world.distances.steps(*agent as usize, starts[*agent as usize]));
    let mut queue: VecDeque<u32> = order.into();
    let last = *nodes + budget;
    let mut plans = 0;
    while let Some(agent) = queue.pop_front() {
        let is_hopeless = plans == starts.len() && queue.len() * 100 > starts.len() * HOPELESS_PERCENT;
        if *nodes > last || is_hopeless {
            return None;
        }
        plans += 1;
        let number = agent as usize;
        let before = search.expanded();
        let mut steps = Vec::new();
        let first = ((prices[number] - costs.first) / costs.patience).min(LAST_FIRST as Tick);
        let found = SEARCHING[first as usize..].iter().any(|searching| {
            let request = SoftRequest {
                start: starts[number],
                ready: now,
                goal: world.goals[number],
                prices: &prices,
                dearest: searching.dearest,
                expansions: searching.expansions,
                greed: searching.greed,
                waiting: searching.waiting,
                variant: rng.random(),
            };
            let bound = |vertex| world.distances.steps(number, vertex).into();
            search.search(world.lattice, agenda.timeline(), &request, bound, &mut steps).is_some()
        });
        if !found {
            shortest(world, number, starts[number], now, &mut steps);
        }
        *nodes += (search.expanded() - before) * 3 / 2 + NODES_PER_PLAN;
        let entry = Entry { at: starts[number], since: now, steps };
        for other in agenda.in_the_way(world, number, &entry) {
            agenda.take(world, other as usize);
            prices[other as usize] += costs.rise;
            queue.push_back(other);
        }
        agenda.put(world, number, entry);
    }
    Some(agenda)
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
