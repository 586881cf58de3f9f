//! How many observers of each side see each cell, and what follows from it.

use super::{MIDDLE, WORD};
use crate::base::{Cell, Grid};

/// Cells that one observer sees: rows of bits around a middle.
#[derive(Debug, Clone, Default)]
pub(super) struct Patch {
    /// Column of the cell at bit [`MIDDLE`].
    pub x: i32,
    /// Row of the map of the first row of bits.
    pub top: i32,
    pub rows: Vec<u64>,
}

impl Patch {
    /// Brings `rows` of a patch that is `shift` columns farther right in line with this one; nothing if bits are lost.
    fn aligned(row: u64, shift: i32) -> Option<u64> {
        if shift.unsigned_abs() >= WORD as u32 {
            return (row == 0).then_some(0);
        }
        let (moved, back) =
            if shift >= 0 { (row << shift, row << shift >> shift) } else { (row >> -shift, row >> -shift << -shift) };
        (back == row).then_some(moved)
    }

    /// The row of bits in a row of the map.
    fn row(&self, y: i32) -> u64 {
        usize::try_from(y - self.top).ok().and_then(|row| self.rows.get(row)).copied().unwrap_or(0)
    }
}

/// Counts for each side, and two bits a cell and side: visible now, explored once.
#[derive(Debug, Clone)]
pub(super) struct Cover {
    counts: Vec<Vec<u16>>,
    visible: Grid<u8>,
    explored: Grid<u8>,
    /// Sum of the marks of all bits that are set: follows each change, whatever the way to a state.
    print: u64,
    stamp: u64,
    /// The update in which a cell of a row has changed last.
    rows: Vec<u64>,
    /// The update in which a cell of a side has changed last.
    sides: Vec<u64>,
}

/// A number for a bit of the state, by the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
const fn mark(index: usize, side: u8, is_explored: bool) -> u64 {
    let mut bits = ((index as u64) << 4 | (side as u64) << 1 | is_explored as u64).wrapping_add(1);
    bits = bits.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

impl Cover {
    pub(super) fn new(width: u16, height: u16, sides: u8) -> Self {
        let cells = usize::from(width) * usize::from(height);
        Self {
            counts: vec![vec![0; cells]; usize::from(sides)],
            visible: Grid::filled(width, height, 0),
            explored: Grid::filled(width, height, 0),
            print: 0,
            stamp: 0,
            rows: vec![0; usize::from(height)],
            sides: vec![0; usize::from(sides)],
        }
    }

    pub(super) const fn sides(&self) -> u8 {
        self.sides.len() as u8
    }

    pub(super) const fn visible(&self) -> &Grid<u8> {
        &self.visible
    }

    pub(super) const fn explored(&self) -> &Grid<u8> {
        &self.explored
    }

    pub(super) const fn print(&self) -> u64 {
        self.print
    }

    pub(super) const fn stamp(&self) -> u64 {
        self.stamp
    }

    pub(super) fn row_stamp(&self, row: u16) -> u64 {
        self.rows[usize::from(row)]
    }

    pub(super) fn side_stamp(&self, side: u8) -> u64 {
        self.sides[usize::from(side)]
    }

    /// What changes from now on has changed after all that was before.
    pub(super) const fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Counts updates on from a number, and everything has changed in the next one.
    pub(super) fn count_on(&mut self, stamp: u64) {
        self.stamp = stamp + 1;
        self.rows.fill(self.stamp);
        self.sides.fill(self.stamp);
    }

    pub(super) fn explore(&mut self, side: u8, cell: Cell) {
        let index = self.explored.index(cell);
        if self.explored.values()[index] & (1 << side) == 0 {
            self.explored.values_mut()[index] |= 1 << side;
            self.print = self.print.wrapping_add(mark(index, side, true));
            self.note(side, cell.y as usize);
        }
    }

    fn note(&mut self, side: u8, row: usize) {
        self.rows[row] = self.stamp;
        self.sides[usize::from(side)] = self.stamp;
    }

    /// An observer of a side who saw one patch sees another one.
    pub(super) fn replace(&mut self, side: u8, old: &Patch, new: &Patch) {
        let shift = old.x - new.x;
        let old_rows = old.rows.iter().map(|row| Patch::aligned(*row, shift));
        if old_rows.clone().any(|row| row.is_none()) {
            // Too far away for one word to hold both.
            old.rows.iter().zip(old.top..).for_each(|(row, y)| self.lose(side, old.x, y, *row));
            new.rows.iter().zip(new.top..).for_each(|(row, y)| self.gain(side, new.x, y, *row));
            return;
        }
        // Gains first, so that what stays in sight of somebody else's doing is not dark in between.
        for (row, y) in new.rows.iter().zip(new.top..) {
            let before = Patch::aligned(old.row(y), shift).unwrap_or(0);
            self.gain(side, new.x, y, row & !before);
        }
        for (before, y) in old_rows.zip(old.top..) {
            self.lose(side, new.x, y, before.unwrap_or(0) & !new.row(y));
        }
    }

    /// Position of the cell at bit 0 of a row of bits; wraps if that is off the map, as rows without bits may be.
    fn base(&self, x: i32, y: i32) -> usize {
        let row = y as isize * isize::from(self.visible.width() as i16);
        row.wrapping_add((x - MIDDLE) as isize) as usize
    }

    fn gain(&mut self, side: u8, x: i32, y: i32, mut bits: u64) {
        let (base, mut is_news) = (self.base(x, y), false);
        while bits != 0 {
            let index = base.wrapping_add(bits.trailing_zeros() as usize);
            bits &= bits - 1;
            let count = &mut self.counts[usize::from(side)][index];
            *count += 1;
            if *count == 1 {
                is_news = true;
                self.visible.values_mut()[index] |= 1 << side;
                self.print = self.print.wrapping_add(mark(index, side, false));
                let explored = &mut self.explored.values_mut()[index];
                if *explored & (1 << side) == 0 {
                    *explored |= 1 << side;
                    self.print = self.print.wrapping_add(mark(index, side, true));
                }
            }
        }
        if is_news {
            self.note(side, y as usize);
        }
    }

    fn lose(&mut self, side: u8, x: i32, y: i32, mut bits: u64) {
        let (base, mut is_news) = (self.base(x, y), false);
        while bits != 0 {
            let index = base.wrapping_add(bits.trailing_zeros() as usize);
            bits &= bits - 1;
            let count = &mut self.counts[usize::from(side)][index];
            *count -= 1;
            if *count == 0 {
                is_news = true;
                self.visible.values_mut()[index] &= !(1 << side);
                self.print = self.print.wrapping_sub(mark(index, side, false));
            }
        }
        if is_news {
            self.note(side, y as usize);
        }
    }
}
