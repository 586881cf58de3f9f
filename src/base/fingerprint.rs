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
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one integer.
    #[inline]
    pub(crate) fn add(&mut self, value: impl Into<i64>) -> &mut Self {
        self.take(value.into().to_le_bytes())
    }

    /// Adds an unsigned integer of full width.
    #[inline]
    pub(crate) fn add_u64(&mut self, value: u64) -> &mut Self {
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
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) -> &mut Self {
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

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn it_is_the_hash_of_all_bytes_in_their_order_however_many() {
        for count in [0i64, 1, 63, 64, 65, 1_000] {
            let mut print = Fingerprint::new();
            let mut bytes = Vec::new();
            for number in 0..count {
                print.add(number - 3).add_u64(u64::MAX);
                bytes.extend((number - 3).to_le_bytes().into_iter().chain([0xFF; 8]));
            }
            print.add_bytes(b"abc").add(7);
            bytes.extend(3u64.to_le_bytes().into_iter().chain(*b"abc").chain(7i64.to_le_bytes()));
            assert_eq!(print.finish(), xxh3_64(&bytes), "{count} pairs");
        }
    }
}
