//! What the planner does with units, drawn as lines over the map: ways, who waits for whom, who goes first.
//!
//! Only what the window shows is drawn, and of ways, which are long, a bounded number nearest to its middle: two thousand
//! units on the screen stay fluent.

use super::marks::way_to;

use crate::client::stage::{CELL, MapCamera};
use crate::games::rts::client::input::selection::visible_rect;
use crate::games::rts::client::stage::{Overlays, ShownTime, middle_of_body, shown_at};
use crate::games::rts::client::view::overlays::{OverlaySystems, unit_colour};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{At, Board, Distances, Planner, Walks};
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::march::marching::Marching;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, PlannedRoute, Progress, Stepping, Unit, Waypoints};
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::Verdict;
use crate::nav::occupancy::Obstacle;
use crate::nav::step::UnitId;
use crate::shell::states::Mode;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct PlannerGizmos;

/// Arrows, to be seen over ways, and the rings of ranks.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct HeavyGizmos;

/// Ways that are drawn at most.
const MAX_WAYS: usize = 120;
/// Cells of a way that are drawn at most.
const MAX_WAY: usize = 160;
/// Rings of ranks that are drawn at most.
const MAX_RANKS: usize = 600;

/// Waits for a place that is being left.
pub(crate) const AMBER: Color = Color::srgb(1.0, 0.74, 0.2);
/// Has no way now.
pub(crate) const RED: Color = Color::srgb(1.0, 0.25, 0.2);
/// Stands of its own accord.
pub(crate) const GREY: Color = Color::srgb(0.85, 0.88, 0.92);

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<PlannerGizmos>()
        .init_gizmo_group::<HeavyGizmos>()
        .add_systems(Startup, |mut config: ResMut<GizmoConfigStore>| {
            config.config_mut::<PlannerGizmos>().0.line.width = 2.5;
            config.config_mut::<HeavyGizmos>().0.line.width = 4.0;
        })
        .add_systems(
            Update,
            (
                draw_routes.run_if(|overlays: Res<Overlays>| overlays.routes),
                draw_ranks.run_if(|overlays: Res<Overlays>| overlays.ranks),
                draw_waits.run_if(|overlays: Res<Overlays>| overlays.waits),
            )
                .chain()
                .after(OverlaySystems)
                .run_if(in_state(Mode::RTS)),
        );
}

type View<'w, 's> = (
    Single<'w, 's, &'static Window, With<PrimaryWindow>>,
    Single<'w, 's, (&'static Transform, &'static Projection), With<MapCamera>>,
);

/// The part of the world in which a body would be seen.
fn view_of((window, camera): &View) -> Rect {
    visible_rect(camera.0, camera.1, window).inflate(CELL)
}

/// Planned steps, or with a planner that makes no plans the ways that it follows.
fn draw_routes(
    view: View,
    shown: Res<ShownTime>,
    rules: Res<GameRules>,
    board: Single<(&Planner, &Walks, &Distances, &Detours), With<Board>>,
    units: Query<(&Id, &Kind, &Owner, &At, &Stepping, &PlannedRoute, &Progress, &Waypoints), With<Unit>>,
    mut gizmos: Gizmos<PlannerGizmos>,
) {
    let (planner, walks, distances, detours) = *board;
    let view = view_of(&view);
    let mut draw = |unit: UnitId, points: Vec<Vec2>| {
        if points.len() > 1 {
            let colour = unit_colour(unit);
            gizmos.circle_2d(points[points.len() - 1], CELL * 0.12, colour);
            gizmos.linestrip_2d(points, colour);
        }
    };
    let mut near = Vec::new();
    for (id, kind, owner, at, stepping, planned, progress, waypoints) in &units {
        let size = rules.0.kind(kind.0).size;
        let here = shown_at(at.0, stepping.last(), size, shown.0);
        if planner.kind() != PlannerKind::March {
            let ahead = planned.steps().iter().filter(|step| step.end() as f32 > shown.0);
            let ahead = ahead.map(|step| middle_of_body(step.to(), size));
            draw(id.0, std::iter::once(here).chain(ahead).collect());
        } else if let Some(waypoint) = waypoints.current().filter(|_| view.contains(here)) {
            let next = stepping.last().map_or(at.0, |step| step.to());
            near.push((here.distance_squared(view.center()), id.0, (kind, owner, progress), next, here, *waypoint));
        }
    }
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, unit, guided, next, here, waypoint) in near.into_iter().take(MAX_WAYS) {
        let size = rules.0.kind(guided.0.0).size;
        let way = way_to((walks, distances, detours), guided, next, &waypoint, MAX_WAY);
        // A way that is drawn in part ends in the open; one that is known to its end goes on to the unit's own place.
        let end = (way.len() < MAX_WAY).then(|| middle_of_body(waypoint.goal, size));
        let inner = way.into_iter().map(|cell| middle_of_body(cell, size));
        draw(unit, std::iter::once(here).chain(inner).chain(end).collect());
    }
}

