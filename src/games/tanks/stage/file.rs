//! Stages in RON, the form of `levels/tanks/*.ron`.
//!
//! ```ron
//! (
//!     version: 1,
//!     name: "Two doors",
//!     description: "The wall has two doors, and one of them leads nowhere.",
//!     rows: [
//!         "..........................",
//!     ],
//!     bases: [(at: (12, 24))],
//!     players: [(at: (8, 24)), (at: (16, 24))],
//!     gates: [(0, 0), (12, 0), (24, 0)],
//!     flags: [(at: (4, 4), side: 1)],
//!     waves: [[(kind: rover, count: 12), (kind: bastion, size: 3, count: 2)]],
//!     at_once: 4,
//! )
//! ```
//!
//! The picture has `.` floor, `#` brick, `@` steel, `~` water, `%` forest, `-` ice, `E` base. Places are column and row
//! of top left cells, from 0. `side` is 0 where it is left out; a stage without `waves` has the usual one, and `bases`,
//! `gates`, `flags` and `at_once` may be left out. serde reads the fields; what it cannot know is judged afterwards and
//! reported with the line.

use super::judge::StageProblem;
use super::{Post, Stage, USUAL_AT_ONCE, Wave};
use crate::base::outline::{FileError, Outline, Place, locate};
use crate::base::versioned::{self, Unread};
use crate::base::{Cell, Grid};
use crate::files;
use crate::games::tanks::field::{Ground, MAX_SIDE, MIN_SIDE};
use serde::Deserialize;
use std::fmt::Write;
use std::path::Path;
use thiserror::Error;

/// The version of the format that is read and written.
const VERSION: u32 = 1;

/// Why a file is not a stage: one sentence with file, line and field.
pub type StageError = FileError<StageFileProblem>;

/// What can be wrong with a stage file.
#[derive(Debug, Error)]
pub enum StageFileProblem {
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("{0}")]
    Syntax(String),
    #[error("`version` is {0}, this program reads version {VERSION} of stages")]
    Version(u32),
    #[error("`rows`: row {row} has {length} cells, the first row has {expected}")]
    UnevenRow {
        /// Row, 0 is the topmost.
        row: usize,
        length: usize,
        /// Cells of row 0.
        expected: usize,
    },
    #[error("`rows`: {symbol:?} at {cell} is none of `.#@~%-E`")]
    Symbol { symbol: char, cell: Cell },
    #[error("{0}")]
    Stage(#[from] StageProblem),
}

#[derive(Deserialize)]
#[serde(rename = "Stage", deny_unknown_fields)]
struct StageSpec {
    version: u32,
    name: String,
    #[serde(default)]
    description: String,
    rows: Vec<String>,
    #[serde(default)]
    bases: Vec<PostSpec>,
    players: Vec<PostSpec>,
    #[serde(default)]
    gates: Vec<(i16, i16)>,
    #[serde(default)]
    flags: Vec<PostSpec>,
    waves: Option<Vec<Wave>>,
    at_once: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename = "Post", deny_unknown_fields)]
struct PostSpec {
    at: (i16, i16),
    #[serde(default)]
    side: u8,
}

