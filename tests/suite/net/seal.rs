//! The seal of a log.

use gridmarch::net::seal::{Key, siphash};

/// The first two and the last of the authors' test vectors: key and message count up from 0.
#[test]
fn it_gives_the_values_of_the_paper() {
    let key: Key = std::array::from_fn(|at| at as u8);
    let message: Vec<u8> = (0..63).collect();
    assert_eq!(siphash(&key, &[]), [0x31, 0x0e, 0x0e, 0xdd, 0x47, 0xdb, 0x6f, 0x72]);
    assert_eq!(siphash(&key, &message[..1]), [0xfd, 0x67, 0xdc, 0x93, 0xc5, 0x39, 0xf8, 0x74]);
    assert_eq!(siphash(&key, &message), [0x72, 0x45, 0x06, 0xeb, 0x4c, 0x32, 0x8a, 0x95]);
}
