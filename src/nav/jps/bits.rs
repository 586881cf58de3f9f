//! The ground of the jump point search as bit sets, 64 cells to a word.
//!
//! The map has a rim of one blocked cell on every side, so that no scan needs to look for the end of a line; the
//! coordinates in here count the rim: the cell (0, 0) of the map is (1, 1).

use crate::base::{Cell, Grid};

/// The cells of the map line after line, rows or columns, with the stops of scans along a line.
///
/// Invariant: `forward` and `backward` hold what [`Lines::refresh`] computes from `passable`.
#[derive(Debug, Clone)]
pub struct Lines {
    stride: usize,
    passable: Vec<u64>,
    /// Where a scan towards higher positions ends: blocked cells and jump points.
    forward: Vec<u64>,
    /// The same for a scan towards lower positions.
    backward: Vec<u64>,
}

impl Lines {
    /// Blocked cells in `count` lines of `length` cells, both without the rim.
    fn new(count: usize, length: usize) -> Self {
        let stride = (length + 2).div_ceil(64);
        let words = (count + 2) * stride;
        Self { stride, passable: vec![0; words], forward: vec![u64::MAX; words], backward: vec![u64::MAX; words] }
    }

    /// Whether the cell at `at` of `line` is passable.
    pub fn is_passable(&self, line: u32, at: u32) -> bool {
        self.passable[line as usize * self.stride + (at >> 6) as usize] >> (at & 63) & 1 == 1
    }

    fn set(&mut self, line: u32, at: u32, passable: bool) {
        let word = &mut self.passable[line as usize * self.stride + (at >> 6) as usize];
        *word = *word & !(1 << (at & 63)) | u64::from(passable) << (at & 63);
    }

    /// Finds the stops in one word of one line of the map.
    ///
    /// A cell that is entered along its line is a jump point if a cell beside it is passable and the cell behind that
    /// one is blocked: only through here is the way around that corner shortest.
    fn refresh(&mut self, line: usize, word: usize) {
        let at = line * self.stride + word;
        let (mut forward, mut backward) = (!self.passable[at], !self.passable[at]);
        for beside in [at - self.stride, at + self.stride] {
            let free = self.passable[beside];
            let lower = if word == 0 { 0 } else { self.passable[beside - 1] >> 63 };
            let higher = if word + 1 == self.stride { 0 } else { self.passable[beside + 1] << 63 };
            forward |= free & !(free << 1 | lower);
            backward |= free & !(free >> 1 | higher);
        }
        self.forward[at] = forward;
        self.backward[at] = backward;
    }

    fn refresh_all(&mut self) {
        let lines = self.passable.len() / self.stride;
        for line in 1..lines - 1 {
            for word in 0..self.stride {
                self.refresh(line, word);
            }
        }
    }

    /// Refreshes all that the cell at `at` of `line` can have changed.
    fn refresh_around(&mut self, line: u32, at: u32) {
        let last = self.passable.len() / self.stride - 2;
        for line in (line as usize - 1).max(1)..=(line as usize + 1).min(last) {
            // Always at least one cell from both ends of the line, for the rim is not set.
            for word in (at - 1) as usize >> 6..=(at + 1) as usize >> 6 {
                self.refresh(line, word);
            }
        }
    }

    /// Whether every cell of a line from `at` to `end` is passable.
    pub fn is_free_between(&self, line: u32, at: u32, end: u32) -> bool {
        let words = &self.passable[line as usize * self.stride..][..self.stride];
        let (low, high) = (at.min(end), at.max(end));
        let (first, last) = (low as usize >> 6, high as usize >> 6);
        (first..=last).all(|index| {
            let from = if index == first { u64::MAX << (low & 63) } else { u64::MAX };
            let to = if index == last { u64::MAX >> (63 - (high & 63)) } else { u64::MAX };
            !words[index] & from & to == 0
        })
    }

