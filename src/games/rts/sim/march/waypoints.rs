//! Where units are on their way to: which distances they follow, what an edit of the map changes, when a goal is given up.

use crate::base::{Cell, CellSet};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{Occupied, Walks};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::coop::march::shares;
use crate::nav::coop::slots;
use crate::nav::step::UnitId;
use crate::nav::walk::Walk;

/// Farthest from the group's place that a goal may be for its unit to share the distances to that place. Groups of up to
/// some 1,000 stand within it.
const SHARES_WITHIN: u32 = 20;

/// The place whose distances guide a unit: its own goal when it is near, otherwise that of its group.
pub(crate) fn target(ground: impl Walk, from: Cell, waypoint: &Waypoint) -> Cell {
    let is_shared = waypoint.anchor.chebyshev(waypoint.goal) <= SHARES_WITHIN
        && shares(from, waypoint.goal, waypoint.anchor)
        && ground.is_passable(waypoint.anchor);
    if is_shared { waypoint.anchor } else { waypoint.goal }
}

/// Brings a waypoint in line with changed terrain: back to what was asked for if that has come into reach, to the
/// nearest place in reach if the goal is lost. Of several units each gets a cell of its own: `taken` are the goals of
/// the others.
pub(crate) fn recheck(waypoint: &mut Waypoint, from: Cell, walks: &Walks, kind: KindId, taken: &mut CellSet) {
    let (ground, regions) = (walks.map(kind), walks.regions(kind));
    let Some(region) = regions.region(from) else { return };
    let in_reach = |cell| regions.region(cell) == Some(region);
    let asked = waypoint.asked;
    if in_reach(waypoint.goal) && !(waypoint.unreachable && in_reach(asked)) {
        if !in_reach(waypoint.anchor) {
            waypoint.anchor = waypoint.goal;
        }
        return;
    }
    let wanted = if in_reach(asked) { asked } else { waypoint.goal };
    if let Some(nearest) = regions.nearest(region, wanted) {
        taken.remove(waypoint.goal);
        let goal = slots::around(ground, nearest, 1, taken).first().copied().unwrap_or(nearest);
        *waypoint = Waypoint { goal, anchor: nearest, asked, unreachable: !in_reach(asked), ..*waypoint };
    }
}

/// The rule of the source system: a unit whose goal is taken gives up only if every cell on the straight line between it
/// and the goal is taken as well. Cells where it cannot stand count as taken. `is_taken` says whether the unit on a cell
/// stands there for good.
pub(crate) fn is_given_up(
    ground: impl Walk,
    occupied: &Occupied,
    unit: UnitId,
    from: Cell,
    goal: Cell,
    rests: impl Fn(UnitId) -> bool,
) -> bool {
    let by_other = |holder: Option<UnitId>| holder.is_some_and(|holder| holder != unit);
    let table = occupied.table();
    table.standing(goal).is_some_and(|holder| holder != unit && rests(holder))
        && from.line_between(goal).all(|cell| !ground.is_passable(cell) || by_other(table.holder(cell)))
}
