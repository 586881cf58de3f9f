//! Named random streams derived from one seed.
//!
//! One stream per purpose, so that a new consumer in one place shifts nothing elsewhere. The generator is a named
//! algorithm (xoshiro256++, Blackman and Vigna 2019), because `StdRng` is documented not to be portable.

use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The generator of all rules and tools.
pub type Rng = Xoshiro256PlusPlus;

/// The stream called `purpose` of `seed`.
pub fn stream(seed: u64, purpose: &str) -> Rng {
    Rng::seed_from_u64(xxh3_64_with_seed(purpose.as_bytes(), seed))
}

/// The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014): a bijection of 64 bits that looks random.
#[inline]
pub(crate) const fn mix(value: u64) -> u64 {
    let mut word = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
