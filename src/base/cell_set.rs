//! A set of cells of one map, for many questions: a bit for each cell of the map (1024 × 1024 cells: 128 KiB).

use super::{Cell, Grid};

const WORD: i16 = 64;

#[derive(Debug, Clone)]
pub struct CellSet {
    width: u16,
    /// Each row in whole words.
    words: Grid<u64>,
}

impl CellSet {
    /// No cell of a map of `width` × `height` cells.
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, words: Grid::filled(width.div_ceil(WORD.unsigned_abs()), height, 0) }
    }

    /// The word and the bit of a cell, if it lies on the map.
    #[inline]
    fn place(&self, cell: Cell) -> Option<(Cell, u64)> {
        let is_inside = (0..self.width as i16).contains(&cell.x) && (0..self.words.height() as i16).contains(&cell.y);
        is_inside.then(|| (Cell::new(cell.x / WORD, cell.y), 1 << (cell.x % WORD)))
    }

    /// Whether a cell, which may lie outside of the map, is in the set.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.place(cell).is_some_and(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Adds a cell; one outside of the map is left out.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if let Some((word, bit)) = self.place(cell) {
            self.words[word] |= bit;
        }
    }

    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if let Some((word, bit)) = self.place(cell) {
            self.words[word] &= !bit;
        }
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}
