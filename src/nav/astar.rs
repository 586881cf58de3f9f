//! A plain A* for one unit on flat arrays: our baseline for the jump point search, and the second opinion in tests.
//!
//! P. E. Hart, N. J. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
//! IEEE Transactions on Systems Science and Cybernetics 4(2), 1968, with the octile distance as heuristic.
//!
//! Where we differ:
//! - The open list is a ring of buckets, each an eighth of a cell wide (R. Dial, "Algorithm 360", Communications of the
//!   ACM 12(11), 1969); within a bucket the last in is the first out. A cell may so be expanded before its length is
//!   final; it is then expanded again, and the search ends only when nothing shorter is left, so the result is exact.
//! - One word per cell holds the length and the number of the search, higher numbers for older searches: a cell of an
//!   older search is farther than anything, and nothing is cleared. Parents are not kept: a cell's parent is any
//!   neighbour whose length is less by just that step.
//! - One byte per cell holds the legal steps, renewed around each edit.

use super::octile::{DIAGONAL, LENGTH_BITS, Length, STRAIGHT, distance, length};
use crate::base::{Cell, Dir, Grid};

const BUCKET: Length = STRAIGHT / 8;
/// Buckets of the ring. One step adds at most two diagonal steps to the estimate: 23 buckets and the one begun.
const RING: usize = 32;
const _: () = assert!(2 * DIAGONAL / BUCKET + 2 < RING as u64);

/// The number of no search: searches count down from here.
pub const OLDEST: u64 = (1 << (64 - LENGTH_BITS)) - 1;
/// The word of a cell that no search has reached: larger than that of every search, and a step can be added to it.
const UNREACHED: u64 = OLDEST << LENGTH_BITS;

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Length to the cell with the number of the search, as in the array.
    word: u64,
    x: u16,
    y: u16,
}

/// The searcher: the ground and the memory of searches, used again by the next.
#[derive(Debug, Clone)]
pub struct AStar {
    passable: Grid<bool>,
    /// Legal steps from each cell, one bit per direction.
    steps: Vec<u8>,
    /// Number of the last search that reached a cell (high bits) and the length then (low bits).
    words: Vec<u64>,
    search: u64,
    ring: Vec<Vec<Entry>>,
    expanded: u64,
}

impl AStar {
    /// A searcher on the cells that are `true`.
    pub fn new(passable: &Grid<bool>) -> Self {
        let mut new = Self {
            passable: passable.clone(),
            steps: vec![0; passable.len()],
            words: vec![UNREACHED; passable.len()],
            search: OLDEST,
            ring: vec![Vec::new(); RING],
            expanded: 0,
        };
        for cell in passable.cells() {
            new.refresh(cell);
        }
        new
    }

    /// Makes a cell passable or not. The next search sees it; cells outside of the map stay blocked.
    pub fn set(&mut self, cell: Cell, passable: bool) {
        if let Some(known) = self.passable.get_mut(cell) {
            *known = passable;
            self.refresh(cell);
            for dir in Dir::ALL {
                self.refresh(cell.step(dir));
            }
        }
    }

    /// Cells expanded by the last search.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    fn is_passable(&self, cell: Cell) -> bool {
        self.passable.get(cell).is_some_and(|passable| *passable)
    }

    /// Finds the legal steps from a cell.
    fn refresh(&mut self, cell: Cell) {
        if !self.passable.contains(cell) {
            return;
        }
        let mut steps = 0;
        if self.is_passable(cell) {
            for dir in Dir::ALL {
                let (dx, dy) = dir.offset();
                let reached = [cell.step(dir), Cell::new(cell.x + dx, cell.y), Cell::new(cell.x, cell.y + dy)];
                steps |= u8::from(reached.into_iter().all(|cell| self.is_passable(cell))) << dir as u8;
            }
        }
        let index = self.passable.index(cell);
        self.steps[index] = steps;
    }

    /// The cells of a shortest path with both ends, or `None` if there is no path.
    pub fn path(&mut self, start: Cell, goal: Cell) -> Option<Vec<Cell>> {
        self.expanded = 0;
        if !self.is_passable(start) || !self.is_passable(goal) {
            return None;
        }
        if self.search == 0 {
            self.words.fill(UNREACHED);
            self.search = OLDEST;
        }
        self.search -= 1;
        let number = self.search << LENGTH_BITS;
        self.ring.iter_mut().for_each(Vec::clear);
        let width = usize::from(self.passable.width());
        let (start_at, goal_at) = (self.passable.index(start), self.passable.index(goal));
        let (goal_x, goal_y) = (goal.x as u16, goal.y as u16);
        let estimate =
            |word: u64, x: u16, y: u16| word + distance(x.abs_diff(goal_x).into(), y.abs_diff(goal_y).into());
        // Change of the index, of both coordinates and of the length, per direction.
        let moves = Dir::ALL.map(|dir| {
            let (dx, dy) = dir.offset();
            (dy as isize * width as isize + dx as isize, dx, dy, length(dir))
        });
        self.words[start_at] = number;
        let first = Entry { word: number, x: start.x as u16, y: start.y as u16 };
        let lowest = estimate(number, first.x, first.y);
        self.ring[0].push(first);
        let (mut waiting, mut bucket) = (1usize, 0usize);
        while waiting > 0 {
            let Some(entry) = self.ring[bucket % RING].pop() else {
                bucket += 1;
                continue;
            };
            waiting -= 1;
            let at = usize::from(entry.y) * width + usize::from(entry.x);
            let best = self.words[goal_at];
            // Reached on a shorter way since, or of no more use.
            if self.words[at] != entry.word || best <= lowest + (bucket as Length) * BUCKET {
                continue;
            }
            self.expanded += 1;
            let mut steps = self.steps[at];
            while steps != 0 {
                let (offset, dx, dy, length) = moves[steps.trailing_zeros() as usize & 7];
                steps &= steps - 1;
                let (next, word) = (at.wrapping_add_signed(offset), entry.word + length);
                if word < self.words[next] {
                    let (x, y) = (entry.x.wrapping_add_signed(dx), entry.y.wrapping_add_signed(dy));
                    self.words[next] = word;
                    let slot = (estimate(word, x, y) - lowest) / BUCKET;
                    self.ring[slot as usize % RING].push(Entry { word, x, y });
                    waiting += 1;
                }
            }
        }
        (self.words[goal_at] >> LENGTH_BITS == self.search).then(|| self.trace(start, goal))
    }

    /// Walks back from the goal over cells whose lengths fit.
    fn trace(&self, start: Cell, goal: Cell) -> Vec<Cell> {
        let mut path = vec![goal];
        let mut cell = goal;
        while cell != start {
            let at = self.passable.index(cell);
            let before = Dir::ALL.into_iter().find(|dir| {
                // A step is legal in both directions or in none.
                self.steps[at] >> *dir as u8 & 1 == 1
                    && self.words[self.passable.index(cell.step(*dir))] + length(*dir) == self.words[at]
            });
            cell = cell.step(before.expect("every cell that was reached was reached from a neighbour"));
            path.push(cell);
        }
        path.reverse();
        path
    }
}
