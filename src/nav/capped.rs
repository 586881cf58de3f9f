//! Capped search: A* that stops after a number of expansions, for bots that must answer at once.
//!
//! Moves are straight steps of cost 1 between cells on which the unit fits (the anchors of a large unit,
//! [`super::clearance`]); the heuristic is the Manhattan distance or a better one. P. E. Hart, N. J. Nilsson and
//! B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (IEEE Transactions on Systems
//! Science and Cybernetics 4(2), 1968); of equal promises the cell nearest to the goal is expanded first.
//!
//! A search that hit its cap is not lost: its expanded cells learn better estimates from its frontier, as in
//! LSS-LRTA* (S. Koenig and X. Sun, "Comparing Real-Time and Incremental Heuristic Search for Real-Time Situated
//! Agents", JAAMAS 18(3), 2009, §3). [`super::follower`] is the unit that uses it.

use crate::base::{Cell, Chunked, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Expansions of one search in the source system, whose full searches stalled the game.
pub const EXPANSIONS: u32 = 100;

const UNSEEN: u32 = u32::MAX;

/// How a capped search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The goal was reached: [`CappedSearch::path_to`] it is shortest.
    Found,
    /// Everything that can be reached was seen, and the goal is not there.
    NoWay,
    Capped,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Steps from the start, the least found so far.
    steps: u32,
    /// The direction in which the cell was entered.
    entered: Dir,
    closed: bool,
}

/// The memory of capped searches on one map, used again by each.
#[derive(Debug, Clone)]
pub struct CappedSearch {
    nodes: Chunked<Node>,
    /// Estimated length, then estimated rest: of equal promises the one farther on.
    open: BinaryHeap<Reverse<(u32, u32, Cell)>>,
    /// Cells expanded by the last search, in order.
    closed: Vec<Cell>,
    start: Cell,
    size: (u16, u16),
}

impl CappedSearch {
    /// For a map of `width` × `height` cells.
    pub fn new(width: u16, height: u16) -> Self {
        let blank = Node { steps: UNSEEN, entered: Dir::North, closed: false };
        let nodes = Chunked::new(width, height, 1, blank);
        Self { nodes, open: BinaryHeap::new(), closed: Vec::new(), start: Cell::new(0, 0), size: (width, height) }
    }

    /// A* from `from` to `to` over cells that are `free`, with at most `cap` expansions. `free` is asked about cells
    /// of the map only. `estimate` must be consistent and 0 at `to`.
    pub fn run(
        &mut self,
        (from, to): (Cell, Cell),
        cap: u32,
        free: impl Fn(Cell) -> bool,
        estimate: impl Fn(Cell) -> u32,
    ) -> Ending {
        self.nodes.clear();
        self.open.clear();
        self.closed.clear();
        self.start = from;
        if !self.contains(from) || !free(from) {
            return Ending::NoWay;
        }
        self.nodes.touch(from)[0].steps = 0;
        self.open.push(Reverse((estimate(from), estimate(from), from)));
        while let Some((_, cell)) = self.promising() {
            if cell == to {
                return Ending::Found;
            }
            if self.closed.len() as u32 >= cap {
                return Ending::Capped;
            }
            self.open.pop();
            let node = &mut self.nodes.touch(cell)[0];
            node.closed = true;
            self.closed.push(cell);
            let steps = node.steps + 1;
            for dir in Dir::STRAIGHT {
                let next = cell.step(dir);
                if !self.contains(next) || !free(next) {
                    continue;
                }
                let there = &mut self.nodes.touch(next)[0];
                if steps < there.steps {
                    *there = Node { steps, entered: dir, closed: false };
                    let rest = estimate(next);
                    self.open.push(Reverse((steps + rest, rest, next)));
                }
            }
        }
        Ending::NoWay
    }

    /// Cells that the last search expanded.
    pub fn expanded(&self) -> &[Cell] {
        &self.closed
    }

    /// The way from the start of the last search to a cell it has seen, the last cell first, without the start.
    pub fn path_to(&self, to: Cell) -> Vec<Cell> {
        let (mut path, mut at) = (Vec::new(), to);
        while at != self.start {
            path.push(at);
            match self.nodes.get(at).map(|node| node[0]) {
                Some(node) if node.steps != UNSEEN => at = at.step(node.entered.reverse()),
                _ => return Vec::new(),
            }
        }
        path
    }

    fn contains(&self, cell: Cell) -> bool {
        (0..self.size.0 as i16).contains(&cell.x) && (0..self.size.1 as i16).contains(&cell.y)
    }

    /// The open cell that promises the shortest way, with that length.
    pub(super) fn promising(&mut self) -> Option<(u32, Cell)> {
        loop {
            let Reverse((length, _, cell)) = *self.open.peek()?;
            if self.nodes.get(cell).is_some_and(|node| !node[0].closed) {
                return Some((length, cell));
            }
            self.open.pop();
        }
    }

    /// Teaches the expanded cells of a capped search their distance to the frontier plus the estimate there: Dijkstra's
    /// algorithm from the frontier inwards. Uses up the search.
    pub fn learn(&mut self, learned: &mut Chunked<u32>, estimate: impl Fn(&Chunked<u32>, Cell) -> u32) {
        let mut queue = BinaryHeap::new();
        while let Some((_, cell)) = self.promising() {
            self.open.pop();
            self.nodes.touch(cell)[0].steps = UNSEEN;
            queue.push(Reverse((estimate(learned, cell), cell)));
        }
        // From here on, a node is closed until its new value is final.
        while let Some(Reverse((rest, cell))) = queue.pop() {
            let node = &mut self.nodes.touch(cell)[0];
            if node.closed {
                node.closed = false;
                let value = &mut learned.touch(cell)[0];
                *value = rest.max(*value);
            }
            for dir in Dir::STRAIGHT {
                let next = cell.step(dir);
                if self.contains(next) && self.nodes.get(next).is_some_and(|node| node[0].closed) {
                    queue.push(Reverse((rest + 1, next)));
                }
            }
        }
    }
}
