//! Order-fixed 64-bit hash of a state, for replays, determinism tests and signatures.
//!
//! The hash is XXH3 (Y. Collet, xxHash) over little-endian bytes: the same on every machine and in every build.

use xxhash_rust::xxh3::Xxh3;

/// Collects integers in a fixed order and gives their hash.
#[derive(Default)]
pub struct Fingerprint(Xxh3);

impl Fingerprint {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one integer.
    pub fn add(&mut self, value: impl Into<i64>) -> &mut Self {
        self.0.update(&value.into().to_le_bytes());
        self
    }

    /// Adds an unsigned integer of full width.
    pub fn add_u64(&mut self, value: u64) -> &mut Self {
        self.0.update(&value.to_le_bytes());
        self
    }

    /// Adds bytes with their length, so that neighbouring slices cannot run into each other.
    pub fn add_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.add_u64(bytes.len() as u64);
        self.0.update(bytes);
        self
    }

    /// The hash of everything added so far.
    #[must_use]
    pub fn finish(&self) -> u64 {
        self.0.digest()
    }
}
