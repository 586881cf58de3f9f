//! What a program thinks, over the map: lines from its squads to where they go, its rally point, enemies that it remembers,
//! threat and power on blocks.

mod labels;

use super::lines;
use super::map_picture::{over_map, picture};
use super::marks::sign;
use super::pool::Pool;
use crate::base::{Cell, Grid};
use crate::client::kit::art::{Art, STAGES, mark};
use crate::client::stage::CELL;
use crate::games::rts::bot::thoughts::{BLOCK, Block, Role, Seen, Squad, threat_blocks};
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::input::thoughts::ThoughtsShown;
use crate::games::rts::client::stage::{RtsSystems, middle_of_body};
use crate::games::rts::client::view::buildings;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::skirmish::listening::Listening;
use crate::nav::step::Tick;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use labels::Labels;

/// Lines of thoughts, and those of the main army.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct ThoughtGizmos;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct MainGizmos;

/// An enemy that is remembered.
#[derive(Component, Debug, Default)]
struct Remembered;

#[derive(Component, Debug, Default)]
struct Flag;

#[derive(Component, Debug)]
struct Tint;

/// Above the fog of war, and below what is written.
const TINT_Z: f32 = 25.5;
const REMEMBERED_Z: f32 = 27.0;
const FLAG_Z: f32 = 28.0;

/// The colour of a threat.
pub const THREAT: Color = Color::srgb(1.0, 0.27, 0.16);
/// The colour of own power.
pub const POWER: Color = Color::srgb(0.2, 0.75, 1.0);
/// Opacity of a block that is full of it.
pub const STRONGEST: f32 = 0.36;
/// The worth that fills one.
const FULL: f32 = 900.0;

/// Ticks after which an enemy who has not been seen again is a memory: three seconds.
const MEMORY: Tick = 60;
/// Ages that are written at most; more would cover the map.
const MOST_AGES: usize = 40;
/// Cells from a squad to its target below which no line is drawn: it is there.
const THERE: f32 = 4.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Labels>()
        .insert_gizmo_config(ThoughtGizmos, lines(2.5))
        .insert_gizmo_config(MainGizmos, lines(4.5))
        .add_systems(
            Update,
            (
                (spawn_tint, paint_tint).chain(),
                (show_remembered, show_flag, draw_squads, labels::write)
                    .chain()
                    .run_if(|shown: Res<ThoughtsShown>| shown.0.is_some() || shown.is_changed()),
            )
                .in_set(RtsSystems::Show)
                .run_if(in_skirmish),
        );
}

fn spawn_tint(
    mut commands: Commands,
    board: Single<&TerrainGrid, With<Board>>,
    shown: Res<ThoughtsShown>,
    existing: Query<(), With<Tint>>,
    mut images: ResMut<Assets<Image>>,
) {
    if existing.is_empty() && shown.0.is_some() {
        let map = board.cells();
        let size = (map.width().into(), map.height().into());
        let image = images.add(picture(size, vec![0; map.len() * 4], ImageSampler::nearest()));
        commands.spawn((Name::new("Threat"), Tint, over_map(image, map, 0.0, TINT_Z), Visibility::Hidden));
    }
}

/// The colour of a block: that of what there is more of.
pub fn colour_of(block: Block) -> Option<Color> {
    let (more, colour) = if block.threat >= block.power { (block.threat, THREAT) } else { (block.power, POWER) };
    (more > 0).then(|| colour.with_alpha(STRONGEST * (more as f32 / FULL).min(1.0).sqrt()))
}

/// Blocks as cells, with a seam between them.
fn texels(blocks: &Grid<Block>, map: &TerrainGrid, data: &mut [u8]) {
    let side = BLOCK as i16;
    for (texel, cell) in data.chunks_exact_mut(4).zip(map.cells().cells()) {
        let block = blocks.get(Cell::new(cell.x / side, cell.y / side)).copied().unwrap_or_default();
        let is_seam = cell.x % side == 0 || cell.y % side == 0;
        let colour =
            colour_of(block).map(|colour| if is_seam { colour.with_alpha(colour.alpha() * 0.6) } else { colour });
        texel.copy_from_slice(&colour.map_or([0; 4], |colour| colour.to_srgba().to_u8_array()));
    }
}

