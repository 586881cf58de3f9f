//! Passwords and tokens: what must never stand in a log.

use crate::serve::store::StoreError;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::fmt;

/// Bytes of a token.
const TOKEN: usize = 32;

/// Letters of a code that is read aloud or typed: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A password or a token. It can be read from JSON, not be printed.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Secret {
    /// A token of 32 random bytes.
    ///
    /// # Errors
    /// The system gives no random bytes.
    pub(super) fn token() -> Result<Self, StoreError> {
        Ok(Self(BASE64_URL_SAFE_NO_PAD.encode(random::<TOKEN>()?)))
    }

    /// The text itself, for who hashes it or hands it to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of a token.
    pub(super) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

fn random<const N: usize>() -> Result<[u8; N], StoreError> {
    let failed = |error| StoreError::unavailable(format!("the system gives no random bytes: {error}"));
    crate::serve::secret::random().map_err(failed)
}

/// A code of so many letters, five random bits each.
///
/// # Errors
/// The system gives no random bytes.
pub(in crate::serve) fn code<const N: usize>() -> Result<String, StoreError> {
    Ok(random::<N>()?.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}
