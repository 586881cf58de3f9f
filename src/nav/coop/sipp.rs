//! Safe interval path planning: the soonest way of one unit around all that is reserved.
//!
//! M. Phillips and M. Likhachev, "SIPP: Safe Interval Path Planning for Dynamic Environments", ICRA 2011. A node is a
//! cell and a gap between two visits to it in the [`Timeline`], not a cell and a tick: within a gap the earliest arrival
//! is the best one, since the unit may wait there. So a search costs about as many nodes as one without time.
//!
//! Steps may take any number of ticks: `ticks(from, dir)` tells how many, 0 for "not possible", and `bound(vertex)` tells
//! at least how many ticks it is from a cell to the goal. With a [horizon](Request::horizon) the search ends with the
//! first node that can stay where it is beyond it, which then counts `bound` for what remains (the window of WHCA\*,
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005).
//!
//! The open list is a ring of buckets by estimated arrival, last in first out; marks of cells are numbered per search
//! instead of cleared. **Invariant**: with a consistent bound the plan found arrives soonest (or, at the horizon, has
//! the least estimate) of all plans that [fit](Timeline::fits).

use super::lattice::{Lattice, Vertex, directions};
use super::timeline::{Timeline, Visit};
use crate::nav::step::{FOREVER, Step, Tick};

#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Where the unit stands, or will stand when its step under way ends. It has to be out of the timeline itself, or
    /// to be there with that step only.
    pub start: Vertex,
    /// First tick at which it may start a step.
    pub ready: Tick,
    pub goal: Vertex,
    /// Where planning ends; [`FOREVER`] for a whole way.
    pub horizon: Tick,
    /// Latest arrival worth having, the estimate included.
    pub latest: Tick,
    pub expansions: u32,
    /// Which of equally good ways is found: any number, best a random one.
    pub variant: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Arrival at the goal, or the estimate of it at the horizon.
    pub arrival: Tick,
    /// Whether the plan ends at the goal.
    pub at_goal: bool,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    vertex: Vertex,
    /// Number of visits to the cell before the gap.
    gap: u32,
    /// From when on the next step can start.
    time: Tick,
    parent: u32,
    /// Start of the step that led here.
    started: Tick,
    /// The next node of the same cell.
    same_cell: u32,
    /// The next node of the same bucket.
    same_bucket: u32,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// Expanded, or passed over for a sooner node of the same gap.
    Closed,
    /// Stays where it is until the horizon.
    Final,
}

const NONE: u32 = u32::MAX;

/// Work space for searches on one map.
#[derive(Debug, Clone)]
pub struct Sipp {
    /// Per cell the number of the search that last reached it, and the last node there.
    reached: Vec<(u32, u32)>,
    search: u32,
    nodes: Vec<Node>,
    /// First node of each bucket, by estimated arrival after the first one.
    buckets: Vec<u32>,
    /// The bucket being emptied. Inconsistent bounds never lead behind it.
    bucket: usize,
    expanded: u64,
    /// Gaps looked at beyond the first one of each step.
    more_gaps: u64,
}

/// Widest spread of estimates: what is worse than the best by more is dropped.
const LAST_BUCKET: Tick = 1 << 16;

/// Gaps that take as long as one node.
const GAPS_PER_NODE: u64 = 8;

impl Sipp {
    pub fn new(lattice: &Lattice) -> Self {
        Self {
            reached: vec![(0, 0); lattice.size()],
            search: 0,
            nodes: Vec::new(),
            buckets: Vec::new(),
            bucket: 0,
            expanded: 0,
            more_gaps: 0,
        }
    }

    /// Work done so far, in nodes: those expanded, and where cells have many visits the gaps between these.
    pub const fn work(&self) -> u64 {
        self.expanded + self.more_gaps / GAPS_PER_NODE
    }

