//! Boards in RON, the form of `levels/tactics/*.ron`.
//!
//! ```ron
//! (
//!     version: 1,
//!     name: "Two wells",
//!     description: "One sentence.",
//!     rows: [
//!         "..#...",
//!         "..~+..",
//!     ],
//!     a: [(0, 0), (0, 1)],
//!     b: [(5, 0), (5, 1)],
//!     hill: [(2, 1), (3, 0)],
//!     flags: [(0, 0), (5, 1)],
//!     goals_a: [(5, 0)],
//!     goals_b: [(0, 0)],
//! )
//! ```
//!
//! `.` is floor, `#` an obstacle, `+` cover, `~` water. `a` and `b` are the squares, column and row from 0, where
//! characters of a side may start, from the top; `hill`, `flags` (A's and B's) and `goals_a`, `goals_b` may be left out,
//! then the level cannot be played in the mode that needs them. serde reads the fields; what it cannot know is checked
//! afterwards and told with file, row, column and field.

use super::field::{Field, Ground};
use super::rules::{Mode, Side};
use super::scene::Marks;
use super::square::{MAX_SIDE, Square, Squares};
use crate::base::outline::Outline;
use crate::base::versioned::{self, Unread};
use crate::base::{Cell, FileError, Grid, Place};
use crate::files;
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// The version of the format that is read.
const VERSION: u32 = 1;

/// Shortest side of a board.
pub(crate) const MIN_SIDE: usize = 3;

/// Fewest squares where a side may start.
pub(crate) const MIN_STARTS: usize = 3;

/// A level as it is written; also its form inside of saved battles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
pub struct LevelSpec {
    version: u32,
    name: String,
    description: String,
    rows: Vec<String>,
    a: Vec<(i16, i16)>,
    b: Vec<(i16, i16)>,
    #[serde(default)]
    hill: Vec<(i16, i16)>,
    #[serde(default)]
    flags: Vec<(i16, i16)>,
    #[serde(default)]
    goals_a: Vec<(i16, i16)>,
    #[serde(default)]
    goals_b: Vec<(i16, i16)>,
}

/// A board with its starts and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TacticsLevel {
    pub name: String,
    /// One sentence about the board.
    pub description: String,
    pub ground: Grid<Ground>,
    /// Where the characters of each side may start, from the top.
    pub starts: [Vec<Square>; 2],
    /// Hill, flags and goals.
    pub marks: Marks,
}

/// Why a file is no level.
pub type LevelError = FileError<LevelProblem>;

/// What can be wrong with a level.
#[derive(Debug, Error)]
pub enum LevelProblem {
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("{0}")]
    Syntax(String),
    #[error("`version` is {0}, this program reads version {VERSION} of Tactics levels")]
    Version(u32),
    #[error("`rows`: the board is {0} x {1} squares, its sides must be {MIN_SIDE} to {MAX_SIDE}")]
    Size(usize, usize),
    #[error("`rows`: row {0} has {1} squares, the first row has {2}")]
    UnevenRow(usize, usize, usize),
    #[error("`rows`: {0:?} in row {2}, column {1} is none of . floor, # obstacle, + cover, ~ water")]
    Symbol(char, usize, usize),
    #[error("`rows`: the open squares are in several parts, every one must be reachable from every other one")]
    Disconnected,
    #[error("`{0}`: ({1}, {2}) is outside of the board of {3} x {4} squares")]
    Outside(&'static str, i16, i16, u16, u16),
    #[error("`{0}`: ({1}, {2}) is {3}, nobody can stand there")]
    Closed(&'static str, i16, i16, &'static str),
    #[error("`{0}`: ({1}, {2}) is in the list twice")]
    Twice(&'static str, i16, i16),
    #[error("`b`: ({0}, {1}) is a start of side A, too")]
    Shared(i16, i16),
    #[error("`{0}`: there are {1} squares, at least {MIN_STARTS} are needed")]
    FewStarts(&'static str, usize),
    #[error("`flags`: expected one for A and one for B, found {0}")]
    Flags(usize),
    #[error("`{0}`: both sides need goals or neither")]
    Goals(&'static str),
}

type Located = (Option<Place>, LevelProblem);

/// The board of a battle of which nothing else is said.
const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/open-field.ron"));

impl TacticsLevel {
    /// The source's board with a hill.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN, "open-field.ron").expect("the built-in level is checked by a test")
    }

    /// Reads a level file.
    pub fn load(path: &Path) -> Result<Self, LevelError> {
        let file = path.display().to_string();
        match files::read_text(path, files::MAX_TEXT) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) => Err(LevelError { file, place: None, problem: LevelProblem::Unreadable(error) }),
        }
    }

    /// Reads a level from RON text; `file` is for messages.
    pub fn parse(text: &str, file: &str) -> Result<Self, LevelError> {
        read(text).map_err(|(place, problem)| LevelError { file: file.to_string(), place, problem })
    }

    /// Takes a level out of a saved battle.
    pub(crate) fn from_spec(spec: &LevelSpec) -> Result<Self, LevelProblem> {
        level(spec, &Outline::of("")).map_err(|(_, problem)| problem)
    }

    /// The form for saved battles.
    pub fn spec(&self) -> LevelSpec {
        let row = |y: u16| (0..self.ground.width()).map(move |x| self.ground[Cell::new(x as i16, y as i16)].symbol());
        let pair = |square: Square| (square.cell().x, square.cell().y);
        let list = |squares: &Squares| squares.iter().map(pair).collect::<Vec<_>>();
        let [a, b] = [0, 1].map(|side| self.starts[side].iter().copied().map(pair).collect());
        LevelSpec {
            version: VERSION,
            name: self.name.clone(),
            description: self.description.clone(),
            rows: (0..self.ground.height()).map(|y| row(y).collect()).collect(),
            a,
            b,
            hill: list(&self.marks.hill),
            flags: self.marks.flags.map_or_else(Vec::new, |flags| flags.map(pair).to_vec()),
            goals_a: list(&self.marks.goals[0]),
            goals_b: list(&self.marks.goals[1]),
        }
    }

    /// Whether the level has what a mode needs.
    pub fn suits(&self, mode: Mode) -> bool {
        match mode {
            Mode::Classic => true,
            Mode::Hill => !self.marks.hill.is_empty(),
            Mode::Flag => self.marks.flags.is_some(),
            Mode::Escort => !self.marks.goals[0].is_empty(),
        }
    }

    /// The start squares of `count` characters of a side: in the middle of the side's list and, if they fit so, with one
    /// square between two of them, as in the source.
    pub fn places(&self, side: Side, count: usize) -> Vec<Square> {
        let starts = &self.starts[side.index()];
        let gap = if 2 * count <= starts.len() + 1 { 2 } else { 1 };
        let span = gap * count.saturating_sub(1) + 1;
        let first = starts.len().saturating_sub(span) / 2;
        starts.iter().copied().skip(first).step_by(gap).take(count).collect()
    }
}

