//! Units: who they are, where they are, what they want.

use super::board::{At, Reservations};
use crate::base::{Cell, Dir};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::tasks::{Cargo, Inside, Tasks};
pub use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::occupancy::Obstacle;
use crate::nav::reservation::Route;
use crate::nav::step::{Step, Tick, UnitId};
use bevy::ecs::query::{QueryData, ROQueryItem};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Marks a unit and brings what every unit has.
#[derive(Component, Debug, Clone, Copy, Default)]
#[require(Facing, Stepping, Waypoints, PlannedRoute, NextStep, Priority, StillSince, Disturbed, Progress, Post)]
#[require(Rooted, Doing, Tasks, Health, Fighting, Inside, Cargo)]
pub struct Unit;

/// The number of a unit, never used twice in a match.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[component(immutable)]
pub struct Id(pub UnitId);

/// The side that commands a unit, 0 to 7.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[component(immutable)]
pub struct Owner(pub u8);

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[component(immutable)]
pub struct Kind(pub KindId);

/// The direction of the last step.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Facing(pub Dir);

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Stepping(pub(super) Option<Step>);

impl Stepping {
    pub const fn last(&self) -> Option<Step> {
        self.0
    }

    /// The step that is not over at `tick`.
    pub fn under_way(&self, tick: Tick) -> Option<Step> {
        self.0.filter(|step| step.end() > tick)
    }
}

/// The route of a unit under the classical planners, and when it is due to be planned anew.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlannedRoute {
    /// Not kept in a [`Snapshot`](crate::games::rts::sim::record::snapshot::Snapshot): a checkpoint leaves nothing of it.
    #[serde(skip)]
    pub(super) route: Route,
    pub(super) due: Tick,
    /// Terrain version that the waypoints were checked against.
    pub(super) terrain_version: u32,
}

impl PlannedRoute {
    pub fn steps(&self) -> &[Step] {
        &self.route.steps
    }

    /// The same without a route: every checkpoint makes it anew.
    pub(super) fn without_route(&self) -> Self {
        Self { route: Route::default(), ..*self }
    }

    /// Gives the route up, with its reservations.
    pub(super) fn clear(&mut self, reservations: &mut Reservations, unit: UnitId) {
        reservations.0.release(unit, &mut self.route);
        self.route = Route::default();
    }

    /// Forgets the route, whose reservations are forgotten already: it is planned anew at the tick.
    pub(super) fn begin_anew(&mut self, due: Tick) {
        self.route = Route::default();
        self.due = due;
    }

    /// Replaces the route by staying, for good, where the unit is or where its `step` under way ends.
    pub(super) fn settle(
        &mut self,
        reservations: &mut Reservations,
        unit: UnitId,
        at: Cell,
        now: Tick,
        step: Option<Step>,
    ) {
        reservations.0.release(unit, &mut self.route);
        self.route = Route::new(Vec::new(), true);
        reservations.0.reserve(unit, at, now, step, &mut self.route);
    }
}

/// The step that a unit is to start this tick: the planner of the game writes it, Move takes it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NextStep(pub(super) Option<Step>);

/// Who goes first: the tick of the order and the place within it. Orders write it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Priority(pub(super) (Tick, u32));

/// First tick of standing since the last step. Move writes it, and whoever lets a unit set out.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StillSince(pub(super) Tick);

/// When others last disturbed a unit. Only the planner of the game writes it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Disturbed {
    /// The last tick at which it was pushed while it rested.
    pub(super) pushed_at: Tick,
    /// The last tick at which one with an order wanted to pass, and asked it to move or others that asked it.
    pub(super) passed_at: Tick,
    /// The tick at which it exchanged goals with another.
    pub(super) exchanged_at: Tick,
}

/// How near a unit has come to its goal, and what it does about those in its way. The planner of the game writes it;
/// a new goal begins it anew.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The least distance that was left since the order, or since the goal changed, and the tick of that.
    pub(super) nearest: (u32, Tick),
    /// The place that this distance is to.
    pub(super) nearest_to: Cell,
    /// The tick at which it last looked for a detour.
    pub(super) looked_at: Tick,
    /// Whether it stands before somebody who does not make way.
    pub(super) meets_wall: bool,
    /// How it deals with those who do not make way ([`crate::games::rts::sim::march::detours`]).
    pub(super) detour: Detour,
}

