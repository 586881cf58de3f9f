//! Clearance: the side of the largest square of passable cells whose top left corner is a given cell.
//!
//! A unit of n × n cells stands where its top left cell, its *anchor*, has a clearance of n or more; so one map of
//! clearances answers for units of every size, and a large unit is planned as a point on the anchors it fits.
//! The idea is from D. Harabor and A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous
//! Environments" (IEEE CIG 2008), §III, where clearances are found square by square. Here they come from one pass of
//! the recurrence for the largest square of ones in a matrix: blocked is 0, passable is one more than the least of
//! the neighbours right, below and diagonally below.
//!
//! Values stop at a maximum that the owner chooses, the side of its largest unit. That bounds what an edit can change:
//! only cells at most `most` − 1 columns to its left and rows above it. The repair starts at the edited cells
//! and goes on only where a value really changed, in an order in which the three neighbours of a cell come before it.
//!
//! Invariant: after [`Clearance::new`] and after every [`Clearance::update`] that was told all edits, each value equals
//! `min(most, side of the largest passable square)`. Cells outside of the map count as blocked.

use crate::base::{Cell, Grid};
use std::collections::BinaryHeap;

/// Clearances of all cells of a map for one movement class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clearance {
    sides: Grid<u8>,
    most: u8,
}

impl Clearance {
    /// Clearances up to `most` cells on a map of `width` × `height` cells; `passable` is asked once for every cell of
    /// the map.
    ///
    /// # Panics
    /// If a side of the map is out of range ([`Grid::filled`]) or `most` is 0.
    pub fn new(width: u16, height: u16, most: u8, passable: impl Fn(Cell) -> bool) -> Self {
        assert!(most > 0, "a clearance of at most 0 says nothing");
        let mut clearance = Self { sides: Grid::filled(width, height, 0), most };
        for index in (0..clearance.sides.len()).rev() {
            let cell = clearance.sides.cell(index);
            clearance.sides[cell] = clearance.by_neighbours(cell, passable(cell));
        }
        clearance
    }

    /// Side of the largest passable square with its top left corner at `cell`, at most `most`; 0 where the
    /// cell is blocked or outside of the map.
    pub fn side(&self, cell: Cell) -> u8 {
        self.sides.get(cell).copied().unwrap_or(0)
    }

    /// Whether a unit of `size` × `size` cells can stand with its top left cell on `cell`. Sizes above
    /// `most` fit nowhere.
    pub fn fits(&self, cell: Cell, size: u8) -> bool {
        self.side(cell) >= size && self.sides.contains(cell)
    }

    pub const fn sides(&self) -> &Grid<u8> {
        &self.sides
    }

    /// Repairs the values after the passability of `edited` has changed; `passable` answers as it is now. Cells that
    /// are not on the map or did not change do no harm.
    ///
    /// Returns every cell whose clearance changed, row by row from the bottom, each row from the right. Work:
    /// at most (`most` + 1)² cells for each edit.
    pub fn update(&mut self, edited: &[Cell], passable: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let on_map = edited.iter().filter(|cell| self.sides.contains(**cell));
        let mut open: BinaryHeap<usize> = on_map.map(|cell| self.sides.index(*cell)).collect();
        let mut changed = Vec::new();
        let mut last = usize::MAX;
        while let Some(index) = open.pop() {
            if index == last {
                continue;
            }
            last = index;
            let cell = self.sides.cell(index);
            let side = self.by_neighbours(cell, passable(cell));
            if side == self.sides[cell] {
                continue;
            }
            self.sides[cell] = side;
            changed.push(cell);
            let readers = [(-1, 0), (0, -1), (-1, -1)].map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
            open.extend(
                readers.into_iter().filter(|cell| self.sides.contains(*cell)).map(|cell| self.sides.index(cell)),
            );
        }
        changed
    }

    /// The value of `cell` if those of its neighbours right, below and diagonally below are right.
    fn by_neighbours(&self, cell: Cell, passable: bool) -> u8 {
        if !passable {
            return 0;
        }
        let [right, below, diagonal] =
            [(1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.side(Cell::new(cell.x + dx, cell.y + dy)));
        right.min(below).min(diagonal).saturating_add(1).min(self.most)
    }
}
