//! Signs on the ground: the selection box, order markers, waypoints, routes of the selected units, the brush.

use super::lines;
use super::pool::Pool;
use crate::base::{Cell, Dir};
use crate::client::kit::art::{Art, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::input::command::OrderGiven;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::input::tools::{BRUSHES, Tool, Toolbox};
use crate::games::rts::client::stage::{MatchResource, RtsSystems, middle_of_body};
use crate::games::rts::client::view::units::figure_side;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{Board, Distances, Occupied, TerrainGrid, Walks};
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::units::{Kind, Owner, Progress, Waypoint};
use crate::nav::occupancy::body;
use crate::nav::rra::Rra;
use crate::nav::straight::{self, Plain};
use crate::nav::walk::Walk;
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct MarkGizmos;

/// Markers of orders: their seconds, places and colours.
#[derive(Resource, Debug, Default)]
struct OrderMarkers(Vec<(f32, Vec2, Color)>);

#[derive(Component, Debug, Default)]
struct OrderMarker;

/// The filled rectangle of the selection box.
#[derive(Component, Debug, Default)]
struct BoxFill;

/// The frame or figure at the mouse of the editing tools.
#[derive(Component, Debug, Default)]
struct Brush;

/// Seconds that an order marker lives.
const MARKER_LIFE: f32 = 0.6;
const MARKER_Z: f32 = 6.5;
const BOX_Z: f32 = 40.0;
const BRUSH_Z: f32 = 30.0;
/// Units whose routes are drawn at most; more lines tell nothing.
const MAX_ROUTES: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.insert_gizmo_config(MarkGizmos, lines(2.0)).init_for_match::<OrderMarkers>().add_systems(
        Update,
        (draw_box, mark_orders, draw_ways.run_if(not(in_skirmish)), show_brush).chain().in_set(RtsSystems::Show),
    );
}

/// A sign of the sheet of marks.
pub(super) fn sign(art: &Art, index: usize, size: f32, color: Color) -> Sprite {
    Sprite { color, ..art.marks.sprite(index, size) }
}

fn draw_box(drag: Res<DragBox>, mut gizmos: Gizmos<MarkGizmos>, mut fill: Pool<BoxFill>) {
    fill.show(drag.rect.map(|rect| {
        gizmos.rect_2d(Isometry2d::from_translation(rect.center()), rect.size(), Color::srgb(0.85, 0.98, 0.7));
        let sprite = Sprite::from_color(Color::srgba(0.75, 0.9, 0.6, 0.14), rect.size());
        (sprite, Transform::from_translation(rect.center().extend(BOX_Z)))
    }));
}

fn mark_orders(
    time: Res<Time<Real>>,
    art: Res<Art>,
    mut given: MessageReader<OrderGiven>,
    mut markers: ResMut<OrderMarkers>,
    mut sprites: Pool<OrderMarker>,
) {
    for OrderGiven { to, queue, command } in given.read() {
        let is_walk = *command == CommandKind::Move;
        let colour = if *queue && is_walk { Color::srgb(0.98, 0.85, 0.4) } else { command.info().colour };
        markers.0.push((0.0, middle_of_body(*to, 1), colour));
    }
    markers.0.iter_mut().for_each(|(age, ..)| *age += time.delta_secs());
    markers.0.retain(|(age, ..)| *age < MARKER_LIFE);
    sprites.show(markers.0.iter().map(|(age, place, colour)| {
        let share = age / MARKER_LIFE;
        let colour = colour.with_alpha(1.0 - share * share);
        let sprite = sign(&art, mark::ORDER + (share * 4.0) as usize, CELL * 1.5, colour);
        let place = Transform::from_translation(place.extend(MARKER_Z));
        (sprite, place.with_scale(Vec3::splat(1.25 - 0.45 * share)))
    }));
}

/// Longest way of a selected unit that is drawn, in cells.
const MAX_WAY: usize = 600;

/// The cells from `from`, at most `longest`, downhill over the distances that the planner has found so far; only `from`
/// if it has found none.
fn way_down(ground: impl Walk, search: &Rra, from: Cell, longest: usize) -> Vec<Cell> {
    let mut way = vec![from];
    let mut left = search.known(from);
    while let (Some(here), true) = (left, way.len() < longest) {
        let at = way[way.len() - 1];
        let next = Dir::ALL
            .into_iter()
            .filter(|dir| ground.step_cost(at, *dir).is_some())
            .filter_map(|dir| Some((search.known(at.step(dir))?, at.step(dir))))
            .min_by_key(|(distance, cell)| (*distance, cell.y, cell.x))
            .filter(|(distance, _)| *distance < here);
        way.extend(next.map(|(_, cell)| cell));
        left = next.map(|(distance, _)| distance);
    }
    way
}

/// What the ways of units are read from.
pub(crate) type Guides<'a> = (&'a Walks, &'a Distances, &'a Detours);