impl Stage {
    /// Reads a stage from a file.
    ///
    /// # Errors
    /// One sentence with file, line and field.
    pub fn load(path: &Path) -> Result<Self, StageError> {
        let file = path.display().to_string();
        match files::read_text(path, files::MAX_TEXT) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) => Err(FileError { file, place: None, problem: StageFileProblem::Unreadable(error) }),
        }
    }

    /// Reads a stage from RON text; `file` is only for messages.
    ///
    /// # Errors
    /// One sentence with line and field.
    pub fn parse(text: &str, file: &str) -> Result<Self, StageError> {
        parse(text).map_err(|(place, problem)| FileError { file: file.to_string(), place, problem })
    }

    /// The stage as a file.
    pub fn to_ron(&self) -> String {
        let mut text = format!("(\n    version: {VERSION},\n");
        // Writing to a text cannot fail; Rust's form of a string is one of RON's.
        let _ = writeln!(text, "    name: {:?},\n    description: {:?},\n    rows: [", self.name, self.description);
        for row in symbols(&self.ground) {
            let _ = writeln!(text, "        \"{row}\",");
        }
        text += "    ],\n";
        let post = |post: &Post| match (post.at, post.side) {
            (at, 0) => format!("(at: {at})"),
            (at, side) => format!("(at: {at}, side: {side})"),
        };
        let posts = |posts: &[Post]| posts.iter().map(post).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "    bases: [{}],\n    players: [{}],", posts(&self.bases), posts(&self.players));
        let gates: Vec<String> = self.gates.iter().map(Cell::to_string).collect();
        let _ = writeln!(text, "    gates: [{}],", gates.join(", "));
        if !self.flags.is_empty() {
            let _ = writeln!(text, "    flags: [{}],", posts(&self.flags));
        }
        text += "    waves: [\n";
        for wave in &self.waves {
            let group = |group: &super::Group| match (group.kind.name(), group.size, group.count) {
                (kind, super::POST_SIDE, count) => format!("(kind: {kind}, count: {count})"),
                (kind, size, count) => format!("(kind: {kind}, size: {size}, count: {count})"),
            };
            let groups: Vec<String> = wave.groups.iter().map(group).collect();
            let _ = writeln!(text, "        [{}],", groups.join(", "));
        }
        let _ = write!(text, "    ],\n    at_once: {},\n)\n", self.at_once);
        text
    }
}

/// The rows of a picture.
pub(super) fn symbols(ground: &Grid<Ground>) -> impl Iterator<Item = String> {
    ground.rows().map(|row| row.iter().map(|ground| ground.symbol()).collect())
}

fn parse(text: &str) -> Result<Stage, (Option<Place>, StageFileProblem)> {
    let spec = versioned::read(text, VERSION, |spec: &StageSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (locate(text, "version"), StageFileProblem::Version(version)),
        Unread::Syntax { line, column, message } => (Some(Place { line, column }), StageFileProblem::Syntax(message)),
    })?;
    let ground = picture(&spec.rows).map_err(|(row, column, problem)| {
        let outline = Outline::of(text);
        (outline.symbol(row, column).or_else(|| outline.field("rows")), problem)
    })?;
    let post = |spec: PostSpec| Post { at: Cell::new(spec.at.0, spec.at.1), side: spec.side };
    let posts = |specs: Vec<PostSpec>| specs.into_iter().map(post).collect();
    let stage = Stage {
        name: spec.name,
        description: spec.description,
        ground,
        bases: posts(spec.bases),
        players: posts(spec.players),
        gates: spec.gates.into_iter().map(|(x, y)| Cell::new(x, y)).collect(),
        flags: posts(spec.flags),
        waves: spec.waves.unwrap_or_else(|| vec![Wave::usual()]),
        at_once: spec.at_once.unwrap_or(USUAL_AT_ONCE),
    };
    stage.judge().map_err(|problem| {
        let place = match (&problem, problem.path()) {
            (_, Some(path)) => locate(text, &path),
            (StageProblem::Baseless(cell), _) => Outline::of(text).symbol(cell.y as usize, cell.x as usize),
            _ => None,
        };
        (place, problem.into())
    })?;
    Ok(stage)
}

/// The ground of a picture; a problem comes with its row and column.
pub fn picture(rows: &[String]) -> Result<Grid<Ground>, (usize, usize, StageFileProblem)> {
    let expected = rows.first().map_or(0, |row| row.chars().count());
    let sides = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
    if !sides.contains(&expected) || !sides.contains(&rows.len()) {
        return Err((0, 0, StageProblem::Size(expected, rows.len()).into()));
    }
    let mut ground = Vec::with_capacity(expected * rows.len());
    for (row, text) in rows.iter().enumerate() {
        let length = text.chars().count();
        if length != expected {
            return Err((row, 0, StageFileProblem::UnevenRow { row, length, expected }));
        }
        for (column, symbol) in text.chars().enumerate() {
            // The sides are at most `MAX_SIDE`.
            let cell = Cell::new(column as i16, row as i16);
            let problem = || (row, column, StageFileProblem::Symbol { symbol, cell });
            ground.push(Ground::from_symbol(symbol).ok_or_else(problem)?);
        }
    }
    Ok(Grid::from_rows(expected as u16, rows.len() as u16, ground))
}
