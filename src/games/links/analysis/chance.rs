//! From the value of a search to a chance of winning.

use crate::search::is_decided;

/// The value at which a side wins three of four times is about 1.1 times this; a peg is 64.
pub const SCALE: f64 = 60.0;

/// The chance, from 0 to 1, that a side wins for which a position has this value.
pub fn chance(score: i32) -> f64 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}
