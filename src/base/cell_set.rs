//! A set of cells of one map, for many questions about cells that lie together: bits beside each other instead of a tree.

use super::{Cell, Chunked};

/// Cells of a map.
#[derive(Debug, Clone)]
pub struct CellSet {
    width: u16,
    height: u16,
    cells: Chunked<bool>,
}

impl CellSet {
    /// No cell of a map of `width` × `height` cells.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        Self { width, height, cells: Chunked::new(width, height, 1, false) }
    }

    fn is_inside(&self, cell: Cell) -> bool {
        (0..self.width as i16).contains(&cell.x) && (0..self.height as i16).contains(&cell.y)
    }

    /// Whether a cell, which may lie outside of the map, is in the set.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        self.is_inside(cell) && self.cells.get(cell).is_some_and(|is_in| is_in[0])
    }

    /// Adds a cell; one outside of the map is left out.
    pub fn insert(&mut self, cell: Cell) {
        if self.is_inside(cell) {
            self.cells.touch(cell)[0] = true;
        }
    }

    /// Takes a cell out.
    pub fn remove(&mut self, cell: Cell) {
        if self.contains(cell) {
            self.cells.touch(cell)[0] = false;
        }
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.insert(cell));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_what_was_added_and_not_taken_out() {
        let mut set = CellSet::new(20, 3);
        set.extend([Cell::new(19, 2), Cell::new(3, 0), Cell::new(20, 0), Cell::new(-1, 1)]);
        set.remove(Cell::new(3, 0));
        set.remove(Cell::new(4, 0));
        let all = (-2..22).flat_map(|x| (-1..4).map(move |y| Cell::new(x, y)));
        assert_eq!(all.filter(|cell| set.contains(*cell)).collect::<Vec<_>>(), [Cell::new(19, 2)]);
    }
}
