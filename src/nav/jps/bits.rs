//! The ground of the jump point search as bit sets, 64 cells to a word.
//!
//! The map has a rim of one blocked cell on every side, so that no scan needs to look for the end of a line; the
//! coordinates in here count the rim: the cell (0, 0) of the map is (1, 1).

use crate::base::{Cell, Grid};

/// The cells of the map line after line, rows or columns, with the stops of scans along a line.
///
/// Invariant: `forward` and `backward` hold what [`Lines::refresh`] computes from `passable`.
#[derive(Debug, Clone)]
pub(super) struct Lines {
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

    pub(super) fn is_passable(&self, line: u32, at: u32) -> bool {
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
    pub(super) fn is_free_between(&self, line: u32, at: u32, end: u32) -> bool {
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
    pub(super) fn next_stop(&self, line: u32, at: u32) -> u32 {
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
    pub(super) fn previous_stop(&self, line: u32, at: u32) -> u32 {
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
pub(super) struct Bits {
    pub(super) rows: Lines,
    pub(super) columns: Lines,
    /// Bit (x, y), in the layout of the rows: the square of the cells (x, y) to (x + 1, y + 1) is free. Every legal
    /// diagonal step has its square, and the other way round.
    squares: Vec<u64>,
    width: u16,
    height: u16,
}

impl Bits {
    pub(super) fn new(passable: &Grid<bool>) -> Self {
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
    pub(super) fn set(&mut self, cell: Cell, passable: bool) {
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
    pub(super) fn is_square(&self, x: u32, y: u32) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use rand::RngExt;

    fn bits(rows: &[&str]) -> Bits {
        let cells = rows.iter().flat_map(|row| row.bytes().map(|byte| byte == b'.')).collect();
        Bits::new(&Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells))
    }

    #[test]
    fn a_scan_stops_behind_a_corner_and_at_a_wall() {
        let bits = bits(&[
            "..##......", //
            "..........",
            "......#..#",
        ]);
        // Eastwards along the middle row (y = 2 with the rim) from its first cell: the wall above ends before column 4.
        assert_eq!(bits.rows.next_stop(2, 1), 5);
        // Then the one below ends before column 7, and then comes the rim.
        assert_eq!(bits.rows.next_stop(2, 5), 8);
        assert_eq!(bits.rows.next_stop(2, 8), 11);
        // Westwards the stops are on the other side of the walls.
        assert_eq!(bits.rows.previous_stop(2, 10), 9);
        assert_eq!(bits.rows.previous_stop(2, 9), 6);
        assert_eq!(bits.rows.previous_stop(2, 6), 2);
        assert_eq!(bits.rows.previous_stop(2, 2), 0);
        // Downwards: in the first column to the rim, in the second past the wall's left end.
        assert_eq!(bits.columns.next_stop(1, 1), 4);
        assert_eq!(bits.columns.next_stop(2, 1), 2);
    }

    #[test]
    fn a_line_is_free_if_all_its_cells_are() {
        let mut map = Grid::filled(200, 1, true);
        let blocked = [70i16, 127, 128];
        for x in blocked {
            map[Cell::new(x, 0)] = false;
        }
        let bits = Bits::new(&map);
        for from in 0..200i16 {
            for to in 0..200i16 {
                let expected = !(from.min(to)..=from.max(to)).any(|x| blocked.contains(&x));
                let (at, end) = (from as u32 + 1, to as u32 + 1);
                assert_eq!(bits.rows.is_free_between(1, at, end), expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn edited_bit_sets_are_those_that_the_definitions_ask_for() {
        let mut rng = stream(7, "jps bits");
        for (width, height) in [(1, 1), (5, 70), (63, 3), (64, 64), (130, 65)] {
            let mut map = Grid::filled(width, height, true);
            let mut edited = Bits::new(&map);
            for _ in 0..400 {
                let cell = Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
                map[cell] = rng.random_bool(0.6);
                edited.set(cell, map[cell]);
            }
            // Everything as the definitions have it, cell by cell.
            let free =
                |x: u32, y: u32| map.get(Cell::new(x as i16 - 1, y as i16 - 1)).is_some_and(|passable| *passable);
            let is_stop = |(x, y): (u32, u32), (dx, dy): (i32, i32)| {
                let behind = |x: u32, y: u32| free(x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy));
                let sides = [
                    (x.wrapping_add_signed(dy), y.wrapping_add_signed(dx)),
                    (x.wrapping_add_signed(-dy), y.wrapping_add_signed(-dx)),
                ];
                !free(x, y) || sides.into_iter().any(|(x, y)| free(x, y) && !behind(x, y))
            };
            for (x, y) in (1..=u32::from(width)).flat_map(|x| (1..=u32::from(height)).map(move |y| (x, y))) {
                let of = |lines: &Lines, set: &[u64], line: u32, at: u32| {
                    set[line as usize * lines.stride + (at >> 6) as usize] >> (at & 63) & 1 == 1
                };
                let Bits { rows, columns, .. } = &edited;
                assert_eq!(rows.is_passable(y, x), free(x, y));
                assert_eq!(columns.is_passable(x, y), free(x, y));
                assert_eq!(of(rows, &rows.forward, y, x), is_stop((x, y), (1, 0)), "east at {x} {y}");
                assert_eq!(of(rows, &rows.backward, y, x), is_stop((x, y), (-1, 0)), "west at {x} {y}");
                assert_eq!(of(columns, &columns.forward, x, y), is_stop((x, y), (0, 1)), "south at {x} {y}");
                assert_eq!(of(columns, &columns.backward, x, y), is_stop((x, y), (0, -1)), "north at {x} {y}");
                let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                assert_eq!(edited.is_square(x, y), corners.into_iter().all(|(x, y)| free(x, y)), "square {x} {y}");
            }
        }
    }
}
