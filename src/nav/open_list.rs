//! The open list of backward searches: a heap in which every entry has four below it.
//!
//! D. B. Johnson, "Priority queues with update and finding minimum spanning trees", IPL 1975: a wider heap is flatter, so
//! taking the least entry out touches fewer cache lines; four entries of 16 bytes are one. The order is total, so any
//! correct heap hands out the same entries in the same order.

use crate::base::Cell;

/// Entries below each.
const WIDTH: usize = 4;

/// A cell to be closed. Less goes first: the smaller estimate, then the larger cost, then the cell; all in one number,
/// because comparing is most of what an open list does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry(u128);

impl Entry {
    /// A cell of the map, reached at a cost, with an estimate of the whole way.
    #[must_use]
    pub fn new(estimate: u32, cost: u32, cell: Cell) -> Self {
        let place = u128::from(cell.x as u16) << 16 | u128::from(cell.y as u16);
        Self(u128::from(estimate) << 64 | u128::from(!cost) << 32 | place)
    }

    /// The estimate of the whole way.
    #[must_use]
    pub const fn estimate(self) -> u32 {
        (self.0 >> 64) as u32
    }

    /// The cost up to the cell.
    #[must_use]
    pub const fn cost(self) -> u32 {
        !((self.0 >> 32) as u32)
    }

    /// The cell.
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell::new((self.0 >> 16) as u16 as i16, self.0 as u16 as i16)
    }
}

/// Entries of which the least is at hand.
#[derive(Debug, Clone, Default)]
pub struct OpenList(Vec<Entry>);

impl OpenList {
    /// The least entry.
    #[must_use]
    pub fn peek(&self) -> Option<Entry> {
        self.0.first().copied()
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: Entry) {
        let mut place = self.0.len();
        self.0.push(entry);
        while place > 0 {
            let above = (place - 1) / WIDTH;
            if self.0[above] <= entry {
                break;
            }
            self.0[place] = self.0[above];
            place = above;
        }
        self.0[place] = entry;
    }

    /// Takes the least entry out.
    pub fn pop(&mut self) -> Option<Entry> {
        let last = self.0.pop()?;
        let Some(least) = self.peek() else { return Some(last) };
        let list = self.0.as_mut_slice();
        let mut place = 0;
        loop {
            let first = place * WIDTH + 1;
            let below = match list.get(first..first + WIDTH) {
                Some(four) => {
                    let left = usize::from(four[1] < four[0]);
                    let right = 2 + usize::from(four[3] < four[2]);
                    if four[right] < four[left] { right } else { left }
                }
                None => match (first..list.len()).min_by_key(|below| list[*below]) {
                    Some(least) => least - first,
                    None => break,
                },
            };
            let below = first + below;
            if last <= list[below] {
                break;
            }
            list[place] = list[below];
            place = below;
        }
        list[place] = last;
        Some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::RngExt;
    use std::cmp::Reverse;
    use std::collections::BTreeSet;

    #[test]
    fn the_least_entry_comes_out_first_whatever_the_order_of_adding() {
        let mut rng = stream(1, "open list");
        for _ in 0..50 {
            let (mut list, mut oracle) = (OpenList::default(), BTreeSet::new());
            for _ in 0..400 {
                if rng.random_bool(0.6) {
                    let (estimate, cost) = (rng.random_range(0..40), rng.random_range(0..6));
                    let cell = Cell::new(rng.random_range(0..9), rng.random_range(0..9));
                    if oracle.insert((estimate, Reverse(cost), cell)) {
                        list.push(Entry::new(estimate, cost, cell));
                    }
                } else {
                    let entry = list.pop().map(|entry| (entry.estimate(), Reverse(entry.cost()), entry.cell()));
                    assert_eq!(entry, oracle.pop_first());
                }
            }
        }
    }
}
