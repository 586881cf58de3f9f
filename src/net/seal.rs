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
pub(super) fn siphash(key: &Key, message: &[u8]) -> Mac {
    SipHasher24::new_with_key(key).hash(message).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first two and the last of the authors' test vectors: key and message count up from 0.
    #[test]
    fn it_gives_the_values_of_the_paper() {
        let key: Key = std::array::from_fn(|at| at as u8);
        let message: Vec<u8> = (0..63).collect();
        assert_eq!(siphash(&key, &[]), [0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72]);
        assert_eq!(siphash(&key, &message[..1]), [0xfd, 0x67, 0xdc, 0x93, 0xc5, 0x39, 0xf8, 0x74]);
        assert_eq!(siphash(&key, &message), [0x72, 0x45, 0x06, 0xeb, 0x4c, 0x32, 0x8a, 0x95]);
    }
}
