//! Beginning a match: its board, its tiles and its units.

use crate::base::{Cell, Grid};
use crate::games::rts::level::SIDES;
use crate::games::rts::sim::board::{At, Board, Distances, Occupied, Planner, Reservations, TerrainGrid, Tiles, Walks};
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::edits::place_unit;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup, MatchSystems};
use crate::games::rts::sim::orders::OrderQueue;
use crate::games::rts::sim::record::fingerprint::Prints;
use crate::games::rts::sim::record::snapshot::go_on;
use crate::games::rts::sim::skirmish::begin_skirmish;
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::Roster;
use crate::nav::occupancy::Occupancy;
use crate::nav::reservation::ReservationTable;
use crate::nav::rra_pool::RraPool;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), begin_match.in_set(MatchSystems::Begin).run_if(in_state(Mode::Rts)));
}

/// Builds the board, the tiles and the units of [`MatchSetup`].
fn begin_match(world: &mut World) {
    let Some(setup) = world.get_resource::<MatchSetup>().cloned() else {
        error!("a match was entered without a set-up");
        return;
    };
    let rules = world.resource::<GameRules>().0.clone();
    let planner = setup.planner(&rules);
    let level = setup.level;
    let (width, height) = (level.terrain.width(), level.terrain.height());
    world.insert_resource(MatchClock::default());
    world.insert_resource(OrderQueue::default());
    world.insert_resource(Prints::default());

    let board = world.spawn((Name::new("Board"), Board, Roster::default(), DespawnOnExit(Screen::Match))).id();
    // Row by row: each child queues a command that tells its parent of it, and those of a whole map of 1024 × 1024 cells at
    // once made the match 54 MiB larger (peak of `bench tick`), because the queue keeps its room.
    let mut tiles: Vec<Entity> = Vec::with_capacity(level.terrain.len());
    for (y, row) in (0..).zip(level.terrain.rows()) {
        let row = (0..).zip(row).map(|(x, terrain)| (At(Cell::new(x, y)), Ground(*terrain), ChildOf(board)));
        tiles.extend(world.spawn_batch(row));
    }
    let terrain = TerrainGrid::new(level.terrain.clone());
    world.entity_mut(board).insert((
        Tiles(Grid::from_rows(width, height, tiles)),
        Occupied(Occupancy::new(width, height)),
        Planner(planner),
        Reservations(ReservationTable::new(width, height, table_window(&rules, planner))),
        Distances(RraPool::new(usize::from(rules.planner.rra_pool))),
        Detours::default(),
        Marching::default(),
        Walks::new(&terrain, &level.lanes, &rules),
        terrain,
    ));
    if let Some(skirmish) = &setup.skirmish {
        begin_skirmish(world, board, skirmish, &rules, (width, height), setup.seed);
    }
    // Nobody moves the units of a side that does not play.
    let sides = setup.skirmish.as_ref().map_or(SIDES, |skirmish| skirmish.players.len() as u8);
    for unit in level.units.iter().filter(|unit| unit.side < sides) {
        // Levels are checked before they come here; a unit that does not fit is told and left out.
        if let Err(reason) = place_unit(world, unit.kind, unit.side, unit.at) {
            warn!("{}: {}", level.name, reason.text(&rules));
        }
    }
    go_on(world);
}
