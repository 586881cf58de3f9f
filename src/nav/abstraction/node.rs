//! One node of a level.

use crate::nav::octile::{DIAGONAL, Length, STRAIGHT};

/// The name of a node: the row-major number of one of its cells.
pub type Name = u32;

/// No node.
pub const NOBODY: Name = Name::MAX;

/// A node of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its group: a node of the level above, or [`NOBODY`] at the top.
    pub(super) parent: Name,
    /// The nodes of the level below that it stands for, in order; empty for cells.
    pub(super) children: Vec<Name>,
    /// The nodes of its own level that it is linked to, in order.
    pub(super) neighbours: Vec<Name>,
    /// How many cells it stands for.
    pub(super) cells: u32,
    /// The sums of their columns and rows.
    pub(super) sum: (u64, u64),
}

impl Node {
    /// The node of the level above that stands for it; `None` at the top.
    pub fn parent(&self) -> Option<Name> {
        Some(self.parent).filter(|parent| *parent != NOBODY)
    }

    /// The nodes of the level below that it stands for, in order; empty for cells.
    pub fn children(&self) -> &[Name] {
        &self.children
    }

    /// The nodes of its level that it is linked to, in order.
    pub fn neighbours(&self) -> &[Name] {
        &self.neighbours
    }

    /// How many cells it stands for.
    pub const fn cells(&self) -> u32 {
        self.cells
    }

    /// The middle of its cells, in cells: where it is drawn.
    pub fn middle(&self) -> (f32, f32) {
        let share = |sum: u64| (sum as f64 / f64::from(self.cells)) as f32;
        (share(self.sum.0), share(self.sum.1))
    }

    /// The middle in parts of a straight step, as [`Self::apart`] measures.
    fn place(&self) -> (Length, Length) {
        let place = |sum: u64| sum * STRAIGHT / Length::from(self.cells);
        (place(self.sum.0), place(self.sum.1))
    }

    /// The length of the way between two middles if nothing is in between, with diagonal steps or without, in the unit of
    /// [`crate::nav::octile`]; exact for cells.
    pub fn apart(&self, other: &Self, diagonals: bool) -> Length {
        let (a, b) = (self.place(), other.place());
        let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        if !diagonals {
            return dx + dy;
        }
        // In 128 bits, as lengths of whole maps are multiplied.
        let across = u128::from(dx.min(dy)) * u128::from(DIAGONAL - STRAIGHT) / u128::from(STRAIGHT);
        dx.max(dy) + across as Length
    }
}
