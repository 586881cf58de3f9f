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

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Note {
        version: u32,
        text: Option<String>,
    }

    fn note(text: &str) -> Result<Note, Unread> {
        read(text, 2, |note: &Note| note.version)
    }

    #[test]
    fn another_version_is_named_even_if_its_fields_are_unknown() {
        assert_eq!(note("(version: 2, text: \"hm\")"), Ok(Note { version: 2, text: Some("hm".into()) }));
        assert_eq!(note("(version: 1, text: \"hm\")"), Err(Unread::Version(1)));
        assert_eq!(note("(version: 3, colour: 7)"), Err(Unread::Version(3)));
    }

    #[test]
    fn a_fault_has_a_place() {
        let fault = note("(\n    version: 2,\n    colour: 7,\n)").expect_err("no such field");
        assert!(matches!(fault, Unread::Syntax { line: 3, .. }), "{fault:?}");
    }
}
