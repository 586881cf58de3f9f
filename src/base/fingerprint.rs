//! Order-fixed 64-bit hash of a state, for replays, determinism tests and signatures.
//!
//! The hash is XXH3 (Y. Collet, xxHash) over little-endian bytes: the same on every machine and in every build.

use xxhash_rust::xxh3::Xxh3;

/// Bytes that are collected before they are hashed: hashing eight at a time took five times as long.
const BUFFER: usize = 512;

/// Collects integers in a fixed order and gives their hash.
#[derive(Clone)]
pub struct Fingerprint {
    hash: Xxh3,
    buffer: [u8; BUFFER],
    len: usize,
}

impl Default for Fingerprint {
    fn default() -> Self {
        Self { hash: Xxh3::new(), buffer: [0; BUFFER], len: 0 }
    }
}

impl Fingerprint {
    pub fn new() -> Self {
        Self::default()
    }

    #[inline]
    pub fn add(&mut self, value: impl Into<i64>) -> &mut Self {
        self.take(value.into().to_le_bytes())
    }

    /// Adds an unsigned integer of full width.
    #[inline]
    pub fn add_u64(&mut self, value: u64) -> &mut Self {
        self.take(value.to_le_bytes())
    }

    #[inline]
    fn take(&mut self, bytes: [u8; 8]) -> &mut Self {
        if self.len == BUFFER {
            self.flush();
        }
        self.buffer[self.len..self.len + 8].copy_from_slice(&bytes);
        self.len += 8;
        self
    }

    fn flush(&mut self) {
        self.hash.update(&self.buffer[..self.len]);
        self.len = 0;
    }

    /// Adds bytes with their length, so that neighbouring slices cannot run into each other.
    pub fn add_bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.add_u64(bytes.len() as u64);
        self.flush();
        self.hash.update(bytes);
        self
    }

    /// The hash of everything added so far.
    pub fn finish(&self) -> u64 {
        let mut hash = self.hash.clone();
        hash.update(&self.buffer[..self.len]);
        hash.digest()
    }
}
