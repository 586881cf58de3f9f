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
mod places;
mod restore;
mod take;

pub use difference::Difference;
pub use restore::restore;
pub use take::take;

use super::playback::feed;
use super::replay::{Recording, count_tick};
use super::saves::Saving;
use crate::base::Cell;
use crate::games::rts::sim::SimSystems;
use crate::games::rts::sim::board::{At, Board, Distances, Planner, Reservations, TerrainGrid, Walks};
use crate::games::rts::sim::march::classic::table_window;
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Issued, OrderQueue, Roster, carry, settle};
use crate::games::rts::sim::skirmish::bots::{Bots, think};
use crate::games::rts::sim::skirmish::missiles::Missiles;
use crate::games::rts::sim::skirmish::sight::{SavedSeen, Seen, see};
use crate::games::rts::sim::skirmish::{
    Building, Cargo, Ending, Fighting, Health, Inside, Production, Sides, Skirmish, Tasks, Timber,
};
use crate::games::rts::sim::units::{Doing, Facing, Id, Intent, Kind, Owner, Stepping, Unit, Waypoints};
use crate::nav::coop::PlannerKind;
use crate::nav::occupancy::SavedOccupancy;
use crate::nav::reservation::{ReservationTable, Route};
use crate::nav::rra_pool::RraPool;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Ticks from one checkpoint of a skirmish to the next: twenty seconds.
pub const EVERY: Tick = 400;

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
    occupancy: SavedOccupancy,
    /// In the order of their numbers.
    units: Vec<UnitState>,
    /// What waits for the tick to come.
    orders: Vec<Issued>,
    skirmish: Option<SkirmishState>,
}

impl Snapshot {
    /// Number of units.
    #[must_use]
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// How the skirmish has ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.skirmish.as_ref().and_then(|skirmish| skirmish.ending)
    }
}

/// All that a unit has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct UnitState {
    body: (Id, Owner, Kind, At, Facing, Stepping),
    will: (Waypoints, Intent, Doing, Tasks),
    fate: (Health, Fighting, Inside, Cargo),
}

/// All that a building has.
type BuildingState = (Id, Owner, At, Building, Health, Fighting, Production);

/// All that a skirmish adds to the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SkirmishState {
    sides: Sides,
    timber: Timber,
    bots: Bots,
    missiles: Missiles,
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

    /// What this match went on from; `None` if it began with its level.
    #[must_use]
    pub const fn start(&self) -> Option<&Arc<Snapshot>> {
        self.start.as_ref()
    }
}

/// The match is now as in a snapshot: whoever remembers something of it begins anew.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jumped {
    /// The tick to come.
    pub tick: Tick,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Snapshots>().add_message::<Jumped>().add_systems(
        FixedUpdate,
        (
            on_request.in_set(SimSystems::Command).after(feed).before(think),
            every_so_often.in_set(SimSystems::Record).after(count_tick),
        ),
    );
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

/// Holds the checkpoints that are ordered.
pub(crate) fn on_request(world: &mut World) {
    world.resource_mut::<Recording>().begin_pass();
    while let Some((before, checkpoint)) = world.resource_mut::<OrderQueue>().take_to_checkpoint() {
        carry(world, before);
        let tick = world.resource::<MatchClock>().tick();
        world.resource_mut::<Recording>().add_order(tick, &checkpoint);
        hold(world);
    }
}

/// Holds those of a skirmish.
pub(crate) fn every_so_often(world: &mut World) {
    let tick = world.resource::<MatchClock>().tick();
    if tick.is_multiple_of(EVERY) && world.query_filtered::<(), With<Skirmish>>().iter(world).next().is_some() {
        hold(world);
    }
}

/// A checkpoint. The snapshot is taken if somebody wants it.
fn hold(world: &mut World) {
    let mut boards = world.query_filtered::<(&TerrainGrid, &Seen), With<Board>>();
    let is_behind = boards.single(world).is_ok_and(|(terrain, seen)| seen.is_behind(terrain));
    // Whoever looks after an edit looks from where he is then, and the edits themselves are not kept: so all look now.
    let looked = if is_behind { world.run_system_cached(see) } else { Ok(()) };
    if let Err(error) = looked.and_then(|()| world.run_system_cached(forget)) {
        error!("a checkpoint could not be held: {error}");
        return;
    }
    if !world.resource::<Recording>().is_on() && !world.resource::<Saving>().wants_one() {
        return;
    }
    let Some(snapshot) = take(world) else { return };
    world.resource_mut::<Recording>().add_snapshot(&snapshot);
    world.resource_mut::<Saving>().give(Arc::new(snapshot));
}

/// Everything that is not in a snapshot and matters is made anew.
fn forget(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (&Roster, &TerrainGrid, &Planner, &mut Walks, &mut Distances, &mut Detours, &mut Marching, &mut Reservations),
        With<Board>,
    >,
    mut units: Query<(&Id, &At, &Stepping, &Inside, &mut Intent), With<Unit>>,
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
        let Ok((id, at, stepping, inside, mut intent)) = units.get_mut(entity) else { continue };
        intent.route = Route::default();
        intent.plan_due = clock.tick();
        if inside.mine().is_none() {
            settle(&mut reservations, id.0, at.0, clock.tick(), stepping, &mut intent);
        }
    }
}
