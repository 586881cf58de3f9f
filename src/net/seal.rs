//! The seal of a log: eight bytes behind every batch that only who has the server's key can make.
//!
//! SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein, "SipHash: a fast short-input PRF", 2012): made for short messages and
//! short seals. The seal of a batch covers the seal before it, so that one seal vouches for the whole log up to it.

/// Eight bytes that vouch for a log up to a batch.
pub type Mac = [u8; 8];

/// The server's key. It never leaves the server.
pub type Key = [u8; 16];

/// SipHash-2-4 of a message.
pub(super) fn siphash(key: &Key, message: &[u8]) -> Mac {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
    let (k0, k1) = (word(&key[..8]), word(&key[8..]));
    let mut v = [
        k0 ^ 0x736f_6d65_7073_6575,
        k1 ^ 0x646f_7261_6e64_6f6d,
        k0 ^ 0x6c79_6765_6e65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    let mut take = |word: u64| {
        v[3] ^= word;
        (0..2).for_each(|_| round(&mut v));
        v[0] ^= word;
    };
    let words = message.chunks_exact(8);
    let rest = word(words.remainder());
    words.for_each(|bytes| take(word(bytes)));
    take(rest | (message.len() as u64) << 56);
    v[2] ^= 0xff;
    (0..4).for_each(|_| round(&mut v));
    (v[0] ^ v[1] ^ v[2] ^ v[3]).to_le_bytes()
}

fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[2] = v[2].wrapping_add(v[3]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[1]);
    v[0] = v[0].wrapping_add(v[3]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].rotate_left(32);
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