impl Progress {
    /// Whether the unit walks around units that do not make way.
    pub fn is_on_detour(&self) -> bool {
        self.detour == Detour::Around
    }

    /// The unit has another goal from now on.
    pub(super) const fn begin_anew(&mut self, now: Tick) {
        self.nearest = (u32::MAX, now);
        self.detour = Detour::None;
    }
}

/// The last waypoint of the latest order, kept after it is reached: where the unit rests, or goes back to once those
/// who want to pass have passed. `None` before its first order. Members of one group may exchange posts.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Post(pub(super) Option<Waypoint>);

impl Post {
    pub(crate) fn cell(&self) -> Option<Cell> {
        self.0.map(|post| post.goal)
    }
}

/// Whether a fight keeps the unit where it is, so that nobody pushes it away. Only the fight writes it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rooted(pub(super) bool);

/// How a unit deals with those who stand in its way and do not make way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Detour {
    /// It has not met any.
    #[default]
    None,
    Around,
    /// There is no way around: it waits, and looks again at this tick.
    NoWay(Tick),
}

/// What a unit does and, if it stands, why.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Doing {
    /// Stands without an order.
    #[default]
    Idle,
    /// Stands where it was ordered to go.
    Arrived,
    Stopped,
    /// Stands and makes way for nobody.
    Holding,
    /// Has no order, but is out of its place because others wanted to pass.
    MakingWay,
    /// The order ended at the nearest place that it could reach; the place it was asked to go to.
    Unreachable(Cell),
    /// The order ended because its goal, and everything up to it, is taken.
    GoalTaken(Cell),
    Moving,
    /// On its way, but standing since a tick; what is in its way if that is known.
    Waiting {
        /// First tick of standing.
        since: Tick,
        obstacle: Option<Obstacle>,
    },
}

impl Doing {
    /// What a unit does that has come to a waypoint.
    pub const fn after(reached: &Waypoint) -> Self {
        match (reached.unreachable, reached.group) {
            (true, _) => Self::Unreachable(reached.asked),
            (false, 0) => Self::Idle,
            (false, _) => Self::Arrived,
        }
    }

    /// Whether the unit has no order left to fulfil.
    pub const fn is_at_rest(&self) -> bool {
        !matches!(self, Self::Moving | Self::Waiting { .. })
    }
}

/// The entity of every unit by its number, and the number of the next one. On the board entity.
#[derive(Component, Debug, Default)]
pub struct Roster {
    pub(super) entities: BTreeMap<UnitId, Entity>,
    pub(super) next: u32,
    pub(super) groups: u32,
}

impl Roster {
    pub fn entity(&self, unit: UnitId) -> Option<Entity> {
        self.entities.get(&unit).copied()
    }

    /// The entities of all units, in the order of the units.
    pub fn entities(&self) -> impl Iterator<Item = Entity> {
        self.entities.values().copied()
    }

    pub fn len(&self) -> usize {
        self.entities.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }

    /// Calls `each` for all units in the order of their numbers.
    pub(super) fn for_each<'a, 's, D: QueryData>(
        &self,
        units: &'a Query<'_, 's, (&'static Id, D), With<Unit>>,
        mut each: impl FnMut(UnitId, ROQueryItem<'a, 's, D>),
    ) {
        // As they lie in memory, if that is their order; looking each up takes twice the time.
        if units.iter().map(|(id, _)| id).is_sorted() {
            units.iter().for_each(|(id, unit)| each(id.0, unit));
        } else {
            units.iter_many(self.entities()).for_each(|(id, unit)| each(id.0, unit));
        }
    }
}

/// All that a new unit needs, apart from its place in the tables of the board.
pub(super) fn bundle(id: UnitId, side: u8, kind: KindId, at: Cell) -> impl Bundle {
    (Unit, Id(id), Owner(side), Kind(kind), At(at))
}
