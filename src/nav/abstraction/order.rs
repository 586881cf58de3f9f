//! In which order nodes become seeds.

use crate::base::Cell;

/// An order of the nodes of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Row by row.
    #[default]
    Rows,
    /// Those in the middle of squares first, 3ⁱ⁺¹ × 3ⁱ⁺¹ cells at level i: then radius 1 is the same as sector 3 wherever
    /// the middle of a square is linked to all that is passable in it.
    Middles,
}

impl Order {
    /// The place in the order of a node of a level that is named by a cell, before rows decide.
    pub(super) fn rank(self, cell: Cell, level: usize) -> u32 {
        let part = 3u32.saturating_pow(level as u32);
        let is_middle = |at: i16| at as u32 / part % 3 == 1;
        u32::from(self == Self::Middles && !(is_middle(cell.x) && is_middle(cell.y)))
    }
}
