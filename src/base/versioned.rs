//! RON texts that begin with the version of their format.
//!
//! A file of another version is called that, and not full of unknown fields.

use ron::extensions::Extensions;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// It is of this version of the format, not of the one that was asked for.
    Version(u32),
    /// It is not RON, or not of the wanted fields.
    Syntax { line: usize, column: usize, message: String },
}

/// The only field that all versions have in common.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Reads a text of version `expected`; `version` tells that of a text that was read. Optional fields need no `Some(…)`.
///
/// # Errors
/// The other version, or the place of the first fault.
pub fn read<T: DeserializeOwned>(text: &str, expected: u32, version: impl Fn(&T) -> u32) -> Result<T, Unread> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let read = options.from_str::<T>(text);
    let found = match &read {
        Ok(value) => version(value),
        Err(_) => options.from_str::<Versioned>(text).map_or(expected, |found| found.version),
    };
    if found != expected {
        return Err(Unread::Version(found));
    }
    read.map_err(|error| {
        let start = error.span.start;
        Unread::Syntax { line: start.line, column: start.col, message: error.code.to_string() }
    })
}
