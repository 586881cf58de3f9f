//! Orders that change the map and who stands on it: painting, placing, removing.

use crate::base::Cell;
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{At, Board, Occupied, Reservations, TerrainGrid, Tiles};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Refusal;
use crate::games::rts::sim::sides::{Sides, unit_health};
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Kind, PlannedRoute, Roster, Stepping, Unit, bundle};
use crate::nav::occupancy::{body, swept};
use crate::nav::step::UnitId;
use crate::nav::terrain::{MovementClass, Terrain};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Gives cells new terrains, except where a unit could no longer stand.
pub(crate) fn paint(
    In(cells): In<Vec<(Cell, Terrain)>>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &TerrainGrid, &Tiles, &Occupied), With<Board>>,
    units: Query<(&Kind, &Stepping), With<Unit>>,
    mut commands: Commands,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, terrain, tiles, occupied) = *board;
    let class_of = |kind: &Kind| rules.0.kind(kind.0).class;
    // Cells that steps under way sweep: a corner must not close while somebody rounds it.
    let mut corners: BTreeMap<Cell, BTreeSet<MovementClass>> = BTreeMap::new();
    for (kind, stepping) in &units {
        if let Some(step) = stepping.under_way(clock.tick()).filter(|step| step.dir.is_diagonal()) {
            for cell in swept(&step, rules.0.kind(kind.0).size) {
                corners.entry(cell).or_default().insert(class_of(kind));
            }
        }
    }
    let (mut changed, mut refused) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for (cell, kind) in cells {
        let Some(old) = terrain.cells().get(cell) else { continue };
        if *old == kind || !seen.insert(cell) {
            continue;
        }
        let can_stand = |class| rules.0.costs.quarters(class, kind).is_some();
        let table = occupied.table();
        let on_cell = [table.holder(cell), table.entering(cell)].into_iter().flatten();
        let mut classes = on_cell
            .filter_map(|unit| units.get(roster.entity(unit)?).ok())
            .map(|(kind, _)| class_of(kind))
            .chain(corners.get(&cell).into_iter().flatten().copied());
        if classes.all(can_stand) {
            commands.entity(tiles.0[cell]).insert(Ground(kind));
            changed.push(cell);
        } else {
            refused.push(cell);
        }
    }
    if let Some(first) = refused.first() {
        let reason = Refusal::StoodOn(*first, refused.len());
        outcomes.write(Outcome::Refused { side: None, reason, at: Some(*first) });
    }
    if !changed.is_empty() {
        outcomes.write(Outcome::TerrainChanged { cells: changed });
    }
}

/// Takes the unit on a cell off the map.
pub(crate) fn remove(
    In(at): In<Cell>,
    rules: Res<GameRules>,
    board: Single<(&mut Roster, &mut Occupied, &mut Reservations), With<Board>>,
    mut units: Query<(&Kind, &At, &Stepping, &mut PlannedRoute), With<Unit>>,
    clock: Res<MatchClock>,
    mut commands: Commands,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (mut roster, mut occupied, mut reservations) = board.into_inner();
    let Some(unit) = occupied.0.holder(at).or(occupied.0.entering(at)) else { return };
    let Some(entity) = roster.entities.remove(&unit) else { return };
    let Ok((kind, place, stepping, mut planned)) = units.get_mut(entity) else { return };
    planned.clear(&mut reservations, unit);
    let step = stepping.under_way(clock.tick());
    occupied.0.remove(unit, place.0, rules.0.kind(kind.0).size, step);
    commands.entity(entity).despawn();
    outcomes.write(Outcome::UnitRemoved { unit, at: place.0 });
}

/// Puts a new unit on the board.
///
/// # Errors
/// Why it cannot stand there.
pub(crate) fn place_unit(world: &mut World, kind: KindId, side: u8, at: Cell) -> Result<UnitId, Refusal> {
    let rules = world.resource::<GameRules>().0.clone();
    let now = world.resource::<MatchClock>().tick();
    let mut boards =
        world.query_filtered::<(Entity, &TerrainGrid, &mut Roster, &mut Occupied, &mut Reservations), With<Board>>();
    let Ok((board, terrain, mut roster, mut occupied, mut reservations)) = boards.single_mut(world) else {
        return Err(Refusal::NoBoard);
    };
    let kind_rules = rules.kind(kind);
    for cell in body(at, kind_rules.size) {
        let Some(ground) = terrain.cells().get(cell) else {
            return Err(Refusal::NoRoom(kind, at));
        };
        if rules.costs.quarters(kind_rules.class, *ground).is_none() {
            return Err(Refusal::NoGround(kind, *ground, cell));
        }
    }
    let unit = UnitId(roster.next);
    if !occupied.0.place(unit, at, kind_rules.size) {
        return Err(Refusal::Taken(at));
    }
    roster.next += 1;
    let mut planned = PlannedRoute::default();
    planned.settle(&mut reservations, unit, at, now, None);
    let mut sides = world.query_filtered::<&Sides, With<Board>>();
    let most = unit_health(&rules, sides.single(world).ok().and_then(|sides| sides.get(side)), kind, 0);
    let health = Health { now: most, most };
    let entity = world.spawn((bundle(unit, side, kind, at), health, planned, ChildOf(board))).id();
    let mut rosters = world.query_filtered::<&mut Roster, With<Board>>();
    if let Ok(mut roster) = rosters.single_mut(world) {
        roster.entities.insert(unit, entity);
    }
    world.write_message(Outcome::UnitPlaced { unit });
    Ok(unit)
}
