//! Signs on the ground: the selection box, order markers, waypoints, routes of the selected units, the brush.

use crate::base::{Cell, Dir};
use crate::client::input::ControlSystems;
use crate::client::kit::art::{Art, mark};
use crate::client::stage::{CELL, to_world};
use crate::games::rts::client::input::command::OrderGiven;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::not_in_skirmish;
use crate::games::rts::client::input::tools::{BRUSHES, Tool, Toolbox};
use crate::games::rts::client::stage::{ShownTime, middle_of_body, shown_at};
use crate::games::rts::client::view::units::figure_side;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{At, Board, Distances, Occupied, TerrainGrid, Walks};
use crate::games::rts::sim::march::detours::Detours;
use crate::games::rts::sim::units::{Id, Kind, Owner, Progress, Stepping, Unit, Waypoint, Waypoints};
use crate::nav::occupancy::body;
use crate::nav::rra::Rra;
use crate::nav::straight::{self, Plain};
use crate::nav::walk::Walk;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct MarkGizmos;

/// An order marker and the seconds since it appeared.
#[derive(Component, Debug)]
struct OrderMarker(f32);

/// The filled rectangle of the selection box.
#[derive(Component, Debug)]
struct BoxFill;

/// The frame or figure at the mouse of the editing tools.
#[derive(Component, Debug)]
struct Brush;

/// Seconds that an order marker lives.
const MARKER_LIFE: f32 = 0.6;
const MARKER_Z: f32 = 6.5;
const BOX_Z: f32 = 40.0;
const BRUSH_Z: f32 = 30.0;
/// Units whose routes are drawn at most; more lines tell nothing.
const MAX_ROUTES: usize = 60;

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<MarkGizmos>()
        .add_systems(Startup, |mut config: ResMut<GizmoConfigStore>| {
            config.config_mut::<MarkGizmos>().0.line.width = 2.0;
        })
        .add_systems(OnEnter(Screen::Match), spawn_signs.run_if(in_state(Mode::RTS)))
        .add_systems(
            Update,
            (draw_box, mark_orders, age_markers, draw_ways.run_if(not_in_skirmish), show_brush)
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Mode::RTS)),
        );
}

fn sign(art: &Art, index: usize, size: f32, colour: Color) -> Sprite {
    Sprite {
        custom_size: Some(Vec2::splat(size)),
        color: colour,
        ..Sprite::from_atlas_image(art.marks.clone(), TextureAtlas { layout: art.mark_layout.clone(), index })
    }
}

fn spawn_signs(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Selection box"),
        BoxFill,
        Sprite::from_color(Color::srgba(0.75, 0.9, 0.6, 0.14), Vec2::ONE),
        Transform::from_xyz(0.0, 0.0, BOX_Z),
        Visibility::Hidden,
        DespawnOnExit(Screen::Match),
    ));
    commands.spawn((
        Name::new("Brush"),
        Brush,
        sign(&art, mark::BRUSH, CELL, Color::WHITE),
        Transform::from_xyz(0.0, 0.0, BRUSH_Z),
        Visibility::Hidden,
        DespawnOnExit(Screen::Match),
    ));
}

fn draw_box(
    drag: Res<DragBox>,
    mut gizmos: Gizmos<MarkGizmos>,
    fill: Single<(&mut Transform, &mut Visibility), With<BoxFill>>,
) {
    let (mut transform, mut visibility) = fill.into_inner();
    let Some(rect) = drag.rect else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    visibility.set_if_neq(Visibility::Inherited);
    transform.translation = rect.center().extend(BOX_Z);
    transform.scale = rect.size().extend(1.0);
    gizmos.rect_2d(Isometry2d::from_translation(rect.center()), rect.size(), Color::srgb(0.85, 0.98, 0.7));
}

