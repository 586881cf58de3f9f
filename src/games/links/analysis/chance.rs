//! From the value of a search to a chance of winning: a logistic curve, as wide as the board is large.
//!
//! Fitted by likelihood to 3,400 undecided positions of 180 matches of the engine against itself with 2,000 nodes a move, every
//! eighth move a weaker one, before the network was added: the best width is 66 on 12 × 12, 213 on 20 × 20 and 330 on 24 × 24, where a peg is 64. On a large
//! board there is more time to win back what was lost.

use crate::search::is_decided;

/// The chance, from 0 to 1, that a side wins for which a position has this value on a board of this size.
pub fn chance(score: i32, size: u8) -> f64 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let width = f64::from(size) * f64::from(size) / 2.0;
    1.0 / (1.0 + (-f64::from(score) / width).exp())
}
