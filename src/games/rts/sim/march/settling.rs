//! Units that cannot get to their places settle where they stand, near them.
//!
//! Who has made way goes back, and pushes others out of their places on its way, who go back in their turn: in a tight crowd of
//! several sizes that has no end. So everybody knows when one with an order last passed it, itself or through others
//! ([`Disturbed::passed_at`](super::super::units::Disturbed)), and from some time after that on takes the place where it stands.
//! So does who has come no nearer for long with an order. Nobody takes the place of one that does not settle at the same time:
//! several that stand on the places of each other, be they of different sizes, settle together.

use crate::base::Cell;
use crate::games::rts::sim::board::{At, Board, Planner};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::tasks::{Inside, Tasks};
use crate::games::rts::sim::units::{Detour, Disturbed, Doing, Id, Kind, Post, Progress, Stepping, StillSince, Unit};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::NEAR_HOME;
use crate::nav::occupancy::body;
use crate::nav::step::{Tick, UnitId};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Ticks since one with an order last passed after which a unit settles: fifteen seconds.
const AFTER: Tick = 300;
/// Ticks without coming nearer after which one with an order does, and of standing beside its place after which one without
/// does, though others still want to pass: thirty seconds.
const CAUGHT_AFTER: Tick = 600;
/// Ticks between two looks at who does: one second.
const EVERY: Tick = 20;

/// What has to be known of a unit for that.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct Settler {
    id: &'static Id,
    entity: Entity,
    kind: &'static Kind,
    at: &'static At,
    stepping: &'static Stepping,
    inside: &'static Inside,
    tasks: &'static Tasks,
    disturbed: &'static Disturbed,
    progress: &'static Progress,
    still: &'static StillSince,
    doing: &'static Doing,
    waypoints: &'static mut Waypoints,
    post: &'static mut Post,
}

impl SettlerReadOnlyItem<'_, '_> {
    /// Where it would settle at a tick, if it has tried to get to its place for so long.
    fn settles(&self, next: Tick) -> Option<Waypoint> {
        let place = match self.waypoints.0.front() {
            Some(front) => {
                // Formations keep their shape, and who waits for a way past others that stay may get one.
                let is_last = self.waypoints.0.len() == 1 && front.group != 0 && front.pace == 0;
                let waits = self.tasks.current().is_some() || matches!(self.progress.detour, Detour::NoWay(_));
                let is_late = next.saturating_sub(self.progress.nearest.1) >= CAUGHT_AFTER;
                (is_last && !waits && is_late && front.goal != self.at.0).then_some(*front)
            }
            None => {
                let has_tried = next >= self.disturbed.passed_at + AFTER || next >= self.still.0 + CAUGHT_AFTER;
                let is_away = *self.doing == Doing::MakingWay;
                self.post.0.filter(|post| is_away && has_tried && post.goal != self.at.0)
            }
        };
        let stands = self.inside.mine().is_none() && self.stepping.under_way(next).is_none();
        settled(self.at.0, place.filter(|_| stands)?)
    }
}

/// Gives those the cell where they stand for their place who have tried to get there for long.
pub(super) fn settle(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    planner: Single<&Planner, With<Board>>,
    mut units: Query<Settler, With<Unit>>,
) {
    let next = clock.tick() + 1;
    if planner.0 != PlannerKind::March || !next.is_multiple_of(EVERY) {
        return;
    }
    let mut settlers: BTreeMap<UnitId, (Entity, Waypoint, u8)> = units
        .iter()
        .filter_map(|unit| Some((unit.id.0, (unit.entity, unit.settles(next)?, rules.0.kind(unit.kind.0).size))))
        .collect();
    if settlers.is_empty() {
        return;
    }
    // Whose place each cell is, of the cells on which some would settle.
    let wanted: BTreeSet<Cell> = settlers.values().flat_map(|(_, here, size)| body(here.goal, *size)).collect();
    let places = units.iter().flat_map(|unit| {
        let place = unit.waypoints.0.back().copied().or(unit.post.0).map_or(unit.at.0, |place| place.goal);
        body(place, rules.0.kind(unit.kind.0).size).map(move |cell| (cell, unit.id.0))
    });
    let places: BTreeSet<(Cell, UnitId)> = places.filter(|(cell, _)| wanted.contains(cell)).collect();
    // Who stands on the place of one that does not settle cannot, and so on.
    loop {
        let all: BTreeSet<UnitId> = settlers.keys().copied().collect();
        settlers.retain(|unit, (_, here, size)| {
            body(here.goal, *size).all(|cell| {
                let mut owners = places.range((cell, UnitId(0))..=(cell, UnitId(u32::MAX)));
                owners.all(|(_, owner)| owner == unit || all.contains(owner))
            })
        });
        if settlers.len() == all.len() {
            break;
        }
    }
    for (entity, here, _) in settlers.into_values() {
        if let Ok(mut unit) = units.get_mut(entity) {
            unit.post.0 = Some(here);
            if let Some(front) = unit.waypoints.0.front_mut() {
                *front = here;
            }
        }
    }
}

/// The place of a unit that settles on a cell instead of its post; `None` if that is too far from its home.
fn settled(at: Cell, post: Waypoint) -> Option<Waypoint> {
    (at.chebyshev(post.home()) <= NEAR_HOME).then_some(post.moved_to(at))
}
