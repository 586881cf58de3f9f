//! Levels: a picture of the ground and the units that stand on it.
//!
//! A level comes from a RON file ([`Level::parse`]), from a MovingAI map ([`crate::nav::movingai`]) or from a seeded
//! generator ([`generate::generate`]). Whatever comes from a file is checked once, here: every unit stands on the map,
//! on ground that it can walk, alone on its cell. Pure: no clock, no Bevy; only [`Level::load`], [`Level::save`] and
//! [`levels_in`] touch files.

mod check;
pub mod generate;
pub mod jam;
mod save;
mod sites;
mod spec;

pub use crate::base::Place;
pub use check::{MAX_LEVEL_SIDE, SIDES, check};
pub use sites::{MAX_MINE_GOLD, MineSpawn, check_squares, hall_side, mine_side};

use crate::base::{Cell, Grid, brief};
use crate::files;
use crate::games::rts::placement::MINE_MARGIN;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::victory::VictoryRule;
use crate::nav::movingai;
use crate::nav::terrain::{MovementClass, Terrain};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The start of a match: the ground and who stands where.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    pub name: String,
    pub description: String,
    /// What each cell is made of.
    pub terrain: Grid<Terrain>,
    /// Cells that units walk through but do not choose to rest on.
    pub lanes: BTreeSet<Cell>,
    /// The units at the start, at most one per cell.
    pub units: Vec<UnitSpawn>,
    /// Gold mines of a skirmish.
    pub mines: Vec<MineSpawn>,
    /// Upper left cells of the halls of a skirmish, that of side 0 first; none if the level is not made for one.
    pub starts: Vec<Cell>,
    /// How a skirmish here is won unless those who play it say otherwise; `None` for the usual rule.
    pub victory: Option<VictoryRule>,
}

/// A unit at the start of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitSpawn {
    pub kind: KindId,
    /// Whom it obeys, 0 to 7.
    pub side: u8,
    pub at: Cell,
}

/// Why a file is not a level: one sentence with file, line and column.
#[derive(Debug, Error)]
#[error("{file}: {}{}", Place::prefix(*place), brief(problem))]
pub struct LevelError {
    pub file: String,
    /// Where in the file, if the problem has a place.
    pub place: Option<Place>,
    pub problem: LevelProblem,
}

/// What can be wrong with a level.
#[derive(Debug, Error)]
pub enum LevelProblem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The file name says nothing about the format.
    #[error("a level file ends in .ron or .map")]
    Extension,
    /// The text is not RON or has a wrong field.
    #[error("{0}")]
    Syntax(String),
    /// The text is not a MovingAI map.
    #[error("{0}")]
    MovingAi(movingai::MapProblem),
    /// A format of the past or of the future.
    #[error("level format version {0} is not known, this program reads version {known}", known = spec::VERSION)]
    Version(u32),
    /// There is no picture.
    #[error("`rows` is empty, a level has 1 to {MAX_LEVEL_SIDE} rows")]
    NoRows,
    /// Too narrow or too wide.
    #[error("the map is {0} cells wide, a level has 1 to {MAX_LEVEL_SIDE} columns")]
    Width(usize),
    /// Too high.
    #[error("the map is {0} cells high, a level has 1 to {MAX_LEVEL_SIDE} rows")]
    Height(usize),
    /// A row that does not fit under the first one.
    #[error("map row {row} has {length} cells, the first row has {expected}")]
    UnevenRow {
        /// Row, 0 is the topmost.
        row: usize,
        /// Its cells.
        length: usize,
        /// Cells of row 0.
        expected: usize,
    },
    /// A character that stands for no terrain.
    #[error("{symbol:?} at map cell ({column}, {row}) is no terrain, expected one of {}", check::symbols())]
    Symbol {
        symbol: char,
        /// Column on the map, from 0.
        column: usize,
        /// Row on the map, from 0.
        row: usize,
    },
    /// A unit entry says neither `at` nor `from` and `size`, or both.
    #[error("a unit needs either `at: (x, y)` or `from: (x, y), size: (columns, rows)`")]
    UnitShape,
    /// A block without cells.
    #[error("a block of {0} x {1} units is empty")]
    EmptyBlock(u32, u32),
    /// A lane without cells.
    #[error("a lane of {0} x {1} cells is empty")]
    EmptyLane(u32, u32),
    /// A lane that leaves the map.
    #[error("a lane covers ({x}, {y}), outside of the map of {width} x {height} cells")]
    LaneOffMap {
        x: i64,
        y: i64,
        width: u16,
        /// Rows of the map.
        height: u16,
    },
    /// A unit kind that the rules do not have.
    #[error("unknown unit kind {kind:?}, the rules have {known}")]
    UnknownKind { kind: String, known: String },
    /// A side that cannot exist.
    #[error("side {0} does not exist, sides are 0 to {max}", max = SIDES - 1)]
    Side(i64),
    /// A unit beside the map.
    #[error("{kind} at ({x}, {y}) is outside of the map of {width} x {height} cells")]
    OffMap {
        kind: String,
        x: i64,
        y: i64,
        width: u16,
        /// Rows of the map.
        height: u16,
    },
    /// A unit where its class cannot be.
    #[error("{kind} at {at} stands on {}, where {} units cannot go", terrain.name(), class.name())]
    Impassable { kind: String, at: Cell, terrain: Terrain, class: MovementClass },
    /// Two units on one cell.
    #[error("{kind} at {at} stands on a cell that another unit has taken")]
    Occupied {
        /// Name of the second unit's kind.
        kind: String,
        at: Cell,
    },
    /// A mine without gold or with too much.
    #[error("a mine with {0} gold, expected 1 to {MAX_MINE_GOLD}")]
    MineGold(u32),
    /// More starts than sides.
    #[error("more than {SIDES} starts")]
    TooManyStarts,
    /// A mine or a start that leaves the map.
    #[error("{what} at {at} of {size} x {size} cells leaves the map of {width} x {height} cells")]
    SiteOffMap {
        what: &'static str,
        /// Its upper left cell.
        at: Cell,
        /// Its side in cells.
        size: u8,
        width: u16,
        /// Rows of the map.
        height: u16,
    },
    /// A mine or a start where nothing can be built.
    #[error("{what} at {at} covers {cell}, {}, where nothing can be built", ground.name())]
    SiteGround {
        what: &'static str,
        /// Its upper left cell.
        at: Cell,
        /// The cell at fault.
        cell: Cell,
        ground: Terrain,
    },
    /// A mine or a start over another, or over a unit.
    #[error("{what} at {at} covers {cell}, which a unit, a mine or another start has taken")]
    SiteTaken {
        what: &'static str,
        /// Its upper left cell.
        at: Cell,
        /// The cell at fault.
        cell: Cell,
    },
    /// No way for workers between a start and a mine.
    #[error("the start at {at} is too near to the mine at {mine}, {MINE_MARGIN} cells between them stay free")]
    StartNearMine {
        /// The start's upper left cell.
        at: Cell,
        mine: Cell,
    },
}

