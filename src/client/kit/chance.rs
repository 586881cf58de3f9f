//! Chance that is no part of a game: seeds and the day out of the clock, and numbers for effects.

use bevy::prelude::*;
use std::time::{SystemTime, UNIX_EPOCH};

/// Another seed at every look: a rematch is on other boards. At most 32 bits.
pub(crate) fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    // The lowest digits of some clocks stand still: mix before cutting.
    now.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

/// The day of the clock, counted from the first of January 1970 in UTC.
pub(crate) fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

/// Numbers that look random. Effects have no part in the game, so they need no seed of the match.
#[derive(Resource, Debug, Default)]
pub(crate) struct Chance(u32);

impl Chance {
    /// -1 to 1.
    pub(crate) fn draw(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(1);
        scatter(self.0)
    }
}

/// A number from -1 to 1 that looks random and depends on the argument alone.
pub fn scatter(of: u32) -> f32 {
    let mixed = (of.wrapping_mul(0x9E37_79B1) ^ 0x5bd1_e995).wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    (mixed >> 8) as f32 / (1u32 << 23) as f32 - 1.0
}
