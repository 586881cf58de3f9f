//! What the planner thinks, drawn over the map: which overlays are on, and those that colour cells (reservations by time
//! layer, distances, occupancy, regions). Those that draw lines are in [`crate::games::rts::client::view::planner_overlay`].
//!
//! Everything that has a value per cell goes into one picture with one texel a cell, stretched over the map: one draw
//! call whatever the size, repainted once a tick and only while it is shown.

use super::map_picture::{over_map, picture};
use crate::base::{Cell, Grid};
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{MatchResource, Overlays, RtsSystems};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{Board, Distances, Occupied, Planner, Reservations, TerrainGrid, Walks};
use crate::games::rts::sim::march::marching::Marching;
use crate::nav::coop::PlannerKind;
use crate::nav::coop::march::Verdict;
use crate::nav::occupancy::{Obstacle, body, swept};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::image::ImageSampler;
use bevy::prelude::*;

#[derive(Component, Debug)]
struct Sheet;

const SHEET_Z: f32 = 5.0;
/// Ticks by which the layer of the reservations moves.
const LAYER_STEP: u16 = 2;

/// Switches the overlays and paints those that colour cells.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct OverlaySystems;

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Overlays>().add_systems(
        Update,
        (switch, spawn_sheet, paint_sheet).chain().in_set(OverlaySystems).in_set(RtsSystems::Show),
    );
}

impl Overlays {
    const fn colours_cells(self) -> bool {
        self.reservations || self.distances || self.occupancy || self.regions
    }

    /// Switches one of the overlays that colour cells. They exclude each other: two colours on a cell could not be told
    /// apart.
    fn switch_cells(&mut self, action: RtsAction) {
        let on = |wanted: RtsAction, now: bool| wanted == action && !now;
        self.reservations = on(RtsAction::ShowReservations, self.reservations);
        self.distances = on(RtsAction::ShowDistances, self.distances);
        self.occupancy = on(RtsAction::ShowOccupancy, self.occupancy);
        self.regions = on(RtsAction::ShowRegions, self.regions);
    }
}

fn switch(mut presses: MessageReader<Press<RtsAction>>, mut overlays: ResMut<Overlays>, rules: Res<GameRules>) {
    for Press(action) in presses.read() {
        match action {
            RtsAction::ShowRoutes => overlays.routes = !overlays.routes,
            RtsAction::ShowWaits => overlays.waits = !overlays.waits,
            RtsAction::ShowRanks => overlays.ranks = !overlays.ranks,
            RtsAction::ShowReservations
            | RtsAction::ShowDistances
            | RtsAction::ShowOccupancy
            | RtsAction::ShowRegions => overlays.switch_cells(*action),
            RtsAction::LayerEarlier => overlays.layer = overlays.layer.saturating_sub(LAYER_STEP),
            RtsAction::LayerLater => {
                overlays.layer = (overlays.layer + LAYER_STEP).min(rules.0.planner.window - 1);
            }
            _ => {}
        }
    }
}

/// A colour that tells a number from its neighbours: hues a golden angle apart.
pub(crate) fn colour_of_number(number: u32) -> Color {
    Color::hsl((number as f32 * 137.508) % 360.0, 0.75, 0.58)
}

/// From the goal outwards: gold, green, blue; bands make equal distances visible.
pub(crate) fn distance_colour(share: f32) -> Color {
    let band = if ((share * 24.0) as u32).is_multiple_of(2) { 0.0 } else { 0.05 };
    Color::hsla(48.0 + share * 190.0, 0.85, 0.55 - band, 0.55)
}

/// A colour that tells a unit from its neighbours.
pub(crate) fn unit_colour(unit: UnitId) -> Color {
    colour_of_number(unit.0)
}

fn spawn_sheet(
    mut commands: Commands,
    board: Single<&TerrainGrid, With<Board>>,
    existing: Query<(), With<Sheet>>,
    mut images: ResMut<Assets<Image>>,
) {
    if existing.is_empty() {
        let map = board.cells();
        let size = (map.width().into(), map.height().into());
        let image = images.add(picture(size, vec![0; map.len() * 4], ImageSampler::nearest()));
        commands.spawn((Name::new("Overlay"), Sheet, over_map(image, map, 0.0, SHEET_Z), Visibility::Hidden));
    }
}

type Seen = (
    Ref<'static, TerrainGrid>,
    Ref<'static, Occupied>,
    Ref<'static, Reservations>,
    Ref<'static, Planner>,
    &'static Distances,
    &'static Walks,
    &'static Marching,
);

/// Blocks that a diagonal step locks.
pub(crate) const LOCKED: Color = Color::srgba(1.0, 1.0, 1.0, 0.3);

