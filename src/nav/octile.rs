//! Exact lengths of paths on a grid with eight directions: 1 for a straight and √2 for a diagonal step.
//!
//! A diagonal step is legal only where both cells beside it are passable (no corner is cut). This is the ground of the
//! MovingAI scenarios; the game itself counts terrain costs ([`super::terrain`]).
//!
//! Searches add up integers of [`STRAIGHT`] and [`DIAGONAL`]. Their ratio is a convergent p/q of the continued fraction
//! of √2, and no fraction with a denominator below q lies between a convergent and the number itself. So two paths
//! whose numbers of diagonal steps differ by less than q compare by these integers exactly as by their true lengths,
//! and q is larger than any map: an optimum in integers is the true one, and equal integers mean equal counts of steps.

use crate::base::Cell;
use crate::base::grid::MAX_SIDE;

/// A path length: a sum of [`STRAIGHT`] and [`DIAGONAL`].
pub type Length = u64;

/// Length of a straight step: the denominator q.
pub(crate) const STRAIGHT: Length = 38_613_965;
/// Length of a diagonal step: the numerator p.
pub(crate) const DIAGONAL: Length = 54_608_393;

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

/// The length of a path that is given cell by cell, in cells.
pub fn cells(path: &[Cell]) -> f64 {
    let is_diagonal = |pair: &&[Cell]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
    let diagonal = path.windows(2).filter(is_diagonal).count();
    let straight = path.len().saturating_sub(1) - diagonal;
    straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_steps_are_neighbours_in_the_continued_fraction_of_the_root() {
        // p² − 2q² = ±1 holds for the convergents of √2 and for nothing else.
        let (p, q) = (i128::from(DIAGONAL), i128::from(STRAIGHT));
        assert_eq!((p * p - 2 * q * q).abs(), 1);
    }

    #[test]
    fn integers_order_paths_like_true_lengths_where_they_nearly_tie() {
        // a straight against b diagonal steps, at convergents a/b of √2, where the two are closest.
        let (mut a, mut b) = (1u64, 1u64);
        while b < 16_000_000 {
            let truth = (a * a).cmp(&(2 * b * b));
            assert_eq!((a * STRAIGHT).cmp(&(b * DIAGONAL)), truth, "{a} and {b}");
            (a, b) = (a + 2 * b, a + b);
        }
    }

    #[test]
    fn a_path_is_as_long_as_its_steps() {
        let path = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 1), Cell::new(2, 0)];
        assert!((cells(&path) - (2.0 + std::f64::consts::SQRT_2)).abs() < 1e-12);
        assert_eq!(cells(&path[..1]), 0.0);
        assert_eq!(distance(3, 5), 3 * DIAGONAL + 2 * STRAIGHT);
    }
}