    /// The first stop behind `at` towards higher positions.
    #[inline]
    pub fn next_stop(&self, line: u32, at: u32) -> u32 {
        let words = &self.forward[line as usize * self.stride..][..self.stride];
        let first = (at + 1) as usize >> 6;
        let mut stops = words[first] & (u64::MAX << ((at + 1) & 63));
        let mut index = first;
        while stops == 0 {
            index += 1;
            stops = words[index];
        }
        (index as u32) << 6 | stops.trailing_zeros()
    }

    /// The first stop behind `at` towards lower positions.
    #[inline]
    pub fn previous_stop(&self, line: u32, at: u32) -> u32 {
        let words = &self.backward[line as usize * self.stride..][..self.stride];
        let first = (at - 1) as usize >> 6;
        let mut stops = words[first] & (u64::MAX >> (63 - ((at - 1) & 63)));
        let mut index = first;
        while stops == 0 {
            index -= 1;
            stops = words[index];
        }
        (index as u32) << 6 | (63 - stops.leading_zeros())
    }
}

/// The whole ground: rows, columns and squares.
#[derive(Debug, Clone)]
pub struct Bits {
    /// The rows, from top to bottom.
    pub rows: Lines,
    /// The columns, from left to right.
    pub columns: Lines,
    /// Bit (x, y), in the layout of the rows: the square of the cells (x, y) to (x + 1, y + 1) is free. Every legal
    /// diagonal step has its square, and the other way round.
    squares: Vec<u64>,
    width: u16,
    height: u16,
}

impl Bits {
    /// The ground of a map.
    pub fn new(passable: &Grid<bool>) -> Self {
        let (width, height) = (usize::from(passable.width()), usize::from(passable.height()));
        let rows = Lines::new(height, width);
        let squares = vec![0; rows.passable.len()];
        let columns = Lines::new(width, height);
        let mut bits = Self { rows, columns, squares, width: passable.width(), height: passable.height() };
        for cell in passable.cells().filter(|cell| passable[*cell]) {
            let (x, y) = inner(cell);
            bits.rows.set(y, x, true);
            bits.columns.set(x, y, true);
        }
        bits.rows.refresh_all();
        bits.columns.refresh_all();
        for y in 1..u32::from(bits.height) {
            for x in 1..u32::from(bits.width) {
                bits.refresh_square(x, y);
            }
        }
        bits
    }

    /// Changes one cell of the map.
    pub fn set(&mut self, cell: Cell, passable: bool) {
        let (x, y) = inner(cell);
        self.rows.set(y, x, passable);
        self.columns.set(x, y, passable);
        self.rows.refresh_around(y, x);
        self.columns.refresh_around(x, y);
        for (left, top) in [(x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)] {
            self.refresh_square(left, top);
        }
    }

    fn refresh_square(&mut self, x: u32, y: u32) {
        let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let free = corners.into_iter().all(|(x, y)| self.rows.is_passable(y, x));
        let word = &mut self.squares[y as usize * self.rows.stride + (x >> 6) as usize];
        *word = *word & !(1 << (x & 63)) | u64::from(free) << (x & 63);
    }

    /// Whether the square with (x, y) as its upper left cell is free.
    #[inline]
    pub fn is_square(&self, x: u32, y: u32) -> bool {
        self.squares[y as usize * self.rows.stride + (x >> 6) as usize] >> (x & 63) & 1 == 1
    }

    /// Whether a cell is on the map and passable.
    pub(super) fn is_passable(&self, cell: Cell) -> bool {
        self.contains(cell) && self.rows.is_passable(cell.y as u32 + 1, cell.x as u32 + 1)
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height
    }

    /// Cells of one row with rim and padding, and how many there are in all.
    pub(super) fn layout(&self) -> (u32, usize) {
        (self.rows.stride as u32 * 64, self.rows.passable.len() * 64)
    }
}

/// Coordinates inside the rim, of a cell on the map.
pub(super) fn inner(cell: Cell) -> (u32, u32) {
    (cell.x as u32 + 1, cell.y as u32 + 1)
}
