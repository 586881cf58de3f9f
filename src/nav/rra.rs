//! Reverse Resumable A* (RRA*): true distances to a goal, found on demand.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.3: an A* that runs from the goal towards the first asker
//! and keeps its open and closed lists, so that a later question about any cell resumes it until that cell is closed.
//! The heuristic aims at the first asker for good, which keeps it consistent: a closed cell has its exact distance.
//! Steps cost the same in both directions ([`super::terrain`]), so the backward distance is the forward one.
//!
//! [`RraPool`] shares searches by goal and movement class and forgets the least recently used.

use super::terrain::{Ground, MovementClass};
use crate::base::{Cell, Chunked, Dir};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const UNSEEN: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Least cost found so far.
    cost: u32,
    closed: bool,
}

/// One backward search.
#[derive(Debug, Clone)]
pub struct Rra {
    goal: Cell,
    class: MovementClass,
    towards: Cell,
    nodes: Chunked<Node>,
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, Cell)>>,
    expanded: u64,
}

impl Rra {
    /// A search that ends at `goal` and will be asked about cells around `towards` first.
    #[must_use]
    pub fn new(ground: Ground<'_>, goal: Cell, towards: Cell) -> Self {
        let terrain = ground.terrain();
        let blank = Node { cost: UNSEEN, closed: false };
        let mut nodes = Chunked::new(terrain.width(), terrain.height(), 1, blank);
        let mut open = BinaryHeap::new();
        if ground.is_passable(goal) {
            nodes.touch(goal)[0].cost = 0;
            open.push(Reverse((ground.octile(goal, towards), Reverse(0), goal)));
        }
        Self { goal, class: ground.class(), towards, nodes, open, expanded: 0 }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// Cells closed so far.
    #[must_use]
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Cost of the cheapest way from `cell` to the goal, or `None` if there is none. `ground` is the one that the
    /// search began with.
    pub fn distance(&mut self, ground: Ground<'_>, cell: Cell) -> Option<u32> {
        debug_assert_eq!(ground.class(), self.class);
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

    /// The distance of a cell that is closed already.
    #[must_use]
    pub fn known(&self, cell: Cell) -> Option<u32> {
        let node = self.nodes.get(cell)?[0];
        node.closed.then_some(node.cost)
    }

    /// Closes one cell; `None` when there is nothing left to close.
    fn expand(&mut self, ground: Ground<'_>) -> Option<()> {
        let (cost, cell) = loop {
            let Reverse((_, Reverse(cost), cell)) = self.open.pop()?;
            let node = &mut self.nodes.touch(cell)[0];
            if !node.closed {
                node.closed = true;
                break (cost, cell);
            }
        };
        self.expanded += 1;
        for dir in Dir::ALL {
            let Some(step) = ground.step_cost(cell, dir) else { continue };
            let (next, through) = (cell.step(dir), cost + step);
            let node = &mut self.nodes.touch(next)[0];
            if through < node.cost {
                node.cost = through;
                self.open.push(Reverse((through + ground.octile(next, self.towards), Reverse(through), next)));
            }
        }
        Some(())
    }
}

/// A bounded collection of backward searches, one per goal and movement class.
#[derive(Debug, Clone)]
pub struct RraPool {
    capacity: usize,
    /// Sorted by goal and class; the time of the last use stands beside each.
    searches: Vec<(Rra, u64)>,
    uses: u64,
    started: u64,
    forgotten_expanded: u64,
}

impl RraPool {
    /// An empty pool for at most `capacity` searches.
    #[must_use]
    pub const fn new(capacity: usize) -> Self {
        Self { capacity, searches: Vec::new(), uses: 0, started: 0, forgotten_expanded: 0 }
    }

    /// The search for `goal`, begun if it is not there; the least recently used one makes room.
    pub fn search(&mut self, ground: Ground<'_>, goal: Cell, towards: Cell) -> &mut Rra {
        self.uses += 1;
        let key = (goal, ground.class());
        let place = match self.searches.binary_search_by_key(&key, |(rra, _)| (rra.goal, rra.class)) {
            Ok(place) => place,
            Err(mut place) => {
                if self.searches.len() >= self.capacity {
                    let oldest = (0..self.searches.len()).min_by_key(|index| self.searches[*index].1);
                    if let Some(oldest) = oldest {
                        let (gone, _) = self.searches.remove(oldest);
                        self.forgotten_expanded += gone.expanded;
                        place -= usize::from(oldest < place);
                    }
                }
                self.started += 1;
                self.searches.insert(place, (Rra::new(ground, goal, towards), 0));
                place
            }
        };
        let (rra, used) = &mut self.searches[place];
        *used = self.uses;
        rra
    }

    /// The search for `goal` if it is remembered, without counting as a use.
    #[must_use]
    pub fn peek(&self, class: MovementClass, goal: Cell) -> Option<&Rra> {
        let place = self.searches.binary_search_by_key(&(goal, class), |(rra, _)| (rra.goal, rra.class)).ok()?;
        Some(&self.searches[place].0)
    }

    /// Forgets every search: the terrain has changed.
    pub fn clear(&mut self) {
        self.forgotten_expanded += self.searches.iter().map(|(rra, _)| rra.expanded).sum::<u64>();
        self.searches.clear();
    }

    /// Number of remembered searches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.searches.len()
    }

    /// Whether no search is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// Searches begun since the pool was made.
    #[must_use]
    pub const fn started(&self) -> u64 {
        self.started
    }

    /// Cells closed since the pool was made.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.forgotten_expanded + self.searches.iter().map(|(rra, _)| rra.expanded).sum::<u64>()
    }
}
