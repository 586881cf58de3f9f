//! Gathering: gold from mines, wood from forests, and the way home.
//!
//! A mine takes a few workers at once; the others stand before it. A worker inside stands on no cell; one that comes out when every
//! cell around the mine is taken changes places with one that waits to go in. Forest cells run out one by one and become
//! grass; the worker goes on with the nearest.

use super::sites::Square;
use super::{Building, BuildingIndex};
use crate::base::{Cell, Dir};
use crate::games::rts::placement::{gap, rim};
use crate::games::rts::rules::{KindId, Resource, Rules, Stat};
use crate::games::rts::sim::board::{At, Board, Occupied, Reservations, TerrainGrid, Tiles, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::Walker;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::{Cargo, Inside, Task};
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Owner, Roster, Unit};
use crate::nav::regions::ring;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::nav::walk::Walk;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Wood that is left in forest cells that have been chopped at; all others are whole. On the board entity.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Timber(pub(super) BTreeMap<Cell, u16>);

/// Farthest from the last forest cell, or mine, that a worker looks for the next, in cells.
pub(super) const LOOKS_WITHIN: i16 = 20;
/// Workers that chop at one cell before others look for another.
const AT_ONE_CELL: u8 = 1;

type Gatherers<'w, 's> = Query<'w, 's, (Walker, &'static mut At, &'static mut Inside, &'static mut Cargo), With<Unit>>;

/// What is known of a building that gatherers go to.
struct Depot {
    id: UnitId,
    entity: Entity,
    square: Square,
    side: u8,
    takes: Vec<Resource>,
    gold: u32,
    inside: u8,
}

/// Carries on all gathering by one tick.
pub(super) fn gather(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (
            &Roster,
            &BuildingIndex,
            &Walks,
            &TerrainGrid,
            &Tiles,
            &mut Occupied,
            &mut Reservations,
            &mut Sides,
            &mut Timber,
        ),
        With<Board>,
    >,
    mut buildings: Query<(&mut Building, &Owner, &At), Without<Unit>>,
    mut gatherers: Gatherers,
    fighters: Query<&Fighting, With<Unit>>,
    mut workers: Local<Vec<(UnitId, Entity)>>,
    mut commands: Commands,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, building_index, walks, terrain, tiles, mut occupied, mut reservations, mut sides, mut timber) =
        board.into_inner();
    let now = clock.tick();
    let mut depots = depots(&rules.0, building_index, &buildings);
    let mut claims: BTreeMap<Cell, u8> = BTreeMap::new();
    workers.clear();
    for (walker, _, inside, _) in &gatherers {
        if let Some((mine, _)) = inside.0
            && let Some(depot) = depots.iter_mut().find(|depot| depot.id == mine)
        {
            depot.inside += 1;
        }
        if let Some(Task::Gather { resource: Resource::Wood, at, .. }) = walker.tasks.now {
            *claims.entry(at).or_default() += 1;
        }
        if inside.0.is_some() || matches!(walker.tasks.now, Some(Task::Gather { .. } | Task::Return)) {
            workers.push((walker.id.0, walker.entity));
        }
    }
    workers.sort_unstable();
    let mut mined: Vec<(Entity, u32)> = Vec::new();
    let mut felled: Vec<Cell> = Vec::new();
    for (id, entity) in workers.iter().copied() {
        let Ok((mut walker, mut at, mut inside, mut cargo)) = gatherers.get_mut(entity) else { continue };
        let (kind, owner) = (walker.kind.0, walker.owner.0);
        let more = sides.get(owner).map_or(0, |side| side.bonuses.unit(kind, Stat::Load));
        if let Some((mine, ready)) = inside.0 {
            if now < ready {
                continue;
            }
            let Some(depot) = depots.iter_mut().find(|depot| depot.id == mine) else { continue };
            // The gold is taken on the way out.
            let load = (rules.0.economy.gold_load + more).min(depot.gold.min(u32::from(u16::MAX)) as u16);
            let home = walker
                .tasks
                .queue
                .front()
                .and_then(Task::place)
                .unwrap_or_else(|| sides.get(owner).map_or(at.0, |side| side.start));
            let door = rim(depot.square.at, depot.square.size)
                .filter(|cell| walks.map(kind).is_passable(*cell) && occupied.0.is_free(*cell))
                .min_by_key(|cell| (cell.distance_squared(home), cell.y, cell.x));
            let has_come_out = match door.filter(|door| occupied.0.place(id, *door, 1)) {
                Some(door) => {
                    depot.inside -= 1;
                    inside.0 = None;
                    at.0 = door;
                    walker.come_out(&mut reservations, door, now);
                    true
                }
                None => {
                    let ready = now + Tick::from(rules.0.economy.mine_ticks);
                    let place = (mine, depot.square, ready);
                    let table = (&mut *occupied, &mut *reservations);
                    change_places(&mut gatherers, roster, (entity, id), place, now, table)
                }
            };
            if has_come_out && load > 0 {
                take_out(depot, entity, load, &mut gatherers, &mut mined, &mut outcomes);
            }
            continue;
        }
        let Some(task @ (Task::Gather { .. } | Task::Return)) = walker.tasks.now else { continue };
        if fighters.get(entity).is_ok_and(Fighting::is_fleeing) {
            continue;
        }
        // Home first, with a full load.
        let fits = |carried: Resource| !matches!(task, Task::Gather { resource, .. } if resource != carried);
        if let Some((carried, amount)) = cargo.0.filter(|(carried, _)| fits(*carried)) {
            let near = |depot: &&Depot| (gap(at.0, 1, depot.square.at, depot.square.size), depot.id);
            let takes = |depot: &&Depot| depot.side == owner && depot.takes.contains(&carried);
            let Some(home) = depots.iter().filter(takes).min_by_key(near) else {
                if !walker.waypoints.0.is_empty() {
                    walker.stand(at.0);
                }
                continue;
            };
            if walker.comes_to(home.square, at.0, (walks, &occupied), now) {
                let amount = sides.get_mut(owner).map_or(0, |side| side.bring_home(carried, amount));
                outcomes.write(Outcome::Delivered { side: owner, resource: carried, amount, at: home.square.at });
                cargo.0 = None;
                // If something waits behind the gathering, a load was all that was asked for.
                if task == Task::Return || !walker.tasks.queue.is_empty() {
                    walker.tasks.now = None;
                }
            }
            continue;
        }
        match task {
            Task::Return => walker.tasks.now = None,
            Task::Gather { resource: Resource::Gold, at: mine, .. } => {
                let apart = |depot: &Depot| depot.square.at.distance_squared(mine);
                let mines = depots.iter_mut().filter(|depot| depot.gold > 0);
                let nearest = mines.min_by_key(|depot| (apart(depot), depot.id));
                let found = nearest.filter(|depot| apart(depot) <= i32::from(LOOKS_WITHIN).pow(2) as u32);
                let Some(depot) = found else {
                    walker.tasks.now = None;
                    walker.stand(at.0);
                    let reason = Warning::MineEmpty;
                    outcomes.write(Outcome::Warned { side: owner, reason, at: Some(mine) });
                    continue;
                };
                walker.tasks.now = Some(Task::Gather { resource: Resource::Gold, at: depot.square.at, since: None });
                if walker.comes_to(depot.square, at.0, (walks, &occupied), now)
                    && depot.inside < rules.0.economy.mine_places
                {
                    depot.inside += 1;
                    // It makes way for nobody any more.
                    walker.stand(at.0);
                    cargo.0 = None;
                    inside.0 = Some((depot.id, now + Tick::from(rules.0.economy.mine_ticks)));
                    occupied.0.remove(id, at.0, 1, None);
                    walker.planned.clear(&mut reservations, id);
                }
            }
            Task::Gather { resource: Resource::Wood, at: tree, since } => {
                let is_forest =
                    |cell: Cell| terrain.cells().get(cell) == Some(&Terrain::Forest) && !felled.contains(&cell);
                let is_beside = gap(at.0, 1, tree, 1) == 1;
                let must_walk = walker.waypoints.0.is_empty() && !is_beside;
                let is_crowded = must_walk && claims.get(&tree).is_some_and(|count| *count > AT_ONE_CELL);
                let chop = |at, since| Some(Task::Gather { resource: Resource::Wood, at, since });
                let square = |at| Square { at, size: 1 };
                if !is_forest(tree) || is_crowded || must_walk && !has_side(tree, at.0, walks, kind) {
                    if let Some(next) = next_tree(tree, at.0, walks, kind, &claims, is_forest) {
                        if let Some(count) = claims.get_mut(&tree) {
                            *count = count.saturating_sub(1);
                        }
                        *claims.entry(next).or_default() += 1;
                        walker.waypoints.0.clear();
                        walker.tasks.now = chop(next, None);
                        walker.comes_to(square(next), at.0, (walks, &occupied), now);
                    } else if is_forest(tree) && has_side(tree, at.0, walks, kind) {
                        walker.comes_to(square(tree), at.0, (walks, &occupied), now);
                    } else {
                        walker.tasks.now = None;
                        walker.stand(at.0);
                        let reason = Warning::NoWood;
                        outcomes.write(Outcome::Warned { side: owner, reason, at: Some(tree) });
                    }
                    continue;
                }
                if !walker.comes_to(square(tree), at.0, (walks, &occupied), now) {
                    walker.tasks.now = chop(tree, None);
                    continue;
                }
                let begun = since.unwrap_or(now);
                if now - begun < Tick::from(rules.0.economy.chop_ticks) {
                    walker.tasks.now = chop(tree, Some(begun));
                    continue;
                }
                let left = timber.0.entry(tree).or_insert(rules.0.economy.forest_wood);
                let load = (rules.0.economy.wood_load + more).min((*left).max(1));
                *left = left.saturating_sub(load);
                if *left == 0 {
                    timber.0.remove(&tree);
                    felled.push(tree);
                }
                cargo.0 = Some((Resource::Wood, load));
                walker.tasks.now = chop(tree, None);
            }
            _ => {}
        }
    }
    for (entity, amount) in mined {
        if let Ok((mut building, ..)) = buildings.get_mut(entity) {
            building.gold -= amount;
        }
    }
    for tree in felled {
        commands.entity(tiles.0[tree]).insert(Ground(Terrain::Grass));
        outcomes.write(Outcome::Exhausted { at: tree });
        outcomes.write(Outcome::TerrainChanged { cells: vec![tree] });
    }
}

