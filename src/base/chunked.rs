//! A sparse rectangle: values live in square chunks that come into being when first written.
//!
//! For tables of which only a small part of a large map is ever touched: reservations around units, searches around
//! a route. Reading an untouched cell costs one look-up and gives `None`.

use super::Cell;

/// Side of a chunk as a power of two: 8 × 8 cells, small enough that a lone unit on a huge map costs little.
const SHIFT: u32 = 3;
const SIDE: usize = 1 << SHIFT;
/// Side of a block of chunks as a power of two: 8 × 8 chunks, so that an untouched table of 1024 × 1024 cells is 1 KiB.
/// With one entry for every chunk it was 64 KiB, and writing that was a fifth of a tick of 10,000 units.
const BLOCK_SHIFT: u32 = 3;
const BLOCK_SIDE: usize = 1 << BLOCK_SHIFT;

/// `depth` values for every touched cell of a map, side by side in memory.
#[derive(Debug, Clone)]
pub struct Chunked<T> {
    blocks_per_row: usize,
    depth: usize,
    /// Position of the first entry of each block in `directory`, or `ABSENT`.
    blocks: Vec<u32>,
    /// For every chunk of the blocks that have come into being: where its values start in `values`, or `ABSENT`.
    directory: Vec<u32>,
    values: Vec<T>,
    blank: T,
}

const ABSENT: u32 = u32::MAX;

/// A chunk of a table that has come into being; good until the table is cleared.
#[derive(Debug, Clone, Copy)]
pub struct Chunk {
    column: i16,
    row: i16,
    start: usize,
}

impl<T: Copy> Chunked<T> {
    /// An untouched table for a map of `width` × `height` cells with `depth` values a cell, which start as `blank`.
    pub fn new(width: u16, height: u16, depth: usize, blank: T) -> Self {
        let blocks_per_row = usize::from(width).div_ceil(SIDE * BLOCK_SIDE);
        let rows = usize::from(height).div_ceil(SIDE * BLOCK_SIDE);
        let blocks = vec![ABSENT; blocks_per_row * rows];
        Self { blocks_per_row, depth, blocks, directory: Vec::new(), values: Vec::new(), blank }
    }

    /// The block of a cell, its chunk within that, and its place within the chunk.
    #[inline]
    fn split(&self, cell: Cell) -> (usize, usize, usize) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        let block = (y >> (SHIFT + BLOCK_SHIFT)) * self.blocks_per_row + (x >> (SHIFT + BLOCK_SHIFT));
        let chunk = ((y >> SHIFT) % BLOCK_SIDE) * BLOCK_SIDE + (x >> SHIFT) % BLOCK_SIDE;
        (block, chunk, ((y % SIDE) * SIDE + x % SIDE) * self.depth)
    }

    /// The values of a cell on the map, or `None` if its chunk was never written.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&[T]> {
        let (block, chunk, offset) = self.split(cell);
        let first = self.blocks[block];
        if first == ABSENT {
            return None;
        }
        match self.directory[first as usize + chunk] {
            ABSENT => None,
            place => {
                let start = place as usize + offset;
                Some(&self.values[start..start + self.depth])
            }
        }
    }

    /// The chunk of a cell on the map, for many questions about the surroundings of one cell; brings it into being.
    #[inline]
    pub fn chunk(&mut self, cell: Cell) -> Chunk {
        let offset = self.split(cell).2;
        Chunk { column: cell.x >> SHIFT, row: cell.y >> SHIFT, start: self.start_of(cell) - offset }
    }

    /// The values of a cell on the map for change, quickly if it lies in a chunk that is known.
    #[inline]
    pub fn touch_from(&mut self, chunk: Chunk, cell: Cell) -> &mut [T] {
        if (cell.x >> SHIFT, cell.y >> SHIFT) != (chunk.column, chunk.row) {
            return self.touch(cell);
        }
        let start = chunk.start + ((cell.y as usize % SIDE) * SIDE + cell.x as usize % SIDE) * self.depth;
        &mut self.values[start..start + self.depth]
    }

    /// The values of a cell on the map for change; brings its chunk into being.
    #[inline]
    pub fn touch(&mut self, cell: Cell) -> &mut [T] {
        let start = self.start_of(cell);
        &mut self.values[start..start + self.depth]
    }

    /// Where the values of a cell start; brings its chunk into being.
    #[inline]
    fn start_of(&mut self, cell: Cell) -> usize {
        let (block, chunk, offset) = self.split(cell);
        if self.blocks[block] == ABSENT {
            self.blocks[block] = self.directory.len() as u32;
            self.directory.resize(self.directory.len() + BLOCK_SIDE * BLOCK_SIDE, ABSENT);
        }
        let entry = self.blocks[block] as usize + chunk;
        if self.directory[entry] == ABSENT {
            self.directory[entry] = self.values.len() as u32;
            self.values.resize(self.values.len() + SIDE * SIDE * self.depth, self.blank);
        }
        self.directory[entry] as usize + offset
    }

    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.fill(ABSENT);
        self.directory.clear();
        self.values.clear();
    }

    /// Bytes in use, without the directory.
    pub fn bytes(&self) -> usize {
        self.values.len() * size_of::<T>()
    }
}
