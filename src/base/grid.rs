//! A dense rectangle of values, one per cell, stored row by row.

use super::Cell;
use serde::Serialize;

/// Values of a `width` × `height` map. Side lengths are at most [`MAX_SIDE`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Grid<T> {
    width: u16,
    height: u16,
    cells: Vec<T>,
}

/// Longest side of any map: cell coordinates are `i16`, and 4096² cells of four bytes are 64 MiB.
pub const MAX_SIDE: u16 = 4096;

impl<T: Clone> Grid<T> {
    /// A grid of equal values.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`MAX_SIDE`]; files and options are checked before they come here.
    pub fn filled(width: u16, height: u16, value: T) -> Self {
        assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height), "grid of {width}×{height} cells");
        Self { width, height, cells: vec![value; usize::from(width) * usize::from(height)] }
    }
}

impl<T> Grid<T> {
    /// A grid from values in row order.
    ///
    /// # Panics
    /// If the number of values is not `width × height`, or a side is out of range.
    pub fn from_rows(width: u16, height: u16, cells: Vec<T>) -> Self {
        assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height), "grid of {width}×{height} cells");
        assert_eq!(cells.len(), usize::from(width) * usize::from(height), "values for {width}×{height} cells");
        Self { width, height, cells }
    }

    pub const fn width(&self) -> u16 {
        self.width
    }

    pub const fn height(&self) -> u16 {
        self.height
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Never true: a grid has at least one cell. Here because `len` is.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether `cell` lies on the map.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height
    }

    /// Row-major position of a cell on the map.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell} outside of {}×{}", self.width, self.height);
        cell.y as usize * usize::from(self.width) + cell.x as usize
    }

    /// The cell at a row-major position.
    pub fn cell(&self, index: usize) -> Cell {
        let width = usize::from(self.width);
        Cell::new((index % width) as i16, (index / width) as i16)
    }

    /// The value at `cell`, or `None` outside of the map.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.contains(cell).then(|| &self.cells[self.index(cell)])
    }

    /// The value at `cell` for change, or `None` outside of the map.
    #[inline]
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.contains(cell).then(|| &mut self[cell])
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.cells
    }

    /// All values for change, row by row.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }

    /// Every cell with its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.cells().zip(self.cells.iter())
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(usize::from(self.width))
    }

    /// A grid of the same shape, value by value.
    pub fn map<U>(&self, convert: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { width: self.width, height: self.height, cells: self.cells.iter().map(convert).collect() }
    }
}

impl<T> std::ops::Index<Cell> for Grid<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.cells[Self::index(self, cell)]
    }
}

impl<T> std::ops::IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = Self::index(self, cell);
        &mut self.cells[index]
    }
}