/// Mines, and places to bring things to, in the order of their numbers.
fn depots(
    rules: &Rules,
    building_index: &BuildingIndex,
    buildings: &Query<(&mut Building, &Owner, &At), Without<Unit>>,
) -> Vec<Depot> {
    let mut depots = Vec::new();
    for (id, entity) in building_index.iter() {
        let Ok((building, owner, at)) = buildings.get(entity) else { continue };
        let kind = rules.building(building.kind());
        if !building.is_finished() || !kind.is_mine() && kind.drop_off.is_empty() {
            continue;
        }
        depots.push(Depot {
            id,
            entity,
            square: Square { at: at.0, size: kind.size },
            side: owner.0,
            takes: kind.drop_off.clone(),
            gold: building.gold(),
            inside: 0,
        });
    }
    depots
}

/// A worker has come out with a load.
fn take_out(
    depot: &mut Depot,
    worker: Entity,
    load: u16,
    gatherers: &mut Gatherers,
    mined: &mut Vec<(Entity, u32)>,
    outcomes: &mut MessageWriter<Outcome>,
) {
    depot.gold -= u32::from(load);
    mined.push((depot.entity, u32::from(load)));
    if let Ok((.., mut cargo)) = gatherers.get_mut(worker) {
        cargo.0 = Some((Resource::Gold, load));
    }
    if depot.gold == 0 {
        outcomes.write(Outcome::Exhausted { at: depot.square.at });
    }
}

