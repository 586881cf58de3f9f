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
pub(crate) fn apart_squared(at: Cell, size: u8, other: Cell, other_size: u8) -> u32 {
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
pub(crate) const fn is_too_near(min_range: u32, apart_squared: u32) -> bool {
    min_range > 0 && 4 * apart_squared <= (2 * min_range - 1) * (2 * min_range - 1)
}

/// The cell in the middle of a body.
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

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Cell = Cell::new(5, 5);

    #[test]
    fn range_one_is_the_eight_neighbours_and_farther_out_a_disc_without_corners() {
        let in_reach = |range| {
            let cells = (0..121).map(|index| Cell::new(index % 11, index / 11));
            cells.filter(|cell| reaches(range, apart_squared(HERE, 1, *cell, 1))).count()
        };
        assert_eq!((in_reach(1), in_reach(2), in_reach(3)), (9, 21, 37));
    }

    #[test]
    fn bodies_are_as_far_apart_as_their_nearest_cells() {
        assert_eq!(apart_squared(HERE, 2, Cell::new(7, 5), 1), 1);
        assert_eq!(apart_squared(HERE, 2, Cell::new(3, 3), 1), 2 * 2 + 2 * 2);
        assert_eq!(apart_squared(HERE, 2, Cell::new(1, 2), 4), 1);
        assert_eq!(apart_squared(HERE, 1, Cell::new(3, 3), 4), 0, "inside");
    }

    #[test]
    fn a_least_range_leaves_out_what_a_shorter_range_would_reach() {
        for apart in 0..200 {
            assert_eq!(is_too_near(3, apart), reaches(2, apart), "{apart}");
            assert!(!is_too_near(0, apart));
        }
    }

    #[test]
    fn one_looks_at_another_in_the_nearest_of_eight_directions() {
        let look = |x: i16, y: i16| towards(HERE, 1, Cell::new(5 + x, 5 + y), 1);
        assert_eq!(look(3, -1), Some(Dir::East));
        assert_eq!(look(2, -1), Some(Dir::NorthEast));
        assert_eq!(look(-1, 4), Some(Dir::South));
        assert_eq!(look(-4, -4), Some(Dir::NorthWest));
        assert_eq!(look(0, 0), None);
        assert_eq!(towards(HERE, 1, Cell::new(2, 6), 4), Some(Dir::SouthWest), "from middle to middle");
    }
}
