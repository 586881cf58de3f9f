//! A dense rectangle of values, one per cell, stored tile by tile.
//!
//! Row by row, as in [`Grid`](super::Grid), the cells above and below one lie pages apart on a large map, and whoever looks
//! around a unit waits for each of them. Here 8 × 8 cells lie side by side, so that all the surroundings of a unit are in one
//! tile or a few (M. Lam, E. Rothberg and M. Wolf, "The Cache Performance and Optimizations of Blocked Algorithms",
//! ASPLOS 1991). For tables that are asked about neighbours; what is gone through as a whole is better off in a `Grid`.

use super::Cell;
use super::grid::MAX_SIDE;

/// Side of a tile as a power of two.
const SHIFT: u32 = 3;
const SIDE: usize = 1 << SHIFT;
/// Cells of a tile: as many as a word has bits.
pub const TILE: usize = SIDE * SIDE;

/// Values of a `width` × `height` map. Side lengths are at most [`MAX_SIDE`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tiled<T> {
    width: u16,
    height: u16,
    tiles_per_row: usize,
    /// Those of cells that lie in the tiles at the edge and not on the map keep the value that they began with.
    values: Vec<T>,
}

impl<T: Clone> Tiled<T> {
    /// A table of equal values.
    ///
    /// # Panics
    /// If a side is 0 or longer than [`MAX_SIDE`]; files and options are checked before they come here.
    pub fn filled(width: u16, height: u16, value: T) -> Self {
        assert!((1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height), "table of {width}×{height} cells");
        let tiles_per_row = usize::from(width).div_ceil(SIDE);
        let tiles = tiles_per_row * usize::from(height).div_ceil(SIDE);
        Self { width, height, tiles_per_row, values: vec![value; tiles * TILE] }
    }
}

impl<T> Tiled<T> {
    pub const fn width(&self) -> u16 {
        self.width
    }

    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Number of tiles, those that the edge of the map cuts included.
    pub const fn tiles(&self) -> usize {
        self.values.len() / TILE
    }

    /// Values that are kept, those beyond the edge of the map included.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Never true: a table has at least one tile. Here because `len` is.
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether `cell` lies on the map.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width && (cell.y as u16) < self.height
    }

    /// The tile of a cell on the map, and the place of the cell within it, less than [`TILE`].
    #[inline]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        debug_assert!(self.contains(cell), "{cell} outside of {}×{}", self.width, self.height);
        let (x, y) = (cell.x as usize, cell.y as usize);
        ((y >> SHIFT) * self.tiles_per_row + (x >> SHIFT), ((y % SIDE) << SHIFT) | (x % SIDE))
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        let (tile, within) = self.place(cell);
        tile * TILE + within
    }

    /// The values of one tile for change.
    pub fn tile_mut(&mut self, tile: usize) -> &mut [T] {
        &mut self.values[tile * TILE..][..TILE]
    }

    /// The value at `cell`, or `None` outside of the map.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        self.contains(cell).then(|| &self.values[self.index(cell)])
    }

    /// The value at `cell` for change, or `None` outside of the map.
    #[inline]
    pub fn get_mut(&mut self, cell: Cell) -> Option<&mut T> {
        self.contains(cell).then(|| &mut self[cell])
    }

    /// The cells of one tile that lie on the map, row by row.
    pub fn cells_of(&self, tile: usize) -> impl Iterator<Item = Cell> + use<T> {
        let (left, top) = (tile % self.tiles_per_row * SIDE, tile / self.tiles_per_row * SIDE);
        let (right, bottom) = ((left + SIDE).min(self.width.into()), (top + SIDE).min(self.height.into()));
        (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x as i16, y as i16)))
    }

    /// Every cell of the map, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<T> {
        let (width, height) = (self.width as i16, self.height as i16);
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
    }
}

impl<T> std::ops::Index<Cell> for Tiled<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.values[Self::index(self, cell)]
    }
}

impl<T> std::ops::IndexMut<Cell> for Tiled<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        let index = Self::index(self, cell);
        &mut self.values[index]
    }
}
