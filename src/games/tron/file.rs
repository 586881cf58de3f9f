//! Boards in RON, the form of `levels/tron/*.ron`.
//!
//! ```ron
//! (
//!     version: 1,
//!     name: "Two rooms",
//!     description: "A door in the middle.",
//!     rows: [
//!         ". . . . . 2 . . . .",
//!     ],
//!     starts: [(at: (0, 0), heading: right), (at: (9, 9), heading: left)],
//! )
//! ```
//!
//! `.` is floor, `1` to `9` an obstacle of that height; spaces between the cells mean nothing. `heading` may be left
//! out: then the cycle looks inward. serde reads the fields; what it cannot know is checked afterwards and reported
//! with the line of the row or start.

use super::arena::{Arena, ArenaProblem, MAX_SIDE, MIN_SIDE, Start, inward};
use crate::base::versioned::{self, Unread};
use crate::base::{Cell, Dir, Grid, brief};
use crate::files;
use serde::Deserialize;
use std::path::Path;
use thiserror::Error;

/// The version of the format that is read.
const VERSION: u32 = 1;

/// A named board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TronLevel {
    pub name: String,
    /// One sentence about the board.
    pub description: String,
    pub arena: Arena,
}

/// Why a file is not a board: one sentence with file and line.
#[derive(Debug, Error)]
#[error("{file}: {}{}", line.map_or_else(String::new, |line| format!("line {line}: ")), brief(problem))]
pub struct TronLevelError {
    pub file: String,
    /// Line, from 1, if the problem has one.
    pub line: Option<usize>,
    pub problem: TronLevelProblem,
}

/// What can be wrong with a board file.
#[derive(Debug, Error)]
pub enum TronLevelProblem {
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("{0}")]
    Syntax(String),
    #[error("`version` is {0}, this program reads version {VERSION} of Tron boards")]
    Version(u32),
    #[error("`rows`: row {row} has {length} cells, the first row has {expected}")]
    UnevenRow {
        /// Row, 0 is the topmost.
        row: usize,
        length: usize,
        /// Cells of row 0.
        expected: usize,
    },
    #[error("`rows`: {symbol:?} at cell ({column}, {row}) is neither `.` nor a height from 1 to 9")]
    Symbol {
        symbol: char,
        /// Column, from 0.
        column: usize,
        /// Row, from 0.
        row: usize,
    },
    #[error("{0}")]
    Arena(ArenaProblem),
    #[error("`rows`: the floor is in several parts, every floor cell must be reachable")]
    Disconnected,
    #[error("{0}")]
    Map(super::contest::MapProblem),
}

#[derive(Deserialize)]
#[serde(rename = "TronLevel", deny_unknown_fields)]
struct LevelSpec {
    version: u32,
    name: String,
    #[serde(default)]
    description: String,
    rows: Vec<String>,
    starts: Vec<StartSpec>,
}

#[derive(Deserialize)]
#[serde(rename = "Start", deny_unknown_fields)]
struct StartSpec {
    at: (i16, i16),
    heading: Option<HeadingSpec>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename = "Heading", rename_all = "lowercase")]
enum HeadingSpec {
    Up,
    Right,
    Down,
    Left,
}

impl TronLevel {
    /// Reads a board from a file: `.ron` is our form, any other ending the contest's text.
    pub fn load(path: &Path) -> Result<Self, TronLevelError> {
        let file = path.display().to_string();
        let text = files::read_text(path, files::MAX_TEXT).map_err(|error| TronLevelError {
            file: file.clone(),
            line: None,
            problem: TronLevelProblem::Unreadable(error),
        })?;
        if path.extension().is_some_and(|extension| extension == "ron") {
            return Self::parse(&text, &file);
        }
        // The map's own problems name their lines.
        let arena = super::contest::parse_map(&text).map_err(|problem| TronLevelError {
            file,
            line: None,
            problem: TronLevelProblem::Map(problem),
        })?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, description: String::new(), arena })
    }

    /// Reads a board from RON text; `file` is only for messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, TronLevelError> {
        parse(text).map_err(|(line, problem)| TronLevelError { file: file.to_string(), line, problem })
    }
}

fn parse(text: &str) -> Result<TronLevel, (Option<usize>, TronLevelProblem)> {
    let spec = versioned::read(text, VERSION, |spec: &LevelSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (line_of(text, "version", 0), TronLevelProblem::Version(version)),
        Unread::Syntax { line, message, .. } => (Some(line), TronLevelProblem::Syntax(message)),
    })?;
    let heights = picture(&spec.rows).map_err(|(row, problem)| (line_of(text, "rows", row + 1), problem))?;
    let (width, height) = (heights.width(), heights.height());
    let starts = spec
        .starts
        .iter()
        .map(|start| {
            let cell = Cell::new(start.at.0, start.at.1);
            let heading = start.heading.map_or_else(|| inward(cell, width, height), HeadingSpec::dir);
            Start { cell, heading }
        })
        .collect();
    let at_starts = |problem| (line_of(text, "starts", 0), TronLevelProblem::Arena(problem));
    let arena = Arena::new(heights, starts).map_err(at_starts)?;
    if !arena.is_connected() {
        return Err((line_of(text, "rows", 0), TronLevelProblem::Disconnected));
    }
    Ok(TronLevel { name: spec.name, description: spec.description, arena })
}

/// The heights of the picture; a problem comes with its row.
fn picture(rows: &[String]) -> Result<Grid<u8>, (usize, TronLevelProblem)> {
    let cells_of = |row: &str| row.chars().filter(|symbol| *symbol != ' ').collect::<Vec<_>>();
    let expected = rows.first().map_or(0, |row| cells_of(row).len());
    let sides = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
    if !sides.contains(&expected) || !sides.contains(&rows.len()) {
        return Err((0, TronLevelProblem::Arena(ArenaProblem::Size(expected, rows.len(), MIN_SIDE))));
    }
    let mut heights = Vec::with_capacity(expected * rows.len());
    for (row, text) in rows.iter().enumerate() {
        let cells = cells_of(text);
        if cells.len() != expected {
            return Err((row, TronLevelProblem::UnevenRow { row, length: cells.len(), expected }));
        }
        for (column, symbol) in cells.into_iter().enumerate() {
            heights.push(match symbol {
                '.' => 0,
                '1'..='9' => symbol as u8 - b'0',
                _ => return Err((row, TronLevelProblem::Symbol { symbol, column, row })),
            });
        }
    }
    // The sides are at most `MAX_SIDE`.
    Ok(Grid::from_rows(expected as u16, rows.len() as u16, heights))
}

/// The line of the `element`-th string (from 1; 0 for the name itself) after `field:`. Good enough for a text that
/// parses: field names stand outside of strings and comments in every sensible file, and without a hit there is just
/// no line.
fn line_of(text: &str, field: &str, element: usize) -> Option<usize> {
    let start = text
        .match_indices(field)
        .map(|(at, _)| at)
        .find(|at| text[at + field.len()..].trim_start().starts_with(':'))?;
    let rest = &text[start..];
    let offset = if element == 0 { 0 } else { rest.match_indices('"').nth(2 * (element - 1))?.0 };
    Some(text[..start + offset].matches('\n').count() + 1)
}

impl HeadingSpec {
    fn dir(self) -> Dir {
        match self {
            Self::Up => Dir::North,
            Self::Right => Dir::East,
            Self::Down => Dir::South,
            Self::Left => Dir::West,
        }
    }
}
