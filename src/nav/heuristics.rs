//! Lower bounds of the length of a way on a grid, for searches that look ahead.
//!
//! The four bounds of textbooks (for example A. Patel, "Amit's Thoughts on Pathfinding", chapter "Heuristics"), in
//! integers. Each is *admissible* (never above the true cost) and *monotone* (along a step it falls by no more than
//! the cost of the step) in its own model of moves, with obstacles anywhere:
//!
//! | bound | moves | condition |
//! |---|---|---|
//! | [`manhattan`] | straight at `cost` or more | |
//! | [`diagonal`] | all eight directions, each at `cost` or more | |
//! | [`octile`] | straight at `straight`, diagonal at `across`, or more | `straight` ≤ `across` |
//! | [`euclidean`] | straight at `cost`, diagonal at √2 · `cost`, or more | |
//!
//! On open ground the first three are exact where the moves cost just that. True distances, which are exact everywhere,
//! are found on demand by [`super::rra`].

use crate::base::Cell;

#[inline]
fn apart(a: Cell, b: Cell) -> (u32, u32) {
    (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)))
}

/// Cost of straight steps along both sides.
pub fn manhattan(a: Cell, b: Cell, cost: u32) -> u32 {
    let (dx, dy) = apart(a, b);
    cost * (dx + dy)
}

/// Cost of steps in eight directions that all cost the same.
pub fn diagonal(a: Cell, b: Cell, cost: u32) -> u32 {
    let (dx, dy) = apart(a, b);
    cost * dx.max(dy)
}

/// Cost of steps in eight directions, `straight` or `across` each. `straight` must not be above `across`: a diagonal
/// that is cheaper than a straight step would make zigzags cheaper than this bound.
#[inline]
pub fn octile(a: Cell, b: Cell, straight: u32, across: u32) -> u32 {
    debug_assert!(straight <= across, "straight steps at {straight}, diagonal ones at {across}");
    let (dx, dy) = apart(a, b);
    // Two straight steps replace a diagonal that costs more.
    across.min(2 * straight) * dx.min(dy) + straight * dx.abs_diff(dy)
}

/// Length of the straight line times `cost`, rounded down. Steps have whole costs, so rounding keeps it monotone.
pub fn euclidean(a: Cell, b: Cell, cost: u32) -> u32 {
    let squared = u64::from(a.distance_squared(b)) * u64::from(cost) * u64::from(cost);
    // The root is at most `cost` times the diagonal of the map, which the other bounds hold in 32 bits too.
    squared.isqrt() as u32
}
