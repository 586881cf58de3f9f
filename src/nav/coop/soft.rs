//! Safe interval search that may run others over, at a price: the way for an agent that others will have to make room for.
//!
//! After SIPPS (J. Li, Z. Chen, D. Harabor, P. J. Stuckey, S. Koenig, "MAPF-LNS2: Fast Repairing for Multi-Agent Path
//! Finding via Large Neighborhood Search", AAAI 2022): besides the gaps between visits the visits themselves are nodes
//! of the search. Where we differ: meeting an agent costs that agent's price in ticks instead of coming first in a
//! lexicographic order, so that a short meeting is weighed against a long detour, and prices of agents that are run
//! over again and again can rise ([`super::negotiate`]). Steps take one tick. Two more weights make searches short where
//! there is much traffic: distances may count for more than they are, and waiting for less. The soonest arrival is found
//! only after all detours that arrive sooner have been tried, which are most of a map where one has to wait for long; who
//! waits at a discount waits at once.
//!
//! Of arrivals in later gaps of a cell only the next few are looked at; so the way found is good, not always cheapest.

use super::lattice::{Lattice, Vertex, directions};
use super::mapf::Moves;
use super::timeline::Timeline;
use crate::nav::step::{FOREVER, Step, Tick, UnitId};

/// Gaps of a neighbouring cell that one expansion looks at.
const GAPS: usize = 2;

/// Sixteenths of a whole.
const FULL: Tick = 16;

/// What costs more than this is dropped.
const LAST_BUCKET: Tick = 1 << 17;

#[derive(Debug, Clone, Copy)]
struct Node {
    vertex: Vertex,
    /// Twice the number of visits before a gap, or one more for the visit after that gap.
    segment: u32,
    time: Tick,
    price: Tick,
    /// Ticks waited so far.
    waited: Tick,
    parent: u32,
    same_cell: u32,
    same_bucket: u32,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Closed,
    /// Rests at the goal for ever, what that costs included.
    Final,
}

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(crate) struct SoftRequest<'a> {
    pub start: Vertex,
    pub ready: Tick,
    pub goal: Vertex,
    /// What meeting each agent costs, in ticks.
    pub(crate) prices: &'a [Tick],
    /// The most that meeting one agent costs.
    pub dearest: Tick,
    pub(crate) expansions: u32,
    /// Sixteenths by which the bound counts for more than it is: 0 for the cheapest way, more for a quick search.
    pub(crate) greed: Tick,
    /// Sixteenths of a tick that a tick of waiting counts: 16 for the soonest arrival, less for a search that would
    /// rather wait than look for detours.
    pub waiting: Tick,
    /// Which of equally good ways is found: any number, best a random one.
    pub variant: u32,
}

/// Work space for searches on one map.
#[derive(Debug, Clone)]
pub(crate) struct SoftSipp {
    reached: Vec<(u32, u32)>,
    search: u32,
    nodes: Vec<Node>,
    buckets: Vec<u32>,
    bucket: usize,
    /// Per visit to the goal, in order: its end, the price of it and all later ones, and the least cost of resting
    /// there after it or a later one.
    goal_visits: Vec<(Tick, Tick, Tick)>,
    expanded: u64,
}

impl SoftSipp {
    pub(crate) fn new(lattice: &Lattice) -> Self {
        Self {
            reached: vec![(0, 0); lattice.size()],
            search: 0,
            nodes: Vec::new(),
            buckets: Vec::new(),
            bucket: 0,
            goal_visits: Vec::new(),
            expanded: 0,
        }
    }

    /// The least cost, in ticks, of resting at the goal for one that is there at `arrival` at the soonest: it meets
    /// later visitors or waits until they are through.
    fn resting(&self, arrival: Tick) -> Tick {
        if self.goal_visits.last().is_none_or(|last| last.0 <= arrival) {
            return arrival;
        }
        let later = self.goal_visits.partition_point(|visit| visit.0 <= arrival);
        self.goal_visits.get(later).map_or(arrival, |visit| arrival.saturating_add(visit.1).min(visit.2))
    }

    fn note_goal(&mut self, timeline: &Timeline, request: &SoftRequest<'_>) {
        self.goal_visits.clear();
        let (mut price, mut best) = (0, FOREVER);
        for visit in timeline.visits(request.goal).iter().rev() {
            best = best.min(visit.until.saturating_add(price));
            price += request.prices[visit.unit.0 as usize].min(request.dearest);
            self.goal_visits.push((visit.until, price, best));
        }
        self.goal_visits.reverse();
    }

