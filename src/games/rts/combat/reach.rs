//! How far apart bodies are, and whether a weapon bridges that.
//!
//! Bodies are squares of cells. They are as far apart as their nearest cells, from middle to middle; a range of `r` cells
//! reaches whatever begins within `r` and a half: the eight neighbours at range 1, a disc without corners farther out. All of
//! it in squares of distances, so that no root is drawn.

use crate::base::{Cell, Dir};

/// Cells by which a hill lengthens the reach of weapons that shoot.
pub(crate) const HILL_RANGE: u32 = 1;

/// The square of the distance between the nearest cells of two bodies; 0 if they overlap.
#[inline]
pub fn apart_squared(at: Cell, size: u8, other: Cell, other_size: u8) -> u32 {
    let along = |a: i16, a_size: u8, b: i16, b_size: u8| {
        let (a, b) = (i32::from(a), i32::from(b));
        (b - a - i32::from(a_size) + 1).max(a - b - i32::from(b_size) + 1).max(0) as u32
    };
    let (dx, dy) = (along(at.x, size, other.x, other_size), along(at.y, size, other.y, other_size));
    dx * dx + dy * dy
}

/// Whether a range reaches as far as that.
#[inline]
pub const fn reaches(range: u32, apart_squared: u32) -> bool {
    4 * apart_squared <= (2 * range + 1) * (2 * range + 1)
}

/// Whether something is nearer than a least range allows.
#[inline]
pub const fn is_too_near(min_range: u32, apart_squared: u32) -> bool {
    min_range > 0 && 4 * apart_squared <= (2 * min_range - 1) * (2 * min_range - 1)
}

pub const fn middle(at: Cell, size: u8) -> Cell {
    let half = size as i16 / 2;
    Cell::new(at.x + half, at.y + half)
}

/// The direction from the middle of one body to that of another, the nearest of the eight; `None` if both are one.
pub fn towards(at: Cell, size: u8, other: Cell, other_size: u8) -> Option<Dir> {
    let along = |a: i16, a_size: u8, b: i16, b_size: u8| {
        2 * (i32::from(b) - i32::from(a)) + i32::from(b_size) - i32::from(a_size)
    };
    let (dx, dy) = (along(at.x, size, other.x, other_size), along(at.y, size, other.y, other_size));
    // The tangent of an eighth of a right angle is a little more than two fifths.
    let x = if 5 * dx.abs() < 2 * dy.abs() { 0 } else { dx.signum() };
    let y = if 5 * dy.abs() < 2 * dx.abs() { 0 } else { dy.signum() };
    Dir::ALL.into_iter().find(|dir| dir.offset() == (x as i16, y as i16))
}
