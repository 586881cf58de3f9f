//! The map of a long match: generated ground with a clearing, a mine, a wood and soldiers for each side.

use crate::base::{Cell, Grid};
use crate::cli::CliError;
use crate::games::rts::cli::size::Size;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::level::{Level, MineSpawn, UnitSpawn, check};
use crate::games::rts::rules::{Rules, UnitKind};
use crate::games::rts::sim::skirmish::SkirmishSetup;
use crate::nav::regions::ring;
use crate::nav::terrain::Terrain;

/// Half the side of a clearing.
const CLEARING: i16 = 14;
/// Gold of a mine: more than a long match uses up.
const GOLD: u32 = 100_000;

/// The level and the skirmish on it.
pub(in crate::games::rts::cli) fn prepare(
    size: Size,
    players: u8,
    soldiers: usize,
    seed: u64,
    rules: &Rules,
) -> Result<(Level, SkirmishSetup), CliError> {
    let spec = MapSpec { kind: MapKind::Open, width: size.width, height: size.height, seed };
    let mut level = generate(&spec, rules)?;
    level.units.clear();
    let middle = Cell::new(size.width as i16 / 2, size.height as i16 / 2);
    let (reach_x, reach_y) = (middle.x - CLEARING - 2, middle.y - CLEARING - 2);
    // Eight places around the map; two sides sit opposite of each other.
    const PLACES: [(i16, i16); 8] = [(-1, -1), (1, 1), (1, -1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0)];
    let fighter = |faction: usize| {
        let name = &rules.factions[faction].name;
        let fights = |kind: &&UnitKind| kind.faction == *name && kind.weapon.is_some() && !kind.works && kind.size == 1;
        rules.units.iter().find(fights).and_then(|kind| rules.kind_named(&kind.name))
    };
    for side in 0..players {
        let (x, y) = PLACES[usize::from(side)];
        let centre = Cell::new(middle.x + x * reach_x, middle.y + y * reach_y);
        clear(&mut level.terrain, centre);
        level.mines.push(MineSpawn { at: Cell::new(centre.x + 8, centre.y - 3), gold: GOLD });
        level.starts.push(Cell::new(centre.x - 2, centre.y - 2));
        let Some(kind) = fighter(usize::from(side) % rules.factions.len().max(1)) else { continue };
        let free: Vec<Cell> = (9..CLEARING + 12)
            .flat_map(|radius| ring(centre, radius))
            .filter(|cell| level.terrain.get(*cell) == Some(&Terrain::Grass))
            .filter(|cell| (cell.x + cell.y) % 2 == 0 && cell.chebyshev(Cell::new(centre.x + 9, centre.y - 2)) > 5)
            .take(soldiers)
            .collect();
        level.units.extend(free.into_iter().map(|at| UnitSpawn { kind, side, at }));
    }
    check(&level, rules).map_err(|problem| CliError::Other(problem.to_string()))?;
    let skirmish = crate::games::rts::cli::programs(&level, rules).map_err(CliError::Other)?;
    Ok((level, skirmish))
}

/// A clearing of grass with a wood at its lower edge.
fn clear(terrain: &mut Grid<Terrain>, centre: Cell) {
    for (dx, dy) in (-CLEARING..=CLEARING).flat_map(|dy| (-CLEARING..=CLEARING).map(move |dx| (dx, dy))) {
        let is_wood = (-8..=8).contains(&dx) && (9..=12).contains(&dy);
        if let Some(cell) = terrain.get_mut(Cell::new(centre.x + dx, centre.y + dy)) {
            *cell = if is_wood { Terrain::Forest } else { Terrain::Grass };
        }
    }
}
