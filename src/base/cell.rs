//! Cells of a square grid and the eight directions between them.
//!
//! `x` grows to the right, `y` grows **downwards**: row 0 is the top row of a level picture and of a MovingAI map.

use serde::{Deserialize, Serialize};

/// One square of a map. Coordinates may lie outside of a map; [`crate::base::Grid`] checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Cell {
    /// Column, 0 is the leftmost.
    pub x: i16,
    /// Row, 0 is the topmost.
    pub y: i16,
}

impl Cell {
    /// A cell from column and row.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The neighbour in `dir`, which may lie outside of the map.
    #[inline]
    pub const fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.offset();
        Self::new(self.x + dx, self.y + dy)
    }

    /// Moves in eight directions needed without obstacles: the Chebyshev distance.
    #[inline]
    pub fn chebyshev(self, other: Self) -> u32 {
        u32::from(self.x.abs_diff(other.x).max(self.y.abs_diff(other.y)))
    }

    /// Square of the Euclidean distance, in cells.
    pub fn distance_squared(self, other: Self) -> u32 {
        let (dx, dy) = (u32::from(self.x.abs_diff(other.x)), u32::from(self.y.abs_diff(other.y)));
        dx * dx + dy * dy
    }

    /// The direction to a neighbouring cell, or `None` if `other` is not one of the eight neighbours.
    pub(crate) fn dir_to(self, other: Self) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| self.step(*dir) == other)
    }

    /// The cells of the straight line to `other` without both ends, by Bresenham's algorithm
    /// (J. E. Bresenham, "Algorithm for computer control of a digital plotter", 1965).
    pub(crate) fn line_between(self, other: Self) -> impl Iterator<Item = Self> {
        let (dx, dy) = (i32::from(other.x) - i32::from(self.x), i32::from(other.y) - i32::from(self.y));
        let steps = dx.abs().max(dy.abs());
        // Rounds half away from zero, in integers, so that the line is the same seen from both ends' octants.
        let at = move |whole: i32, step: i32| {
            let doubled = 2 * whole * step;
            (doubled + steps * whole.signum()) / (2 * steps)
        };
        (1..steps).map(move |step| {
            let (x, y) = (i32::from(self.x) + at(dx, step), i32::from(self.y) + at(dy, step));
            Self::new(x as i16, y as i16)
        })
    }
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// One of the eight directions, clockwise from north.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Dir {
    /// Towards row 0.
    #[default]
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Dir {
    /// All eight, clockwise from north. Straight ones have even positions.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// Change of column and row of one step.
    #[inline]
    pub const fn offset(self) -> (i16, i16) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// Whether both coordinates change.
    #[inline]
    pub(crate) const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// The opposite direction.
    #[inline]
    pub(crate) const fn reverse(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Eighths of a full turn, clockwise from north.
    pub(crate) const fn eighths(self) -> u8 {
        self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_and_its_reverse_cancel() {
        for dir in Dir::ALL {
            assert_eq!(Cell::new(5, 5).step(dir).step(dir.reverse()), Cell::new(5, 5));
            assert_eq!(Cell::new(5, 5).dir_to(Cell::new(5, 5).step(dir)), Some(dir));
        }
        assert_eq!(Cell::new(5, 5).dir_to(Cell::new(7, 5)), None);
    }

    #[test]
    fn a_line_leaves_out_both_ends() {
        let cells: Vec<_> = Cell::new(0, 0).line_between(Cell::new(4, 2)).collect();
        assert_eq!(cells, [Cell::new(1, 1), Cell::new(2, 1), Cell::new(3, 2)]);
        assert_eq!(Cell::new(3, 3).line_between(Cell::new(3, 3)).count(), 0);
        assert_eq!(Cell::new(3, 3).line_between(Cell::new(4, 3)).count(), 0);
    }
}