    /// Nodes expanded so far, in all searches.
    pub(crate) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Searches a way and writes its steps to `plan`; the total price of those it meets, or `None` within the limits.
    pub(crate) fn search(
        &mut self,
        lattice: &Lattice,
        timeline: &Timeline,
        request: &SoftRequest<'_>,
        mut bound: impl FnMut(Vertex) -> Tick,
        plan: &mut Vec<Step>,
    ) -> Option<Tick> {
        plan.clear();
        self.search += 1;
        self.nodes.clear();
        self.buckets.clear();
        self.note_goal(timeline, request);
        let mut bound = |vertex: Vertex| {
            let bound = bound(vertex);
            bound.saturating_add(bound * request.greed / FULL)
        };
        let rebate = |waited: Tick| waited * (FULL - request.waiting) / FULL;
        let has_blocks = lattice.moves() == Moves::Eight;
        let price_of = |unit: UnitId| request.prices[unit.0 as usize].min(request.dearest);
        let visits = timeline.visits(request.start);
        let before = visits.partition_point(|visit| visit.until <= request.ready);
        let meeting = visits.get(before).filter(|visit| visit.from <= request.ready);
        let least = self.resting(request.ready.saturating_add(bound(request.start)));
        let base = request.ready;
        let first = Node {
            vertex: request.start,
            segment: 2 * before as u32 + u32::from(meeting.is_some()),
            time: request.ready,
            price: meeting.map_or(0, |visit| price_of(visit.unit)),
            waited: 0,
            parent: NONE,
            same_cell: NONE,
            same_bucket: NONE,
            state: State::Open,
        };
        self.bucket = usize::MAX;
        self.open(first, least, base);
        let mut left = request.expansions;
        loop {
            while *self.buckets.get(self.bucket)? == NONE {
                self.bucket += 1;
            }
            let number = self.buckets[self.bucket];
            let node = self.nodes[number as usize];
            self.buckets[self.bucket] = node.same_bucket;
            match node.state {
                State::Closed => continue,
                State::Final => {
                    self.trace(lattice, number, plan);
                    return Some(node.price);
                }
                State::Open => {}
            }
            if left == 0 {
                return None;
            }
            left -= 1;
            self.expanded += 1;
            self.nodes[number as usize].state = State::Closed;
            let visits = timeline.visits(node.vertex);
            if node.vertex == request.goal {
                let later = &visits[(node.segment as usize).div_ceil(2).min(visits.len())..];
                let price = later.iter().fold(node.price, |sum, visit| sum.saturating_add(price_of(visit.unit)));
                let last = Node { price, state: State::Final, ..node };
                self.put(last, node.time.saturating_add(price).saturating_sub(rebate(node.waited)), base);
            }
            let segment_end = end_of(timeline, node.vertex, node.segment);
            if segment_end != FOREVER {
                // Into the next visit, or the gap after this one, or the visit that follows at once.
                let mut segment = node.segment + 1;
                if segment.is_multiple_of(2) && end_of(timeline, node.vertex, segment) <= segment_end {
                    segment += 1;
                }
                let price = if segment % 2 == 1 { price_of(visits[segment as usize / 2].unit) } else { 0 };
                let price = node.price.saturating_add(price);
                let arrival = self.resting(segment_end.saturating_add(bound(node.vertex))).saturating_add(price);
                let waits = Node {
                    segment,
                    time: segment_end,
                    price,
                    parent: number,
                    waited: node.waited + segment_end - node.time,
                    ..node
                };
                self.open(waits, arrival.saturating_sub(rebate(waits.waited)), base);
            }
            let turn = request.variant.wrapping_add(node.vertex) % 8;
            for dir in directions(lattice.steps(node.vertex).rotate_right(turn)).map(|dir| (dir + turn as usize) % 8) {
                let to = lattice.to(node.vertex, dir);
                let visits = timeline.visits(to);
                let distance = bound(to);
                let before = visits.partition_point(|visit| visit.until <= node.time + 1);
                let mut segment = 2 * before as u32;
                let mut gaps = 0;
                while gaps < GAPS {
                    let place = segment as usize / 2;
                    let is_visit = segment % 2 == 1;
                    let begin = if is_visit {
                        visits[place].from
                    } else {
                        place.checked_sub(1).map_or(0, |place| visits[place].until)
                    };
                    let end =
                        visits.get(place).map_or(FOREVER, |visit| if is_visit { visit.until } else { visit.from });
                    let mut time = begin.max(node.time + 1);
                    // What is reached as soon and as cheaply need not be looked at more closely.
                    let is_known = self.is_known(to, segment, time, node.price);
                    if has_blocks && !is_known {
                        // Crossings are not for sale: they are over at the next tick.
                        time = timeline.blocks_free(lattice, node.vertex, dir, time - 1, 1).saturating_add(1);
                    }
                    if time > segment_end {
                        break;
                    }
                    // Who could be in the gap before is met by waiting there.
                    if is_known {
                        gaps += usize::from(!is_visit);
                    } else if time < end && (!is_visit || gaps == 0) {
                        let mut price = node.price;
                        if is_visit {
                            price = price.saturating_add(price_of(visits[place].unit));
                        }
                        if let Some(before) = place.checked_sub(1)
                            && (visits[before].until, visits[before].next) == (time, node.vertex)
                        {
                            price = price.saturating_add(price_of(visits[before].unit));
                        }
                        let next = Node {
                            vertex: to,
                            segment,
                            time,
                            price,
                            parent: number,
                            waited: node.waited + time - node.time - 1,
                            ..node
                        };
                        let arrival = self.resting(time.saturating_add(distance)).saturating_add(price);
                        self.open(next, arrival.saturating_sub(rebate(next.waited)), base);
                        gaps += usize::from(!is_visit);
                    }
                    if end == FOREVER {
                        break;
                    }
                    segment += 1;
                }
            }
        }
    }