/// Paints it after each look.
fn paint_tint(
    shown: Res<ThoughtsShown>,
    listening: Res<Listening>,
    board: Single<&TerrainGrid, With<Board>>,
    tint: Option<Single<(&Sprite, &mut Visibility), With<Tint>>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Option<(AssetId<Image>, u8, Option<Tick>)>>,
) {
    let Some(tint) = tint else { return };
    let (sprite, mut visibility) = tint.into_inner();
    let thoughts = shown.0.and_then(|side| Some((side, listening.of(side)?)));
    visibility.set_if_neq(if thoughts.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    let Some((side, thoughts)) = thoughts else { return };
    let wanted = Some((sprite.image.id(), side, thoughts.at));
    if *painted == wanted {
        return;
    }
    *painted = wanted;
    let Some(mut picture) = images.get_mut(&sprite.image) else { return };
    let Some(data) = picture.data.as_mut() else { return };
    let map = board.cells();
    texels(&threat_blocks((map.width(), map.height()), &thoughts.sightings, &thoughts.own), &board, data);
}

/// Whether an enemy has not been seen for a while.
fn is_memory(seen: &Seen, now: Tick) -> bool {
    seen.body.unit.is_some() && seen.tick + MEMORY < now
}

/// Enemies where they were seen last, the fainter the less they are believed to be there; buildings that are out of sight.
fn show_remembered(
    shown: Res<ThoughtsShown>,
    listening: Res<Listening>,
    skirmish: SkirmishView,
    art: Res<Art>,
    mut remembered: Pool<Remembered>,
) {
    let Some(thoughts) = shown.0.and_then(|side| listening.of(side)) else { return remembered.show(None) };
    let (rules, now) = (skirmish.rules(), skirmish.clock.tick());
    let mut pictures = Vec::new();
    for seen in &thoughts.sightings {
        let body = &seen.body;
        if let Some(kind) = body.unit.filter(|_| is_memory(seen, now)) {
            let size = rules.kind(kind).size;
            let picture = art.unit(kind).sprite(art.player_colours.portrait(body.side), CELL * (0.4 + f32::from(size)));
            let sprite = Sprite { color: Color::WHITE.with_alpha(0.25 + 0.5 * seen.weight as f32 / 100.0), ..picture };
            pictures.push((sprite, Transform::from_translation(middle_of_body(body.at, size).extend(REMEMBERED_Z))));
        } else if let Some(kind) = body.building.filter(|_| !body.is_visible) {
            let size = rules.building(kind).size;
            let (plain, team) = buildings::sprites(&art, size, (kind, STAGES - 1, body.side));
            for (mut sprite, above) in [(plain, 0.0), (team, 0.1)] {
                sprite.color.set_alpha(0.45);
                let place = middle_of_body(body.at, size).extend(REMEMBERED_Z - 0.5 + above);
                pictures.push((sprite, Transform::from_translation(place)));
            }
        }
    }
    remembered.show(pictures);
}

fn show_flag(shown: Res<ThoughtsShown>, listening: Res<Listening>, art: Res<Art>, mut flags: Pool<Flag>) {
    let told = shown.0.and_then(|side| Some((side, listening.of(side)?.rally?)));
    flags.show(told.map(|(side, rally)| {
        // The foot of the pole stands on the place.
        let at = middle_of_body(rally, 1) + Vec2::new(CELL * 0.2, CELL * 0.3);
        let colour = art.player_colours.colour(side);
        (sign(&art, mark::FLAG, CELL * 1.4, colour), Transform::from_translation(at.extend(FLAG_Z)))
    }));
}

/// Where a squad is shown, and how far its units stand from there, in world units.
fn spread(squad: &Squad, skirmish: &SkirmishView) -> Option<(Vec2, f32)> {
    let mut places: Vec<Vec2> = squad.units.iter().filter_map(|unit| skirmish.place_of(*unit)).collect();
    let half = places.len() / 2;
    let median = |of: fn(&Vec2) -> f32, places: &mut Vec<Vec2>| {
        places.sort_unstable_by(|a, b| of(a).total_cmp(&of(b)));
        places.get(half).map(of)
    };
    let middle = Vec2::new(median(|place| place.x, &mut places)?, median(|place| place.y, &mut places)?);
    places.sort_unstable_by(|a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
    // Three of four of them: a ring around all would follow a straggler over half of the map.
    let far = places.get(places.len() * 3 / 4).or(places.last()).map_or(0.0, |place| place.distance(middle));
    Some((middle, far))
}

fn draw_squads(
    shown: Res<ThoughtsShown>,
    listening: Res<Listening>,
    skirmish: SkirmishView,
    (art, frame): (Res<Art>, Res<Frame>),
    mut thin: Gizmos<ThoughtGizmos>,
    mut thick: Gizmos<MainGizmos>,
    mut labels: ResMut<Labels>,
) {
    labels.0.clear();
    let Some((side, thoughts)) = shown.0.and_then(|side| Some((side, listening.of(side)?))) else { return };
    let (now, colour) = (skirmish.clock.tick(), art.player_colours.colour(side));
    let light = colour.mix(&Color::WHITE, 0.35);
    for squad in &thoughts.squads {
        let Some((middle, far)) = spread(squad, &skirmish) else { continue };
        let radius = far + CELL * 0.8;
        let is_main = squad.role == Role::Main;
        if squad.role != Role::Reserve {
            thin.circle_2d(middle, radius, light.with_alpha(0.8)).resolution(48);
        }
        let words = match squad.units.len() {
            1 => squad.role.name().to_owned(),
            many => format!("{} {many}", squad.role.name()),
        };
        // Who waits may stand about over half of the map.
        let above = if squad.role == Role::Reserve { CELL } else { radius };
        labels.0.push((words, middle + Vec2::new(0.0, above + 11.0 * frame.scale), light));
        let Some(target) = squad.target.map(|target| middle_of_body(target, 1)) else { continue };
        let way = target - middle;
        if way.length() < THERE * CELL + radius || squad.role == Role::Reserve {
            continue;
        }
        let from = middle + way.normalize() * radius;
        if is_main {
            thick.arrow_2d(from, target, light).with_tip_length(14.0 * frame.scale);
        } else {
            thin.arrow_2d(from, target, light.with_alpha(0.8)).with_tip_length(10.0 * frame.scale);
        }
        // What is aimed at.
        for radius in [0.7, 1.0] {
            thin.circle_2d(target, radius * CELL.max(9.0 * frame.scale), light);
        }
    }
    let memories = thoughts.sightings.iter().filter(|seen| is_memory(seen, now));
    let ages = memories.map(|seen| (seen, middle_of_body(seen.body.at, 1)));
    let ages = ages.filter(|(_, place)| frame.shows(*place, 1.0) && !frame.is_far());
    let hz = u32::from(skirmish.rules().tick_hz.max(1));
    labels.0.extend(ages.take(MOST_AGES).map(|(seen, place)| {
        let below = Vec2::new(0.0, CELL * 0.55 + 6.0 * frame.scale);
        (format!("{} s", now.saturating_sub(seen.tick) / hz), place - below, Color::srgb(0.92, 0.9, 0.86))
    }));
}
