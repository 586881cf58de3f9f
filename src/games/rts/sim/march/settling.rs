//! Units that cannot get back to their places settle where they stand.
//!
//! Who has made way goes back, and pushes others out of their places on its way, who go back in their turn: in a tight crowd of
//! several sizes that has no end. So everybody knows when one with an order last passed it, itself or through others
//! ([`Disturbed::passed_at`](super::super::units::Disturbed)), and from some time after that on takes the place where it stands,
//! if that is nobody's.

use crate::base::{Cell, CellSet};
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::tasks::Inside;
use crate::games::rts::sim::units::{Disturbed, Doing, Id, Kind, Post, Stepping, Unit};
use crate::games::rts::sim::waypoints::{Waypoint, Waypoints};
use crate::nav::coop::march::NEAR_HOME;
use crate::nav::occupancy::{body, covers};
use crate::nav::step::{Tick, UnitId};
use bevy::prelude::*;

/// Ticks since one with an order last passed after which a unit settles: fifteen seconds.
const AFTER: Tick = 300;
/// Ticks between two looks at who does: one second.
const EVERY: Tick = 20;

type Settlers<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        Entity,
        &'static Kind,
        &'static At,
        &'static Stepping,
        &'static Inside,
        &'static Disturbed,
        &'static Waypoints,
        &'static mut Post,
        &'static Doing,
    ),
    With<Unit>,
>;

/// Gives those the cell where they stand for their place who have tried to go back for long.
pub(super) fn settle(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    terrain: Single<&TerrainGrid, With<Board>>,
    mut units: Settlers,
) {
    let next = clock.tick() + 1;
    if !next.is_multiple_of(EVERY) {
        return;
    }
    let tries = |(id, entity, kind, at, stepping, inside, disturbed, _, post, doing): (
        &Id,
        Entity,
        &Kind,
        &At,
        &Stepping,
        &Inside,
        &Disturbed,
        &Waypoints,
        &Post,
        &Doing,
    )| {
        let post = post.0.filter(|post| post.goal != at.0 && *doing == Doing::MakingWay)?;
        let has_tried = next >= disturbed.passed_at + AFTER && inside.mine().is_none();
        let here = settled(at.0, post).filter(|_| has_tried && stepping.under_way(next).is_none())?;
        Some((id.0, entity, post.goal, here, rules.0.kind(kind.0).size))
    };
    let mut trying: Vec<(UnitId, Entity, Cell, Waypoint, u8)> = units.iter().filter_map(tries).collect();
    if trying.is_empty() {
        return;
    }
    trying.sort_unstable_by_key(|(unit, ..)| *unit);
    let mut taken = CellSet::new(terrain.cells().width(), terrain.cells().height());
    taken.extend(units.iter().flat_map(|(_, _, kind, at, .., waypoints, post, _)| {
        let place = waypoints.0.back().copied().or(post.0).map_or(at.0, |place| place.goal);
        body(place, rules.0.kind(kind.0).size)
    }));
    for (_, entity, place, here, size) in trying {
        let is_free = body(here.goal, size).all(|cell| !taken.contains(cell) || covers(place, size, cell));
        if let Ok((.., mut post, _)) = units.get_mut(entity)
            && is_free
        {
            post.0 = Some(here);
        }
    }
}

/// The place of a unit that settles on a cell instead of its post; `None` if that is too far from its home.
fn settled(at: Cell, post: Waypoint) -> Option<Waypoint> {
    (at.chebyshev(post.home()) <= NEAR_HOME).then_some(post.moved_to(at))
}
