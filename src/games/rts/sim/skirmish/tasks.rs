//! What units are to do beside walking, one thing after the other.
//!
//! A unit has places to walk to ([`Waypoints`]) and tasks. While no task is on, the waypoints are its own: a plain walk, and
//! when it has come to the end of it the next task begins. While a task is on, the task alone sets the waypoints, leg by
//! leg. A walk that is queued behind a task is a task too.

use super::going::{Going, go, stand};
use super::{BuildingIndex, Fighting};
use crate::base::Cell;
use crate::games::rts::rules::{BuildingId, Resource};
use crate::games::rts::sim::board::{At, Board, Walks};
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::{Doing, Id, Intent, Kind, Unit, Waypoint, Waypoints};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Something that a unit is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    /// Walk to a place.
    Walk(Waypoint),
    /// Walk to a place and fight whomever it meets on the way.
    AttackMove(Waypoint),
    /// Walk to and fro between two places and fight whomever it meets.
    Patrol {
        /// The place that it comes from.
        here: Waypoint,
        /// The place that it is on its way to.
        there: Waypoint,
    },
    /// Fight one enemy until it is dead or out of sight.
    Attack(UnitId),
    /// Stay near a friend and fight who comes near it.
    Guard(UnitId),
    /// Stand and make way for nobody.
    Hold,
    /// Fetch gold or wood, bring it home, and again.
    Gather {
        /// What.
        resource: Resource,
        /// The mine's upper left cell, or the forest cell.
        at: Cell,
        /// First tick of chopping, while it chops.
        since: Option<Tick>,
    },
    /// Bring home what it carries.
    Return,
    /// Build.
    Build {
        /// What.
        kind: BuildingId,
        /// The upper left cell of the site.
        at: Cell,
        /// What it waits for.
        waits: Waits,
    },
    /// Repair a building, or go on with its construction.
    Repair(UnitId),
}

/// What a builder waits for who stands at its site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Waits {
    /// Nothing: it is on its way, or begins.
    #[default]
    No,
    /// For what the building costs; its player has been told.
    ForMoney,
    /// For others to leave the site, since this tick.
    ForRoom(Tick),
}

/// The task that a unit is at, and those that come after it.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tasks {
    pub(super) now: Option<Task>,
    pub(super) queue: VecDeque<Task>,
}

impl Tasks {
    /// The task that the unit is at.
    #[must_use]
    pub const fn current(&self) -> Option<&Task> {
        self.now.as_ref()
    }

    /// The task that the unit is at and those after it, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Task> {
        self.now.iter().chain(&self.queue)
    }

    /// Number of tasks, the present one included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.queue.len() + usize::from(self.now.is_some())
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.now.is_none() && self.queue.is_empty()
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.now = None;
        self.queue.clear();
    }

    /// Adds a task at the end.
    pub(crate) fn add(&mut self, task: Task) {
        self.queue.push_back(task);
    }

    /// The last place that the tasks name.
    #[must_use]
    pub fn last_place(&self) -> Option<Cell> {
        self.queue.iter().rev().chain(&self.now).find_map(Task::place)
    }

    /// Where the last of the tasks that are walks leads.
    pub(crate) fn last_walk(&self) -> Option<Waypoint> {
        self.queue.iter().rev().chain(&self.now).find_map(Task::waypoint)
    }

    /// The walk that the unit is on leads to another place of its group.
    pub(crate) fn lead_to(&mut self, waypoint: Waypoint) {
        if let Some(Task::AttackMove(present)) = &mut self.now
            && present.group == waypoint.group
        {
            *present = waypoint;
        }
    }

    /// Takes the task at a position away. Whether there was one.
    pub(super) fn drop_at(&mut self, index: usize) -> bool {
        let has_now = usize::from(self.now.is_some());
        if index < has_now {
            self.now = None;
            return true;
        }
        self.queue.remove(index - has_now).is_some()
    }
}

impl Task {
    /// Whether two are the same, whatever somebody waits for.
    pub(super) fn is_same(self, other: Self) -> bool {
        let plain = |task| match task {
            Self::Build { kind, at, .. } => Self::Build { kind, at, waits: Waits::No },
            _ => task,
        };
        plain(self) == plain(other)
    }

    /// The waypoint of one that is a walk.
    const fn waypoint(&self) -> Option<Waypoint> {
        match self {
            Self::Walk(waypoint) | Self::AttackMove(waypoint) | Self::Patrol { there: waypoint, .. } => Some(*waypoint),
            _ => None,
        }
    }

    /// The cell that the task leads to, if it is one that stands still.
    #[must_use]
    pub fn place(&self) -> Option<Cell> {
        match self {
            Self::Gather { at, .. } | Self::Build { at, .. } => Some(*at),
            _ => self.waypoint().map(|waypoint| waypoint.goal),
        }
    }
}

