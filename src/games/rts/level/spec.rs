//! The RON form of a level.
//!
//! ```ron
//! (
//!     version: 1,
//!     name: "Ford",
//!     description: "A road through a river.",
//!     rows: [
//!         ".~.",
//!         "=-=",
//!     ],
//!     lanes: [(from: (0, 1), size: (3, 1))],
//!     units: [
//!         (kind: "rider", side: 0, at: (0, 0)),
//!         (kind: "footman", side: 1, from: (2, 0), size: (1, 2)),
//!     ],
//!     mines: [(at: (20, 4), gold: 12000)],
//!     starts: [(8, 4), (30, 4)],
//!     victory: Halls,
//! )
//! ```
//!
//! serde reads the fields; what serde cannot know (rows of one length, units on firm ground) is checked afterwards,
//! and [`crate::base::outline`] finds the place in the file.

use super::check::{check_size, check_unit, lane_off_map, off_map, unknown_kind};
use super::sites::check_squares;
use super::{Level, LevelProblem, MineSpawn, Place, SIDES, UnitSpawn};
use crate::base::outline::Outline;
use crate::base::versioned::{self, Unread};
use crate::base::{Cell, Grid};
use crate::games::rts::rules::Rules;
use crate::games::rts::victory::VictoryRule;
use crate::nav::terrain::Terrain;
use serde::Deserialize;
use std::collections::BTreeSet;

/// The version of the format that is written and read.
pub(super) const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
struct LevelSpec {
    version: u32,
    name: String,
    #[serde(default)]
    description: String,
    rows: Vec<String>,
    #[serde(default)]
    lanes: Vec<LaneSpec>,
    #[serde(default)]
    units: Vec<UnitSpec>,
    #[serde(default)]
    mines: Vec<MineSpec>,
    #[serde(default)]
    starts: Vec<(i16, i16)>,
    #[serde(default)]
    victory: Option<VictoryRule>,
}

/// A rectangle of cells that are to be kept free.
#[derive(Deserialize)]
#[serde(rename = "Lane", deny_unknown_fields)]
pub(super) struct LaneSpec {
    from: (i32, i32),
    size: (u32, u32),
}

/// One unit with `at`, or a filled rectangle of equal units with `from` and `size`.
#[derive(Deserialize)]
#[serde(rename = "Unit", deny_unknown_fields)]
struct UnitSpec {
    kind: String,
    side: i64,
    at: Option<(i32, i32)>,
    from: Option<(i32, i32)>,
    size: Option<(u32, u32)>,
}

/// A gold mine by its upper left cell.
#[derive(Deserialize)]
#[serde(rename = "Mine", deny_unknown_fields)]
struct MineSpec {
    at: (i16, i16),
    gold: u32,
}

/// A problem and where in the text it is.
pub(super) type Located = (Option<Place>, LevelProblem);

pub(super) fn parse(text: &str, rules: &Rules) -> Result<Level, Located> {
    let spec = versioned::read(text, VERSION, |spec: &LevelSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (None, LevelProblem::Version(version)),
        Unread::Syntax { line, column, message } => (Some(Place { line, column }), LevelProblem::Syntax(message)),
    })?;
    let outline = Outline::of(text);
    let terrain = picture(&spec.rows, &outline)?;
    let lanes = lanes(&spec.lanes, &terrain, &outline)?;
    let mut taken = terrain.map(|_| false);
    let mut units = Vec::new();
    for (index, entry) in spec.units.iter().enumerate() {
        let first = units.len();
        expand(entry, &terrain, rules, &mut units)
            .and_then(|()| units[first..].iter().try_for_each(|unit| check_unit(unit, &terrain, rules, &mut taken)))
            .map_err(|problem| (outline.element("units", index), problem))?;
    }
    let cell = |(x, y): (i16, i16)| Cell::new(x, y);
    let mines: Vec<_> = spec.mines.iter().map(|mine| MineSpawn { at: cell(mine.at), gold: mine.gold }).collect();
    let starts: Vec<_> = spec.starts.into_iter().map(cell).collect();
    check_squares(&units, &terrain, (&mines, &starts), rules)
        .map_err(|(list, index, problem)| (outline.element(list, index), problem))?;
    let LevelSpec { name, description, victory, .. } = spec;
    Ok(Level { name, description, terrain, lanes, units, mines, starts, victory })
}

