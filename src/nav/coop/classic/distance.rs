//! True distances in steps, found on demand: Reverse Resumable A* (RRA*).
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.3: an A* from the goal towards the first asker whose open and
//! closed lists are kept, so that a later question about any cell resumes it until that cell is closed. Here every
//! step, straight or diagonal, costs one tick, so the open list is a row of buckets by least total length.
//! [`crate::nav::rra`] is the same over terrain costs.

use super::Ways;
use crate::base::{Cell, Chunked};
use crate::nav::coop::insight::Looked;

const UNSEEN: u32 = u32::MAX;

/// One backward search.
#[derive(Debug, Clone)]
pub struct Distances {
    towards: Cell,
    /// Twice the least number of steps found so far, plus 1 if the cell is closed.
    found: Chunked<u32>,
    /// Open cells by number of steps plus estimate, less the estimate of the goal.
    open: Vec<Vec<Cell>>,
    /// The first bucket that may hold a cell.
    lowest: usize,
    base: u32,
    expanded: u64,
    /// All that was put on the open list or closed, in order, if somebody watches.
    looked: Option<Vec<Looked>>,
}

impl Distances {
    /// A search from `goal`, which is passable, that will first be asked about cells around `towards`.
    pub fn new(ways: &Ways, goal: Cell, towards: Cell) -> Self {
        let (width, height) = ways.size();
        let mut found = Chunked::new(width, height, 1, UNSEEN);
        found.touch(goal)[0] = 0;
        let base = ways.straight_distance(goal, towards);
        Self { towards, found, open: vec![vec![goal]], lowest: 0, base, expanded: 0, looked: None }
    }

    /// The same, and it keeps what it looks at.
    pub fn watched(self) -> Self {
        let first = self.open[0].iter().map(|goal| Looked { cell: *goal, steps: 0, closed: false });
        Self { looked: Some(first.collect()), ..self }
    }

    /// What it has looked at, in order; empty without [`Self::watched`].
    pub fn looked(&self) -> &[Looked] {
        self.looked.as_deref().unwrap_or_default()
    }

    #[inline]
    fn note(&mut self, cell: Cell, steps: u32, closed: bool) {
        if let Some(looked) = &mut self.looked {
            looked.push(Looked { cell, steps, closed });
        }
    }

    /// Steps from a cell to the goal, or `None` if there is no way.
    pub fn of(&mut self, ways: &Ways, cell: Cell) -> Option<u32> {
        loop {
            match self.found.get(cell) {
                Some(&[found]) if found != UNSEEN && found % 2 == 1 => return Some(found / 2),
                _ => self.expand(ways)?,
            }
        }
    }

    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Closes one cell; `None` when there is nothing left to close.
    fn expand(&mut self, ways: &Ways) -> Option<()> {
        let (cell, steps) = loop {
            let bucket = self.open.get_mut(self.lowest)?;
            let Some(cell) = bucket.pop() else {
                self.lowest += 1;
                continue;
            };
            let found = &mut self.found.touch(cell)[0];
            if found.is_multiple_of(2) {
                *found += 1;
                break (cell, *found / 2);
            }
        };
        self.expanded += 1;
        self.note(cell, steps, true);
        for dir in ways.from(cell) {
            let next = cell.step(dir);
            let found = &mut self.found.touch(next)[0];
            // A closed cell is never improved: the estimate is consistent.
            if (steps + 1) * 2 < *found && (*found == UNSEEN || found.is_multiple_of(2)) {
                *found = (steps + 1) * 2;
                let place = (steps + 1 + ways.straight_distance(next, self.towards) - self.base) as usize;
                if place >= self.open.len() {
                    self.open.resize_with(place + 1, Vec::new);
                }
                self.open[place].push(next);
                self.note(next, steps + 1, false);
            }
        }
        Some(())
    }
}
