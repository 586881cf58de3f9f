//! Boards in RON, the form of `levels/tactics/*.ron`, told in the README there. serde reads the fields; what it cannot know is
//! checked afterwards and told with file, row, column and field.

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

pub(super) const VERSION: u32 = 1;

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TacticsLevel {
    pub name: String,
    /// One sentence about the board.
    pub description: String,
    pub ground: Grid<Ground>,
    /// Where the characters of each side may start, from the top.
    pub starts: [Vec<Square>; 2],
    pub marks: Marks,
}

pub type LevelError = FileError<LevelProblem>;

#[derive(Debug, Error)]
pub enum LevelProblem {
    Unreadable(std::io::Error),
    Syntax(String),
    Version(u32),
    Size(usize, usize),
    UnevenRow(usize, usize, usize),
    Symbol(char, usize, usize),
    Disconnected,
    Outside(&'static str, i16, i16, u16, u16),
    Closed(&'static str, i16, i16, Ground),
    Twice(&'static str, i16, i16),
    Shared(i16, i16),
    FewStarts(&'static str, usize),
    Flags(usize),
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

    pub fn load(path: &Path) -> Result<Self, LevelError> {
        let file = path.display().to_string();
        match files::read_text(path, files::MAX_TEXT) {
            Ok(text) => Self::parse(&text, &file),
            Err(error) => Err(LevelError { file, place: None, problem: LevelProblem::Unreadable(error) }),
        }
    }

    pub fn parse(text: &str, file: &str) -> Result<Self, LevelError> {
        read(text).map_err(|(place, problem)| LevelError { file: file.to_string(), place, problem })
    }

    pub fn from_spec(spec: &LevelSpec) -> Result<Self, LevelProblem> {
        level(spec, &Outline::of("")).map_err(|(_, problem)| problem)
    }

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
        if !what.is_open() {
            return wrong(LevelProblem::Closed(field, x, y, *what));
        }
        if squares.contains(&square) {
            return wrong(LevelProblem::Twice(field, x, y));
        }
        squares.push(square);
    }
    Ok(squares)
}