    /// Whether a segment is known to be reached as soon and as cheaply.
    fn is_known(&self, vertex: Vertex, segment: u32, time: Tick, price: Tick) -> bool {
        let (search, last) = self.reached[vertex as usize];
        let last = if search == self.search { self.nodes.get(last as usize) } else { None };
        let mut known = std::iter::successors(last, |node| self.nodes.get(node.same_cell as usize));
        known.any(|other| other.segment == segment && other.time <= time && other.price <= price)
    }

    /// Opens a node unless its segment is known to be reached as soon and as cheaply.
    fn open(&mut self, node: Node, cost: Tick, base: Tick) {
        let (search, last) = self.reached[node.vertex as usize];
        let last = if search == self.search { last } else { NONE };
        let mut at = last;
        while at != NONE {
            let other = &mut self.nodes[at as usize];
            if other.segment == node.segment {
                if other.time <= node.time && other.price <= node.price {
                    return;
                }
                if node.time <= other.time && node.price <= other.price {
                    other.state = State::Closed;
                }
            }
            at = other.same_cell;
        }
        if self.put(Node { same_cell: last, state: State::Open, ..node }, cost, base) {
            self.reached[node.vertex as usize] = (self.search, self.nodes.len() as u32 - 1);
        }
    }

    fn put(&mut self, node: Node, cost: Tick, base: Tick) -> bool {
        let bucket = cost.saturating_sub(base);
        if bucket > LAST_BUCKET {
            return false;
        }
        let bucket = bucket as usize;
        // An overrated bound makes costs fall on the way.
        self.bucket = self.bucket.min(bucket);
        if bucket >= self.buckets.len() {
            self.buckets.resize(bucket + 1, NONE);
        }
        self.nodes.push(Node { same_bucket: self.buckets[bucket], ..node });
        self.buckets[bucket] = self.nodes.len() as u32 - 1;
        true
    }

    fn trace(&self, lattice: &Lattice, last: u32, plan: &mut Vec<Step>) {
        let mut node = &self.nodes[last as usize];
        while node.parent != NONE {
            let parent = &self.nodes[node.parent as usize];
            if parent.vertex != node.vertex {
                let dir = lattice.direction(parent.vertex, node.vertex);
                plan.push(lattice.step(parent.vertex, dir, node.time - 1, 1));
            }
            node = parent;
        }
        plan.reverse();
    }
}

/// First tick after a segment.
fn end_of(timeline: &Timeline, vertex: Vertex, segment: u32) -> Tick {
    let visit = timeline.visits(vertex).get(segment as usize / 2);
    visit.map_or(FOREVER, |visit| if segment.is_multiple_of(2) { visit.from } else { visit.until })
}
