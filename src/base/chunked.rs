//! A sparse rectangle: values live in square chunks that come into being when first written.
//!
//! For tables of which only a small part of a large map is ever touched: reservations around units, searches around
//! a route. Reading an untouched cell costs one look-up and gives `None`.

use super::Cell;

/// Side of a chunk as a power of two: 8 × 8 cells, small enough that a lone unit on a huge map costs little.
const SHIFT: u32 = 3;
const SIDE: usize = 1 << SHIFT;

/// `depth` values for every touched cell of a map, side by side in memory.
#[derive(Debug, Clone)]
pub struct Chunked<T> {
    chunks_per_row: usize,
    depth: usize,
    /// Position of each chunk in `values` in chunks, or `ABSENT`.
    directory: Vec<u32>,
    values: Vec<T>,
    blank: T,
}

const ABSENT: u32 = u32::MAX;

impl<T: Copy> Chunked<T> {
    /// An untouched table for a map of `width` × `height` cells with `depth` values a cell, which start as `blank`.
    #[must_use]
    pub fn new(width: u16, height: u16, depth: usize, blank: T) -> Self {
        let chunks_per_row = usize::from(width).div_ceil(SIDE);
        let rows = usize::from(height).div_ceil(SIDE);
        Self { chunks_per_row, depth, directory: vec![ABSENT; chunks_per_row * rows], values: Vec::new(), blank }
    }

    /// Values kept for each cell.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    fn split(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        ((y >> SHIFT) * self.chunks_per_row + (x >> SHIFT), ((y % SIDE) * SIDE + x % SIDE) * self.depth)
    }

    /// The values of a cell on the map, or `None` if its chunk was never written.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<&[T]> {
        let (chunk, offset) = self.split(cell);
        match self.directory[chunk] {
            ABSENT => None,
            place => {
                let start = place as usize * SIDE * SIDE * self.depth + offset;
                Some(&self.values[start..start + self.depth])
            }
        }
    }

    /// The values of a cell on the map if they exist, for change.
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut [T]> {
        let (chunk, _) = self.split(cell);
        if self.directory[chunk] == ABSENT { None } else { Some(self.touch(cell)) }
    }

    /// The values of a cell on the map for change; brings its chunk into being.
    pub fn touch(&mut self, cell: Cell) -> &mut [T] {
        let (chunk, offset) = self.split(cell);
        let size = SIDE * SIDE * self.depth;
        if self.directory[chunk] == ABSENT {
            self.directory[chunk] = (self.values.len() / size) as u32;
            self.values.resize(self.values.len() + size, self.blank);
        }
        let start = self.directory[chunk] as usize * size + offset;
        &mut self.values[start..start + self.depth]
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.directory.fill(ABSENT);
        self.values.clear();
    }

    /// Bytes in use, without the directory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.values.len() * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untouched_cells_cost_nothing_and_read_as_none() {
        let mut table = Chunked::new(100, 60, 3, 0u8);
        assert_eq!(table.get(Cell::new(99, 59)), None);
        table.touch(Cell::new(99, 59))[2] = 7;
        assert_eq!(table.get(Cell::new(99, 59)), Some(&[0, 0, 7][..]));
        assert_eq!(table.get(Cell::new(98, 59)), Some(&[0, 0, 0][..]), "the same chunk");
        assert_eq!(table.get(Cell::new(0, 0)), None);
        assert_eq!(table.bytes(), 64 * 3);
        table.clear();
        assert_eq!(table.get(Cell::new(99, 59)), None);
    }
}
