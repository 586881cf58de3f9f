//! From the value of a search to a chance of winning: a logistic curve, as wide as the board is large.

use crate::games::links::evaluation::width;
use crate::search::is_decided;

/// The chance, from 0 to 1, that a side wins for which a position has this value on a board of this size.
pub fn chance(score: i32, size: u8) -> f64 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / f64::from(width(size))).exp())
}