    /// Nodes expanded so far, in all searches.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Searches a way and writes its steps to `plan` (emptied first). `None`: there is none within the limits.
    pub fn search(
        &mut self,
        lattice: &Lattice,
        timeline: &Timeline,
        request: &Request,
        ticks: impl Fn(Vertex, usize) -> u16,
        mut bound: impl FnMut(Vertex) -> Tick,
        plan: &mut Vec<Step>,
    ) -> Option<Found> {
        plan.clear();
        self.search += 1;
        self.nodes.clear();
        self.buckets.clear();
        // Nobody rests at the goal before the last visitor has left: estimates below are too low.
        let goal_free = timeline.visits(request.goal).last().map_or(0, |visit| visit.until);
        if goal_free == FOREVER && request.horizon == FOREVER {
            return None;
        }
        let soonest = if goal_free < request.horizon { goal_free } else { 0 };
        let estimate = |time: Tick, bound: Tick| time.saturating_add(bound).max(soonest);
        let best = estimate(request.ready, bound(request.start));
        let gap = timeline.visits(request.start).partition_point(|visit| visit.from <= request.ready) as u32;
        let first = Reach { vertex: request.start, gap, time: request.ready, parent: NONE, started: request.ready };
        self.bucket = 0;
        self.reach(first, best, best, request.latest);
        let mut left = request.expansions;
        loop {
            while *self.buckets.get(self.bucket)? == NONE {
                self.bucket += 1;
            }
            let number = self.buckets[self.bucket];
            let node = self.nodes[number as usize];
            self.buckets[self.bucket] = node.same_bucket;
            if node.state == State::Closed {
                continue;
            }
            let visits = timeline.visits(node.vertex);
            let next = visits.get(node.gap as usize);
            let stays = next.is_none_or(|next| next.enter >= request.horizon);
            let at_goal = node.vertex == request.goal && stays;
            if at_goal || node.state == State::Final || node.time >= request.horizon {
                self.trace(lattice, number, &ticks, plan);
                return Some(Found { arrival: best + self.bucket as Tick, at_goal });
            }
            if left == 0 {
                return None;
            }
            left -= 1;
            self.expanded += 1;
            self.nodes[number as usize].state = State::Closed;
            if stays && request.horizon != FOREVER {
                let arrival = request.horizon.saturating_add(bound(node.vertex));
                self.put(Node { state: State::Final, ..node }, arrival, best, request.latest);
            }
            self.expand(lattice, timeline, request, number, &ticks, |time, vertex| estimate(time, bound(vertex)), best);
        }
    }

    /// Opens what can be reached from a node in one step.
    fn expand(
        &mut self,
        lattice: &Lattice,
        timeline: &Timeline,
        request: &Request,
        number: u32,
        ticks: &impl Fn(Vertex, usize) -> u16,
        mut estimate: impl FnMut(Tick, Vertex) -> Tick,
        best: Tick,
    ) {
        let node = self.nodes[number as usize];
        let own_next = timeline.visits(node.vertex).get(node.gap as usize);
        let turn = request.variant.wrapping_add(node.vertex) % 8;
        let legal = lattice.steps(node.vertex).rotate_right(turn);
        for dir in directions(legal).map(|dir| (dir + turn as usize) % 8) {
            let length = ticks(node.vertex, dir);
            if length == 0 {
                continue;
            }
            let half = Tick::from(length.div_ceil(2));
            let last_start = own_next.map_or(FOREVER, |next| next.enter.min(next.from.saturating_sub(half)));
            let to = lattice.to(node.vertex, dir);
            let visits = timeline.visits(to);
            let soonest_end = node.time + Tick::from(length);
            let mut gap = visits.partition_point(|visit| visit.enter < soonest_end);
            loop {
                let before = gap.checked_sub(1).map(|before| visits[before]);
                let start =
                    before.map_or(node.time, |visit| node.time.max(visit.leave).max(visit.until.saturating_sub(half)));
                if self.is_known(to, gap as u32, start.saturating_add(Tick::from(length))) {
                    gap += 1;
                    self.more_gaps += 1;
                    if gap > visits.len() || start > last_start {
                        break;
                    }
                    continue;
                }
                let start = timeline.blocks_free(lattice, node.vertex, dir, start, length);
                let end = start.saturating_add(Tick::from(length));
                if start > last_start || start == FOREVER || start >= request.horizon {
                    break;
                }
                let fits = visits.get(gap).is_none_or(|after| end <= after.enter);
                if fits && !exchanges(before, own_next, start + half, node.vertex) {
                    let arrival = estimate(end, to);
                    if arrival > request.latest {
                        break;
                    }
                    let reach = Reach { vertex: to, gap: gap as u32, time: end, parent: number, started: start };
                    self.reach(reach, arrival, best, request.latest);
                }
                gap += 1;
                if gap > visits.len() {
                    break;
                }
                self.more_gaps += 1;
            }
        }
    }

