//! Places that become free while others are on their way there.
//!
//! A unit that is sent to a place gets a cell beside those that rest there ([`super::sending`]). If these are sent away in their turn,
//! the cells in the middle are better than those around it, and whoever is still on the way gets them; else a crowd would
//! come to stand around a hole.

use super::going::{Walker, WalkerReadOnly};
use crate::base::{Cell, CellSet};
use crate::games::rts::sim::board::{At, Board, Distances, TerrainGrid, Walks, part};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Issued, Order};
use crate::games::rts::sim::units::{Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::coop::slots;
use crate::nav::occupancy::body;
use crate::nav::step::UnitId;
use crate::nav::walk::Walk;
use bevy::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The cells on which those rest, or will rest, to whom an order gives something else to do.
pub(crate) fn places_left(world: &mut World, issued: &Issued) -> Vec<Cell> {
    let Issued::Side(
        _,
        Order::MoveTo { units, queue: false, .. }
        | Order::Command { units, queue: false, .. }
        | Order::Stop { units }
        | Order::Hold { units },
    ) = issued
    else {
        return Vec::new();
    };
    let rules = world.resource::<GameRules>().0.clone();
    let Some(roster) = part::<Roster>(world) else { return Vec::new() };
    let known: Vec<Entity> = units.iter().filter_map(|unit| roster.entity(*unit)).collect();
    let mut movers = world.query_filtered::<(WalkerReadOnly, &At), With<Unit>>();
    let movers = movers.iter_many(world, known);
    movers.flat_map(|(walker, at)| body(walker.place(at.0), rules.kind(walker.kind.0).size)).collect()
}

/// Somebody who is on its way to a place of its group.
struct Comer {
    unit: UnitId,
    entity: Entity,
    at: Cell,
    waypoint: Waypoint,
}

/// Gives the places that are `left` to those who are on their way to worse ones of the same order. Formations keep theirs.
pub(crate) fn fill(
    In(mut left): In<Vec<Cell>>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&Roster, &TerrainGrid, &mut Walks, &mut Distances), With<Board>>,
    mut movers: Query<(Walker, &At), With<Unit>>,
) {
    let (roster, terrain, mut walks, mut distances) = board.into_inner();
    walks.refresh(terrain, &rules.0, &mut distances);
    let mut taken = CellSet::new(terrain.cells().width(), terrain.cells().height());
    // Large ones choose first, as when they are sent.
    let mut parties: BTreeMap<(u32, Reverse<u8>, u8, u32), Vec<Comer>> = BTreeMap::new();
    for entity in roster.entities() {
        let Ok((walker, at)) = movers.get(entity) else { continue };
        let kind = walker.kind.0;
        let (place, size) = (walker.place(at.0), rules.0.kind(kind).size);
        taken.extend(body(place, size));
        let waypoints = &walker.waypoints.0;
        let (Some(waypoint), 1) = (waypoints.front().copied(), waypoints.len()) else { continue };
        let is_last = waypoint.group != 0 && waypoint.pace == 0 && waypoint.goal == place;
        if let Some(region) = walks.regions(kind).region(at.0).filter(|_| is_last) {
            let party = (waypoint.group, Reverse(size), walks.index(kind), region);
            parties.entry(party).or_default().push(Comer { unit: walker.id.0, entity, at: at.0, waypoint });
        }
    }
    left.retain(|cell| !taken.contains(*cell));
    // Numbers of regions depend on what has been edited before.
    let mut parties: Vec<_> = parties.into_iter().collect();
    parties.sort_by_key(|((group, size, sort, _), party)| (*group, *size, *sort, party[0].unit));
    for ((_, Reverse(size), sort, region), party) in parties {
        let (map, regions) = (&walks.maps[usize::from(sort)], walks.regions_at(sort));
        let Some(anchor) = regions.nearest(region, party[0].waypoint.asked) else { continue };
        let old: Vec<Cell> = party.iter().map(|comer| comer.waypoint.goal).collect();
        let far = |cells: &[Cell]| cells.iter().map(|cell| anchor.distance_squared(*cell)).map(u64::from).sum::<u64>();
        let farthest = old.iter().map(|cell| anchor.distance_squared(*cell)).max().unwrap_or(0);
        if !left.iter().any(|cell| anchor.distance_squared(*cell) < farthest && map.is_passable(*cell)) {
            continue;
        }
        let bodies = |places: &[Cell]| places.iter().flat_map(|place| body(*place, size)).collect::<Vec<Cell>>();
        bodies(&old).into_iter().for_each(|cell| taken.remove(cell));
        let new = slots::around(map, anchor, party.len(), &mut taken);
        if new.len() < old.len() || far(&new) >= far(&old) {
            bodies(&new).into_iter().for_each(|cell| taken.remove(cell));
            taken.extend(bodies(&old));
            continue;
        }
        let cells: Vec<Cell> = party.iter().map(|comer| comer.at).collect();
        for (comer, slot) in party.iter().zip(slots::assign(&cells, &new)) {
            let goal = new[slot];
            let Ok((mut walker, _)) = movers.get_mut(comer.entity) else { continue };
            if goal == comer.waypoint.goal {
                continue;
            }
            // A unit that has turned to its own place keeps to it.
            let is_shared = comer.waypoint.anchor != comer.waypoint.goal;
            let anchor = if is_shared { anchor } else { goal };
            walker.turn_to(Waypoint { goal, anchor, ..comer.waypoint }, clock.tick());
        }
    }
}
