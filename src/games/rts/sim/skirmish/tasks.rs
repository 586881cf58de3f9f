//! What units are to do beside walking, one thing after the other.
//!
//! A unit has places to walk to ([`Waypoints`]) and tasks. While no task is on, the waypoints are its own: a plain walk, and
//! when it has come to the end of it the next task begins. While a task is on, the task alone sets the waypoints, leg by
//! leg. A walk that is queued behind a task is a task too.

use super::BuildingIndex;
use crate::games::rts::sim::board::{At, Board, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{Going, go, stand};
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::tasks::{Task, Tasks};
use crate::games::rts::sim::units::{Doing, Id, Intent, Kind, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::step::Tick;
use bevy::prelude::*;

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
