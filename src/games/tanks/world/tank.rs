//! A tank and what is known of it.

use crate::base::{Cell, Dir};
use crate::games::tanks::field::{SUB, covered};
use crate::games::tanks::rules::Kind;
use serde::Serialize;

/// A tank, among all that there ever were in a match: the next tank of a slot has another id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct TankId(u32);

impl TankId {
    /// The tank of a slot that is the `life`-th one born in the match.
    pub(crate) const fn new(slot: u8, life: u32) -> Self {
        Self(life << 8 | slot as u32)
    }

    /// The id with a number, as it is told.
    pub(crate) const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// The slot whose input steers it: see `World::slots`.
    pub const fn slot(self) -> u8 {
        self.0 as u8
    }

    /// The id as a number.
    pub const fn number(self) -> u32 {
        self.0
    }
}

/// A tank on the board. Times are ticks that are left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tank {
    pub id: TankId,
    pub side: u8,
    pub kind: Kind,
    /// Cells along a side, 1 to 4.
    pub size: u8,
    /// The top left corner, in parts of a cell.
    pub x: i32,
    pub y: i32,
    /// One of [`Dir::STRAIGHT`].
    pub facing: Dir,
    /// 0 to 3.
    pub stars: u8,
    /// Hits that it takes, the last one included.
    pub health: u8,
    /// Until it is there: meanwhile nothing hits it, it does nothing, and its place is taken.
    pub arriving: u16,
    /// Nothing harms it.
    pub shield: u16,
    /// It cannot drive, because a friend hit it.
    pub held: u16,
    /// Until it may fire again.
    pub reload: u8,
    /// Shells of it in flight.
    pub shots: u8,
    /// It slides on over ice that long when nobody steers it.
    pub slide: u8,
    /// It leaves a bonus at the first hit.
    pub carries: bool,
    /// The side whose flag it has.
    pub flag: Option<u8>,
    /// Parts of a cell that it moved in this tick.
    pub moved: i32,
}

impl Tank {
    /// The slot whose input steers it.
    pub const fn slot(&self) -> u8 {
        self.id.slot()
    }

    /// Whether it is there: false while it arrives.
    pub const fn is_here(&self) -> bool {
        self.arriving == 0
    }

    /// Its side length in parts of a cell.
    pub const fn side_length(&self) -> i32 {
        self.size as i32 * SUB
    }

    /// Its centre, in parts of a cell.
    pub const fn centre(&self) -> (i32, i32) {
        let half = self.side_length() / 2;
        (self.x + half, self.y + half)
    }

    /// The cell that its top left corner is nearest to.
    pub fn anchor(&self) -> Cell {
        nearest((self.x, self.y))
    }

    /// The cells that it touches, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        covered(self.x, self.y, self.size)
    }

    /// Whether a square with its top left corner at a place and this side length, all in parts of a cell, overlaps it.
    pub const fn overlaps(&self, x: i32, y: i32, side: i32) -> bool {
        let own = self.side_length();
        self.x < x + side && x < self.x + own && self.y < y + side && y < self.y + own
    }
}

/// The cell that a place, in parts of a cell, is nearest to.
pub const fn nearest((x, y): (i32, i32)) -> Cell {
    Cell::new(((x + SUB / 2) >> 8) as i16, ((y + SUB / 2) >> 8) as i16)
}
