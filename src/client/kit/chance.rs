//! Seeds out of the clock, for what shall be different every time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Another seed at every look: a rematch is on other boards. At most 32 bits.
#[must_use]
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    // The lowest digits of some clocks stand still: mix before cutting.
    now.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}
