//! Cells of a square grid and the eight directions between them.
//!
//! `x` grows to the right, `y` grows **downwards**: row 0 is the top row of a level picture and of a MovingAI map.

use serde::{Deserialize, Serialize};

/// One square of a map. Coordinates may lie outside of a map; [`crate::base::Grid`] checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Cell {
    pub x: i16,
    pub y: i16,
}

impl Cell {
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
    pub fn dir_to(self, other: Self) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| self.step(*dir) == other)
    }

    /// The cells of the straight line to `other` without both ends, by Bresenham's algorithm
    /// (J. E. Bresenham, "Algorithm for computer control of a digital plotter", 1965).
    pub fn line_between(self, other: Self) -> impl Iterator<Item = Self> {
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
    SouthWest,
    West,
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

    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Change of column and row of one step.
    #[inline]
    pub const fn offset(self) -> (i16, i16) {
        const OFFSETS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        OFFSETS[self as usize]
    }

    /// Whether both coordinates change.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    #[inline]
    pub const fn reverse(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// Eighths of a full turn, clockwise from north.
    pub(crate) const fn eighths(self) -> u8 {
        self as u8
    }
}