fn read(text: &str) -> Result<TacticsLevel, Located> {
    let outline = Outline::of(text);
    let spec = versioned::read(text, VERSION, |spec: &LevelSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (outline.field("version"), LevelProblem::Version(version)),
        Unread::Syntax { line, column, message } => (Some(Place { line, column }), LevelProblem::Syntax(message)),
    })?;
    level(&spec, &outline)
}

fn level(spec: &LevelSpec, outline: &Outline) -> Result<TacticsLevel, Located> {
    let ground = ground(&spec.rows, outline)?;
    if !Field::new(ground.clone()).is_connected() {
        return Err((outline.field("rows"), LevelProblem::Disconnected));
    }
    let squares = |field, list: &[(i16, i16)]| squares(field, list, &ground, outline);
    let (a, b) = (squares("a", &spec.a)?, squares("b", &spec.b)?);
    for (field, starts) in [("a", &a), ("b", &b)] {
        if starts.len() < MIN_STARTS {
            return Err((outline.field(field), LevelProblem::FewStarts(field, starts.len())));
        }
    }
    if let Some(index) = b.iter().position(|square| a.contains(square)) {
        let (x, y) = spec.b[index];
        return Err((outline.element("b", index), LevelProblem::Shared(x, y)));
    }
    let flags = match squares("flags", &spec.flags)?[..] {
        [] => None,
        [a, b] => Some([a, b]),
        ref other => return Err((outline.field("flags"), LevelProblem::Flags(other.len()))),
    };
    let goals = [squares("goals_a", &spec.goals_a)?, squares("goals_b", &spec.goals_b)?];
    if goals[0].is_empty() != goals[1].is_empty() {
        let field = if goals[0].is_empty() { "goals_b" } else { "goals_a" };
        return Err((outline.field(field), LevelProblem::Goals(field)));
    }
    let marks = Marks {
        hill: squares("hill", &spec.hill)?.into_iter().collect(),
        flags,
        goals: goals.map(|goals| goals.into_iter().collect()),
    };
    Ok(TacticsLevel { name: spec.name.clone(), description: spec.description.clone(), ground, starts: [a, b], marks })
}

fn ground(rows: &[String], outline: &Outline) -> Result<Grid<Ground>, Located> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let sides = MIN_SIDE..=MAX_SIDE;
    if !sides.contains(&width) || !sides.contains(&rows.len()) {
        return Err((outline.field("rows"), LevelProblem::Size(width, rows.len())));
    }
    let mut cells = Vec::with_capacity(width * rows.len());
    for (row, text) in rows.iter().enumerate() {
        let length = text.chars().count();
        if length != width {
            return Err((outline.element("rows", row), LevelProblem::UnevenRow(row, length, width)));
        }
        for (column, symbol) in text.chars().enumerate() {
            let problem = || (outline.symbol(row, column), LevelProblem::Symbol(symbol, column, row));
            cells.push(Ground::of(symbol).ok_or_else(problem)?);
        }
    }
    // The sides are at most `MAX_SIDE`.
    Ok(Grid::from_rows(width as u16, rows.len() as u16, cells))
}

