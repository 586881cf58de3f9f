//! Seeded map generators: the same [`MapSpec`] gives the same level on every machine.
//!
//! Each kind draws a [`Draft`]; then the same three steps follow for all: [`connect`] makes the ground one area for
//! units on foot, [`squad`] places the starting units, [`super::check`] looks at the result. Noise is quantised to
//! integers before it decides anything, and all choices come from named streams of the seed.

mod caves;
mod city;
mod connect;
mod duel;
mod islands;
mod maze;
mod mountains;
mod noise;
mod obstacles;
mod open;
mod paint;
mod rivers;
mod roads;
mod rooms;
mod skirmish;
mod squad;

pub use obstacles::ObstacleParams;
pub use skirmish::{LONGEST_SIDE, MOST_PLAYERS, SkirmishSpec, generate_skirmish, shortest_side};

use super::{Level, check};
use crate::base::wording::{between, count};
use crate::base::{Cell, Grid};
use crate::games::rts::rules::Rules;
use crate::nav::terrain::Terrain;
use std::str::FromStr;
use thiserror::Error;

/// Shortest side of a generated map in cells: below it a starting squad fills the map.
pub const MIN_SIDE: u16 = 16;
/// Longest side of a generated map in cells: that of any level.
pub const MAX_SIDE: u16 = super::MAX_LEVEL_SIDE as u16;

/// Everything that decides a generated map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapSpec {
    pub kind: MapKind,
    /// Columns, [`MIN_SIDE`] to [`MAX_SIDE`].
    pub width: u16,
    /// Rows, [`MIN_SIDE`] to [`MAX_SIDE`].
    pub height: u16,
    /// Any number; another one gives another map.
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapKind {
    Open,
    Obstacles,
    Clutter,
    Caves,
    Rooms,
    Maze,
    Rivers,
    Islands,
    Mountains,
    City,
    Duel,
}

impl MapKind {
    /// All kinds in the order in which menus show them.
    pub const ALL: [Self; 11] = [
        Self::Open,
        Self::Obstacles,
        Self::Clutter,
        Self::Caves,
        Self::Rooms,
        Self::Maze,
        Self::Rivers,
        Self::Islands,
        Self::Mountains,
        Self::City,
        Self::Duel,
    ];

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Open => ("open", "Open Country"),
            Self::Obstacles => ("obstacles", "Obstacles"),
            Self::Clutter => ("clutter", "Clutter"),
            Self::Caves => ("caves", "Caves"),
            Self::Rooms => ("rooms", "Halls"),
            Self::Maze => ("maze", "Maze"),
            Self::Rivers => ("rivers", "Rivers"),
            Self::Islands => ("islands", "Islands"),
            Self::Mountains => ("mountains", "Mountains"),
            Self::City => ("city", "Walled Town"),
            Self::Duel => ("duel", "Duel"),
        }
    }

    /// The identifier on the command line.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The name shown in menus.
    pub const fn title(self) -> &'static str {
        self.names().1
    }

    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Open => "Meadows with copses, ponds and hills, and roads between the clearings.",
            Self::Obstacles => "Plain ground with scattered boulders, copses and blocks of masonry.",
            Self::Clutter => "Plain ground crowded with small obstacles, where every route is a slalom.",
            Self::Caves => "Winding caves in solid rock with pools and rubble.",
            Self::Rooms => "Halls and courtyards behind masonry, joined by doors.",
            Self::Maze => "A walled labyrinth with courtyards and more than one way through.",
            Self::Rivers => "Rivers that only bridges and fords cross.",
            Self::Islands => "Islands in deep water, joined by bridges and fords.",
            Self::Mountains => "Ridges of rock with passes between wooded valleys.",
            Self::City => "A walled town of streets and blocks with gates to the fields around it.",
            Self::Duel => "Point-symmetric ground for two sides in opposite corners.",
        }
    }
}

impl std::fmt::Display for MapKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

