//! Units go from one of their tasks to the next: see [`crate::games::rts::sim::tasks`].

use super::BuildingIndex;
use crate::base::Cell;
use crate::games::rts::sim::board::{At, Board, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{Walker, WalkerReadOnlyItem};
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::tasks::Task;
use crate::games::rts::sim::units::{Doing, Priority, Roster, Unit};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

/// Cells within which a guard stays of whom it guards.
const GUARD_DISTANCE: u32 = 3;
/// Ticks after which a guard looks again where its friend is.
const GUARD_LOOKS: Tick = 10;

type Tasked<'w, 's> = Query<'w, 's, (Walker, &'static At, &'static mut Priority, &'static mut Fighting), With<Unit>>;

/// Begins the next task of those who are done, and carries on those that are walks.
pub(super) fn advance(
    clock: Res<MatchClock>,
    board: Single<(&Roster, &BuildingIndex, &Walks), With<Board>>,
    places: Query<&At>,
    mut units: Tasked,
    mut busy: Local<Vec<(UnitId, Entity)>>,
) {
    let (roster, building_index, walks) = *board;
    let now = clock.tick();
    // Looking up those who have something to do takes longer than passing over the others. Of those on their way only who
    // guards somebody has.
    busy.clear();
    let have_tasks = units.iter().filter(|(WalkerReadOnlyItem { tasks, waypoints, .. }, ..)| {
        !tasks.is_empty() && (waypoints.0.is_empty() || matches!(tasks.now, Some(Task::Guard(_))))
    });
    busy.extend(have_tasks.map(|(walker, ..)| (walker.id.0, walker.entity)));
    busy.sort_unstable();
    let mut busy = units.iter_many_mut(busy.iter().map(|(_, entity)| *entity));
    while let Some((mut walker, at, mut priority, mut fighting)) = busy.fetch_next() {
        let id = walker.id.0;
        if walker.tasks.now.is_none() {
            walker.tasks.now = walker.tasks.queue.pop_front();
            fighting.begin_task(at.0);
            priority.0 = (now, id.0 & 0xF_FFFF);
            match walker.tasks.now {
                Some(Task::Walk(waypoint)) => {
                    walker.go(waypoint, now);
                    fighting.forget();
                    walker.tasks.now = None;
                    continue;
                }
                Some(Task::Hold) => {
                    walker.stand(at.0);
                    *walker.doing = Doing::Holding;
                    walker.tasks.now = None;
                    continue;
                }
                Some(Task::AttackMove(waypoint) | Task::Patrol { there: waypoint, .. }) => walker.go(waypoint, now),
                _ => {}
            }
        }
        let is_fighting = fighting.target.is_some();
        let has_stopped = walker.waypoints.0.is_empty() && !is_fighting;
        // There, or as near as it could come; or back from a fight on the way.
        let has_come = |goal: Cell| at.0 == goal || !matches!(*walker.doing, Doing::Idle | Doing::MakingWay);
        match walker.tasks.now {
            Some(Task::AttackMove(waypoint)) if has_stopped => {
                if has_come(waypoint.goal) {
                    walker.tasks.now = None;
                } else {
                    walker.go(waypoint, now);
                }
            }
            Some(Task::Patrol { here, there }) if has_stopped => {
                if !has_come(there.goal) {
                    walker.go(there, now);
                } else if walker.tasks.queue.is_empty() {
                    walker.tasks.now = Some(Task::Patrol { here: there, there: here });
                    walker.go(here, now);
                } else {
                    // Others who wait behind a patrol have their turn at its end.
                    walker.tasks.now = None;
                }
            }
            Some(Task::Guard(friend)) => {
                let of = roster.entity(friend).or_else(|| building_index.entity(friend));
                let Some(place) = of.and_then(|entity| places.get(entity).ok()) else {
                    walker.tasks.now = None;
                    walker.stand(at.0);
                    continue;
                };
                fighting.home = Some(place.0);
                if is_fighting || !(now + id.0).is_multiple_of(GUARD_LOOKS) {
                    continue;
                }
                if at.0.chebyshev(place.0) > GUARD_DISTANCE {
                    walker.go_towards(place.0, at.0, walks, now);
                } else if !walker.waypoints.0.is_empty() {
                    walker.stand(at.0);
                }
            }
            _ => {}
        }
    }
}
