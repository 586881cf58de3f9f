//! What a level must keep, whoever made it.

use super::sites::check_squares;
use super::{Level, LevelProblem, UnitSpawn};
use crate::base::Grid;
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::Rules;
use crate::nav::terrain::Terrain;

/// Longest side of a level in cells: the largest map that the game promises to run well.
pub const MAX_LEVEL_SIDE: usize = 1024;

pub const SIDES: u8 = 8;

/// Looks at a finished level: size, lanes on the map, and every unit on the map, on ground it can
/// walk, alone on its cell; mines and starts on ground that carries them, apart from each other and from units.
///
/// # Errors
/// The first problem.
pub fn check(level: &Level, rules: &Rules) -> Result<(), LevelProblem> {
    check_size(usize::from(level.terrain.width()), usize::from(level.terrain.height()))?;
    if let Some(cell) = level.lanes.iter().find(|cell| !level.terrain.contains(**cell)) {
        return Err(lane_off_map(cell.x.into(), cell.y.into(), &level.terrain));
    }
    let mut taken = level.terrain.map(|_| false);
    level.units.iter().try_for_each(|unit| check_unit(unit, &level.terrain, rules, &mut taken))?;
    check_squares(&level.units, &level.terrain, (&level.mines, &level.starts), rules).map_err(|(.., problem)| problem)
}

/// Both sides between 1 and [`MAX_LEVEL_SIDE`].
pub(super) fn check_size(width: usize, height: usize) -> Result<(), LevelProblem> {
    if !(1..=MAX_LEVEL_SIDE).contains(&width) {
        return Err(LevelProblem::Width(width));
    }
    if !(1..=MAX_LEVEL_SIDE).contains(&height) {
        return Err(LevelProblem::Height(height));
    }
    Ok(())
}

/// One unit with all its cells against the ground and the units before it; marks its cells as taken.
pub(super) fn check_unit(
    unit: &UnitSpawn,
    terrain: &Grid<Terrain>,
    rules: &Rules,
    taken: &mut Grid<bool>,
) -> Result<(), LevelProblem> {
    if usize::from(unit.kind.0) >= rules.units.len() {
        return Err(unknown_kind(&format!("number {}", unit.kind.0), rules));
    }
    let kind = rules.kind(unit.kind);
    if unit.side >= SIDES {
        return Err(LevelProblem::Side(unit.side.into()));
    }
    for cell in footprint(unit.at, kind.size) {
        let Some(&ground) = terrain.get(cell) else {
            return Err(off_map(&kind.name, cell.x.into(), cell.y.into(), terrain));
        };
        if rules.costs.quarters(kind.class, ground).is_none() {
            let (kind, class) = (kind.name.clone(), kind.class);
            return Err(LevelProblem::Impassable { kind, at: unit.at, terrain: ground, class });
        }
        if std::mem::replace(&mut taken[cell], true) {
            return Err(LevelProblem::Occupied { kind: kind.name.clone(), at: unit.at });
        }
    }
    Ok(())
}

pub(super) fn off_map(kind: &str, x: i64, y: i64, terrain: &Grid<Terrain>) -> LevelProblem {
    LevelProblem::OffMap { kind: kind.into(), x, y, width: terrain.width(), height: terrain.height() }
}

pub(super) const fn lane_off_map(x: i64, y: i64, terrain: &Grid<Terrain>) -> LevelProblem {
    LevelProblem::LaneOffMap { x, y, width: terrain.width(), height: terrain.height() }
}

pub(super) fn unknown_kind(kind: &str, rules: &Rules) -> LevelProblem {
    let known: Vec<_> = rules.kinds().map(|(_, kind)| kind.name.as_str()).collect();
    LevelProblem::UnknownKind { kind: kind.into(), known: known.join(", ") }
}

/// The characters of a picture for messages: `~ deep water, - shallow water, …`.
pub(super) fn symbols() -> String {
    let all: Vec<_> = Terrain::ALL.iter().map(|kind| format!("{} {}", kind.symbol(), kind.name())).collect();
    all.join(", ")
}
