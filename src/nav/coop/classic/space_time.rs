//! Space and time: who means to be where when, and the search for a route between these reservations.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3: "The reservation table represents the agents' shared knowledge
//! about each other's planned routes", kept sparse; the search is A* over (cell, tick) whose operators are the steps
//! and a wait. The paper reserves a cell for two ticks to keep agents from exchanging cells; we keep where an agent
//! goes next beside each entry, and with it find exchanges and steps inside the 2×2 block of a diagonal exactly, so
//! that columns may follow closely.

use super::Ways;
use crate::base::{Cell, Dir, Grid};
pub use crate::nav::coop::insight::Route;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ticks of these planners are steps; the first is 0.
pub type Tick = u32;

/// An agent is in the cell at `tick`, and then goes on.
#[derive(Debug, Clone, Copy)]
struct Entry {
    tick: Tick,
    agent: u32,
    /// `None`: it stays, or its route ends here.
    next: Option<Dir>,
}

/// The reservations of all agents.
#[derive(Debug, Clone)]
pub struct Table {
    /// In the order of ticks.
    entries: Grid<Vec<Entry>>,
    /// From when on somebody rests in the cell for good.
    rests: Grid<Tick>,
    /// The first tick at which no entry has ever been: from then on nothing changes.
    end: Tick,
}

impl Table {
    pub fn new(width: u16, height: u16) -> Self {
        Self { entries: Grid::filled(width, height, Vec::new()), rests: Grid::filled(width, height, Tick::MAX), end: 0 }
    }

    /// Adds the cells of a route. Two agents may hold one cell where one could not choose.
    pub fn reserve(&mut self, agent: u32, route: &Route) {
        for (place, (tick, cell)) in (route.start..).zip(&route.cells).enumerate() {
            let next = route.cells.get(place + 1).and_then(|next| cell.dir_to(*next));
            let entries = &mut self.entries[*cell];
            let position = entries.partition_point(|entry| entry.tick <= tick);
            entries.insert(position, Entry { tick, agent, next });
        }
        let end = route.start + route.cells.len() as Tick;
        self.end = self.end.max(end);
        if let Some(last) = route.cells.last().filter(|_| route.rests) {
            self.rests[*last] = end;
        }
    }

    pub fn release(&mut self, agent: u32, route: &Route) {
        for (tick, cell) in (route.start..).zip(&route.cells) {
            let entries = &mut self.entries[*cell];
            let first = entries.partition_point(|entry| entry.tick < tick);
            let found = entries[first..].iter().take_while(|entry| entry.tick == tick).position(|e| e.agent == agent);
            if let Some(offset) = found {
                entries.remove(first + offset);
            }
        }
        if let Some(last) = route.cells.last().filter(|_| route.rests) {
            self.rests[*last] = Tick::MAX;
        }
    }

    fn at(&self, cell: Cell, tick: Tick) -> impl Iterator<Item = &Entry> {
        let entries = &self.entries[cell];
        let first = entries.partition_point(|entry| entry.tick < tick);
        entries[first..].iter().take_while(move |entry| entry.tick == tick)
    }

    pub fn is_free(&self, cell: Cell, tick: Tick) -> bool {
        self.rests[cell] > tick && self.at(cell, tick).next().is_none()
    }

    /// The first tick from which on nobody comes into a cell any more; `None` if somebody rests there for good.
    pub fn free_for_good(&self, cell: Cell) -> Option<Tick> {
        (self.rests[cell] == Tick::MAX).then(|| self.entries[cell].last().map_or(0, |entry| entry.tick + 1))
    }

    /// Whether a step from `from` at `tick` keeps the law towards all reservations.
    pub fn may_step(&self, from: Cell, dir: Dir, tick: Tick) -> bool {
        let to = from.step(dir);
        if !self.is_free(to, tick + 1) {
            return false;
        }
        let leads = |cell: Cell, ends: &[Cell]| {
            let goes = |entry: &Entry| entry.next.is_some_and(|next| ends.contains(&cell.step(next)));
            self.entries.contains(cell) && self.at(cell, tick).any(goes)
        };
        let (dx, dy) = dir.offset();
        if dir.is_diagonal() {
            let (side, other) = (Cell::new(to.x, from.y), Cell::new(from.x, to.y));
            // Whoever leaves a cell of the block must leave the block. Nobody may come into `to`, as seen above.
            !leads(to, &[from, side, other]) && !leads(side, &[from, other]) && !leads(other, &[from, side])
        } else {
            // The two other cells of the blocks on both sides of the line; diagonals between them and the ends.
            let beside = |cell: Cell, side: i16| Cell::new(cell.x + dy * side, cell.y + dx * side);
            !leads(to, &[from, beside(from, 1), beside(from, -1)])
                && !leads(beside(to, 1), &[from])
                && !leads(beside(to, -1), &[from])
        }
    }
}

/// When a search is at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// At the goal, where nobody else comes any more.
    Rest,
    /// After this many ticks, wherever that is.
    Window(u32),
}

#[derive(Debug, Clone, Copy)]
pub struct Request {
    pub from: Cell,
    pub now: Tick,
    pub goal: Cell,
    pub until: Until,
    pub max_expanded: u32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    cell: Cell,
    tick: Tick,
    cost: u32,
    parent: u32,
}

