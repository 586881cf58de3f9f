//! What the planner thinks, drawn over the map: routes, reservations by time layer, distances, occupancy.
//!
//! Everything that has a value per cell goes into one picture with one texel a cell, stretched over the map: one draw
//! call whatever the size, repainted once a tick and only while it is shown.

use super::CELL;
use super::to_world;
use super::units::{ShownTime, shown_at};
use crate::base::{Cell, Grid};
use crate::control::ControlSystems;
use crate::control::bindings::{Action, Press};
use crate::control::selection::Selection;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use crate::sim::board::{At, Board, Distances, Occupied, Reservations, TerrainGrid};
use crate::sim::units::{Id, Intent, Kind, Stepping, Unit, Waypoints};
use crate::sim::{GameRules, MatchClock, Screen};
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Which overlays are shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays {
    /// The planned steps of all units.
    pub routes: bool,
    /// Who has reserved which cell at one tick of the window.
    pub reservations: bool,
    /// Distances to the goal of the selected unit, as far as its search has gone.
    pub distances: bool,
    /// Who holds and who enters which cell now.
    pub occupancy: bool,
    /// Ticks ahead of now whose reservations are shown.
    pub layer: u16,
}

#[derive(Default, Reflect, GizmoConfigGroup)]
struct RouteGizmos;

/// The picture over the map.
#[derive(Component, Debug)]
struct Sheet;

const SHEET_Z: f32 = 5.0;
/// Ticks by which the layer of the reservations moves.
const LAYER_STEP: u16 = 2;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlays>()
        .init_gizmo_group::<RouteGizmos>()
        .add_systems(Startup, |mut config: ResMut<GizmoConfigStore>| {
            config.config_mut::<RouteGizmos>().0.line.width = 2.5;
        })
        .add_systems(OnEnter(Screen::Match), |mut overlays: ResMut<Overlays>| *overlays = Overlays::default())
        .add_systems(
            Update,
            (switch, spawn_sheet, paint_sheet, draw_routes)
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::Match)),
        );
}

fn switch(mut presses: MessageReader<Press>, mut overlays: ResMut<Overlays>, rules: Res<GameRules>) {
    for Press(action) in presses.read() {
        match action {
            Action::ShowRoutes => overlays.routes = !overlays.routes,
            // The three that colour cells exclude each other: two colours on a cell could not be told apart.
            Action::ShowReservations => {
                overlays.reservations = !overlays.reservations;
                overlays.distances = false;
                overlays.occupancy = false;
            }
            Action::ShowDistances => {
                overlays.distances = !overlays.distances;
                overlays.reservations = false;
                overlays.occupancy = false;
            }
            Action::ShowOccupancy => {
                overlays.occupancy = !overlays.occupancy;
                overlays.reservations = false;
                overlays.distances = false;
            }
            Action::LayerEarlier => overlays.layer = overlays.layer.saturating_sub(LAYER_STEP),
            Action::LayerLater => {
                overlays.layer = (overlays.layer + LAYER_STEP).min(rules.0.planner.window - 1);
            }
            _ => {}
        }
    }
}

/// A colour that tells a unit from its neighbours: hues a golden angle apart.
fn unit_colour(unit: UnitId) -> Color {
    Color::hsl((unit.0 as f32 * 137.508) % 360.0, 0.75, 0.58)
}

