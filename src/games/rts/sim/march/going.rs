//! How a task makes a unit walk: one leg at a time.

use crate::base::Cell;
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{Reservations, Walks};
use crate::games::rts::sim::units::{Detour, Doing, Intent, Stepping};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::reservation::Route;
use crate::nav::step::{Tick, UnitId};

/// Sends a unit to one place, instead of wherever it was going. Its rank stays: a unit that has been on its task for long goes
/// first, however often it turns.
pub(crate) fn go(waypoints: &mut Waypoints, intent: &mut Intent, doing: &mut Doing, to: Waypoint, now: Tick) {
    if waypoints.0.front() == Some(&to) && waypoints.0.len() == 1 {
        return;
    }
    waypoints.0.clear();
    waypoints.0.push_back(to);
    intent.post = Some(to);
    intent.plan_due = now;
    // Whatever has changed on the map since, the waypoint is looked at again.
    intent.terrain_version = u32::MAX;
    intent.detour = Detour::None;
    intent.nearest = (u32::MAX, now);
    if doing.is_at_rest() {
        *doing = Doing::Waiting { since: now, obstacle: None };
        intent.still_since = now;
    }
}

/// Lets a unit stand where it is, or where its step ends; it makes way for its friends and comes back.
pub(crate) fn stand(waypoints: &mut Waypoints, intent: &mut Intent, doing: &mut Doing, at: Cell) {
    waypoints.0.clear();
    intent.post = Some(Waypoint::here(at));
    *doing = Doing::Idle;
}

/// A unit that is to go somewhere.
pub(crate) struct Going<'a> {
    pub(crate) walks: &'a Walks,
    pub(crate) kind: KindId,
    pub(crate) at: Cell,
    pub(crate) now: Tick,
}

impl Going<'_> {
    /// The waypoint for a cell, or for the nearest to it that the unit can reach.
    pub(crate) fn waypoint(&self, to: Cell) -> Option<Waypoint> {
        let regions = self.walks.regions(self.kind);
        let region = regions.region(self.at)?;
        let goal = regions.nearest(region, to)?;
        Some(Waypoint { goal, anchor: goal, asked: goal, unreachable: false, group: 0, pace: 0 })
    }

    /// Sends the unit towards a cell. Whether it can go anywhere at all.
    pub(crate) fn towards(&self, waypoints: &mut Waypoints, intent: &mut Intent, doing: &mut Doing, to: Cell) -> bool {
        let Some(waypoint) = self.waypoint(to) else { return false };
        go(waypoints, intent, doing, waypoint, self.now);
        true
    }
}

/// Replaces the route of a unit by staying, for good, where it is or where its step ends.
pub(crate) fn settle(
    reservations: &mut Reservations,
    unit: UnitId,
    at: Cell,
    now: Tick,
    stepping: &Stepping,
    intent: &mut Intent,
) {
    reservations.0.release(unit, &mut intent.route);
    intent.route = Route::new(Vec::new(), true);
    reservations.0.reserve(unit, at, now, stepping.under_way(now), &mut intent.route);
}
