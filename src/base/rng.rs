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