const ROOT: u32 = u32::MAX;

/// The lists of a search, kept for the next one.
#[derive(Debug, Clone, Default)]
pub struct Search {
    nodes: Vec<Node>,
    /// Least estimate of the whole, then latest tick, then nearest to the goal, then first found.
    open: BinaryHeap<Reverse<(u32, Reverse<Tick>, u32, u32)>>,
    closed: Visited,
    expanded: u64,
}

impl Search {
    /// Nodes expanded by all searches so far.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The best route between the reservations, whose first cell is `from` at `now`; `None` if there is none or the
    /// nodes do not suffice. A tick costs 1; in a window, resting on the goal costs nothing. `estimate` is the number of
    /// steps from a cell to the goal, never too many, or `None` where there is no way. No route to a goal ends before
    /// the last one who comes through it has gone: without that in the estimate, an agent that has to wait for somebody
    /// at its goal would search all that can be done meanwhile.
    pub fn route(
        &mut self,
        ways: &Ways,
        table: &Table,
        request: &Request,
        mut estimate: impl FnMut(Cell) -> Option<u32>,
    ) -> Option<Route> {
        self.nodes.clear();
        self.open.clear();
        self.closed.clear();
        // Where nothing changes any more all ticks are alike, so that a search that must fail comes to an end.
        let (earliest, alike) = match request.until {
            Until::Rest => {
                let earliest = table.free_for_good(request.goal)?.saturating_sub(request.now);
                (earliest, table.end.saturating_sub(request.now))
            }
            Until::Window(_) => (0, u32::MAX),
        };
        let mut reach = |search: &mut Self, node: Node| {
            if let Some(rest) = estimate(node.cell) {
                let whole = (node.cost + rest).max(earliest);
                search.open.push(Reverse((whole, Reverse(node.tick), rest, search.nodes.len() as u32)));
                search.nodes.push(node);
            }
        };
        reach(self, Node { cell: request.from, tick: request.now, cost: 0, parent: ROOT });
        let limit = self.expanded + u64::from(request.max_expanded);
        while let Some(Reverse((.., index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            let elapsed = node.tick - request.now;
            let (is_done, rest_cost) = match request.until {
                Until::Rest => (node.cell == request.goal && elapsed >= earliest, 1),
                Until::Window(window) => (elapsed >= window, u32::from(node.cell != request.goal)),
            };
            if is_done {
                return Some(self.trace(index, request.now, request.until == Until::Rest));
            }
            if !self.closed.insert((ways.index(node.cell) as u64) << 32 | u64::from(elapsed.min(alike))) {
                continue;
            }
            if self.expanded == limit {
                return None;
            }
            self.expanded += 1;
            let tick = node.tick + 1;
            if table.is_free(node.cell, tick) {
                reach(self, Node { cell: node.cell, tick, cost: node.cost + rest_cost, parent: index });
            }
            for dir in ways.from(node.cell) {
                if table.may_step(node.cell, dir, node.tick) {
                    reach(self, Node { cell: node.cell.step(dir), tick, cost: node.cost + 1, parent: index });
                }
            }
        }
        None
    }

    fn trace(&self, end: u32, start: Tick, rests: bool) -> Route {
        let mut cells = Vec::new();
        let mut index = end;
        while index != ROOT {
            cells.push(self.nodes[index as usize].cell);
            index = self.nodes[index as usize].parent;
        }
        cells.reverse();
        Route { start, cells, rests }
    }
}

/// A set of numbers below 2⁶⁴ − 1: open addressing with linear probing, at most half full. Emptied in constant time,
/// which matters because most windows hold a few dozen nodes.
#[derive(Debug, Clone, Default)]
pub struct Visited {
    /// The number and the round it was inserted in.
    slots: Vec<(u64, u32)>,
    round: u32,
    count: usize,
}

impl Visited {
    /// Forgets all numbers.
    pub fn clear(&mut self) {
        self.count = 0;
        if self.round == u32::MAX {
            self.slots.fill((0, 0));
            self.round = 0;
        }
        // Slots of round 0 have never been used.
        self.round += 1;
    }

    /// Whether the number is new.
    pub fn insert(&mut self, number: u64) -> bool {
        if (self.count + 1) * 2 > self.slots.len() {
            let old =
                std::mem::replace(&mut self.slots, vec![(0, 0); (self.count + 1).next_power_of_two().max(512) * 4]);
            let round = self.round;
            for (number, _) in old.into_iter().filter(|(_, inserted)| *inserted == round) {
                let place = self.place(number);
                self.slots[place] = (number, round);
            }
        }
        let place = self.place(number);
        if self.slots[place] == (number, self.round) {
            return false;
        }
        self.slots[place] = (number, self.round);
        self.count += 1;
        true
    }

    /// Where a number is, or the free slot where it belongs.
    fn place(&self, number: u64) -> usize {
        let mask = self.slots.len() - 1;
        // The golden ratio in 64 bits spreads neighbouring numbers (D. Knuth, The Art of Computer Programming 3, §6.4).
        let mut place = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) as usize & mask;
        while self.slots[place].1 == self.round && self.slots[place].0 != number {
            place = (place + 1) & mask;
        }
        place
    }
}