pub(super) fn lanes(specs: &[LaneSpec], terrain: &Grid<Terrain>, outline: &Outline) -> Result<BTreeSet<Cell>, Located> {
    let mut cells = BTreeSet::new();
    for (index, LaneSpec { from, size: (columns, rows) }) in specs.iter().enumerate() {
        let wrong = |problem| Err((outline.element("lanes", index), problem));
        if *columns == 0 || *rows == 0 {
            return wrong(LevelProblem::EmptyLane(*columns, *rows));
        }
        match rectangle(*from, (*columns, *rows), terrain) {
            Ok(rectangle) => cells.extend(rectangle),
            Err((x, y)) => return wrong(lane_off_map(x, y, terrain)),
        }
    }
    Ok(cells)
}

pub(super) fn picture(rows: &[String], outline: &Outline) -> Result<Grid<Terrain>, Located> {
    let Some(first) = rows.first() else {
        return Err((outline.field("rows"), LevelProblem::NoRows));
    };
    let width = first.chars().count();
    check_size(width, rows.len()).map_err(|problem| (outline.element("rows", 0), problem))?;
    let mut cells = Vec::with_capacity(width * rows.len());
    for (row, text) in rows.iter().enumerate() {
        for (column, symbol) in text.chars().enumerate() {
            let terrain = Terrain::from_symbol(symbol)
                .ok_or_else(|| (outline.symbol(row, column), LevelProblem::Symbol { symbol, column, row }))?;
            cells.push(terrain);
        }
        let length = cells.len() - row * width;
        if length != width {
            return Err((outline.element("rows", row), LevelProblem::UnevenRow { row, length, expected: width }));
        }
    }
    // `check_size` keeps both far below 65,536.
    Ok(Grid::from_rows(width as u16, rows.len() as u16, cells))
}

/// The units of one entry, row by row. Checks what must hold before they can be counted: kind, side, and that a block
/// lies on the map, so that a huge size costs nothing.
fn expand(
    entry: &UnitSpec,
    terrain: &Grid<Terrain>,
    rules: &Rules,
    units: &mut Vec<UnitSpawn>,
) -> Result<(), LevelProblem> {
    let kind = rules.kind_named(&entry.kind).ok_or_else(|| unknown_kind(&entry.kind, rules))?;
    let side = u8::try_from(entry.side).ok().filter(|side| *side < SIDES).ok_or(LevelProblem::Side(entry.side))?;
    let (from, (columns, rows)) = match (entry.at, entry.from, entry.size) {
        (Some(at), None, None) => (at, (1, 1)),
        (None, Some(from), Some(size)) => (from, size),
        _ => return Err(LevelProblem::UnitShape),
    };
    if columns == 0 || rows == 0 {
        return Err(LevelProblem::EmptyBlock(columns, rows));
    }
    let cells = rectangle(from, (columns, rows), terrain).map_err(|(x, y)| off_map(&entry.kind, x, y, terrain))?;
    units.extend(cells.map(|at| UnitSpawn { kind, side, at }));
    Ok(())
}

/// The cells of a rectangle that is not empty, row by row; or that corner of it which is not on the map.
fn rectangle(
    (x, y): (i32, i32),
    (columns, rows): (u32, u32),
    terrain: &Grid<Terrain>,
) -> Result<impl Iterator<Item = Cell> + use<>, (i64, i64)> {
    let (left, top) = (i64::from(x), i64::from(y));
    let (right, bottom) = (left + i64::from(columns) - 1, top + i64::from(rows) - 1);
    let (width, height) = (i64::from(terrain.width()), i64::from(terrain.height()));
    let is_off = |(x, y): &(i64, i64)| !(0..width).contains(x) || !(0..height).contains(y);
    match [(left, top), (right, bottom)].into_iter().find(is_off) {
        Some(corner) => Err(corner),
        // Both corners are on the map, so all coordinates fit.
        None => {
            Ok((top as i16..=bottom as i16)
                .flat_map(move |y| (left as i16..=right as i16).map(move |x| Cell::new(x, y))))
        }
    }
}
