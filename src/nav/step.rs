//! One step of a unit through time: which cells and which 2×2 blocks it claims, and when.
//!
//! A step from `from` to `to` starts at tick `start` and takes `ticks`. The unit belongs to `from` until [`Step::mid`]
//! and to `to` from then on, so at every tick each unit is in exactly one cell, and a follower of the same speed may
//! enter a cell while it is being left. A step also claims the 2×2 blocks that it crosses during the whole step:
//! **a diagonal step shares its block with no other step**; straight steps share theirs with straight ones only.
//! That excludes crossings on a diagonal and sharp follow-ups, and keeps bodies of radius 0.35 cells apart.

use crate::base::{Cell, Dir};

/// Identity of a unit within a match: given in order of appearance, never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u32);

impl std::fmt::Display for UnitId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unit {}", self.0)
    }
}

/// A number of simulation steps since the start of the match.
pub type Tick = u32;

/// "Until further notice".
pub const FOREVER: Tick = Tick::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Step {
    pub from: Cell,
    pub dir: Dir,
    pub start: Tick,
    /// Ticks that the movement takes, at least 1.
    pub ticks: u16,
}

impl Step {
    #[inline]
    pub const fn to(&self) -> Cell {
        self.from.step(self.dir)
    }

    /// First tick at which the unit belongs to the new cell.
    #[inline]
    pub const fn mid(&self) -> Tick {
        self.start + self.ticks.div_ceil(2) as Tick
    }

    #[inline]
    pub const fn end(&self) -> Tick {
        self.start + self.ticks as Tick
    }

    /// The blocks that the step crosses, each named by its top left cell, which may lie outside of the map:
    /// one for a diagonal step, two for a straight one (the two sides of the line).
    pub fn blocks(&self) -> [Cell; 2] {
        let to = self.to();
        let (x, y) = (self.from.x.min(to.x), self.from.y.min(to.y));
        match self.dir {
            Dir::North | Dir::South => [Cell::new(x - 1, y), Cell::new(x, y)],
            Dir::East | Dir::West => [Cell::new(x, y - 1), Cell::new(x, y)],
            _ => [Cell::new(x, y), Cell::new(x, y)],
        }
    }

    /// Whether two steps lead across each other: one of them at least is diagonal, and both cross the same block.
    pub fn crosses(&self, other: &Self) -> bool {
        (self.dir.is_diagonal() || other.dir.is_diagonal())
            && self.blocks().iter().any(|block| other.blocks().contains(block))
    }
}
