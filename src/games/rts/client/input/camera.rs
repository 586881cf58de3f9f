//! The camera: scroll, grab, zoom at the cursor, centre.

use super::frame::{self, Covered, Frame};
use super::pointer::{Pointer, find_pointer};
use crate::client::input::bindings::Press;
use crate::client::stage::{CELL, MapCamera, factor, scale, set_scale, to_world};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::queries::{BuildingQueryItem, SkirmishView};
use crate::games::rts::client::stage::{RtsSystems, middle_of_body};
use crate::games::rts::sim::board::{Board, TerrainGrid};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use leafwing_input_manager::prelude::*;

/// World units a pixel at the closest zoom: a cell is 96 pixels.
pub const CLOSEST: f32 = CELL / 96.0;
/// World units a pixel at the start: a cell is 40 pixels.
pub const AT_START: f32 = CELL / 40.0;
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

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<LookAt>().init_resource::<Frame>().init_resource::<Pointer>().add_systems(
        Update,
        (zoom, grab, scroll, centre, look_at, clamp, frame::find, find_pointer).chain().in_set(RtsSystems::Look),
    );
}

type MapView<'w, 's> = Single<'w, 's, (&'static mut Transform, &'static mut Projection), With<MapCamera>>;

/// World units a pixel, at most, when a match begins: pictures have their own size then.
pub const WIDEST_START: f32 = 1.0;
/// Cells from the hall within which own units belong to it when a match begins.
const AROUND_HALL: f32 = 8.0;
/// Cells between what is to be seen when a match begins and the edge of the free part of the view.
const SPARE: f32 = 0.5;

/// Begins at the hall of the player and the mine nearest to it, at the units of the player, or in the middle of the map. Who
/// has no side begins with the first one that is not beaten.
pub(crate) fn look_at_own_units(
    mut view: MapView,
    skirmish: SkirmishView,
    board: Single<&TerrainGrid, With<Board>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    ui: Option<Res<UiScale>>,
) {
    let map = board.cells();
    let covered = Covered::by_hud(ui.as_deref());
    let player = skirmish.player.side;
    let side = match skirmish.sides() {
        Some(sides) if sides.get(player).is_none() => {
            sides.iter().position(|side| side.beaten.is_none()).map_or(player, |side| side as u8)
        }
        _ => player,
    };
    let own = skirmish.units.iter().filter(|unit| unit.owner.0 == side);
    let own: Vec<Vec2> = own.map(|unit| Vec2::new(f32::from(unit.at.0.x), f32::from(unit.at.0.y)) + 0.5).collect();
    let (middle, start) = if let (Some((hall, mine)), Some(window)) = (home(&skirmish, side), window) {
        let near = own.iter().filter(|place| place.distance(hall.center()) <= AROUND_HALL);
        let home = near.fold(hall, |home, place| home.union(Rect::from_center_size(*place, Vec2::ONE)));
        over(home, mine, covered.free(window.size()))
    } else if own.is_empty() {
        (Vec2::new(f32::from(map.width()), f32::from(map.height())) / 2.0, AT_START)
    } else {
        (own.iter().sum::<Vec2>() / own.len() as f32, AT_START)
    };
    let (transform, projection) = &mut *view;
    // In the middle of what the panels leave free, which is not the middle of the window.
    let place = to_world(middle.x, middle.y) - Vec2::new(0.0, covered.lift() * start);
    transform.translation = place.extend(0.0);
    set_scale(projection, start);
}

/// The hall of a side and the mine nearest to it, in cells.
fn home(skirmish: &SkirmishView, side: u8) -> Option<(Rect, Option<Rect>)> {
    let place = |building: BuildingQueryItem<'_, '_>| {
        let corner = Vec2::new(f32::from(building.at.0.x), f32::from(building.at.0.y));
        Rect::from_corners(corner, corner + f32::from(skirmish.building_kind(&building).size))
    };
    let name = &skirmish.rules().faction(skirmish.sides()?.get(side)?.faction).hall;
    let is_hall = |one: &BuildingQueryItem<'_, '_>| one.owner.0 == side && skirmish.building_kind(one).name == *name;
    let hall = place(skirmish.buildings.iter().find(is_hall)?);
    let mines = skirmish.buildings.iter().filter(|one| skirmish.building_kind(one).is_mine()).map(place);
    // The order of a query tells nothing: of two mines as near, the upper left one.
    let order = |mine: &Rect| (mine.center().distance_squared(hall.center()), mine.min.y, mine.min.x);
    Some((hall, mines.min_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal))))
}

/// The middle of a view over a home and its mine, in cells, and its world units a pixel; `free` is the part of the window
/// without panels, in pixels. The view is a little wider where both need it; the home stays in it whatever the mine needs.
pub fn over(home: Rect, mine: Option<Rect>, free: Vec2) -> (Vec2, f32) {
    let all = mine.map_or(home, |mine| home.union(mine)).inflate(SPARE);
    let scale = (all.size() * CELL / free).max_element().clamp(AT_START, WIDEST_START);
    let slack = (free * scale / CELL / 2.0 - home.half_size() - SPARE).max(Vec2::ZERO);
    (all.center().clamp(home.center() - slack, home.center() + slack), scale)
}

/// The farthest zoom: the whole map with a margin, between the bar at the top and the panels at the bottom.
fn farthest(map: &TerrainGrid, window: &Window, ui: Option<&UiScale>) -> f32 {
    let (width, height) = (f32::from(map.cells().width()) * CELL, f32::from(map.cells().height()) * CELL);
    let free = Covered::by_hud(ui).free(window.size()) - 2.0 * RIM * factor(ui);
    (width / free.x).max(height / free.y).clamp(AT_START, CELL / SMALLEST_CELL * 8.0)
}