    /// Whether a gap is known to be reached as soon.
    fn is_known(&self, vertex: Vertex, gap: u32, time: Tick) -> bool {
        let (search, last) = self.reached[vertex as usize];
        let last = if search == self.search { self.nodes.get(last as usize) } else { None };
        let mut known = std::iter::successors(last, |node| self.nodes.get(node.same_cell as usize));
        // The newest node of a gap is the soonest and comes first in the list: older ones are not looked at.
        known.find(|node| node.gap == gap).is_some_and(|node| node.time <= time)
    }

    /// Opens a node unless its gap is known to be reached as soon.
    fn reach(&mut self, reach: Reach, arrival: Tick, best: Tick, latest: Tick) {
        let (search, last) = self.reached[reach.vertex as usize];
        let last = if search == self.search { last } else { NONE };
        let mut at = last;
        while at != NONE {
            let node = &mut self.nodes[at as usize];
            if node.gap == reach.gap {
                if node.time <= reach.time {
                    return;
                }
                // The newest node of a gap is the soonest and comes first in the list: older ones are not looked at.
                node.state = State::Closed;
                break;
            }
            at = node.same_cell;
        }
        let Reach { vertex, gap, time, parent, started } = reach;
        let node = Node { vertex, gap, time, parent, started, same_cell: last, same_bucket: NONE, state: State::Open };
        if self.put(node, arrival, best, latest) {
            self.reached[vertex as usize] = (self.search, self.nodes.len() as u32 - 1);
        }
    }

    fn put(&mut self, node: Node, arrival: Tick, best: Tick, latest: Tick) -> bool {
        let later = arrival.saturating_sub(best);
        if arrival > latest || later > LAST_BUCKET {
            return false;
        }
        let bucket = self.bucket.max(later as usize);
        if bucket >= self.buckets.len() {
            self.buckets.resize(bucket + 1, NONE);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { same_bucket: self.buckets[bucket], ..node });
        self.buckets[bucket] = number;
        true
    }

    fn trace(&self, lattice: &Lattice, last: u32, ticks: &impl Fn(Vertex, usize) -> u16, plan: &mut Vec<Step>) {
        let mut node = &self.nodes[last as usize];
        while node.parent != NONE {
            let parent = &self.nodes[node.parent as usize];
            let dir = lattice.direction(parent.vertex, node.vertex);
            plan.push(lattice.step(parent.vertex, dir, node.started, ticks(parent.vertex, dir)));
            node = parent;
        }
        plan.reverse();
    }
}

/// A node to be.
#[derive(Debug, Clone, Copy)]
struct Reach {
    vertex: Vertex,
    gap: u32,
    time: Tick,
    parent: u32,
    started: Tick,
}

/// Whether the one that leaves the target cell before us comes into ours at the same tick.
fn exchanges(before: Option<Visit>, own_next: Option<&Visit>, mid: Tick, own: Vertex) -> bool {
    let (Some(before), Some(next)) = (before, own_next) else { return false };
    before.next == own && before.unit == next.unit && before.until == mid && next.from == mid
}
