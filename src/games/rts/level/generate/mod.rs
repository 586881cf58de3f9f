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
pub(crate) const MIN_SIDE: u16 = 16;
/// Longest side of a generated map in cells.
pub(crate) const MAX_SIDE: u16 = super::MAX_LEVEL_SIDE as u16;

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

/// The kinds of maps that can be generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MapKind {
    /// Meadows, copses, ponds and hills.
    Open,
    /// Plain ground with scattered obstacles.
    Obstacles,
    /// Plain ground crowded with small obstacles.
    Clutter,
    Caves,
    Rooms,
    Maze,
    Rivers,
    /// Islands joined by bridges and fords.
    Islands,
    Mountains,
    City,
    /// Point-symmetric ground for two.
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

    /// The identifier on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Obstacles => "obstacles",
            Self::Clutter => "clutter",
            Self::Caves => "caves",
            Self::Rooms => "rooms",
            Self::Maze => "maze",
            Self::Rivers => "rivers",
            Self::Islands => "islands",
            Self::Mountains => "mountains",
            Self::City => "city",
            Self::Duel => "duel",
        }
    }

    /// The name shown in menus.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Open => "Open Country",
            Self::Obstacles => "Obstacles",
            Self::Clutter => "Clutter",
            Self::Caves => "Caves",
            Self::Rooms => "Halls",
            Self::Maze => "Maze",
            Self::Rivers => "Rivers",
            Self::Islands => "Islands",
            Self::Mountains => "Mountains",
            Self::City => "Walled Town",
            Self::Duel => "Duel",
        }
    }

    /// One sentence about the kind.
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

/// A word that names no kind of map.
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

/// Why there is no map.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum GenerateError {
    /// A side out of range.
    #[error("a map of {width} x {height} cells cannot be generated, each side is {MIN_SIDE} to {MAX_SIDE}")]
    Size { width: u16, height: u16 },
    /// A parameter of the obstacle generator out of range.
    #[error("{name} is {value}, expected {}", between(low, high))]
    Parameter { name: &'static str, value: u16, low: u16, high: u16 },
    /// Rules under which the ground falls apart, for example with impassable bridges.
    #[error("the ground cannot be made one area for units on foot under these rules")]
    Disconnected,
    /// The rules lack a kind of the starting squad.
    #[error("the rules have no unit kind {0:?}, which a starting squad needs")]
    MissingKind(&'static str),
    /// Rules under which no ground is fair to so many sides.
    #[error("no fair ground for {0} sides has been found under these rules")]
    NoFairGround(u8),
    /// No room for the starting squad.
    #[error("there is no room for a starting squad of {}", count(*.0, "unit"))]
    NoRoom(usize),
}

/// Ground before it is made one area, and where the squads want to start.
struct Draft {
    terrain: Grid<Terrain>,
    /// Where side 0 starts.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_words_out_of_range_are_refused_with_the_choices() {
        let rules = Rules::built_in();
        let spec = |kind, width, height, seed| MapSpec { kind, width, height, seed };
        let error = generate(&spec(MapKind::Open, 15, 64, 1), &rules).expect_err("too narrow");
        assert_eq!(error.to_string(), "a map of 15 x 64 cells cannot be generated, each side is 16 to 1024");
        assert_eq!(
            generate(&spec(MapKind::Open, 64, 1025, 1), &rules),
            Err(GenerateError::Size { width: 64, height: 1025 })
        );
        for kind in MapKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        let error: UnknownMapKind = "swamp".parse::<MapKind>().expect_err("there is no swamp");
        assert!(
            error.to_string().starts_with("unknown map type \"swamp\", expected one of open, obstacles, "),
            "{error}"
        );
        let params = ObstacleParams { min_width: 9, max_width: 4, ..ObstacleParams::SPARSE };
        let error = generate_obstacles(&spec(MapKind::Obstacles, 64, 64, 1), &params, &rules).expect_err("9 > 4");
        assert_eq!(error.to_string(), "min_width is 9, expected 1 to 4");
    }
}