impl Level {
    /// A level of nothing but ground: without a name, lanes, units, mines and starts.
    pub const fn of_ground(terrain: Grid<Terrain>) -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            terrain,
            lanes: BTreeSet::new(),
            units: Vec::new(),
            mines: Vec::new(),
            starts: Vec::new(),
            victory: None,
        }
    }

    /// Reads a level from RON text; `file` is for messages only.
    ///
    /// # Errors
    /// [`LevelError`] with the line and column of the first problem.
    pub fn parse(text: &str, file: &str, rules: &Rules) -> Result<Self, LevelError> {
        spec::parse(text, rules).map_err(|(place, problem)| LevelError { file: file.into(), place, problem })
    }

    /// Reads a level file: `.ron`, or `.map` for a MovingAI map (a level without units, named after the file).
    ///
    /// # Errors
    /// [`LevelError`] if the file cannot be read or is not a level.
    pub fn load(path: &Path, rules: &Rules) -> Result<Self, LevelError> {
        let file = path.display().to_string();
        let error = |place, problem| LevelError { file: file.clone(), place, problem };
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if extension != "ron" && extension != "map" {
            return Err(error(None, LevelProblem::Extension));
        }
        let text =
            files::read_text(path, files::MAX_TEXT).map_err(|source| error(None, LevelProblem::Unreadable(source)))?;
        if extension == "ron" {
            return Self::parse(&text, &file, rules);
        }
        let terrain = movingai::read_map(&text, &file).map_err(|map| {
            error(Some(Place { line: map.line, column: map.column }), LevelProblem::MovingAi(map.problem))
        })?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let level = Self { name, description: "A MovingAI map.".into(), ..Self::of_ground(terrain) };
        match check(&level, rules) {
            Ok(()) => Ok(level),
            Err(problem) => Err(error(None, problem)),
        }
    }

    /// Writes the level as RON; reading it again gives an equal level if this one passes [`check`].
    ///
    /// # Panics
    /// If a unit's kind comes from other rules.
    pub fn to_ron(&self, rules: &Rules) -> String {
        save::to_ron(self, rules)
    }

    /// Writes the level to a file: RON, or the ground alone as a MovingAI map if the name ends in `.map`. The old
    /// content stays whole until the new one is.
    ///
    /// # Errors
    /// What the system says.
    ///
    /// # Panics
    /// If a unit's kind comes from other rules.
    pub fn save(&self, path: &Path, rules: &Rules) -> std::io::Result<()> {
        let text = if path.extension().is_some_and(|extension| extension == "map") {
            movingai::write_map(&self.terrain, &rules.costs)
        } else {
            self.to_ron(rules)
        };
        files::write_whole(path, &text)
    }

    /// Takes out mines and starts that the ground or the units leave no room for any more, as after an edit.
    ///
    /// # Panics
    /// If a unit's kind comes from other rules.
    pub(crate) fn drop_misplaced(&mut self, rules: &Rules) {
        sites::drop_misplaced(self, rules);
    }

    /// How many sides the level has units for: one more than the highest side, 0 without units.
    pub fn sides(&self) -> u8 {
        self.units.iter().map(|unit| unit.side + 1).max().unwrap_or(0)
    }
}

/// The level files (`.ron` and `.map`) directly in `dir`, sorted by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn levels_in(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        let is_level = path.extension().is_some_and(|extension| extension == "ron" || extension == "map");
        if is_level && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_missing_or_of_another_kind_is_named() {
        let error = Level::load(Path::new("/no/such/level.ron"), &Rules::built_in()).expect_err("there is none");
        assert!(error.to_string().starts_with("/no/such/level.ron: cannot be read: "), "{error}");
        let error = Level::load(Path::new("level.txt"), &Rules::built_in()).expect_err("not a level");
        assert_eq!(error.to_string(), "level.txt: a level file ends in .ron or .map");
    }

    #[test]
    fn a_movingai_map_larger_than_a_level_is_refused_as_a_level() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let file = dir.path().join("wide.map");
        std::fs::write(&file, format!("type octile\nheight 1\nwidth 1025\nmap\n{}\n", ".".repeat(1025)))
            .expect("it can be written");
        let error = Level::load(&file, &Rules::built_in()).expect_err("too wide");
        assert!(matches!(error.problem, LevelProblem::Width(1025)), "{error}");
    }
}
