//! Fog of war: what each side sees, what it has seen, and what it remembers.
//!
//! # The rule
//! - **Range.** An observer sees cells whose middle is at most its sight and a half away from the middle of its body:
//!   4·d² ≤ (2·sight + 1)². On a hill it sees one cell farther.
//! - **Height.** Ground is flat, or stands up by one (hill, forest) or by two (rock, wall, building). Eyes are low, or
//!   high: on a hill, or lifted (towers). Low eyes look over flat ground only, high eyes over hills and forests too; what
//!   an eye does not look over hides what is behind it and is itself seen. So from below one sees the rim of a hill and
//!   the edge of a wood, from a hill what is on other hills and in the woods, and nobody sees through masonry.
//! - **Lines.** Symmetric shadow casting (A. Ford, "Symmetric Shadowcasting", 2017, on the lines of B. Bergström's "FOV
//!   using recursive shadowcasting", 2001) in exact integers: a cell that hides stands as a line of its own width through
//!   its middle, across the quadrant; ground is seen if its middle is lit, an obstacle if any part of it is. Two eyes of
//!   one height on ground that neither looks over badly see each other or do not: never one only. Where it differs: bodies
//!   of even size look from the corner in their middle, and a body never hides anything from itself.
//!
//! # How it is kept
//! Each side has a count of observers for each cell, so that an observer who walks changes only the cells that it wins and
//! loses. A unit that has not moved costs nothing. Rows of cells are words of bits, so that open ground is a copy of a disc and a
//! shadow is a scan for bits. See [`SightGrid::update`] for who looks when.
//!
//! The numbers of a machine are in `gridmarch bench sight`.

mod cast;
mod cover;
mod disc;
mod grid;
pub mod memory;
mod saved;
mod veil;

pub use grid::{Observer, ObserverId, SightGrid};
pub use saved::{SavedSight, SightError};

/// Sides at most: one bit of a byte each.
pub(crate) const MAX_SIDES: u8 = 8;
/// Farthest sight, in cells, the cell more on a hill included: what a word of 64 bits holds from rim to rim.
pub(crate) const MAX_RADIUS: u8 = 31;
/// Position in a word of the cell in the middle, or, of bodies of even size, of the one right of and below their middle.
const MIDDLE: i32 = 32;
/// Cells of a word.
const WORD: usize = 64;

/// The bits of the cells from `low` to `high`, counted from the middle; none if `high` is less.
const fn span(low: i32, high: i32) -> u64 {
    if low > high {
        return 0;
    }
    (u64::MAX >> (WORD as i32 - 1 - (high - low))) << (low + MIDDLE)
}
