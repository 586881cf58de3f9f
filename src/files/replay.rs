//! What the replay files of all games have in common: a first line that says of which game and version they are, and one line
//! for everything after it. A file that ends in the middle (the machine lost power) is good up to its last whole line.

use super::{MAX_RECORDING, read_text};
use crate::base::brief;
use serde::de::DeserializeOwned;
use std::path::Path;
use thiserror::Error;

/// What is wrong with a replay or a saved match, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}: line {line}: {}", brief(problem))]
pub struct LineProblem {
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    pub problem: String,
}

/// Reads a file and parses it as a text and the name for messages.
///
/// # Errors
/// [`LineProblem`]; line 1 if the file cannot be read at all.
pub(crate) fn load<R>(path: &Path, parse: impl FnOnce(&str, &str) -> Result<R, LineProblem>) -> Result<R, LineProblem> {
    let file = path.display().to_string();
    match read_text(path, MAX_RECORDING) {
        Ok(text) => parse(&text, &file),
        Err(error) => Err(LineProblem { file, line: 1, problem: error.to_string() }),
    }
}

/// The header of a replay, and the whole lines after it with their numbers from 1; `file` is for messages.
///
/// # Errors
/// [`LineProblem`] if the first line is none, or `check` says what is wrong with it.
pub(crate) fn parse<'a, H: DeserializeOwned>(
    text: &'a str,
    file: &str,
    check: impl FnOnce(&H) -> Result<(), String>,
) -> Result<(H, impl Iterator<Item = (usize, &'a str)>), LineProblem> {
    let problem = |problem| LineProblem { file: file.into(), line: 1, problem };
    // A last line without an end was being written.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = (1..).zip(whole.lines());
    let (_, first) = lines.next().ok_or_else(|| problem("expected a header, found nothing".into()))?;
    let header = serde_json::from_str(first).map_err(|error| problem(error.to_string()))?;
    check(&header).map_err(problem)?;
    Ok((header, lines))
}

/// Whether a replay is one of `game` in the version that this program plays.
///
/// # Errors
/// Of what it is instead, as a sentence.
pub(crate) fn check(found: (&str, u32), game: &str, version: u32) -> Result<(), String> {
    if found.0 != game {
        return Err(format!("a replay of {:?}, expected {game:?}", found.0));
    }
    if found.1 != version {
        return Err(format!("replay version {}, this program plays {version}", found.1));
    }
    Ok(())
}