fn zoom(
    actions: Single<&ActionState<RtsAction>>,
    pointer: Res<Pointer>,
    window: Single<&Window, With<PrimaryWindow>>,
    board: Single<&TerrainGrid, With<Board>>,
    ui: Option<Res<UiScale>>,
    mut view: MapView,
) {
    let notches = actions.value(&RtsAction::Zoom);
    if notches == 0.0 || pointer.over_hud {
        return;
    }
    let (transform, projection) = &mut *view;
    let old = scale(projection);
    let new = (old * NOTCH.powf(-notches.clamp(-5.0, 5.0))).clamp(CLOSEST, farthest(&board, &window, ui.as_deref()));
    // The point under the cursor stays where it is on the screen.
    if let Some(cursor) = window.cursor_position() {
        let from_middle = cursor - window.size() / 2.0;
        let offset = Vec2::new(from_middle.x, -from_middle.y) * (old - new);
        transform.translation += offset.extend(0.0);
    }
    set_scale(projection, new);
}

fn grab(
    actions: Single<&ActionState<RtsAction>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut view: MapView,
    mut last: Local<Option<Vec2>>,
) {
    let cursor = if actions.pressed(&RtsAction::Grab) { window.cursor_position() } else { None };
    if let (Some(cursor), Some(last)) = (cursor, *last) {
        let (transform, projection) = &mut *view;
        let moved = (cursor - last) * scale(projection);
        transform.translation += Vec3::new(-moved.x, moved.y, 0.0);
    }
    *last = cursor;
}

fn scroll(
    actions: Single<&ActionState<RtsAction>>,
    window: Single<&Window, With<PrimaryWindow>>,
    time: Res<Time<Real>>,
    mut view: MapView,
) {
    let mut direction = actions.clamped_axis_pair(&RtsAction::Scroll);
    // While the map is grabbed or a box is drawn the edge stays quiet.
    let is_dragging = [RtsAction::Grab, RtsAction::Primary, RtsAction::PrimaryAdd, RtsAction::PrimaryRemove]
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

fn centre(
    mut presses: MessageReader<Press<RtsAction>>,
    selection: Res<Selection>,
    skirmish: SkirmishView,
    mut view: MapView,
) {
    if presses.read().any(|press| press.0 == RtsAction::Centre)
        && let Some(middle) = middle_of(&selection, &skirmish)
    {
        view.0.translation = middle.extend(0.0);
    }
}

/// The middle of the selected units and buildings in world units.
pub(super) fn middle_of(selection: &Selection, skirmish: &SkirmishView) -> Option<Vec2> {
    let areas = selection.iter().filter_map(|id| skirmish.area(id));
    let points: Vec<Vec2> = areas.map(|area| middle_of_body(area.at, 1)).collect();
    (!points.is_empty()).then(|| points.iter().sum::<Vec2>() / points.len() as f32)
}

pub(crate) fn look_at(mut requests: MessageReader<LookAt>, mut view: MapView) {
    if let Some(LookAt(point)) = requests.read().last() {
        view.0.translation = point.extend(0.0);
    }
}

/// Pixels of nodes beyond the edges of the map that the view may show: left and right, top, bottom. Enough to look at the
/// corners of the map beside the panels of the HUD.
const MARGINS: (f32, f32, f32) = (120.0, 80.0, 220.0);
/// Pixels of nodes around the whole map at the farthest zoom.
const RIM: f32 = 10.0;

/// The middle of the view along one axis: with the whole map in the middle of the free part if it fits there, else no
/// farther beyond its ends than the margins. `covered` and `margins` are before the low end and after the high one.
pub fn held(at: f32, map: (f32, f32), half_view: f32, covered: (f32, f32), margins: (f32, f32)) -> f32 {
    if map.1 - map.0 <= 2.0 * half_view - covered.0 - covered.1 {
        return f32::midpoint(map.0, map.1) + (covered.1 - covered.0) / 2.0;
    }
    let (low, high) = (map.0 + half_view - margins.0, map.1 - half_view + margins.1);
    if low > high { f32::midpoint(low, high) } else { at.clamp(low, high) }
}

/// Keeps the view on the map.
pub(crate) fn clamp(
    board: Single<&TerrainGrid, With<Board>>,
    window: Single<&Window, With<PrimaryWindow>>,
    ui: Option<Res<UiScale>>,
    mut view: MapView,
) {
    let map = board.cells();
    let corner = to_world(f32::from(map.width()), f32::from(map.height()));
    let (transform, projection) = &mut *view;
    let limit = farthest(&board, &window, ui.as_deref());
    if scale(projection) > limit {
        set_scale(projection, limit);
    }
    let scale = scale(projection);
    let half = window.size() * scale / 2.0;
    let covered = Covered::by_hud(ui.as_deref());
    let margin = factor(ui.as_deref()) * scale;
    let (side, top, bottom) = (MARGINS.0 * margin, MARGINS.1 * margin, MARGINS.2 * margin);
    let at = transform.translation;
    let wanted = Vec3::new(
        held(at.x, (0.0, corner.x), half.x, (0.0, 0.0), (side, side)),
        held(at.y, (corner.y, 0.0), half.y, (covered.bottom * scale, covered.top * scale), (bottom, top)),
        0.0,
    );
    if at != wanted {
        transform.translation = wanted;
    }
}
