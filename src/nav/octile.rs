//! Exact lengths of paths on a grid with eight directions: 1 for a straight and √2 for a diagonal step.
//!
//! A diagonal step is legal only where both cells beside it are passable (no corner is cut). This is the ground of the
//! MovingAI scenarios; the game itself counts terrain costs ([`super::terrain`]).
//!
//! Searches add up integers of [`STRAIGHT`] and [`DIAGONAL`]. Their ratio is a convergent p/q of the continued fraction
//! of √2, and no fraction with a denominator below q lies between a convergent and the number itself. So two paths
//! whose numbers of diagonal steps differ by less than q compare by these integers exactly as by their true lengths,
//! and q is larger than any map: an optimum in integers is the true one, and equal integers mean equal counts of steps.

use crate::base::grid::MAX_SIDE;
use crate::base::{Cell, Dir};

/// A path length: a sum of [`STRAIGHT`] and [`DIAGONAL`].
pub type Length = u64;

/// Length of a straight step: the denominator q.
pub const STRAIGHT: Length = 38_613_965;
/// Length of a diagonal step: the numerator p.
pub const DIAGONAL: Length = 54_608_393;

/// Bits that hold the length of every path that visits no cell twice.
pub(crate) const LENGTH_BITS: u32 = 50;

// What the module says about q, and about the bits. `MAX_SIDE`² cells, a diagonal step each, bound a path.
const _: () = assert!(STRAIGHT > MAX_SIDE as u64 * MAX_SIDE as u64);
const _: () = assert!(DIAGONAL * MAX_SIDE as u64 * MAX_SIDE as u64 <= 1 << LENGTH_BITS);

/// The length of the shortest way over `dx` columns and `dy` rows without obstacles: the octile distance. Admissible
/// and consistent.
pub const fn distance(dx: u32, dy: u32) -> Length {
    let (short, long) = if dx < dy { (dx, dy) } else { (dy, dx) };
    short as Length * DIAGONAL + (long - short) as Length * STRAIGHT
}

/// The length of one step.
pub const fn length(dir: Dir) -> Length {
    if dir.is_diagonal() { DIAGONAL } else { STRAIGHT }
}

/// The length of a path that is given cell by cell, in cells.
pub fn cells(path: &[Cell]) -> f64 {
    let is_diagonal = |pair: &&[Cell]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
    let diagonal = path.windows(2).filter(is_diagonal).count();
    let straight = path.len().saturating_sub(1) - diagonal;
    straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
}
