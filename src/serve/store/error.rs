//! Why the store did not do something.

use thiserror::Error;

/// Why the store did not do something. The text is a sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StoreError {
    /// There is no such thing (404).
    #[error("{0}")]
    NotFound(String),
    /// Something else is there already, or has happened meanwhile (409).
    #[error("{0}")]
    Conflict(String),
    /// What was asked for is against a rule (422).
    #[error("{0}")]
    Refused(String),
    /// Nobody is signed in with this name, password or token (401).
    #[error("{0}")]
    Unknown(String),
    /// Whoever it is may not do this (403).
    #[error("{0}")]
    Forbidden(String),
    /// Too many tries (429).
    #[error("too many tries, wait {} s", wait_ms.div_ceil(1000))]
    Limited { wait_ms: u64 },
    /// The database does not answer, or has too much to do (503). A change may have been made or not.
    #[error("the server's database cannot do this now, try again later")]
    Unavailable {
        /// For the log of the server.
        detail: String,
    },
}

impl StoreError {
    pub(crate) fn not_found(sentence: impl Into<String>) -> Self {
        Self::NotFound(sentence.into())
    }

    pub(crate) fn conflict(sentence: impl Into<String>) -> Self {
        Self::Conflict(sentence.into())
    }

    pub(crate) fn refused(sentence: impl Into<String>) -> Self {
        Self::Refused(sentence.into())
    }

    pub(crate) fn forbidden(sentence: impl Into<String>) -> Self {
        Self::Forbidden(sentence.into())
    }

    pub(crate) fn unavailable(detail: impl Into<String>) -> Self {
        Self::Unavailable { detail: detail.into() }
    }
}
