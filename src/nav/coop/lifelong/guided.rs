//! The planner for lifelong problems: priority inheritance along ways that keep out of the traffic of the others.
//!
//! Every step is one of [`super::super::pibt`], in which who has been under way for the longest time chooses first. Wishes come
//! from [fields](super::fields) of distances with the [flow](super::flow) of all agents in them. A new goal gets its field
//! in the same step; what is left of the step's share of nodes goes into fields anew, the oldest first, so that ways
//! follow the traffic. Who is under way for long goes straight, and all who do so take turns at choosing first: those that
//! block each other need not move at all otherwise, since priority inheritance is not complete in dead ends. They stay few:
//! the more are late, the longer all wait before they go straight.
//!
//! Work is counted in cells that searches settle and depends on the problem only.

use super::fields::{FAR, Field, Search};
use super::flow::{ALL, Flow, Weights};
use super::roads::Roads;
use super::{Lifelong, LifelongPlanner};
use crate::base::{Cell, rng};
use crate::nav::coop::lattice::{Lattice, Vertex};
use crate::nav::coop::pibt::{Pibt, Ways, World};

/// Settled cells of one step in which fields are made.
const SHARE: u64 = 4_000_000;

/// Settled cells of one step in which fields are made again: about 1 ms on small maps.
const RENEWAL: u64 = 20_000;

/// Steps after which those that go straight change their order.
const ROUND: u32 = 16;

/// One of so many may go straight: where more are late, all wait for longer until they do. If a whole crowd goes straight, it
/// meets itself (with a patience of 40 steps for all, 800 agents on random-32-32-20 reach 5.28 goals a step and not 7.35).
const STRAIGHT: usize = 40;

/// How a planner works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    pub weights: Weights,
    /// Settled cells of a step up to which fields are made again.
    pub renewal: u64,
    /// Who is under way for so many steps longer than its first way, or longer if there are many of them, goes straight,
    /// whatever the traffic.
    pub patience: u32,
}

/// Priority inheritance along shortest ways and nothing else.
pub const PLAIN: Manner = Manner { weights: Weights { contraflow: 0, visits: 0 }, renewal: 0, patience: u32::MAX };

/// Ways around the traffic. Without an end of patience crowds come to a stand by and by (random-32-32-20, 400 agents: 515
/// goals in the last hundred of 1,000 steps instead of 1,100).
pub const GUIDED: Manner = Manner { weights: Weights { contraflow: 128, visits: 32 }, renewal: RENEWAL, patience: 40 };

/// What is known of one agent.
#[derive(Debug, Clone)]
struct Trip {
    goal: u32,
    field: Field,
    /// Step in which the field was made; 0 for none.
    made: u32,
    /// The way that its traffic is counted on, from where it is.
    way: Vec<u32>,
    /// Place on the way.
    at: usize,
    /// Steps under way to this goal.
    waits: u32,
    /// Steps of the first way to the goal.
    length: u32,
    /// How much of the traffic its field heeds.
    heed: u32,
}

impl Trip {
    /// How much of the traffic it is to heed.
    const fn due_heed(&self, patience: u32) -> u32 {
        if self.waits < self.length.saturating_add(patience) { ALL } else { 0 }
    }
}

/// The fields as wishes.
#[derive(Debug)]
struct Wishes {
    roads: Roads,
    flow: Flow,
    trips: Vec<Trip>,
}

impl Ways for Wishes {
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
    wishes: Wishes,
    search: Search,
    pibt: Pibt,
    manner: Manner,
    /// Steps longer than its first way after which one goes straight for now: [`Manner::patience`] at least.
    patience: u32,
    order: Vec<u32>,
    /// Whose field is made again next.
    oldest: usize,
    now: u32,
    nodes: u64,
}

impl Guided {
    pub fn new(problem: &Lifelong, seed: u64, manner: Manner) -> Self {
        let lattice = Lattice::new(&problem.passable, problem.moves);
        let roads = Roads::new(&lattice);
        let trip =
            Trip { goal: u32::MAX, field: Vec::new(), made: 0, way: Vec::new(), at: 0, waits: 0, length: 0, heed: ALL };
        let agents = problem.starts.len();
        Self {
            wishes: Wishes { flow: Flow::new(roads.len(), manner.weights), roads, trips: vec![trip; agents] },
            search: Search::new(problem.moves),
            pibt: Pibt::new(&lattice, rng::stream(seed, "lifelong")),
            lattice,
            manner,
            patience: manner.patience,
            order: (0..agents as u32).collect(),
            oldest: 0,
            now: 0,
            nodes: 0,
        }
    }

