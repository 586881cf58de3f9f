//! Secrets: random bytes, shown to nobody, kept as hashes.

use sha2::{Digest, Sha256};

/// Random bytes that cannot be guessed.
///
/// # Errors
/// What the system says if it has none.
pub(crate) fn random<const N: usize>() -> std::io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash by which a token is kept. A token is random, so that a fast hash is enough.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}
