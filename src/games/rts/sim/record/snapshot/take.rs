//! Taking a snapshot.

use super::{SkirmishState, Snapshot, UnitState};
use crate::base::Cell;
use crate::games::rts::sim::board::{At, Board, Occupied, Planner, TerrainGrid, Walks};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::matches::{MatchClock, MatchSetup};
use crate::games::rts::sim::orders::OrderQueue;
use crate::games::rts::sim::sides::{Ending, Sides};
use crate::games::rts::sim::skirmish::bots::Bots;
use crate::games::rts::sim::skirmish::missiles::Missiles;
use crate::games::rts::sim::skirmish::news::News;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{Building, BuildingIndex, Production, Timber};
use crate::games::rts::sim::talk::Talk;
use crate::games::rts::sim::tasks::{Cargo, Inside, Tasks};
use crate::games::rts::sim::units::{
    Disturbed, Doing, Facing, Id, Kind, NextStep, Owner, PlannedRoute, Post, Priority, Progress, Rooted, Roster,
    Stepping, StillSince, Unit,
};
use crate::games::rts::sim::waypoints::Waypoints;
use bevy::prelude::*;

/// The state of the match that is on; `None` if none is. Exact only right after a checkpoint.
pub fn take(world: &mut World) -> Option<Snapshot> {
    let level = world.get_resource::<MatchSetup>()?.level.clone();
    let tick = world.resource::<MatchClock>().tick();
    let orders = world.resource::<OrderQueue>().waiting().to_vec();
    let skirmish = take_skirmish(world);
    let mut boards = world.query_filtered::<(&Roster, &TerrainGrid, &Planner, &Walks, &Occupied), With<Board>>();
    let mut units = world.query_filtered::<(
        (&Id, &Owner, &Kind, &At, &Facing, &Stepping),
        (&Waypoints, &Rooted, &Post, &Doing, &Tasks),
        (&PlannedRoute, &NextStep, &Priority, &StillSince, &Disturbed, &Progress),
        (&Health, &Fighting, &Inside, &Cargo),
    ), With<Unit>>();
    let (roster, terrain, planner, walks, occupied) = boards.single(world).ok()?;
    // Row by row: most are as they were, and are compared at once.
    let rows = (0..).zip(level.terrain.rows().zip(terrain.cells().rows())).filter(|(_, (old, new))| old != new);
    let changed = rows.flat_map(|(y, (old, new))| {
        (0..)
            .zip(old.iter().zip(new))
            .filter(|(_, (old, new))| old != new)
            .map(move |(x, (_, new))| (Cell::new(x, y), *new))
    });
    let units = units.iter_many(world, roster.entities()).map(
        |(
            (id, owner, kind, at, facing, stepping),
            (waypoints, rooted, post, doing, tasks),
            (planned, next, priority, still, disturbed, progress),
            (health, fighting, inside, cargo),
        )| UnitState {
            body: (*id, *owner, *kind, *at, *facing, *stepping),
            will: (
                waypoints.clone(),
                (planned.without_route(), *next, *priority, *still, *disturbed, *progress),
                (*rooted, *post),
                *doing,
                tasks.clone(),
            ),
            fate: (*health, *fighting, *inside, *cargo),
        },
    );
    Some(Snapshot {
        tick,
        planner: planner.kind(),
        next: roster.next,
        groups: roster.groups,
        terrain: changed.collect(),
        version: terrain.version(),
        told: walks.told(),
        occupancy: occupied.table().save(tick),
        units: units.collect(),
        orders,
        skirmish,
    })
}

fn take_skirmish(world: &mut World) -> Option<SkirmishState> {
    let mut boards = world.query_filtered::<(
        &Sides,
        &Timber,
        (&Bots, &News),
        (&Missiles, &Talk),
        &BuildingIndex,
        Option<&Ending>,
        Option<&Seen>,
    ), With<Board>>();
    let mut buildings = world.query::<(&Id, &Owner, &At, &Building, &Health, &Fighting, &Production)>();
    let (sides, timber, (bots, news), (missiles, talk), building_index, ending, seen) = boards.single(world).ok()?;
    let buildings = buildings.iter_many(world, building_index.entities()).map(
        |(id, owner, at, building, health, fighting, production)| {
            (*id, *owner, *at, *building, *health, *fighting, production.clone())
        },
    );
    Some(SkirmishState {
        sides: sides.clone(),
        timber: timber.clone(),
        bots: bots.clone(),
        news: news.clone(),
        missiles: missiles.clone(),
        talk: talk.clone(),
        ending: ending.copied(),
        sight: seen.map(|seen| seen.save()),
        buildings: buildings.collect(),
        plots: building_index.plots().collect(),
    })
}