    /// Makes the field of an agent that is at `from` and counts its traffic on the way that it shows.
    fn renew(&mut self, agent: usize, from: u32) {
        let Wishes { roads, flow, trips } = &mut self.wishes;
        let trip = &mut trips[agent];
        flow.change_way(roads, trip.way.get(trip.at..).unwrap_or_default(), false);
        let heed = trip.due_heed(self.patience);
        self.nodes += self.search.fill(roads, flow, trip.goal, from, heed, &mut trip.field);
        let is_first = trip.made == 0;
        trip.made = self.now;
        trip.heed = heed;
        self.search.trace(roads, flow, &trip.field, from, heed, &mut trip.way);
        trip.at = 0;
        if is_first {
            trip.length = trip.way.len() as u32;
        }
        flow.change_way(roads, &trip.way, true);
    }

    /// Follows what an agent has done on its way.
    fn follow(&mut self, agent: usize, at: u32) {
        let Wishes { roads, flow, trips } = &mut self.wishes;
        let trip = &mut trips[agent];
        if trip.way.get(trip.at + 1) == Some(&at) {
            flow.change_way(roads, &trip.way[trip.at..trip.at + 2], false);
            trip.at += 1;
        } else if trip.way.get(trip.at).is_some_and(|place| *place != at) {
            flow.change_way(roads, &trip.way[trip.at..], false);
            let heed = trip.heed;
            self.search.trace(roads, flow, &trip.field, at, heed, &mut trip.way);
            trip.at = 0;
            flow.change_way(roads, &trip.way, true);
        }
    }
}

impl LifelongPlanner for Guided {
    fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell> {
        self.now += 1;
        let from: Vec<Vertex> = positions.iter().map(|cell| self.lattice.vertex(*cell)).collect();
        let aims: Vec<Vertex> = goals.iter().map(|cell| self.lattice.vertex(*cell)).collect();
        let agents = from.len();
        self.wishes.flow.reckon(agents);
        let late = self.wishes.trips.iter().filter(|trip| trip.heed == 0).count();
        self.patience = match late * STRAIGHT > agents {
            true => self.patience.saturating_add(1),
            false => self.patience.saturating_sub(1).max(self.manner.patience),
        };
        let first = self.nodes;
        for agent in 0..agents {
            let (at, goal) = (self.wishes.roads.number(from[agent]), self.wishes.roads.number(aims[agent]));
            let trip = &mut self.wishes.trips[agent];
            trip.waits += 1;
            if trip.goal != goal {
                (trip.goal, trip.made, trip.waits) = (goal, 0, 0);
            }
            let is_lost = trip.made == 0 || trip.field[at as usize] == FAR || trip.heed != trip.due_heed(self.patience);
            if is_lost && (self.nodes - first < SHARE || self.now == 1) {
                self.renew(agent, at);
            } else if !is_lost {
                self.follow(agent, at);
            }
        }
        for _ in 0..agents {
            if self.nodes - first >= self.manner.renewal {
                break;
            }
            let agent = self.oldest;
            self.oldest = (self.oldest + 1) % agents;
            if self.wishes.trips[agent].made < self.now {
                let at = self.wishes.roads.number(from[agent]);
                self.renew(agent, at);
            }
        }
        let trips = &self.wishes.trips;
        let round = u64::from(self.now / ROUND) << 32;
        self.order.sort_by_key(|agent| {
            let trip = &trips[*agent as usize];
            // Who has waited for too long may be at the head of those that block each other: they take turns.
            let is_late = trip.heed == 0;
            let rank = if is_late { rng::mix(round | u64::from(*agent)) } else { trip.waits.into() };
            std::cmp::Reverse((is_late, rank))
        });
        self.nodes += agents as u64;
        let world = World { lattice: &self.lattice, distances: &self.wishes, goals: &aims };
        match self.pibt.step(world, &from, &self.order, &[]) {
            Some(next) => next.iter().map(|vertex| self.lattice.cell(*vertex)).collect(),
            // Blocks of diagonals may leave somebody without a place.
            None => positions.to_vec(),
        }
    }

    fn expanded(&self) -> u64 {
        self.nodes
    }
}