fn waiting(planner: Planner, marching: &Marching, units: &Query<Placed, With<Unit>>) -> Vec<(UnitId, Wait)> {
    if planner.kind() == PlannerKind::March {
        let wants = marching.seen().filter(|(agent, _)| agent.goal.is_some_and(|goal| goal != agent.at));
        let waits = wants.filter_map(|(agent, verdict)| {
            let wait = match verdict {
                Verdict::Promised(obstacle) => (Some(*obstacle), AMBER),
                Verdict::Stuck(obstacle) => (Some(*obstacle), RED),
                Verdict::Waits => (None, GREY),
                Verdict::Nothing | Verdict::Starts(_) => return None,
            };
            Some((agent.unit, wait))
        });
        return waits.collect();
    }
    let waits = units.iter().filter_map(|(id, .., doing)| match doing {
        Doing::Waiting { obstacle: Some(obstacle), .. } => Some((id.0, (Some(*obstacle), RED))),
        Doing::Waiting { obstacle: None, .. } => Some((id.0, (None, GREY))),
        _ => None,
    });
    waits.collect()
}

type Wait = (Option<Obstacle>, Color);
type Placed = (&'static Id, &'static Kind, &'static At, &'static Stepping, &'static Doing);

/// An arrow from each unit that wants to move and stands to the one in its way; a ring around it if it is not another unit
/// that keeps it.
fn draw_waits(
    view: View,
    shown: Res<ShownTime>,
    rules: Res<GameRules>,
    board: Single<(&Planner, &Roster, &Marching), With<Board>>,
    units: Query<Placed, With<Unit>>,
    mut gizmos: Gizmos<HeavyGizmos>,
) {
    let (planner, roster, marching) = *board;
    let view = view_of(&view);
    let place = |unit: UnitId| {
        let (_, kind, at, stepping, _) = units.get(roster.entity(unit)?).ok()?;
        let size = rules.0.kind(kind.0).size;
        Some((shown_at(at.0, stepping.last(), size, shown.0), f32::from(size)))
    };
    for (unit, (obstacle, colour)) in waiting(*planner, marching, &units) {
        let Some((from, size)) = place(unit).filter(|(from, _)| view.contains(*from)) else { continue };
        match obstacle {
            Some(Obstacle::Unit(other)) if other != unit => {
                let Some((to, _)) = place(other) else { continue };
                // From body to body, so that a row of arrows does not become one line.
                let gap = (to - from).normalize_or_zero() * CELL * 0.22;
                gizmos.arrow_2d(from + gap, to - gap, colour).with_tip_length(CELL * 0.3);
            }
            _ => {
                gizmos.circle_2d(from, CELL * 0.4 * size, colour);
            }
        }
    }
}

/// The colour of who goes first, 0, to who goes last, 1.
pub(crate) fn rank_colour(share: f32) -> Color {
    Color::hsl(50.0 + share * 190.0, 0.95, 0.68 - share * 0.12)
}

/// A ring around each unit that is on its way: light gold for the first, through green to blue for the last.
fn draw_ranks(
    view: View,
    shown: Res<ShownTime>,
    rules: Res<GameRules>,
    board: Single<(&Planner, &Roster, &Marching), With<Board>>,
    units: Query<Placed, With<Unit>>,
    mut gizmos: Gizmos<HeavyGizmos>,
) {
    let (planner, roster, marching) = *board;
    if planner.kind() != PlannerKind::March {
        return;
    }
    let view = view_of(&view);
    let mut ranked: Vec<_> =
        marching.seen().filter(|(agent, _)| agent.goal.is_some()).map(|(agent, _)| (agent.rank, agent.unit)).collect();
    ranked.sort_unstable();
    let last = (ranked.len().max(2) - 1) as f32;
    let rings = ranked.iter().enumerate().filter_map(|(position, (_, unit))| {
        let (_, kind, at, stepping, _) = units.get(roster.entity(*unit)?).ok()?;
        let size = rules.0.kind(kind.0).size;
        let place = shown_at(at.0, stepping.last(), size, shown.0);
        view.contains(place).then_some((place, f32::from(size), position as f32 / last))
    });
    for (place, size, share) in rings.take(MAX_RANKS) {
        gizmos.circle_2d(place, CELL * 0.4 * size, rank_colour(share)).resolution(16);
    }
}
