//! Where each agent means to go, and by how much traffic that leads.
//!
//! [Fields](super::fields) of distances with the [flow](super::flow) of all agents in them. A new goal gets its field in the
//! same step, if the work of the step allows; what is left of the step's share of nodes goes into fields anew, the oldest first, so
//! that ways follow the traffic. Who is under way for long goes straight, and all who do so take turns at choosing first: those that block each
//! other need not move at all otherwise, since priority inheritance is not complete in dead ends. They stay few: the more are
//! late, the longer all wait before they go straight.
//!
//! Work is counted in nodes that searches settle and depends on the problem only.

use super::fields::{FAR, Field, Search};
use super::flow::{ALL, Flow, Weights};
use super::roads::Roads;
use crate::base::rng;
use crate::nav::coop::lattice::Lattice;
use crate::nav::coop::mapf::Moves;

/// Settled nodes of one step in which fields are made.
const SHARE: u64 = 4_000_000;

/// Steps after which those that go straight change their order.
const ROUND: u32 = 16;

/// One of so many may go straight: where more are late, all wait for longer until they do. If a whole crowd goes straight, it
/// meets itself (with a patience of 40 steps for all, 800 agents on random-32-32-20 reach 5.28 goals a step and not 7.35).
const STRAIGHT: usize = 40;

/// How ways are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    pub weights: Weights,
    /// Settled nodes of a step up to which fields are made again.
    pub renewal: u64,
    /// Who is under way for so many steps longer than its first way, or longer if there are many of them, goes straight,
    /// whatever the traffic.
    pub patience: u32,
}

/// What is known of one agent.
#[derive(Debug, Clone)]
pub(super) struct Trip {
    /// The cell where it is to be.
    pub(super) goal: u32,
    pub(super) field: Field,
    /// Step in which the field was made; 0 for none.
    made: u32,
    /// The way that its traffic is counted on, from where it is.
    way: Vec<u32>,
    /// Place on the way.
    at: usize,
    /// Steps under way to this goal.
    waits: u32,
    /// Steps and turns of the first way to the goal.
    length: u32,
    /// How much of the traffic its field heeds.
    pub(super) heed: u32,
}

impl Trip {
    /// How much of the traffic it is to heed.
    const fn due_heed(&self, patience: u32) -> u32 {
        if self.waits < self.length.saturating_add(patience) { ALL } else { 0 }
    }
}

#[derive(Debug)]
pub(super) struct Guidance {
    pub(super) roads: Roads,
    pub(super) flow: Flow,
    pub(super) trips: Vec<Trip>,
    search: Search,
    manner: Manner,
    /// Steps longer than its first way after which one goes straight for now: [`Manner::patience`] at least.
    patience: u32,
    order: Vec<u32>,
    /// Whose field is made again next.
    oldest: usize,
    /// Who comes first: for whom there was no more work left in the last step.
    unserved: usize,
    now: u32,
    nodes: u64,
}

impl Guidance {
    /// For so many agents; `turns` tells whether turns take time.
    pub(super) fn new(lattice: &Lattice, moves: Moves, turns: bool, agents: usize, manner: Manner) -> Self {
        let roads = Roads::new(lattice);
        let trip =
            Trip { goal: u32::MAX, field: Vec::new(), made: 0, way: Vec::new(), at: 0, waits: 0, length: 0, heed: ALL };
        Self {
            flow: Flow::new(roads.len(), manner.weights),
            roads,
            trips: vec![trip; agents],
            search: Search::new(moves, turns),
            manner,
            patience: manner.patience,
            order: (0..agents as u32).collect(),
            oldest: 0,
            unserved: 0,
            now: 0,
            nodes: 0,
        }
    }

    /// Nodes that were settled since the beginning.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes the field of an agent that is at the node `from` and counts its traffic on the way that it shows.
    fn renew(&mut self, agent: usize, from: u32) {
        let (roads, flow, trip) = (&self.roads, &mut self.flow, &mut self.trips[agent]);
        flow.change_way(roads, trip.way.get(trip.at..).unwrap_or_default(), false);
        let heed = trip.due_heed(self.patience);
        self.nodes += self.search.fill(roads, flow, trip.goal, from, heed, &mut trip.field);
        let is_first = trip.made == 0;
        trip.made = self.now;
        trip.heed = heed;
        let length = self.search.trace(roads, flow, &trip.field, from, heed, &mut trip.way);
        trip.at = 0;
        if is_first {
            trip.length = length;
        }
        flow.change_way(roads, &trip.way, true);
    }

    /// Follows what an agent that is at the node `from` now has done on its way.
    fn follow(&mut self, agent: usize, from: u32) {
        let (roads, flow, trip) = (&self.roads, &mut self.flow, &mut self.trips[agent]);
        let at = from / self.search.facings();
        if trip.way.get(trip.at + 1) == Some(&at) {
            flow.change_way(roads, &trip.way[trip.at..trip.at + 2], false);
            trip.at += 1;
        } else if trip.way.get(trip.at).is_some_and(|place| *place != at) {
            flow.change_way(roads, &trip.way[trip.at..], false);
            let heed = trip.heed;
            self.search.trace(roads, flow, &trip.field, from, heed, &mut trip.way);
            trip.at = 0;
            flow.change_way(roads, &trip.way, true);
        }
    }

    /// Begins a step: where agents are (nodes) and are to be (cells). Brings ways and fields up to date.
    pub(super) fn begin(&mut self, from: &[u32], goals: &[u32]) {
        self.now += 1;
        let agents = from.len();
        self.flow.reckon(agents);
        let late = self.trips.iter().filter(|trip| trip.heed == 0).count();
        self.patience = match late * STRAIGHT > agents {
            true => self.patience.saturating_add(1),
            false => self.patience.saturating_sub(1).max(self.manner.patience),
        };
        let (first, mut unserved) = (self.nodes, None);
        for agent in (self.unserved..agents).chain(0..self.unserved) {
            let trip = &mut self.trips[agent];
            trip.waits += 1;
            if trip.goal != goals[agent] {
                (trip.goal, trip.made, trip.waits) = (goals[agent], 0, 0);
            }
            let (at, due) = (from[agent], trip.due_heed(self.patience));
            let is_lost = trip.made == 0 || trip.field[at as usize] == FAR || trip.heed != due;
            if is_lost && (self.nodes - first < SHARE || self.now == 1) {
                self.renew(agent, at);
            } else if is_lost {
                unserved = unserved.or(Some(agent));
            } else {
                self.follow(agent, at);
            }
        }
        self.unserved = unserved.unwrap_or(0);
        for _ in 0..agents {
            if self.nodes - first >= self.manner.renewal {
                break;
            }
            let agent = self.oldest;
            self.oldest = (self.oldest + 1) % agents;
            if self.trips[agent].made < self.now {
                self.renew(agent, from[agent]);
            }
        }
    }

    /// All agents in the order in which they choose: who is late, then who has been under way for longest.
    pub(super) fn order(&mut self) -> &[u32] {
        let (trips, round) = (&self.trips, u64::from(self.now / ROUND) << 32);
        self.order.sort_by_key(|agent| {
            let trip = &trips[*agent as usize];
            // Who has waited for too long may be at the head of those that block each other: they take turns.
            let is_late = trip.heed == 0;
            let rank = if is_late { rng::mix(round | u64::from(*agent)) } else { trip.waits.into() };
            std::cmp::Reverse((is_late, rank))
        });
        &self.order
    }
}
