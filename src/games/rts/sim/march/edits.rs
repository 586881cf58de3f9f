//! Orders that change the map and who stands on it: painting, placing, removing.

use crate::base::Cell;
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{At, Board, Occupied, Reservations, TerrainGrid, Tiles, part};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Refusal;
use crate::games::rts::sim::sides::{Sides, unit_health};
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Kind, PlannedRoute, Roster, Stepping, Unit, bundle};
use crate::nav::occupancy::{body, swept};
use crate::nav::step::{Tick, UnitId};
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
pub(crate) fn remove(world: &mut World, at: Cell) {
    let Some(table) = part::<Occupied>(world) else { return };
    if let Some(unit) = table.0.holder(at).or(table.0.entering(at)) {
        let now = world.resource::<MatchClock>().tick();
        take_off(world, unit, now);
    }
}

/// Takes a unit off the map: its cells, its reservations, its number. A step that ends up to `now` is over.
pub(crate) fn take_off(world: &mut World, unit: UnitId, now: Tick) {
    let rules = world.resource::<GameRules>().0.clone();
    let mut boards = world.query_filtered::<(&mut Roster, &mut Occupied, &mut Reservations), With<Board>>();
    let mut units = world.query_filtered::<(&Kind, &At, &Stepping, &mut PlannedRoute), With<Unit>>();
    let Some(entity) = part::<Roster>(world).and_then(|roster| roster.entity(unit)) else { return };
    let Ok((kind, at, stepping, mut planned)) = units.get_mut(world, entity) else { return };
    let (size, at, step, mut planned) =
        (rules.kind(kind.0).size, at.0, stepping.under_way(now), std::mem::take(&mut *planned));
    let Ok((mut roster, mut occupied, mut reservations)) = boards.single_mut(world) else { return };
    roster.entities.remove(&unit);
    planned.clear(&mut reservations, unit);
    occupied.0.remove(unit, at, size, step);
    world.despawn(entity);
    world.write_message(Outcome::UnitRemoved { unit, at });
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
    let sides = part::<Sides>(world);
    let most = unit_health(&rules, sides.as_ref().and_then(|sides| sides.get(side)), kind, 0);
    let health = Health { now: most, most };
    let entity = world.spawn((bundle(unit, side, kind, at), health, planned, ChildOf(board))).id();
    if let Some(mut roster) = part::<Roster>(world) {
        roster.entities.insert(unit, entity);
    }
    world.write_message(Outcome::UnitPlaced { unit });
    Ok(unit)
}
