//! From the value of a search to a chance of winning: a logistic curve, as wide as the board is large.
//!
//! Fitted by likelihood to 19,382 undecided positions of 1,057 matches of the engine against itself from random openings,
//! with 3,000 nodes a move, every eighth move a weaker one. By itself each board would have a width of 129 (12 × 12), 297
//! (20 × 20) and 185 (24 × 24), where a peg is 64; nine of ten samples of the matches give 100 to 180, 220 to 400
//! and 160 to 220. Fitted to one half of the matches and judged on the other, a width in proportion to the side of the board
//! has the least log loss, 0.587 on the mean of the boards: a constant has 0.589, the square of the side 0.594, half of the
//! square, which was fitted before there was a network, 0.602.

use crate::search::is_decided;

/// How wide the curve is for each hole along a side of the board.
const WIDTH: f64 = 10.5;

/// The chance, from 0 to 1, that a side wins for which a position has this value on a board of this size.
pub fn chance(score: i32, size: u8) -> f64 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let width = WIDTH * f64::from(size);
    1.0 / (1.0 + (-f64::from(score) / width).exp())
}