/// The cells, at most `longest`, by which a unit that is next on `next` comes to its waypoint, as far as the planner knows
/// them; empty if it has no distances to it. On a detour they lead around those who do not make way.
pub fn way_to(
    (walks, distances, detours): Guides,
    (kind, owner, progress): (&Kind, &Owner, &Progress),
    next: Cell,
    waypoint: &Waypoint,
    longest: usize,
) -> Vec<Cell> {
    let around = detours.seen_by(owner.0, walks.index(kind.0)).filter(|_| progress.is_on_detour());
    let (ground, pool) = around.unwrap_or((walks.map(kind.0), distances.pool()));
    let own = pool.peek(ground.layer(), waypoint.goal);
    if own.is_none() && Plain::between(ground, next, waypoint.goal).is_some() {
        // It sees the place, and goes straight there.
        return straight::way(next, waypoint.goal).take(longest).collect();
    }
    own.or_else(|| pool.peek(ground.layer(), waypoint.anchor))
        .map_or_else(Vec::new, |search| way_down(ground, search, next, longest))
}

/// The ways of the selected units: along the planner's distances to the place where they are going, then straight from
/// waypoint to waypoint, with a ring at each.
fn draw_ways(
    skirmish: SkirmishView,
    selection: Res<Selection>,
    board: Single<(&Walks, &Distances, &Detours), With<Board>>,
    mut gizmos: Gizmos<MarkGizmos>,
) {
    let selected = skirmish.units.iter().filter(|unit| selection.contains(unit.id.0));
    for unit in selected.filter(|unit| unit.waypoints.current().is_some()).take(MAX_ROUTES) {
        let size = skirmish.unit_kind(&unit).size;
        let mut from = skirmish.place_of_unit(&unit);
        for (position, waypoint) in unit.waypoints.iter().enumerate() {
            let to = middle_of_body(waypoint.goal, size);
            let colour = match (waypoint.unreachable, position) {
                (true, _) => Color::srgba(1.0, 0.55, 0.4, 0.55),
                (_, 0) => Color::srgba(0.75, 1.0, 0.65, 0.5),
                _ => Color::srgba(1.0, 0.9, 0.5, 0.5),
            };
            let way = if position == 0 {
                let next = unit.stepping.last().map_or(unit.at.0, |step| step.to());
                way_to(*board, (unit.kind, unit.owner, unit.progress), next, waypoint, MAX_WAY)
            } else {
                Vec::new()
            };
            let inner = way.iter().map(|cell| middle_of_body(*cell, size));
            gizmos.linestrip_2d(std::iter::once(from).chain(inner).chain([to]), colour);
            gizmos.circle_2d(to, CELL * 0.16, colour.with_alpha(0.9));
            from = to;
        }
    }
}

/// What the tool in hand would do here: an outline of the brush, or the unit that would be placed.
fn show_brush(
    toolbox: Res<Toolbox>,
    pointer: Res<Pointer>,
    art: Res<Art>,
    rules: Res<GameRules>,
    board: Single<(&TerrainGrid, &Occupied), With<Board>>,
    mut brush: Pool<Brush>,
    mut gizmos: Gizmos<MarkGizmos>,
) {
    let cell = pointer.cell.filter(|_| !pointer.over_hud);
    let (centre, side, frame, sprite) = match (cell, toolbox.tool) {
        (None, _) | (_, Tool::Command) => return brush.show(None),
        (Some(cell), Tool::Edit) => {
            let side = f32::from(BRUSHES[toolbox.brush]) * CELL;
            let sprite = sign(&art, mark::SQUARE, side, Color::srgba(1.0, 1.0, 1.0, 0.16));
            (middle_of_body(cell, 1), side, Color::srgb(1.0, 0.95, 0.8), sprite)
        }
        (Some(cell), Tool::Units) => {
            let size = rules.0.kind(toolbox.kind).size;
            let (tint, frame) = if can_place(&rules.0, &toolbox, board.0, board.1, cell) {
                (Color::srgba(1.0, 1.0, 1.0, 0.75), Color::srgb(0.8, 1.0, 0.7))
            } else {
                (Color::srgba(1.0, 0.4, 0.35, 0.6), Color::srgb(1.0, 0.45, 0.4))
            };
            let picture = art.unit(toolbox.kind).sprite(art.player_colours.portrait(toolbox.side), figure_side(size));
            (middle_of_body(cell, size), CELL * f32::from(size), frame, Sprite { color: tint, ..picture })
        }
    };
    gizmos.rect_2d(Isometry2d::from_translation(centre), Vec2::splat(side), frame);
    brush.show([(sprite, Transform::from_translation(centre.extend(BRUSH_Z)))]);
}

fn can_place(rules: &Rules, toolbox: &Toolbox, terrain: &TerrainGrid, occupied: &Occupied, cell: Cell) -> bool {
    let kind = rules.kind(toolbox.kind);
    body(cell, kind.size).all(|cell| {
        let ground = terrain.cells().get(cell);
        ground.is_some_and(|ground| rules.costs.quarters(kind.class, *ground).is_some())
            && occupied.table().is_free(cell)
    })
}
