//! What the planner does with units, drawn as lines over the map: ways, who waits for whom, who goes first.
//!
//! Only what the window shows is drawn, and of ways, which are long, a bounded number nearest to its middle: two thousand
//! units on the screen stay fluent.

use super::lines;
use super::marks::way_to;
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{Overlays, RtsSystems, ShownTime, middle_of_body};
use crate::games::rts::client::view::overlays::{OverlaySystems, unit_colour};
use crate::games::rts::sim::board::{Board, Distances, Planner, Walks};
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::units::Doing;
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::Verdict;
use crate::nav::occupancy::Obstacle;
use crate::nav::step::UnitId;
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct PlannerGizmos;

/// Arrows, to be seen over ways, and the rings of ranks.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct HeavyGizmos;

const MAX_WAYS: usize = 120;
const MAX_WAY: usize = 160;
const MAX_RANKS: usize = 600;

/// Waits for a place that is being left.
pub(crate) const AMBER: Color = Color::srgb(1.0, 0.74, 0.2);
/// Has no way now.
pub(crate) const RED: Color = Color::srgb(1.0, 0.25, 0.2);
/// Stands of its own accord.
pub(crate) const GREY: Color = Color::srgb(0.85, 0.88, 0.92);

pub(super) fn plugin(app: &mut App) {
    app.insert_gizmo_config(PlannerGizmos, lines(2.5)).insert_gizmo_config(HeavyGizmos, lines(4.0)).add_systems(
        Update,
        (
            draw_routes.run_if(|overlays: Res<Overlays>| overlays.routes),
            draw_ranks.run_if(|overlays: Res<Overlays>| overlays.ranks),
            draw_waits.run_if(|overlays: Res<Overlays>| overlays.waits),
        )
            .chain()
            .in_set(RtsSystems::Show)
            .after(OverlaySystems),
    );
}

/// Planned steps, or with a planner that makes no plans the ways that it follows.
fn draw_routes(
    skirmish: SkirmishView,
    frame: Res<Frame>,
    shown: Res<ShownTime>,
    board: Single<(&Planner, &Walks, &Distances, &Detours), With<Board>>,
    mut gizmos: Gizmos<PlannerGizmos>,
) {
    let (planner, walks, distances, detours) = *board;
    let mut draw = |unit: UnitId, points: Vec<Vec2>| {
        if points.len() > 1 {
            let colour = unit_colour(unit);
            gizmos.circle_2d(points[points.len() - 1], CELL * 0.12, colour);
            gizmos.linestrip_2d(points, colour);
        }
    };
    let mut near = Vec::new();
    for unit in &skirmish.units {
        let here = skirmish.place_of_unit(&unit);
        if planner.kind() != PlannerKind::March {
            let size = skirmish.unit_kind(&unit).size;
            let ahead = unit.planned.steps().iter().filter(|step| step.end() as f32 > shown.0);
            let ahead = ahead.map(|step| middle_of_body(step.to(), size));
            draw(unit.id.0, std::iter::once(here).chain(ahead).collect());
        } else if let Some(waypoint) = unit.waypoints.current().filter(|_| frame.shows(here, 1.0)) {
            near.push((here.distance_squared(frame.rect.center()), here, *waypoint, unit));
        }
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.3.id.cmp(b.3.id)));
    for (_, here, waypoint, unit) in near.into_iter().take(MAX_WAYS) {
        let size = skirmish.unit_kind(&unit).size;
        let next = unit.stepping.last().map_or(unit.at.0, |step| step.to());
        let guided = (unit.kind, unit.owner, unit.progress);
        let way = way_to((walks, distances, detours), guided, next, &waypoint, MAX_WAY);
        // A way that is drawn in part ends in the open; one that is known to its end goes on to the unit's own place.
        let end = (way.len() < MAX_WAY).then(|| middle_of_body(waypoint.goal, size));
        let inner = way.into_iter().map(|cell| middle_of_body(cell, size));
        draw(unit.id.0, std::iter::once(here).chain(inner).chain(end).collect());
    }
}

fn waiting(planner: Planner, marching: &Marching, skirmish: &SkirmishView) -> Vec<(UnitId, Option<Obstacle>, Color)> {
    if planner.kind() == PlannerKind::March {
        let wants = marching.seen().filter(|(agent, _)| agent.goal.is_some_and(|goal| goal != agent.at));
        let waits = wants.filter_map(|(agent, verdict)| match verdict {
            Verdict::Promised(obstacle) => Some((agent.unit, Some(*obstacle), AMBER)),
            Verdict::Stuck(obstacle) => Some((agent.unit, Some(*obstacle), RED)),
            Verdict::Waits => Some((agent.unit, None, GREY)),
            Verdict::Nothing | Verdict::Starts(_) => None,
        });
        return waits.collect();
    }
    let waits = skirmish.units.iter().filter_map(|unit| match unit.doing {
        Doing::Waiting { obstacle, .. } => Some((unit.id.0, *obstacle, if obstacle.is_some() { RED } else { GREY })),
        _ => None,
    });
    waits.collect()
}

/// An arrow from each unit that wants to move and stands to the one in its way; a ring around it if it is not another unit
/// that keeps it.
fn draw_waits(
    skirmish: SkirmishView,
    frame: Res<Frame>,
    board: Single<(&Planner, &Marching), With<Board>>,
    mut gizmos: Gizmos<HeavyGizmos>,
) {
    for (id, obstacle, colour) in waiting(*board.0, board.1, &skirmish) {
        let Some(unit) = skirmish.unit(id) else { continue };
        let from = skirmish.place_of_unit(&unit);
        if !frame.shows(from, 1.0) {
            continue;
        }
        match obstacle {
            Some(Obstacle::Unit(other)) if other != id => {
                let Some(other) = skirmish.unit(other) else { continue };
                let to = skirmish.place_of_unit(&other);
                // From body to body, so that a row of arrows does not become one line.
                let gap = (to - from).normalize_or_zero() * CELL * 0.22;
                gizmos.arrow_2d(from + gap, to - gap, colour).with_tip_length(CELL * 0.3);
            }
            _ => drop(gizmos.circle_2d(from, CELL * 0.4 * f32::from(skirmish.unit_kind(&unit).size), colour)),
        }
    }
}

/// The colour of who goes first, 0, to who goes last, 1.
pub(crate) fn rank_colour(share: f32) -> Color {
    Color::hsl(50.0 + share * 190.0, 0.95, 0.68 - share * 0.12)
}

/// A ring around each unit that is on its way: light gold for the first, through green to blue for the last.
fn draw_ranks(
    skirmish: SkirmishView,
    frame: Res<Frame>,
    board: Single<(&Planner, &Marching), With<Board>>,
    mut gizmos: Gizmos<HeavyGizmos>,
) {
    let (planner, marching) = *board;
    if planner.kind() != PlannerKind::March {
        return;
    }
    let mut ranked: Vec<_> =
        marching.seen().filter(|(agent, _)| agent.goal.is_some()).map(|(agent, _)| (agent.rank, agent.unit)).collect();
    ranked.sort_unstable();
    let last = (ranked.len().max(2) - 1) as f32;
    let rings = ranked.iter().enumerate().filter_map(|(position, (_, id))| {
        let unit = skirmish.unit(*id)?;
        let place = skirmish.place_of_unit(&unit);
        frame.shows(place, 1.0).then(|| (place, skirmish.unit_kind(&unit).size, position as f32 / last))
    });
    for (place, size, share) in rings.take(MAX_RANKS) {
        gizmos.circle_2d(place, CELL * 0.4 * f32::from(size), rank_colour(share)).resolution(16);
    }
}
