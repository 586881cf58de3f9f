//! What hides what is behind it, as bits in rows and in columns.

use super::{MIDDLE, WORD};
use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Eye {
    Low,
    High,
}

impl Eye {
    /// Whether a terrain hides from this eye what is behind it.
    const fn is_stopped_by(self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::Deep | Terrain::Shallow | Terrain::Grass | Terrain::Road | Terrain::Bridge => false,
            Terrain::Hill | Terrain::Forest => matches!(self, Self::Low),
            Terrain::Rock | Terrain::Wall | Terrain::Building => true,
        }
    }
}

/// Lines of bits with room for half a word on both ends, so that a window around any cell can be read without a check.
#[derive(Debug, Clone)]
struct Lines {
    words: usize,
    bits: Vec<u64>,
}

impl Lines {
    fn new(length: u16, count: u16) -> Self {
        let words = (usize::from(length) + WORD).div_ceil(WORD) + 1;
        Self { words, bits: vec![0; words * usize::from(count)] }
    }

    fn set(&mut self, line: usize, at: usize, value: bool) {
        let place = at + MIDDLE as usize;
        let word = &mut self.bits[line * self.words + place / WORD];
        let bit = 1 << (place % WORD);
        *word = if value { *word | bit } else { *word & !bit };
    }

    /// The 64 cells of a line around `middle`, which is at bit [`MIDDLE`].
    #[inline]
    fn window(&self, line: usize, middle: usize) -> u64 {
        let first = line * self.words + middle / WORD;
        let (low, high) = (self.bits[first], self.bits[first + 1]);
        let shift = middle % WORD;
        // Two shifts, because one of 64 bits is none.
        (low >> shift) | ((high << 1) << (WORD - 1 - shift))
    }
}

/// What one sort of eye does not look over.
#[derive(Debug, Clone)]
struct Layer {
    rows: Lines,
    columns: Lines,
}

/// What hides on a whole map, for both sorts of eyes, and where the hills are.
#[derive(Debug, Clone)]
pub(super) struct Veil {
    terrain: Grid<Terrain>,
    layers: [Layer; 2],
}

impl Veil {
    pub(super) fn new(terrain: &Grid<Terrain>) -> Self {
        let (width, height) = (terrain.width(), terrain.height());
        let layer = Layer { rows: Lines::new(width, height), columns: Lines::new(height, width) };
        let mut veil = Self { terrain: terrain.clone(), layers: [layer.clone(), layer] };
        for (cell, kind) in terrain.iter() {
            veil.set(cell, *kind);
        }
        veil
    }

    fn set(&mut self, cell: Cell, terrain: Terrain) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        for (layer, eye) in self.layers.iter_mut().zip([Eye::Low, Eye::High]) {
            let stops = eye.is_stopped_by(terrain);
            layer.rows.set(y, x, stops);
            layer.columns.set(x, y, stops);
        }
    }

    /// Takes the terrain of a cell over. Whether anybody near sees another picture now.
    pub(super) fn follow(&mut self, cell: Cell, terrain: Terrain) -> bool {
        let Some(old) = self.terrain.get_mut(cell) else { return false };
        let sort = |kind| (Eye::Low.is_stopped_by(kind), Eye::High.is_stopped_by(kind), kind == Terrain::Hill);
        let matters = sort(std::mem::replace(old, terrain)) != sort(terrain);
        if matters {
            self.set(cell, terrain);
        }
        matters
    }

    /// Columns and rows of the map.
    pub(super) const fn size(&self) -> (i32, i32) {
        (self.terrain.width() as i32, self.terrain.height() as i32)
    }

    pub(super) fn terrain(&self, cell: Cell) -> Option<Terrain> {
        self.terrain.get(cell).copied()
    }

    /// What stops an eye in a row, around a column; both on the map.
    #[inline]
    pub(super) fn row(&self, eye: Eye, row: i32, column: i32) -> u64 {
        self.layers[eye as usize].rows.window(row as usize, column as usize)
    }

    /// What stops an eye in a column, around a row; both on the map.
    #[inline]
    pub(super) fn column(&self, eye: Eye, column: i32, row: i32) -> u64 {
        self.layers[eye as usize].columns.window(column as usize, row as usize)
    }
}