/// Every cell around the mine is taken: who wants out takes the cell of one who waits to go in, and that one goes in. Whether
/// there was one.
fn change_places(
    gatherers: &mut Gatherers,
    roster: &Roster,
    (out, id): (Entity, UnitId),
    (mine, square, ready): (UnitId, Square, Tick),
    now: Tick,
    (occupied, reservations): (&mut Occupied, &mut Reservations),
) -> bool {
    let waiting = rim(square.at, square.size).find_map(|cell| {
        let other = occupied.0.standing(cell)?;
        let entity = roster.entity(other)?;
        let (walker, at, _, cargo) = gatherers.get(entity).ok()?;
        let waits =
            matches!(walker.tasks.now, Some(Task::Gather { resource: Resource::Gold, at, .. }) if at == square.at);
        let stands = walker.stepping.under_way(now).is_none() && at.0 == cell;
        (waits && stands && cargo.0.is_none()).then_some((other, entity, cell))
    });
    let Some((other, entity, cell)) = waiting else { return false };
    let Ok([leaves, enters]) = gatherers.get_many_mut([out, entity]) else { return false };
    let ((mut walker, mut at, mut inside, _), (mut enters, _, mut place, _)) = (leaves, enters);
    occupied.0.remove(other, cell, 1, None);
    enters.stand(cell);
    enters.planned.clear(reservations, other);
    place.0 = Some((mine, ready));
    // Nobody is on the cell any more.
    occupied.0.place(id, cell, 1);
    inside.0 = None;
    at.0 = cell;
    walker.come_out(reservations, cell, now);
    true
}

/// Whether a worker can come to stand beside a forest cell.
fn has_side(tree: Cell, from: Cell, walks: &Walks, kind: KindId) -> bool {
    let (map, regions) = (walks.map(kind), walks.regions(kind));
    let region = regions.region(from);
    Dir::ALL.into_iter().map(|dir| tree.step(dir)).any(|cell| map.is_passable(cell) && regions.region(cell) == region)
}

/// The nearest forest cell to another that a worker can reach and that is not taken.
fn next_tree(
    near: Cell,
    from: Cell,
    walks: &Walks,
    kind: KindId,
    claims: &BTreeMap<Cell, u8>,
    is_forest: impl Fn(Cell) -> bool,
) -> Option<Cell> {
    (0..=LOOKS_WITHIN).find_map(|radius| {
        let cells = ring(near, radius).filter(|cell| {
            is_forest(*cell)
                && claims.get(cell).is_none_or(|count| *count < AT_ONE_CELL)
                && has_side(*cell, from, walks, kind)
        });
        cells.min_by_key(|cell| (cell.distance_squared(from), cell.y, cell.x))
    })
}
