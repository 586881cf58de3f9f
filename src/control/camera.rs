//! The camera: scroll, grab, zoom at the cursor, centre.

use super::bindings::{Action, Press};
use super::pointer::{Pointer, find_pointer};
use super::selection::Selection;
use super::{ControlSystems, Player};
use crate::sim::Mode;
use crate::sim::board::{At, Board, TerrainGrid};
use crate::sim::units::{Id, Owner, Unit};
use crate::view::{CELL, to_world};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use leafwing_input_manager::prelude::*;

/// The camera that looks at the map.
#[derive(Component, Debug)]
pub struct MapCamera;

/// World units a pixel at the closest zoom: a cell is 96 pixels.
pub(super) const CLOSEST: f32 = CELL / 96.0;
/// World units a pixel at the start: a cell is 40 pixels.
const AT_START: f32 = CELL / 40.0;
/// Smallest size of a cell in pixels, unless the whole map is larger than the window even then.
const SMALLEST_CELL: f32 = 4.0;
/// Factor of one notch of the wheel.
const NOTCH: f32 = 1.15;
/// Pixels a second of scrolling by key or edge.
const SCROLL_SPEED: f32 = 900.0;
/// Distance from the edge of the window, in pixels, within which the view scrolls.
const EDGE: f32 = 3.0;

/// Looks somewhere: set by the minimap and by double taps.
#[derive(Message, Debug, Clone, Copy)]
pub struct LookAt(
    /// A point of the map in world units.
    pub Vec2,
);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<LookAt>()
        .add_systems(Startup, |mut commands: Commands| {
            // Pictures have soft edges of their own; multisampling would cost a software renderer half of its frames.
            commands.spawn((Name::new("Map camera"), Camera2d, Msaa::Off, IsDefaultUiCamera, MapCamera));
        })
        .add_systems(
            Update,
            (zoom, grab, scroll, centre, look_at, clamp, find_pointer)
                .chain()
                .in_set(ControlSystems::Look)
                .run_if(in_state(Mode::Rts)),
        );
}

type MapView<'w, 's> = Single<'w, 's, (&'static mut Transform, &'static mut Projection), With<MapCamera>>;

/// World units a pixel.
pub(crate) fn scale(projection: &Projection) -> f32 {
    if let Projection::Orthographic(lens) = projection { lens.scale } else { 1.0 }
}

pub(super) fn set_scale(projection: &mut Projection, scale: f32) {
    if let Projection::Orthographic(lens) = projection {
        lens.scale = scale;
    }
}

/// Cells by which the view begins below the middle of the units.
const LOWER: f32 = 2.0;

/// Begins at the units of the player, or in the middle of the map.
pub(super) fn look_at_own_units(
    mut view: MapView,
    player: Res<Player>,
    units: Query<(&At, &Owner), With<Unit>>,
    board: Single<&TerrainGrid, With<Board>>,
) {
    let map = board.cells();
    let own: Vec<Vec2> = units
        .iter()
        .filter(|(_, owner)| owner.0 == player.side)
        .map(|(at, _)| Vec2::new(f32::from(at.0.x), f32::from(at.0.y)) + 0.5)
        .collect();
    let middle = if own.is_empty() {
        Vec2::new(f32::from(map.width()), f32::from(map.height())) / 2.0
    } else {
        own.iter().sum::<Vec2>() / own.len() as f32
    };
    let (transform, projection) = &mut *view;
    // A little above the middle of the window: the panels are below.
    transform.translation = to_world(middle.x, middle.y + LOWER).extend(0.0);
    set_scale(projection, AT_START);
}

/// The farthest zoom: the whole map with a margin.
fn farthest(map: &TerrainGrid, window: &Window) -> f32 {
    let (width, height) = (f32::from(map.cells().width()) * CELL, f32::from(map.cells().height()) * CELL);
    // The map fits beside the panels of the HUD.
    let whole = (width / (window.width() - MARGINS.0)).max(height / (window.height() - MARGINS.1 - MARGINS.2 / 2.0));
    whole.clamp(AT_START, CELL / SMALLEST_CELL * 8.0)
}

fn zoom(
    actions: Single<&ActionState<Action>>,
    pointer: Res<Pointer>,
    window: Single<&Window, With<PrimaryWindow>>,
    board: Single<&TerrainGrid, With<Board>>,
    mut view: MapView,
) {
    let notches = actions.value(&Action::Zoom);
    if notches == 0.0 || pointer.over_hud {
        return;
    }
    let (transform, projection) = &mut *view;
    let old = scale(projection);
    let new = (old * NOTCH.powf(-notches.clamp(-5.0, 5.0))).clamp(CLOSEST, farthest(&board, &window));
    // The point under the cursor stays where it is on the screen.
    if let Some(cursor) = window.cursor_position() {
        let from_middle = cursor - window.size() / 2.0;
        let offset = Vec2::new(from_middle.x, -from_middle.y) * (old - new);
        transform.translation += offset.extend(0.0);
    }
    set_scale(projection, new);
}

