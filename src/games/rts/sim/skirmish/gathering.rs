//! Gathering: gold from mines, wood from forests, and the way home.
//!
//! A mine takes a few workers at once; the others stand before it. Who is inside stands on no cell; who comes out when every
//! cell around the mine is taken changes places with one that waits to go in. Forest cells run out one by one and become
//! grass; the worker goes on with the nearest.

use super::sites::{Square, Visitor};
use super::{Building, BuildingIndex};
use crate::base::{Cell, Dir};
use crate::games::rts::placement::{gap, rim};
use crate::games::rts::rules::{KindId, Resource, Rules, Stat};
use crate::games::rts::sim::board::{At, Board, Occupied, Reservations, TerrainGrid, Tiles, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{settle, stand};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::{Cargo, Inside, Task, Tasks};
use crate::games::rts::sim::tiles::Ground;
use crate::games::rts::sim::units::{Doing, Id, Intent, Kind, Owner, Roster, Stepping, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::regions::ring;
use crate::nav::reservation::Route;
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

type Gatherers<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        &'static Kind,
        &'static Owner,
        &'static mut At,
        &'static Stepping,
        &'static mut Inside,
        &'static mut Cargo,
        &'static mut Tasks,
        &'static mut Waypoints,
        &'static mut Intent,
        &'static mut Doing,
    ),
    With<Unit>,
>;

/// What is known of a building that gatherers go to.
struct House {
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
    mut commands: Commands,
    mut outcomes: MessageWriter<Outcome>,
) {
    let (roster, building_index, walks, terrain, tiles, mut occupied, mut reservations, mut sides, mut timber) =
        board.into_inner();
    let now = clock.tick();
    let mut houses = houses(&rules.0, building_index, &buildings);
    let mut claims: BTreeMap<Cell, u8> = BTreeMap::new();
    let mut is_needed = false;
    for (.., inside, _, tasks, _, _, _) in &gatherers {
        if let Some((mine, _)) = inside.0
            && let Some(house) = houses.iter_mut().find(|house| house.id == mine)
        {
            house.inside += 1;
        }
        if let Some(Task::Gather { resource, at, .. }) = tasks.now {
            is_needed = true;
            if resource == Resource::Wood {
                *claims.entry(at).or_default() += 1;
            }
        }
        is_needed |= inside.0.is_some() || matches!(tasks.now, Some(Task::Return));
    }
    if !is_needed {
        return;
    }
    let mut mined: Vec<(Entity, u32)> = Vec::new();
    let mut felled: Vec<Cell> = Vec::new();
    for entity in roster.entities() {
        let Ok((id, kind, owner, at, stepping, mut inside, mut cargo, mut tasks, mut waypoints, mut intent, mut doing)) =
            gatherers.get_mut(entity)
        else {
            continue;
        };
        let (id, kind, owner) = (id.0, kind.0, owner.0);
        let more = sides.get(owner).map_or(0, |side| side.bonuses.unit(kind, Stat::Load));
        if let Some((mine, ready)) = inside.0 {
            if now < ready {
                continue;
            }
            let Some(house) = houses.iter_mut().find(|house| house.id == mine) else { continue };
            // The gold is taken on the way out.
            let load = (rules.0.economy.gold_load + more).min(house.gold.min(u32::from(u16::MAX)) as u16);
            let home = tasks
                .queue
                .front()
                .and_then(Task::place)
                .unwrap_or_else(|| sides.get(owner).map_or(at.0, |side| side.start));
            let door = rim(house.square.at, house.square.size)
                .filter(|cell| walks.map(kind).is_passable(*cell) && occupied.0.is_free(*cell))
                .min_by_key(|cell| (cell.distance_squared(home), cell.y, cell.x));
            let Some(door) = door.filter(|door| occupied.0.place(id, *door, 1)) else {
                let square = house.square;
                let ready = now + Tick::from(rules.0.economy.mine_ticks);
                let has_changed = change_places(
                    &mut gatherers,
                    roster,
                    (entity, id),
                    (mine, square, ready),
                    now,
                    &mut occupied,
                    &mut reservations,
                );
                if has_changed && load > 0 {
                    take_out(house, entity, load, &mut gatherers, &mut mined, &mut outcomes);
                }
                continue;
            };
            house.inside -= 1;
            inside.0 = None;
            let mut at = at;
            at.0 = door;
            come_out(&mut reservations, id, door, now, &mut waypoints, &mut intent, &mut doing);
            if load > 0 {
                take_out(house, entity, load, &mut gatherers, &mut mined, &mut outcomes);
            }
            continue;
        }
        let Some(task @ (Task::Gather { .. } | Task::Return)) = tasks.now else { continue };
        if fighters.get(entity).is_ok_and(Fighting::is_fleeing) {
            continue;
        }
        let mut visitor = Visitor {
            unit: id,
            kind,
            at: at.0,
            stepping,
            waypoints: &mut waypoints,
            intent: &mut intent,
            doing: &mut doing,
        };
        // Home first, with a full load.
        let is_laden = match (cargo.0, task) {
            (Some(_), Task::Return) => true,
            (Some((carried, _)), Task::Gather { resource, .. }) => carried == resource,
            _ => false,
        };
        if is_laden && let Some((carried, amount)) = cargo.0 {
            let near = |house: &&House| (gap(visitor.at, 1, house.square.at, house.square.size), house.id);
            let takes = |house: &&House| house.side == owner && house.takes.contains(&carried);
            let Some(home) = houses.iter().filter(takes).min_by_key(near) else {
                if !visitor.waypoints.0.is_empty() {
                    stand(visitor.waypoints, visitor.intent, visitor.doing, at.0);
                }
                continue;
            };
            if visitor.comes_to(home.square, walks, &occupied, now) {
                if let Some(side) = sides.get_mut(owner) {
                    side.stock.add(carried, u32::from(amount));
                    side.score.gathered.add(carried, u32::from(amount));
                }
                outcomes.write(Outcome::Delivered { side: owner, resource: carried, amount, at: home.square.at });
                cargo.0 = None;
                if task == Task::Return {
                    tasks.now = None;
                } else if !tasks.queue.is_empty() {
                    // Something waits behind the gathering: a load was all that was asked for.
                    tasks.now = None;
                }
            }
            continue;
        }
        match task {
            Task::Return => tasks.now = None,
            Task::Gather { resource: Resource::Gold, at: mine, .. } => {
                let is_it = |house: &&mut House| house.square.at == mine && house.gold > 0;
                let found = match houses.iter_mut().find(is_it) {
                    Some(house) => Some(house),
                    None => {
                        let near = |house: &&mut House| (house.square.at.distance_squared(mine), house.id);
                        let reach = (i32::from(LOOKS_WITHIN)).pow(2) as u32;
                        let next = houses.iter_mut().filter(|house| house.gold > 0).min_by_key(near);
                        next.filter(|house| house.square.at.distance_squared(mine) <= reach)
                    }
                };
                let Some(house) = found else {
                    tasks.now = None;
                    stand(visitor.waypoints, visitor.intent, visitor.doing, at.0);
                    let reason = Warning::MineEmpty;
                    outcomes.write(Outcome::Warned { side: owner, reason, at: Some(mine) });
                    continue;
                };
                if house.square.at != mine {
                    tasks.now = Some(Task::Gather { resource: Resource::Gold, at: house.square.at, since: None });
                }
                if visitor.comes_to(house.square, walks, &occupied, now) && house.inside < rules.0.economy.mine_places {
                    house.inside += 1;
                    // Who was just making way for somebody does so no more.
                    stand(visitor.waypoints, visitor.intent, visitor.doing, at.0);
                    cargo.0 = None;
                    inside.0 = Some((house.id, now + Tick::from(rules.0.economy.mine_ticks)));
                    occupied.0.remove(id, at.0, 1, None);
                    reservations.0.release(id, &mut intent.route);
                    intent.route = Route::default();
                }
            }
            Task::Gather { resource: Resource::Wood, at: tree, since } => {
                let is_forest =
                    |cell: Cell| terrain.cells().get(cell) == Some(&Terrain::Forest) && !felled.contains(&cell);
                let is_beside = gap(at.0, 1, tree, 1) == 1;
                let must_walk = visitor.waypoints.0.is_empty() && !is_beside;
                let is_crowded = must_walk && claims.get(&tree).is_some_and(|count| *count > AT_ONE_CELL);
                let mut tree = tree;
                if !is_forest(tree) || is_crowded || must_walk && !has_side(tree, at.0, walks, kind) {
                    let next = next_tree(tree, at.0, walks, kind, &claims, is_forest);
                    let Some(next) = next else {
                        if is_forest(tree) && has_side(tree, at.0, walks, kind) {
                            visitor.comes_to(Square { at: tree, size: 1 }, walks, &occupied, now);
                            continue;
                        }
                        tasks.now = None;
                        stand(visitor.waypoints, visitor.intent, visitor.doing, at.0);
                        let reason = Warning::NoWood;
                        outcomes.write(Outcome::Warned { side: owner, reason, at: Some(tree) });
                        continue;
                    };
                    if let Some(count) = claims.get_mut(&tree) {
                        *count = count.saturating_sub(1);
                    }
                    *claims.entry(next).or_default() += 1;
                    tree = next;
                    visitor.waypoints.0.clear();
                    tasks.now = Some(Task::Gather { resource: Resource::Wood, at: tree, since: None });
                    visitor.comes_to(Square { at: tree, size: 1 }, walks, &occupied, now);
                    continue;
                }
                if !visitor.comes_to(Square { at: tree, size: 1 }, walks, &occupied, now) {
                    if since.is_some() {
                        tasks.now = Some(Task::Gather { resource: Resource::Wood, at: tree, since: None });
                    }
                    continue;
                }
                let begun = since.unwrap_or(now);
                if now - begun < Tick::from(rules.0.economy.chop_ticks) {
                    if since.is_none() {
                        tasks.now = Some(Task::Gather { resource: Resource::Wood, at: tree, since: Some(now) });
                    }
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
                tasks.now = Some(Task::Gather { resource: Resource::Wood, at: tree, since: None });
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
fn houses(
    rules: &Rules,
    building_index: &BuildingIndex,
    buildings: &Query<(&mut Building, &Owner, &At), Without<Unit>>,
) -> Vec<House> {
    let mut houses = Vec::new();
    for (id, entity) in building_index.iter() {
        let Ok((building, owner, at)) = buildings.get(entity) else { continue };
        let kind = rules.building(building.kind());
        if !building.is_finished() || !kind.is_mine() && kind.drop_off.is_empty() {
            continue;
        }
        houses.push(House {
            id,
            entity,
            square: Square { at: at.0, size: kind.size },
            side: owner.0,
            takes: kind.drop_off.clone(),
            gold: building.gold(),
            inside: 0,
        });
    }
    houses
}

/// Lets a unit that was inside stand on a cell again.
fn come_out(
    reservations: &mut Reservations,
    unit: UnitId,
    at: Cell,
    now: Tick,
    waypoints: &mut Waypoints,
    intent: &mut Intent,
    doing: &mut Doing,
) {
    match waypoints.0.front().copied() {
        // It was sent away meanwhile.
        Some(to) => {
            *doing = Doing::Waiting { since: now, obstacle: None };
            intent.post = Some(to);
            intent.plan_due = now + 1;
        }
        None => stand(waypoints, intent, doing, at),
    }
    intent.still_since = now;
    settle(reservations, unit, at, now, &Stepping::default(), intent);
}

/// A worker has come out with a load.
fn take_out(
    house: &mut House,
    worker: Entity,
    load: u16,
    gatherers: &mut Gatherers,
    mined: &mut Vec<(Entity, u32)>,
    outcomes: &mut MessageWriter<Outcome>,
) {
    house.gold -= u32::from(load);
    mined.push((house.entity, u32::from(load)));
    if let Ok((.., mut cargo, _, _, _, _)) = gatherers.get_mut(worker) {
        cargo.0 = Some((Resource::Gold, load));
    }
    if house.gold == 0 {
        outcomes.write(Outcome::Exhausted { at: house.square.at });
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
    occupied: &mut Occupied,
    reservations: &mut Reservations,
) -> bool {
    let waiting = rim(square.at, square.size).find_map(|cell| {
        let other = occupied.0.standing(cell)?;
        let entity = roster.entity(other)?;
        let (_, _, _, at, stepping, _, cargo, tasks, ..) = gatherers.get(entity).ok()?;
        let waits = matches!(tasks.now, Some(Task::Gather { resource: Resource::Gold, at, .. }) if at == square.at);
        let stands = stepping.under_way(now).is_none() && at.0 == cell;
        (waits && stands && cargo.0.is_none()).then_some((other, entity, cell))
    });
    let Some((other, entity, cell)) = waiting else { return false };
    let Ok([leaves, mut enters]) = gatherers.get_many_mut([out, entity]) else { return false };
    let (_, _, _, mut at, _, mut inside, _, _, mut waypoints, mut intent, mut doing) = leaves;
    occupied.0.remove(other, cell, 1, None);
    stand(&mut enters.8, &mut enters.9, &mut enters.10, cell);
    reservations.0.release(other, &mut enters.9.route);
    enters.9.route = Route::default();
    enters.5.0 = Some((mine, ready));
    // Nobody is on the cell any more.
    occupied.0.place(id, cell, 1);
    inside.0 = None;
    at.0 = cell;
    come_out(reservations, id, cell, now, &mut waypoints, &mut intent, &mut doing);
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