fn squares(
    field: &'static str,
    list: &[(i16, i16)],
    ground: &Grid<Ground>,
    outline: &Outline,
) -> Result<Vec<Square>, Located> {
    let mut squares = Vec::new();
    for (index, (x, y)) in list.iter().copied().enumerate() {
        let wrong = |problem| Err((outline.element(field, index), problem));
        let (Some(what), Some(square)) = (ground.get(Cell::new(x, y)), Square::of(Cell::new(x, y))) else {
            return wrong(LevelProblem::Outside(field, x, y, ground.width(), ground.height()));
        };
        match what {
            Ground::Obstacle => return wrong(LevelProblem::Closed(field, x, y, "an obstacle")),
            Ground::Water => return wrong(LevelProblem::Closed(field, x, y, "water")),
            Ground::Floor | Ground::Cover => {}
        }
        if squares.contains(&square) {
            return wrong(LevelProblem::Twice(field, x, y));
        }
        squares.push(square);
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(\n    version: 1,\n    name: \"Pond\",\n    description: \"Water.\",\n    rows: [\n        \".....\",\n        \".#~+.\",\n        \".....\",\n    ],\n    a: [(0, 0), (0, 1), (0, 2)],\n    b: [(4, 0), (4, 1), (4, 2)],\n    hill: [(2, 0), (3, 1)],\n)\n";

    #[test]
    fn a_level_is_read_and_keeps_through_its_saved_form() {
        let level = TacticsLevel::parse(TEXT, "pond.ron").expect("a level");
        assert_eq!((level.ground[Cell::new(3, 1)], level.marks.hill.len()), (Ground::Cover, 2));
        assert!(level.suits(Mode::Hill) && level.suits(Mode::Classic) && !level.suits(Mode::Flag));
        assert_eq!(TacticsLevel::from_spec(&level.spec()).expect("a level"), level);
    }

    #[test]
    fn characters_start_in_the_middle_with_gaps_where_they_fit() {
        let mut level = TacticsLevel::parse(TEXT, "pond.ron").expect("a level");
        level.starts[0] = (0..7).map(|y| Square::new(1, y)).collect();
        let rows = |count| level.places(Side::A, count).iter().map(|square| square.y()).collect::<Vec<_>>();
        let all = (1..=6).map(rows).collect::<Vec<_>>();
        let source = [vec![3], vec![2, 4], vec![1, 3, 5], vec![0, 2, 4, 6]];
        assert_eq!(all[..4], source);
        assert_eq!(all[4..], [vec![1, 2, 3, 4, 5], vec![0, 1, 2, 3, 4, 5]]);
    }

    #[test]
    fn a_problem_is_told_with_file_place_and_field() {
        let told = |from: &str, to: &str| {
            assert!(TEXT.contains(from));
            TacticsLevel::parse(&TEXT.replacen(from, to, 1), "pond.ron").expect_err("no level").to_string()
        };
        assert_eq!(
            told("#~+", "#x+"),
            "pond.ron: line 7, column 12: `rows`: 'x' in row 1, column 2 is none of . floor, # obstacle, + cover, ~ water"
        );
        assert_eq!(
            told(".#~+.", ".#~+"),
            "pond.ron: line 7, column 9: `rows`: row 1 has 4 squares, the first row has 5"
        );
        assert_eq!(
            told("(2, 0)", "(2, 1)"),
            "pond.ron: line 12, column 12: `hill`: (2, 1) is water, nobody can stand there"
        );
        assert_eq!(
            told("(0, 2)]", "(0, 3)]"),
            "pond.ron: line 10, column 25: `a`: (0, 3) is outside of the board of 5 x 3 squares"
        );
        assert_eq!(told("(4, 1)", "(0, 1)"), "pond.ron: line 11, column 17: `b`: (0, 1) is a start of side A, too");
        assert!(told("(3, 1)]", "(2, 0)]").contains("`hill`: (2, 0) is in the list twice"));
        assert!(told("b: [(4, 0), ", "b: [").contains("`b`: there are 2 squares"));
        assert!(told("hill:", "flags: [(0, 0)], hill:").contains("expected one for A and one for B, found 1"));
        assert!(told("hill:", "goals_b: [(0, 0)], hill:").contains("both sides need goals"));
        assert!(told("version: 1", "version: 3").starts_with("pond.ron: line 2, column 12: `version` is 3"));
        assert!(told("hill", "hell").starts_with("pond.ron: line 12, column "));
        let wall = TEXT
            .replace(".....\",\n        \".#~+.\",\n        \".....", "..#..\",\n        \".##+.\",\n        \"..#..");
        let apart = TacticsLevel::parse(&wall.replace("(2, 0), ", ""), "x.ron").expect_err("apart").to_string();
        assert!(apart.contains("in several parts"), "{apart}");
    }
}