/// What a worker carries.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cargo(pub(super) Option<(Resource, u16)>);

impl Cargo {
    /// The load, if there is one.
    #[must_use]
    pub const fn load(&self) -> Option<(Resource, u16)> {
        self.0
    }
}

/// The mine that a worker is in, and the tick at which it will be ready to come out. Who is inside stands on no cell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Inside(pub(super) Option<(UnitId, Tick)>);

impl Inside {
    /// The mine.
    #[must_use]
    pub fn mine(&self) -> Option<UnitId> {
        self.0.map(|(mine, _)| mine)
    }

    /// The tick at which it will be ready to come out.
    pub(crate) fn until(&self) -> Option<Tick> {
        self.0.map(|(_, tick)| tick)
    }
}

/// Cells within which a guard stays of whom it guards.
const GUARD_DISTANCE: u32 = 3;
/// Ticks after which a guard looks again where its friend is.
const GUARD_LOOKS: Tick = 10;

type Tasked<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        &'static Kind,
        &'static At,
        &'static mut Tasks,
        &'static mut Waypoints,
        &'static mut Intent,
        &'static mut Doing,
        &'static mut Fighting,
    ),
    With<Unit>,
>;

/// Begins the next task of those who are done, and carries on those that are walks.
pub(super) fn advance(
    clock: Res<MatchClock>,
    board: Single<(&Roster, &BuildingIndex, &Walks), With<Board>>,
    places: Query<&At>,
    mut units: Tasked,
) {
    let (roster, building_index, walks) = *board;
    let now = clock.tick();
    for entity in roster.entities() {
        let Ok((id, kind, at, mut tasks, mut waypoints, mut intent, mut doing, mut fighting)) = units.get_mut(entity)
        else {
            continue;
        };
        if tasks.is_empty() {
            continue;
        }
        if tasks.now.is_none() {
            if !waypoints.0.is_empty() {
                continue;
            }
            tasks.now = tasks.queue.pop_front();
            fighting.begin_task(at.0);
            intent.rank = (now, id.0.0 & 0xF_FFFF);
            match tasks.now {
                Some(Task::Walk(waypoint)) => {
                    go(&mut waypoints, &mut intent, &mut doing, waypoint, now);
                    fighting.forget();
                    tasks.now = None;
                    continue;
                }
                Some(Task::Hold) => {
                    stand(&mut waypoints, &mut intent, &mut doing, at.0);
                    *doing = Doing::Holding;
                    tasks.now = None;
                    continue;
                }
                Some(Task::AttackMove(waypoint) | Task::Patrol { there: waypoint, .. }) => {
                    go(&mut waypoints, &mut intent, &mut doing, waypoint, now);
                }
                _ => {}
            }
        }
        let is_busy = fighting.target.is_some();
        match tasks.now {
            Some(Task::AttackMove(waypoint)) if waypoints.0.is_empty() && !is_busy => {
                // There, or as near as it could come; or back from a fight on the way.
                if at.0 == waypoint.goal || !matches!(*doing, Doing::Idle | Doing::MakingWay) {
                    tasks.now = None;
                } else {
                    go(&mut waypoints, &mut intent, &mut doing, waypoint, now);
                }
            }
            Some(Task::Patrol { here, there }) if waypoints.0.is_empty() && !is_busy => {
                if at.0 == there.goal || !matches!(*doing, Doing::Idle | Doing::MakingWay) {
                    // Others who wait behind a patrol have their turn at its end.
                    if tasks.queue.is_empty() {
                        tasks.now = Some(Task::Patrol { here: there, there: here });
                        go(&mut waypoints, &mut intent, &mut doing, here, now);
                    } else {
                        tasks.now = None;
                    }
                } else {
                    go(&mut waypoints, &mut intent, &mut doing, there, now);
                }
            }
            Some(Task::Guard(friend)) => {
                let of = roster.entity(friend).or_else(|| building_index.entity(friend));
                let Some(place) = of.and_then(|entity| places.get(entity).ok()) else {
                    tasks.now = None;
                    stand(&mut waypoints, &mut intent, &mut doing, at.0);
                    continue;
                };
                fighting.home = Some(place.0);
                if is_busy || !(now + id.0.0).is_multiple_of(GUARD_LOOKS) {
                    continue;
                }
                if at.0.chebyshev(place.0) > GUARD_DISTANCE {
                    let going = Going { walks, kind: kind.0, at: at.0, now };
                    going.towards(&mut waypoints, &mut intent, &mut doing, place.0);
                } else if !waypoints.0.is_empty() {
                    stand(&mut waypoints, &mut intent, &mut doing, at.0);
                }
            }
            _ => {}
        }
    }
}
