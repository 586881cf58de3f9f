//! Going on from a snapshot.

use super::{Jumped, SkirmishState, Snapshot, forget};
use crate::base::Grid;
use crate::games::rts::sim::board::{Board, Distances, Occupied, Planner, TerrainGrid, Tiles, Walks};
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::OrderQueue;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::record::fingerprint::Prints;
use crate::games::rts::sim::sides::Ending;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{Battlefield, BuildingIndex, KnownGrounds};
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Roster, Unit};
use crate::nav::occupancy::Occupancy;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Brings the match that is on, which must be of the same level, rules and sides, to the state of a snapshot, forwards or
/// backwards. Tiles stay; units and buildings are new entities.
///
/// # Errors
/// A sentence, and nothing has changed, if the snapshot is not of this match.
pub fn restore(world: &mut World, snapshot: &Snapshot) -> Result<(), String> {
    let rules = world.resource::<GameRules>().0.clone();
    let Some(setup) = world.get_resource::<MatchSetup>().cloned() else { return Err("There is no match.".into()) };
    let mut boards = world.query_filtered::<Entity, With<Board>>();
    let Ok(board) = boards.single(world) else { return Err("There is no match.".into()) };
    snapshot.check(&rules, &setup)?;
    let (width, height) = (setup.level.terrain.width(), setup.level.terrain.height());
    let Some(occupancy) = Occupancy::restore(width, height, &snapshot.occupancy) else {
        return Err("Units stand on cells that are not on the map.".into());
    };
    let mut leaving =
        world.query_filtered::<Entity, Or<(With<Unit>, With<crate::games::rts::sim::skirmish::Building>)>>();
    let gone: Vec<Entity> = leaving.iter(world).collect();
    for entity in gone {
        world.despawn(entity);
    }
    world.insert_resource(MatchClock { tick: snapshot.tick });
    world.insert_resource(Prints::from_tick(snapshot.tick));
    world.resource_mut::<OrderQueue>().put(snapshot.orders.clone());
    lay(world, board, &setup.level.terrain, snapshot);

    let mut entities = BTreeMap::new();
    for unit in &snapshot.units {
        let entity = world.spawn((Unit, unit.body, unit.will.clone(), unit.fate, ChildOf(board))).id();
        entities.insert(unit.body.0.0, entity);
    }
    let mut board_mut = world.entity_mut(board);
    board_mut.insert((
        Roster { entities, next: snapshot.next, groups: snapshot.groups },
        Occupied(occupancy),
        Planner(snapshot.planner),
    ));
    if let Some(skirmish) = &snapshot.skirmish {
        restore_skirmish(world, board, skirmish)?;
    }
    if let Err(error) = world.run_system_cached(forget) {
        return Err(format!("The planners cannot begin anew: {error}."));
    }
    world.write_message(Jumped { tick: snapshot.tick });
    Ok(())
}

/// Gives the tiles the terrains of the snapshot.
fn lay(world: &mut World, board: Entity, level: &Grid<Terrain>, snapshot: &Snapshot) {
    let rules = world.resource::<GameRules>().0.clone();
    let Some((terrain, tiles)) = world.get::<TerrainGrid>(board).zip(world.get::<Tiles>(board)) else { return };
    let mut wanted = level.clone();
    for (cell, kind) in &snapshot.terrain {
        wanted[*cell] = *kind;
    }
    let differs =
        |(cell, kind): (crate::base::Cell, &Terrain)| (terrain.cells()[cell] != *kind).then_some((cell, *kind));
    let changed: Vec<_> = wanted.iter().filter_map(differs).collect();
    let paving: Vec<(Entity, Terrain)> = changed.iter().map(|(cell, kind)| (tiles.0[*cell], *kind)).collect();
    for (tile, kind) in paving {
        world.entity_mut(tile).insert(Ground(kind));
    }
    let mut boards = world.query_filtered::<(&mut TerrainGrid, &mut Walks, &mut Distances), With<Board>>();
    if let Ok((mut terrain, mut walks, mut distances)) = boards.single_mut(world) {
        // The distances are forgotten soon; there is nothing to repair.
        distances.0.clear();
        walks.refresh(&terrain, &rules, &mut distances);
        terrain.renumber(snapshot.version);
        walks.go_on(snapshot.version, snapshot.told);
    }
    if !changed.is_empty() {
        world.write_message(Outcome::TerrainChanged { cells: changed.into_iter().map(|(cell, _)| cell).collect() });
    }
}

fn restore_skirmish(world: &mut World, board: Entity, skirmish: &SkirmishState) -> Result<(), String> {
    let mut entities: BTreeMap<UnitId, Entity> = BTreeMap::new();
    for building in &skirmish.buildings {
        let entity = world.spawn((building.clone(), ChildOf(board))).id();
        entities.insert(building.0.0, entity);
    }
    let mut board_mut = world.entity_mut(board);
    board_mut.insert((
        skirmish.sides.clone(),
        skirmish.timber.clone(),
        skirmish.bots.clone(),
        skirmish.news.clone(),
        KnownGrounds::default(),
        skirmish.missiles.clone(),
        skirmish.talk.clone(),
    ));
    match skirmish.ending {
        Some(ending) => board_mut.insert(ending),
        None => board_mut.remove::<Ending>(),
    };
    let mut boards =
        world.query_filtered::<(&mut BuildingIndex, &mut Battlefield, &TerrainGrid, Option<&mut Seen>), With<Board>>();
    let Ok((mut building_index, mut battlefield, terrain, seen)) = boards.single_mut(world) else { return Ok(()) };
    battlefield.clear(terrain.cells().width(), terrain.cells().height());
    building_index.take_up(entities, &skirmish.plots);
    if let (Some(mut seen), Some(saved)) = (seen, &skirmish.sight) {
        seen.take_up(terrain, saved).map_err(|problem| format!("The sight of the sides: {problem}."))?;
    }
    Ok(())
}
