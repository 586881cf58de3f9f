//! Reverse Resumable A* (RRA*): true distances to a goal, found on demand and mended after edits.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.3: an A* that runs from the goal towards the first asker
//! and keeps its open and closed lists, so that a later question about any cell resumes it until that cell is closed.
//! The heuristic aims at the first asker for good, which keeps it consistent: a closed cell has its exact distance.
//! Steps cost the same in both directions ([`super::terrain`]), so the backward distance is the forward one.
//!
//! After an edit of the map a search is *repaired* and not thrown away: distances that no longer have a neighbour to lean
//! on are forgotten from the edit outwards, then found again from the rim, as in dynamic shortest path algorithms
//! (G. Ramalingam and T. Reps, "An Incremental Algorithm for a Generalization of the Shortest-Path Problem", J. Algorithms
//! 1996); the work grows with the number of cells whose distance changes.
//!
//! [`super::rra_pool`] shares searches by goal and sort of unit.

use super::open_list::{Entry, OpenList};
use super::walk::{Layer, Walk};
use crate::base::{Cell, Chunked, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Beyond every cost.
const UNSEEN: u32 = u32::MAX >> 1;

/// The least cost found so far, and in the lowest bit whether the cell is closed: half the memory of a pair. Costs stay
/// below 2³¹: three million steps over the dearest ground of the rules that the game ships with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node(u32);

impl Node {
    const BLANK: Self = Self::open(UNSEEN);

    const fn open(cost: u32) -> Self {
        Self(cost << 1)
    }

    const fn closed(self) -> Self {
        Self(self.0 | 1)
    }

    const fn is_closed(self) -> bool {
        self.0 & 1 == 1
    }

    const fn cost(self) -> u32 {
        self.0 >> 1
    }
}

/// Where a search goes on from a cell, by the direction of the step that it came by: not back, and not an eighth of a turn
/// to either side of that. The cells there are straight neighbours of the cell that it came from, and the step from that
/// one costs less than the way around, whatever the ground. So nothing is lost, and three of eight looks are saved.
const ONWARDS: [u8; 9] = {
    let mut onwards = [u8::MAX; 9];
    let mut dir = 0;
    while dir < 8 {
        let back = (dir + 4) % 8;
        onwards[dir] = !(1 << back | 1 << ((back + 7) % 8) | 1 << ((back + 1) % 8));
        dir += 1;
    }
    onwards
};

/// One backward search.
#[derive(Debug, Clone)]
pub struct Rra {
    goal: Cell,
    layer: Layer,
    towards: Cell,
    nodes: Chunked<Node>,
    open: OpenList,
    /// The largest estimate that has left the open list: everything below it is final.
    frontier: u32,
    expanded: u64,
}

impl Rra {
    /// A search that ends at `goal` and will be asked about cells around `towards` first.
    pub fn new(ground: impl Walk, goal: Cell, towards: Cell) -> Self {
        let (width, height) = ground.extent();
        let nodes = Chunked::new(width, height, 1, Node::BLANK);
        let open = OpenList::default();
        let mut search = Self { goal, layer: ground.layer(), towards, nodes, open, frontier: 0, expanded: 0 };
        search.plant(ground);
        search
    }

    /// Puts the goal on the open list.
    fn plant(&mut self, ground: impl Walk) {
        if ground.is_passable(self.goal) {
            self.nodes.touch(self.goal)[0] = Node::open(0);
            self.open.push(Entry::new(ground.octile(self.goal, self.towards), 0, self.goal, None));
        }
    }

    pub const fn goal(&self) -> Cell {
        self.goal
    }

    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// Cells closed so far; those that were closed again after an edit count again.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Cost of the cheapest way from `cell` to the goal, or `None` if there is none. `ground` is the one that the
    /// search began with.
    pub fn distance(&mut self, ground: impl Walk, cell: Cell) -> Option<u32> {
        debug_assert_eq!(ground.layer(), self.layer);
        if !ground.is_passable(cell) {
            return None;
        }
        loop {
            if let Some(distance) = self.known(cell) {
                return Some(distance);
            }
            self.expand(ground)?;
        }
    }

    /// Goes on until `cell` is closed, closing at most `limit` cells. Whether the question is answered: [`known`](Self::known)
    /// then has the distance, or nothing if there is no way.
    pub fn advance(&mut self, ground: impl Walk, cell: Cell, limit: u64) -> bool {
        if self.known(cell).is_some() {
            return true;
        }
        let end = self.expanded.saturating_add(limit);
        while self.expanded < end {
            match self.expand(ground) {
                Some(closed) if closed != cell => {}
                _ => return true,
            }
        }
        false
    }

    /// The distance of a cell that is closed already.
    #[inline]
    pub fn known(&self, cell: Cell) -> Option<u32> {
        let node = self.nodes.get(cell)?[0];
        node.is_closed().then_some(node.cost())
    }

    /// The distance of a cell as far as it is known: exact if it is closed, too long at worst if it only lies beside closed
    /// ones.
    #[inline]
    pub(crate) fn estimate(&self, cell: Cell) -> Option<u32> {
        self.nodes.get(cell).map(|node| node[0].cost()).filter(|cost| *cost != UNSEEN)
    }

    /// Closes one cell and tells which; `None` when there is nothing left to close.
    #[inline]
    fn expand(&mut self, ground: impl Walk) -> Option<Cell> {
        let (entry, home) = loop {
            let entry = self.open.pop()?;
            let home = self.nodes.chunk(entry.cell());
            let node = &mut self.nodes.touch_from(home, entry.cell())[0];
            if *node == Node::open(entry.cost()) {
                *node = node.closed();
                break (entry, home);
            }
        };
        self.frontier = self.frontier.max(entry.estimate());
        self.expanded += 1;
        ground.each_step(entry.cell(), ONWARDS[usize::from(entry.by())], |next, dir, step| {
            let node = &mut self.nodes.touch_from(home, next)[0];
            let cost = entry.cost() + step;
            if cost < node.cost() {
                *node = Node::open(cost);
                self.open.push(Entry::new(cost + ground.octile(next, self.towards), cost, next, Some(dir)));
            }
        });
        Some(entry.cell())
    }

    /// Notes a way of `cost` from a cell to the goal if it is the best so far. Only after an edit can it be better than
    /// that of a closed cell, which is then open again.
    fn improve(&mut self, ground: impl Walk, cell: Cell, cost: u32) {
        let node = &mut self.nodes.touch(cell)[0];
        if cost < node.cost() {
            *node = Node::open(cost);
            self.open.push(Entry::new(cost + ground.octile(cell, self.towards), cost, cell, None));
        }
    }

    /// Brings the search in line with an edited map: `ground` is the map after the edit, `touched` are the cells whose
    /// steps or prices have changed ([`super::walk::WalkMap::update`]). `false` if more than `limit` cells would have to
    /// be looked at: the search is then useless and has to be begun anew.
    pub fn repair(&mut self, ground: impl Walk, touched: &[Cell], limit: u64) -> bool {
        let end = self.expanded.saturating_add(limit);
        self.open.forget_ways();
        // First wave: forget what nothing supports any more, the nearest to the goal first, because a cell can only
        // lean on nearer ones.
        let mut suspects: BinaryHeap<Reverse<(u32, Cell)>> = BinaryHeap::new();
        let mut orphans = Vec::new();
        let seen = |nodes: &Chunked<Node>, cell: Cell| nodes.get(cell).map_or(UNSEEN, |node| node[0].cost());
        for cell in touched {
            let cost = seen(&self.nodes, *cell);
            if cost != UNSEEN {
                suspects.push(Reverse((cost, *cell)));
            }
        }
        while let Some(Reverse((cost, cell))) = suspects.pop() {
            if seen(&self.nodes, cell) != cost || self.is_supported(ground, cell, cost) {
                continue;
            }
            self.expanded += 1;
            if self.expanded >= end {
                return false;
            }
            self.nodes.touch(cell)[0] = Node::BLANK;
            orphans.push(cell);
            let (width, height) = ground.extent();
            for dir in Dir::ALL {
                let next = cell.step(dir);
                // The step may have been legal before the edit and not be any more: all neighbours are asked.
                if (0..width as i16).contains(&next.x) && (0..height as i16).contains(&next.y) {
                    let further = seen(&self.nodes, next);
                    if further != UNSEEN && further > cost {
                        suspects.push(Reverse((further, next)));
                    }
                }
            }
        }
        // Second wave: what was forgotten or got better steps is found again from its neighbours.
        if seen(&self.nodes, self.goal) == UNSEEN {
            self.plant(ground);
        }
        for cell in orphans.iter().chain(touched) {
            for dir in Dir::ALL {
                let Some(step) = ground.step_cost(*cell, dir) else { continue };
                let (next, here) = (cell.step(dir), seen(&self.nodes, *cell));
                // `cell` through its closed neighbours, and they through it: an edit may have opened a way either way.
                if let Some(through) = self.known(next) {
                    self.improve(ground, *cell, through + step);
                }
                if here != UNSEEN && self.nodes.get(*cell).is_some_and(|node| node[0].is_closed()) {
                    self.improve(ground, next, here + step);
                }
            }
        }
        while self.open.least().is_some_and(|least| least <= self.frontier) {
            if self.expanded >= end {
                return false;
            }
            if self.expand(ground).is_none() {
                break;
            }
        }
        true
    }

    /// Whether the distance of a cell still follows from that of a nearer neighbour.
    fn is_supported(&self, ground: impl Walk, cell: Cell, cost: u32) -> bool {
        if cell == self.goal {
            return ground.is_passable(cell);
        }
        Dir::ALL.into_iter().any(|dir| {
            ground
                .step_cost(cell, dir)
                .is_some_and(|step| self.estimate(cell.step(dir)).is_some_and(|nearer| nearer + step == cost))
        })
    }
}