fn spawn_sheet(
    mut commands: Commands,
    board: Single<&TerrainGrid, With<Board>>,
    existing: Query<(), With<Sheet>>,
    mut images: ResMut<Assets<Image>>,
) {
    if !existing.is_empty() {
        return;
    }
    let (width, height) = (board.cells().width(), board.cells().height());
    let mut picture = Image::new_fill(
        Extent3d { width: width.into(), height: height.into(), depth_or_array_layers: 1 },
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    picture.sampler = ImageSampler::nearest();
    let extent = Vec2::new(width.into(), height.into());
    commands.spawn((
        Name::new("Overlay"),
        Sheet,
        Sprite { image: images.add(picture), custom_size: Some(extent * CELL), ..default() },
        Transform::from_translation(to_world(extent.x / 2.0, extent.y / 2.0).extend(SHEET_Z)),
        Visibility::Hidden,
        DespawnOnExit(Screen::Match),
    ));
}

type Seen = (Ref<'static, TerrainGrid>, Ref<'static, Occupied>, Ref<'static, Reservations>, &'static Distances);

fn paint_sheet(
    overlays: Res<Overlays>,
    clock: Res<MatchClock>,
    rules: Res<GameRules>,
    selection: Res<Selection>,
    board: Single<Seen, With<Board>>,
    units: Query<(&Id, &Kind, &Waypoints), With<Unit>>,
    sheet: Option<Single<(&Sprite, &mut Visibility), With<Sheet>>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Option<AssetId<Image>>>,
) {
    let Some(sheet) = sheet else { return };
    let (sprite, mut visibility) = sheet.into_inner();
    let is_shown = overlays.reservations || overlays.distances || overlays.occupancy;
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    if !is_shown {
        *painted = None;
        return;
    }
    let (terrain, occupied, reservations, distances) = board.into_inner();
    let is_stale = *painted != Some(sprite.image.id())
        || overlays.is_changed()
        || selection.is_changed()
        || occupied.is_changed()
        || reservations.is_changed()
        || terrain.is_changed();
    if !is_stale {
        return;
    }
    *painted = Some(sprite.image.id());
    let Some(mut picture) = images.get_mut(&sprite.image) else { return };
    let Some(data) = picture.data.as_mut() else { return };
    let mut paint = |map: &Grid<Terrain>, colour_of: &dyn Fn(Cell) -> Option<Color>| {
        for (texel, cell) in data.chunks_exact_mut(4).zip(map.cells()) {
            let colour = colour_of(cell).map_or([0; 4], |colour| colour.to_srgba().to_u8_array());
            texel.copy_from_slice(&colour);
        }
    };
    let map = terrain.cells();
    if overlays.reservations {
        let tick = clock.tick() + u32::from(overlays.layer);
        paint(map, &|cell| reservations.table().claimed_by(cell, tick).map(|unit| unit_colour(unit).with_alpha(0.6)));
    } else if overlays.occupancy {
        paint(map, &|cell| {
            let table = occupied.table();
            if let Some(unit) = table.entering(cell) {
                return Some(unit_colour(unit).with_alpha(0.35));
            }
            table.holder(cell).map(|unit| unit_colour(unit).with_alpha(0.7))
        });
    } else {
        // The search of the first selected unit that is on its way.
        let search = units
            .iter()
            .filter(|(id, ..)| selection.contains(id.0))
            .filter_map(|(id, kind, waypoints)| Some((id, kind, waypoints.current()?)))
            .min_by_key(|(id, ..)| **id)
            .and_then(|(_, kind, waypoint)| {
                let layer = rules.0.kind(kind.0).layer();
                let pool = distances.pool();
                pool.peek(layer, waypoint.goal).or_else(|| pool.peek(layer, waypoint.anchor))
            });
        let Some(search) = search else {
            paint(map, &|_| None);
            return;
        };
        let farthest = map.cells().filter_map(|cell| search.known(cell)).max().unwrap_or(1).max(1) as f32;
        paint(map, &|cell| {
            let share = search.known(cell)? as f32 / farthest;
            // From the goal outwards: gold, green, blue; bands make equal distances visible.
            let band = if ((share * 24.0) as u32).is_multiple_of(2) { 0.0 } else { 0.05 };
            Some(Color::hsla(48.0 + share * 190.0, 0.85, 0.55 - band, 0.55))
        });
    }
}

fn draw_routes(
    overlays: Res<Overlays>,
    shown: Res<ShownTime>,
    units: Query<(&Id, &At, &Stepping, &Intent), With<Unit>>,
    mut gizmos: Gizmos<RouteGizmos>,
) {
    if !overlays.routes {
        return;
    }
    for (id, at, stepping, intent) in &units {
        let here = shown_at(at.0, stepping.last(), shown.0);
        let ahead = intent
            .steps()
            .iter()
            .filter(|step| step.end() as f32 > shown.0)
            .map(|step| to_world(f32::from(step.to().x) + 0.5, f32::from(step.to().y) + 0.5));
        let points: Vec<Vec2> = std::iter::once(here).chain(ahead).collect();
        if points.len() > 1 {
            let colour = unit_colour(id.0);
            gizmos.circle_2d(points[points.len() - 1], CELL * 0.12, colour);
            gizmos.linestrip_2d(points, colour);
        }
    }
}
