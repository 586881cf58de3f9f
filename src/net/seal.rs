//! The seal of a log: eight bytes behind every batch that only who has the server's key can make.
//!
//! SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012): made for short messages and
//! short seals. The seal of a batch covers the seal before it, so that one seal vouches for the whole log up to it.

use siphasher::sip::SipHasher24;

/// Eight bytes that vouch for a log up to a batch.
pub type Mac = [u8; 8];

/// The server's key. It never leaves the server.
pub type Key = [u8; 16];

/// SipHash-2-4 of a message.
pub fn siphash(key: &Key, message: &[u8]) -> Mac {
    SipHasher24::new_with_key(key).hash(message).to_le_bytes()
}