/// The cells that the planner of the game, which reserves nothing ahead, has given away at a tick to come: those that units
/// under way leave and enter, and those that somebody waits for because they are being left, in the colour of who gets them;
/// below them the ways of a joint plan, and below these the locked blocks.
fn claims(marching: &Marching, occupied: &Occupied, tick: Tick) -> Vec<(Cell, Color)> {
    let seen: Vec<_> = marching.seen().collect();
    let blocks = occupied.table().locked_blocks(tick);
    let mut claims: Vec<_> = blocks.flat_map(|block| body(block, 2)).map(|cell| (cell, LOCKED)).collect();
    for (unit, path) in marching.joint_plan() {
        claims.extend(path.map(|cell| (cell, unit_colour(unit).with_alpha(0.2))));
    }
    for (agent, verdict) in &seen {
        let colour = unit_colour(agent.unit);
        let step = match verdict {
            Verdict::Starts(step) => Some(*step),
            _ => agent.step,
        };
        if let Some(step) = step {
            if step.end() > tick {
                claims.extend(swept(&step, agent.size).map(|cell| (cell, colour.with_alpha(0.3))));
            }
            claims.extend(body(step.to(), agent.size).map(|cell| (cell, colour.with_alpha(0.7))));
        } else if let Verdict::Promised(Obstacle::Unit(other)) = verdict
            && let Ok(other) = seen.binary_search_by_key(other, |(agent, _)| agent.unit)
        {
            let other = seen[other].0;
            claims.extend(body(other.at, other.size).map(|cell| (cell, colour.with_alpha(0.5))));
        }
    }
    claims
}

fn paint_sheet(
    overlays: Res<Overlays>,
    skirmish: SkirmishView,
    selection: Res<Selection>,
    board: Single<Seen, With<Board>>,
    sheet: Option<Single<(&Sprite, &mut Visibility), With<Sheet>>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Option<AssetId<Image>>>,
) {
    let Some(sheet) = sheet else { return };
    let (sprite, mut visibility) = sheet.into_inner();
    let is_shown = overlays.colours_cells();
    visibility.set_if_neq(if is_shown { Visibility::Inherited } else { Visibility::Hidden });
    if !is_shown {
        *painted = None;
        return;
    }
    let (terrain, occupied, reservations, planner, distances, walks, marching) = board.into_inner();
    let is_stale = *painted != Some(sprite.image.id())
        || overlays.is_changed()
        || selection.is_changed()
        || occupied.is_changed()
        || reservations.is_changed()
        || planner.is_changed()
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
    // The selected unit that counts: the first one on its way, else the first one.
    let selected = selection.iter().filter_map(|id| skirmish.unit(id));
    let watched = selected.min_by_key(|unit| (unit.waypoints.current().is_none(), *unit.id));
    let layer = skirmish.clock.tick() + u32::from(overlays.layer);
    if overlays.reservations && planner.kind() == PlannerKind::March {
        data.fill(0);
        for (cell, colour) in claims(marching, &occupied, layer) {
            if map.contains(cell) {
                let at = map.index(cell) * 4;
                data[at..at + 4].copy_from_slice(&colour.to_srgba().to_u8_array());
            }
        }
    } else if overlays.reservations {
        paint(map, &|cell| reservations.table().claimed_by(cell, layer).map(|unit| unit_colour(unit).with_alpha(0.6)));
    } else if overlays.occupancy {
        paint(map, &|cell| {
            let table = occupied.table();
            if let Some(unit) = table.entering(cell) {
                return Some(unit_colour(unit).with_alpha(0.35));
            }
            table.holder(cell).map(|unit| unit_colour(unit).with_alpha(0.7))
        });
    } else if overlays.regions {
        let kind = watched.map_or(KindId(0), |unit| unit.kind.0);
        let (regions, size) = (walks.regions(kind), skirmish.rules().kind(kind).size);
        let reach = i16::from(size) - 1;
        paint(map, &|cell| {
            // A large unit has its place where its top left cell is; all its cells are coloured.
            let mut anchors = body(Cell::new(cell.x - reach, cell.y - reach), size);
            let region = anchors.find_map(|anchor| regions.region(anchor))?;
            Some(colour_of_number(region).with_alpha(0.45))
        });
    } else {
        let search = watched.and_then(|unit| {
            let (layer, pool) = (skirmish.unit_kind(&unit).layer(), distances.pool());
            let waypoint = unit.waypoints.current()?;
            pool.peek(layer, waypoint.goal).or_else(|| pool.peek(layer, waypoint.anchor))
        });
        let Some(search) = search else {
            paint(map, &|_| None);
            return;
        };
        let farthest = map.cells().filter_map(|cell| search.known(cell)).max().unwrap_or(1).max(1) as f32;
        paint(map, &|cell| Some(distance_colour(search.known(cell)? as f32 / farthest)));
    }
}