fn grab(
    actions: Single<&ActionState<Action>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut view: MapView,
    mut last: Local<Option<Vec2>>,
) {
    let cursor = if actions.pressed(&Action::Grab) { window.cursor_position() } else { None };
    if let (Some(cursor), Some(last)) = (cursor, *last) {
        let (transform, projection) = &mut *view;
        let moved = (cursor - last) * scale(projection);
        transform.translation += Vec3::new(-moved.x, moved.y, 0.0);
    }
    *last = cursor;
}

fn scroll(
    actions: Single<&ActionState<Action>>,
    window: Single<&Window, With<PrimaryWindow>>,
    time: Res<Time<Real>>,
    mut view: MapView,
) {
    let mut direction = actions.clamped_axis_pair(&Action::Scroll);
    // While the map is grabbed or a box is drawn the edge stays quiet.
    let is_dragging = [Action::Grab, Action::Primary, Action::PrimaryAdd, Action::PrimaryRemove]
        .iter()
        .any(|action| actions.pressed(action));
    if let Some(cursor) = window.cursor_position().filter(|_| window.focused && !is_dragging) {
        let size = window.size();
        let towards = |at: f32, length: f32| f32::from(at >= length - EDGE) - f32::from(at <= EDGE);
        direction += Vec2::new(towards(cursor.x, size.x), -towards(cursor.y, size.y));
    }
    if direction != Vec2::ZERO {
        let (transform, projection) = &mut *view;
        let step = direction.clamp_length_max(1.0) * SCROLL_SPEED * scale(projection) * time.delta_secs().min(0.1);
        transform.translation += step.extend(0.0);
    }
}

fn centre(mut presses: MessageReader<Press>, selection: Res<Selection>, units: Query<(&Id, &At)>, mut view: MapView) {
    if !presses.read().any(|press| press.0 == Action::Centre) {
        return;
    }
    if let Some(middle) = middle_of(&selection, &units) {
        view.0.translation = middle.extend(0.0);
    }
}

/// The middle of the selected units and buildings in world units.
pub(super) fn middle_of(selection: &Selection, units: &Query<(&Id, &At)>) -> Option<Vec2> {
    let points: Vec<Vec2> = units
        .iter()
        .filter(|(id, _)| selection.contains(id.0))
        .map(|(_, at)| to_world(f32::from(at.0.x) + 0.5, f32::from(at.0.y) + 0.5))
        .collect();
    (!points.is_empty()).then(|| points.iter().sum::<Vec2>() / points.len() as f32)
}

fn look_at(mut wishes: MessageReader<LookAt>, mut view: MapView) {
    if let Some(LookAt(point)) = wishes.read().last() {
        view.0.translation = point.extend(0.0);
    }
}

/// Pixels beyond the edges of the map that the view may show: left and right, top, bottom. Enough to look at the
/// corners of the map beside the panels of the HUD.
const MARGINS: (f32, f32, f32) = (120.0, 80.0, 220.0);

/// The range for the middle of the view along one axis: the whole map in the middle if it fits.
fn held(at: f32, map: (f32, f32), half_view: f32, margins: (f32, f32)) -> f32 {
    let (low, high) = (map.0 + half_view - margins.0, map.1 - half_view + margins.1);
    if low > high { f32::midpoint(map.0, map.1) + (margins.1 - margins.0) / 2.0 } else { at.clamp(low, high) }
}

/// Keeps the view on the map.
fn clamp(board: Single<&TerrainGrid, With<Board>>, window: Single<&Window, With<PrimaryWindow>>, mut view: MapView) {
    let map = board.cells();
    let corner = to_world(f32::from(map.width()), f32::from(map.height()));
    let (transform, projection) = &mut *view;
    let limit = farthest(&board, &window);
    if scale(projection) > limit {
        set_scale(projection, limit);
    }
    let scale = scale(projection);
    let half = window.size() * scale / 2.0;
    let (side, top, bottom) = (MARGINS.0 * scale, MARGINS.1 * scale, MARGINS.2 * scale);
    let at = transform.translation;
    let wanted = Vec3::new(
        held(at.x, (0.0, corner.x), half.x, (side, side)),
        held(at.y, (corner.y, 0.0), half.y, (bottom, top)),
        0.0,
    );
    if at != wanted {
        transform.translation = wanted;
    }
}