#[derive(Debug, Error, PartialEq, Eq)]
#[error("unknown map type {word:?}, expected one of {}", MapKind::ALL.map(MapKind::name).join(", "))]
pub struct UnknownMapKind {
    pub word: String,
}

impl FromStr for MapKind {
    type Err = UnknownMapKind;

    fn from_str(word: &str) -> Result<Self, UnknownMapKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == word).ok_or_else(|| UnknownMapKind { word: word.into() })
    }
}

#[derive(Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    #[error("a map of {width} x {height} cells cannot be generated, each side is {MIN_SIDE} to {MAX_SIDE}")]
    Size { width: u16, height: u16 },
    #[error("{name} is {value}, expected {}", between(low, high))]
    Parameter { name: &'static str, value: u16, low: u16, high: u16 },
    /// Rules under which the ground falls apart, for example with impassable bridges.
    #[error("the ground cannot be made one area for units on foot under these rules")]
    Disconnected,
    #[error("the rules have no unit kind {0:?}, which a starting squad needs")]
    MissingKind(&'static str),
    /// Rules under which no ground is fair to so many sides.
    #[error("no fair ground for {0} sides has been found under these rules")]
    NoFairGround(u8),
    #[error("there is no room for a starting squad of {}", count(*.0, "unit"))]
    NoRoom(usize),
}

fn within(name: &'static str, value: u16, low: u16, high: u16) -> Result<(), GenerateError> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(GenerateError::Parameter { name, value, low, high }) }
}

/// Ground before it is made one area, and where the squads want to start.
struct Draft {
    terrain: Grid<Terrain>,
    start: Cell,
    /// Whether the ground is point-symmetric and side 1 starts opposite.
    mirrored: bool,
}

/// Generates a level.
///
/// # Errors
/// [`GenerateError`] if a side is out of range or the rules do not fit (see there).
pub fn generate(spec: &MapSpec, rules: &Rules) -> Result<Level, GenerateError> {
    check_size(spec)?;
    let draft = match spec.kind {
        MapKind::Open => open::draft(spec),
        MapKind::Obstacles => obstacles::draft(spec, &ObstacleParams::SPARSE),
        MapKind::Clutter => obstacles::draft(spec, &ObstacleParams::DENSE),
        MapKind::Caves => caves::draft(spec),
        MapKind::Rooms => rooms::draft(spec),
        MapKind::Maze => maze::draft(spec),
        MapKind::Rivers => rivers::draft(spec),
        MapKind::Islands => islands::draft(spec),
        MapKind::Mountains => mountains::draft(spec),
        MapKind::City => city::draft(spec),
        MapKind::Duel => duel::draft(spec),
    };
    finish(spec, draft, rules)
}

/// Generates a level with obstacles to order; `spec.kind` gives the level its name.
///
/// # Errors
/// As [`generate`], and if a parameter is out of its range.
pub fn generate_obstacles(spec: &MapSpec, params: &ObstacleParams, rules: &Rules) -> Result<Level, GenerateError> {
    check_size(spec)?;
    params.check()?;
    finish(spec, obstacles::draft(spec, params), rules)
}

fn check_size(spec: &MapSpec) -> Result<(), GenerateError> {
    let sides = MIN_SIDE..=MAX_SIDE;
    if sides.contains(&spec.width) && sides.contains(&spec.height) {
        Ok(())
    } else {
        Err(GenerateError::Size { width: spec.width, height: spec.height })
    }
}

fn finish(spec: &MapSpec, mut draft: Draft, rules: &Rules) -> Result<Level, GenerateError> {
    connect::connect(&mut draft.terrain, &rules.costs, draft.mirrored)?;
    let units = squad::place(&draft, rules)?;
    let level = Level {
        name: format!("{} {}", spec.kind.title(), spec.seed),
        description: spec.kind.describe().into(),
        units,
        ..Level::of_ground(draft.terrain)
    };
    debug_assert!(check(&level, rules).is_ok(), "generated levels are valid");
    Ok(level)
}
