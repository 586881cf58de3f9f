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

use crate::base::{Cell, FileError, Grid};
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
    pub terrain: Grid<Terrain>,
    /// Cells that units walk through but do not choose to rest on.
    pub lanes: BTreeSet<Cell>,
    /// The units at the start, at most one per cell.
    pub units: Vec<UnitSpawn>,
    pub mines: Vec<MineSpawn>,
    /// Upper left cells of the halls of a skirmish, that of side 0 first; none if the level is not made for one.
    pub starts: Vec<Cell>,
    /// How a skirmish here is won unless those who play it say otherwise; `None` for the usual rule.
    pub victory: Option<VictoryRule>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitSpawn {
    pub kind: KindId,
    /// Whom it obeys, 0 to 7.
    pub side: u8,
    pub at: Cell,
}

/// Why a file is not a level.
pub type LevelError = FileError<LevelProblem>;

/// What can be wrong with a level. Squares are named by their upper left cells; rows and columns count from 0.
#[derive(Debug, Error)]
pub enum LevelProblem {
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("a level file ends in .ron or .map")]
    Extension,
    /// The text is not RON or has a wrong field.
    #[error("{0}")]
    Syntax(String),
    /// The text is not a MovingAI map.
    #[error("{0}")]
    MovingAi(movingai::MapProblem),
    #[error("level format version {0} is not known, this program reads version {known}", known = spec::VERSION)]
    Version(u32),
    #[error("`rows` is empty, a level has 1 to {MAX_LEVEL_SIDE} rows")]
    NoRows,
    #[error("the map is {0} cells wide, a level has 1 to {MAX_LEVEL_SIDE} columns")]
    Width(usize),
    #[error("the map is {0} cells high, a level has 1 to {MAX_LEVEL_SIDE} rows")]
    Height(usize),
    #[error("map row {row} has {length} cells, the first row has {expected}")]
    UnevenRow { row: usize, length: usize, expected: usize },
    #[error("{symbol:?} at map cell ({column}, {row}) is no terrain, expected one of {}", check::symbols())]
    Symbol { symbol: char, column: usize, row: usize },
    #[error("a unit needs either `at: (x, y)` or `from: (x, y), size: (columns, rows)`")]
    UnitShape,
    #[error("a block of {0} x {1} units is empty")]
    EmptyBlock(u32, u32),
    #[error("a lane of {0} x {1} cells is empty")]
    EmptyLane(u32, u32),
    #[error("a lane covers ({x}, {y}), outside of the map of {width} x {height} cells")]
    LaneOffMap { x: i64, y: i64, width: u16, height: u16 },
    #[error("unknown unit kind {kind:?}, the rules have {known}")]
    UnknownKind { kind: String, known: String },
    #[error("side {0} does not exist, sides are 0 to {max}", max = SIDES - 1)]
    Side(i64),
    #[error("{kind} at ({x}, {y}) is outside of the map of {width} x {height} cells")]
    OffMap { kind: String, x: i64, y: i64, width: u16, height: u16 },
    #[error("{kind} at {at} stands on {}, where {} units cannot go", terrain.name(), class.name())]
    Impassable { kind: String, at: Cell, terrain: Terrain, class: MovementClass },
    #[error("{kind} at {at} stands on a cell that another unit has taken")]
    Occupied { kind: String, at: Cell },
    #[error("a mine with {0} gold, expected 1 to {MAX_MINE_GOLD}")]
    MineGold(u32),
    #[error("more than {SIDES} starts")]
    TooManyStarts,
    #[error("{what} at {at} of {size} x {size} cells leaves the map of {width} x {height} cells")]
    SiteOffMap { what: &'static str, at: Cell, size: u8, width: u16, height: u16 },
    #[error("{what} at {at} covers {cell}, {}, where nothing can be built", ground.name())]
    SiteGround { what: &'static str, at: Cell, cell: Cell, ground: Terrain },
    #[error("{what} at {at} covers {cell}, which a unit, a mine or another start has taken")]
    SiteTaken { what: &'static str, at: Cell, cell: Cell },
    #[error("the start at {at} is too near to the mine at {mine}, {MINE_MARGIN} cells between them stay free")]
    StartNearMine { at: Cell, mine: Cell },
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
        check(&level, rules).map(|()| level).map_err(|problem| error(None, problem))
    }

    /// Writes the level to a file: RON, or the ground alone as a MovingAI map if the name ends in `.map`. The old
    /// content stays whole until the new one is.
    ///
    /// # Errors
    /// What the system says.
    pub fn save(&self, path: &Path, rules: &Rules) -> std::io::Result<()> {
        let text = if path.extension().is_some_and(|extension| extension == "map") {
            movingai::write_map(&self.terrain, &rules.costs)
        } else {
            self.to_ron(rules)
        };
        files::write_whole(path, &text)
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