fn middle(cell: Cell) -> Vec2 {
    to_world(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

fn mark_orders(mut commands: Commands, art: Res<Art>, mut given: MessageReader<OrderGiven>) {
    for OrderGiven { to, queue, command } in given.read() {
        let is_walk = *command == CommandKind::Move;
        let colour = if *queue && is_walk { Color::srgb(0.98, 0.85, 0.4) } else { command.info().colour };
        commands.spawn((
            OrderMarker(0.0),
            sign(&art, mark::ORDER, CELL * 1.5, colour),
            Transform::from_translation(middle(*to).extend(MARKER_Z)),
            DespawnOnExit(Screen::Match),
        ));
    }
}

fn age_markers(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut markers: Query<(Entity, &mut OrderMarker, &mut Sprite, &mut Transform)>,
) {
    for (entity, mut marker, mut sprite, mut transform) in &mut markers {
        marker.0 += time.delta_secs();
        let share = marker.0 / MARKER_LIFE;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        transform.scale = Vec3::splat(1.25 - 0.45 * share);
        let faded = 1.0 - share * share;
        sprite.color.set_alpha(faded);
        if let Some(atlas) = sprite.texture_atlas.as_mut() {
            atlas.index = mark::ORDER + (share * 4.0) as usize;
        }
    }
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
    selection: Res<Selection>,
    shown: Res<ShownTime>,
    rules: Res<GameRules>,
    board: Single<(&Walks, &Distances, &Detours), With<Board>>,
    units: Query<(&Id, &Kind, &Owner, &At, &Stepping, &Progress, &Waypoints), With<Unit>>,
    mut gizmos: Gizmos<MarkGizmos>,
) {
    let selected = units.iter().filter(|(id, .., waypoints)| selection.contains(id.0) && waypoints.current().is_some());
    for (_, kind, owner, at, stepping, progress, waypoints) in selected.take(MAX_ROUTES) {
        let size = rules.0.kind(kind.0).size;
        let mut from = shown_at(at.0, stepping.last(), size, shown.0);
        for (position, waypoint) in waypoints.iter().enumerate() {
            let to = middle_of_body(waypoint.goal, size);
            let colour = match (waypoint.unreachable, position) {
                (true, _) => Color::srgba(1.0, 0.55, 0.4, 0.55),
                (_, 0) => Color::srgba(0.75, 1.0, 0.65, 0.5),
                _ => Color::srgba(1.0, 0.9, 0.5, 0.5),
            };
            let way = if position == 0 {
                let next = stepping.last().map_or(at.0, |step| step.to());
                way_to(*board, (kind, owner, progress), next, waypoint, MAX_WAY)
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
    brush: Single<(&mut Sprite, &mut Transform, &mut Visibility), With<Brush>>,
    mut gizmos: Gizmos<MarkGizmos>,
) {
    let (mut sprite, mut transform, mut visibility) = brush.into_inner();
    let Some(cell) = pointer.cell.filter(|_| !pointer.over_hud && toolbox.tool != Tool::Command) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    visibility.set_if_neq(Visibility::Inherited);
    let size = if toolbox.tool == Tool::Units { rules.0.kind(toolbox.kind).size } else { 1 };
    let centre = middle_of_body(cell, size);
    transform.translation = centre.extend(BRUSH_Z);
    match toolbox.tool {
        Tool::Edit => {
            let side = f32::from(BRUSHES[toolbox.brush]) * CELL;
            *sprite = sign(&art, mark::SQUARE, side, Color::srgba(1.0, 1.0, 1.0, 0.16));
            gizmos.rect_2d(Isometry2d::from_translation(middle(cell)), Vec2::splat(side), Color::srgb(1.0, 0.95, 0.8));
        }
        _ => {
            let (terrain, occupied) = *board;
            let fits = can_place(&rules.0, &toolbox, terrain, occupied, cell);
            let tint = if fits { Color::srgba(1.0, 1.0, 1.0, 0.75) } else { Color::srgba(1.0, 0.4, 0.35, 0.6) };
            *sprite = Sprite {
                color: tint,
                ..art.unit(toolbox.kind).sprite(art.player_colours.portrait(toolbox.side), figure_side(size))
            };
            let frame = if fits { Color::srgb(0.8, 1.0, 0.7) } else { Color::srgb(1.0, 0.45, 0.4) };
            gizmos.rect_2d(Isometry2d::from_translation(centre), Vec2::splat(CELL * f32::from(size)), frame);
        }
    }
}

fn can_place(rules: &Rules, toolbox: &Toolbox, terrain: &TerrainGrid, occupied: &Occupied, cell: Cell) -> bool {
    let kind = rules.kind(toolbox.kind);
    body(cell, kind.size).all(|cell| {
        let ground = terrain.cells().get(cell);
        ground.is_some_and(|ground| rules.costs.quarters(kind.class, *ground).is_some())
            && occupied.table().is_free(cell)
    })
}
