//! Snapshots: the whole state of a match as data, from which it goes on exactly as it would have.
//!
//! The planners remember much that is not worth keeping: distances, traffic, guides, detours. What they remember influences
//! what they decide, so a match that goes on without it would go another way. Therefore a **checkpoint** is an event of the
//! match itself: everything of that kind is forgotten, for whoever plays, replays or loads the match, and a snapshot can be
//! taken. A skirmish has one every [`EVERY`] ticks; another one is an order ([`HostOrder::Checkpoint`](crate::games::rts::sim::HostOrder::Checkpoint)) like all others. It comes
//! before the programs think and before the orders that are given after it.
//!
//! The parts of a unit and of a building are listed once, in [`UnitState`] and [`BuildingState`]; a test compares them with
//! what the entities have.

mod check;
mod difference;
pub mod places;
mod restore;
mod take;

pub use difference::Difference;
pub use restore::restore;
pub use take::take;

use crate::base::Cell;
use crate::games::rts::sim::board::{At, Board, Distances, Planner, Reservations, TerrainGrid, Walks};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::Issued;
use crate::games::rts::sim::sides::{Ending, Sides};
use crate::games::rts::sim::skirmish::bots::Bots;
use crate::games::rts::sim::skirmish::missiles::Missiles;
use crate::games::rts::sim::skirmish::news::News;
use crate::games::rts::sim::skirmish::sight::SavedSeen;
use crate::games::rts::sim::skirmish::{Building, Production, Timber};
use crate::games::rts::sim::talk::Talk;
use crate::games::rts::sim::tasks::{Cargo, Inside, Tasks};
use crate::games::rts::sim::units::{
    Disturbed, Doing, Facing, Id, Kind, NextStep, Owner, PlannedRoute, Post, Priority, Progress, Rooted, Roster,
    Stepping, StillSince, Unit,
};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::coop::PlannerKind;
use crate::nav::occupancy::SavedOccupancy;
use crate::nav::reservation::ReservationTable;
use crate::nav::rra_pool::RraPool;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The state of a match between two ticks, right after a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The tick to come.
    pub tick: Tick,
    planner: PlannerKind,
    /// The number of the next unit or building, and of the last group order.
    next: u32,
    groups: u32,
    /// The cells that are not as in the level.
    terrain: Vec<(Cell, Terrain)>,
    /// The version of the terrain, and the one that the units have been told of.
    version: u32,
    told: u32,
    /// Who holds and who enters which cell.
    pub occupancy: SavedOccupancy,
    /// In the order of their numbers.
    pub units: Vec<UnitState>,
    /// What waits for the tick to come.
    orders: Vec<Issued>,
    skirmish: Option<SkirmishState>,
}

impl Snapshot {
    pub fn units(&self) -> usize {
        self.units.len()
    }

    pub fn ending(&self) -> Option<Ending> {
        self.skirmish.as_ref().and_then(|skirmish| skirmish.ending)
    }
}

/// All that a unit has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitState {
    /// Who and where it is.
    pub body: (Id, Owner, Kind, At, Facing, Stepping),
    will: (Waypoints, Walking, (Rooted, Post), Doing, Tasks),
    fate: (Health, Fighting, Inside, Cargo),
}

type Walking = (PlannedRoute, NextStep, Priority, StillSince, Disturbed, Progress);

/// All that a building has.
type BuildingState = (Id, Owner, At, Building, Health, Fighting, Production);

/// All that a skirmish adds to the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SkirmishState {
    sides: Sides,
    timber: Timber,
    bots: Bots,
    news: News,
    missiles: Missiles,
    talk: Talk,
    ending: Option<Ending>,
    /// Nobody needs it where everybody sees everything.
    sight: Option<SavedSeen>,
    /// In the order of their numbers.
    buildings: Vec<BuildingState>,
    /// Their cells, with what is below.
    plots: Vec<(Cell, UnitId, Terrain)>,
}

/// The snapshots of the match that is on.
#[derive(Resource, Debug, Default)]
pub struct Snapshots {
    /// What the next match that is entered goes on from.
    next: Option<Arc<Snapshot>>,
    /// What this match went on from; `None`: it began with its level.
    start: Option<Arc<Snapshot>>,
}

impl Snapshots {
    /// The next match that is entered goes on from here.
    pub fn begin_with(&mut self, snapshot: Arc<Snapshot>) {
        self.next = Some(snapshot);
    }

    /// The match that is on has been brought to this state.
    pub(super) fn has_gone_on_from(&mut self, snapshot: Arc<Snapshot>) {
        self.start = Some(snapshot);
    }

    /// What this match went on from; `None` if it began with its level.
    pub const fn start(&self) -> Option<&Arc<Snapshot>> {
        self.start.as_ref()
    }
}

/// The match is now as in a snapshot: whoever remembers something of it begins anew.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Jumped {
    /// The tick to come.
    pub tick: Tick,
}

/// Brings the match that has just been built to the snapshot that it is to go on from.
pub(crate) fn go_on(world: &mut World) {
    let next = world.resource_mut::<Snapshots>().next.take();
    let restored = next.filter(|snapshot| match restore(world, snapshot) {
        Ok(()) => true,
        Err(problem) => {
            error!("the match begins anew: {problem}");
            false
        }
    });
    world.resource_mut::<Snapshots>().start = restored;
}

/// Everything that is not in a snapshot and matters is made anew.
pub(super) fn forget(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (&Roster, &TerrainGrid, &Planner, &mut Walks, &mut Distances, &mut Detours, &mut Marching, &mut Reservations),
        With<Board>,
    >,
    mut units: Query<(&Id, &At, &Stepping, &Inside, &mut PlannedRoute), With<Unit>>,
) {
    let (roster, terrain, planner, mut walks, mut distances, mut detours, mut marching, mut reservations) =
        board.into_inner();
    walks.refresh(terrain, &rules.0, &mut distances);
    distances.0 = RraPool::new(usize::from(rules.0.planner.rra_pool));
    *detours = Detours::default();
    *marching = Marching::default();
    let (width, height) = (terrain.cells().width(), terrain.cells().height());
    reservations.0 = ReservationTable::new(width, height, table_window(&rules.0, planner.kind()));
    for entity in roster.entities() {
        let Ok((id, at, stepping, inside, mut planned)) = units.get_mut(entity) else { continue };
        planned.begin_anew(clock.tick());
        if inside.mine().is_none() {
            planned.settle(&mut reservations, id.0, at.0, clock.tick(), stepping.under_way(clock.tick()));
        }
    }
}
