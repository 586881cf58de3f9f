//! Water that moves: two sheets of ripples that drift over each other, on the cells that are water.
//!
//! The tiles are not touched. A block of the map has one mesh with a square for each of its water cells, clear towards the
//! shore, and all blocks share two materials, whose ripples are shifted each frame: two numbers. From far away, where
//! nobody could see it, it is not drawn.

use super::near::{Blocks, Near};
use crate::base::{Cell, Grid};
use crate::client::stage::to_world;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::client::view::map_picture::picture;
use crate::games::rts::sim::Outcome;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::math::Affine2;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// Cells on a side of a block.
const BLOCK: i16 = 32;
/// Above the water tiles and all that lies on them at the shore, below lanes and what stands.
const WATER_Z: f32 = 0.65;
/// Cells on a side of the picture of ripples.
const SPAN: f32 = 3.2;
/// Texels on a side of it.
const SIDE: u32 = 256;
/// Cells a second by which each sheet drifts.
const DRIFT: [Vec2; 2] = [Vec2::new(0.16, 0.07), Vec2::new(-0.09, 0.13)];
const NEAR: Near = Near { side: BLOCK, shift: 0.0, comes: 0.25, stays: 3.0, a_frame: 2 };

#[derive(Resource, Debug, Default)]
struct Waves {
    /// Two entities each, none where there is no water.
    blocks: Blocks,
    sheets: Vec<Handle<ColorMaterial>>,
}

#[derive(Component, Debug)]
struct Wave;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Waves>()
        .add_systems(Startup, make_sheets)
        .add_systems(OnExit(Screen::Match), |mut waves: ResMut<Waves>| waves.blocks.clear())
        .add_systems(Update, (forget_changed, keep_near, drift).chain().in_set(RtsSystems::Show));
}

/// A crest of a wave: its middle, half of its length, its slope and its strength; lengths in shares of the picture.
struct Crest {
    middle: (f32, f32),
    reach: f32,
    slope: f32,
    strength: f32,
}

const CRESTS: u32 = 14;
/// How far the middle of a crest is above its ends, how far its smaller fellow is below it, and how thick they are.
const BOW: f32 = 0.014;
const FELLOW: f32 = 0.028;
const THICK: f32 = 0.0065;

impl Crest {
    /// The crest of a number. Multiples of irrational numbers spread evenly over the square (Roberts 2018, R2 sequence).
    fn of(number: u32) -> Self {
        let spread = |start: f32, step: f32| (start + number as f32 * step).fract();
        Self {
            middle: (spread(0.11, 0.754_877_7), spread(0.37, 0.569_840_3)),
            reach: 0.05 + 0.055 * spread(0.2, 0.381_966),
            slope: -0.16 + 0.32 * spread(0.0, 0.618_034),
            strength: 0.45 + 0.55 * spread(0.5, 0.236_068),
        }
    }

    /// How bright it is at a place, 0 to 1. The square goes round in both directions.
    fn at(&self, x: f32, y: f32) -> f32 {
        let around = |offset: f32| offset - offset.round();
        let (dx, dy) = (around(x - self.middle.0), around(y - self.middle.1));
        let arc = |below: f32, share: f32, reach: f32| {
            let along = dx / (self.reach * reach);
            let across = (dy - self.slope * dx - below - BOW * along * along) / THICK;
            if along.abs() < 1.0 { share * (1.0 - along * along) * (-across * across).exp() } else { 0.0 }
        };
        self.strength * arc(0.0, 1.0, 1.0).max(arc(FELLOW, 0.55, 0.62))
    }
}

/// The picture of waves: crests here and there. It can be laid beside itself.
fn ripples() -> Image {
    let crests: Vec<Crest> = (0..CRESTS).map(Crest::of).collect();
    let texel = |index: u32| {
        let (x, y) = ((index % SIDE) as f32 / SIDE as f32, (index / SIDE) as f32 / SIDE as f32);
        let share = crests.iter().map(|crest| crest.at(x, y)).fold(0.0, f32::max);
        [235, 248, 250, (share * 255.0) as u8]
    };
    let sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        ..default()
    });
    let texels = (0..SIDE * SIDE).flat_map(texel).collect();
    Image { asset_usage: RenderAssetUsages::RENDER_WORLD, ..picture((SIDE, SIDE), texels, sampler) }
}

fn make_sheets(
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut waves: ResMut<Waves>,
) {
    let texture = images.add(ripples());
    let sheet = |alpha: f32| ColorMaterial {
        color: Color::WHITE.with_alpha(alpha),
        texture: Some(texture.clone()),
        ..default()
    };
    waves.sheets = [0.42, 0.26].into_iter().map(|alpha| materials.add(sheet(alpha))).collect();
}

fn is_water(map: &Grid<Terrain>, x: i16, y: i16) -> bool {
    // Beyond the rim the map goes on as at the rim.
    let cell = Cell::new(x.clamp(0, map.width() as i16 - 1), y.clamp(0, map.height() as i16 - 1));
    matches!(map[cell], Terrain::Deep | Terrain::Shallow)
}

/// A square with a middle for each water cell of a block; its corners are clear where they touch land.
pub fn mesh_of(map: &Grid<Terrain>, column: i16, row: i16) -> Option<Mesh> {
    let (mut places, mut coordinates, mut colours, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut add = |x: f32, y: f32, alpha: f32| {
        let place = to_world(x, y);
        places.push([place.x, place.y, 0.0]);
        coordinates.push([x / SPAN, y / SPAN]);
        colours.push([1.0, 1.0, 1.0, alpha]);
        places.len() as u32 - 1
    };
    let (right, bottom) = (map.width() as i16, map.height() as i16);
    for y in row * BLOCK..((row + 1) * BLOCK).min(bottom) {
        for x in (column * BLOCK..((column + 1) * BLOCK).min(right)).filter(|x| is_water(map, *x, y)) {
            let clear = |dx: i16, dy: i16| {
                let around = [(0, 0), (dx, 0), (0, dy), (dx, dy)];
                f32::from(u8::from(around.into_iter().all(|(dx, dy)| is_water(map, x + dx, y + dy))))
            };
            let (left, top) = (f32::from(x), f32::from(y));
            let middle = add(left + 0.5, top + 0.5, 1.0);
            let corners = [(0.0, 0.0, -1, -1), (1.0, 0.0, 1, -1), (1.0, 1.0, 1, 1), (0.0, 1.0, -1, 1)];
            let rim = corners.map(|(at, down, dx, dy)| add(left + at, top + down, clear(dx, dy)));
            for side in 0..4 {
                indices.extend([middle, rim[(side + 1) % 4], rim[side]]);
            }
        }
    }
    if indices.is_empty() {
        return None;
    }
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, places)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, coordinates)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_indices(Indices::U32(indices));
    Some(mesh)
}

/// Blocks with a cell that has become water, or is no more, are made again. Others keep what they have: forests are felled
/// all the time.
fn forget_changed(
    mut commands: Commands,
    mut outcomes: MessageReader<Outcome>,
    board: Single<&TerrainGrid, With<Board>>,
    mut waves: ResMut<Waves>,
    mut known: Local<Option<Grid<bool>>>,
) {
    let map = board.cells();
    let is_other = known.as_ref().is_none_or(|known| (known.width(), known.height()) != (map.width(), map.height()));
    if is_other || waves.blocks.is_empty() {
        let cells = map.values().iter().map(|terrain| matches!(terrain, Terrain::Deep | Terrain::Shallow));
        *known = Some(Grid::from_rows(map.width(), map.height(), cells.collect()));
    }
    let Some(known) = known.as_mut() else { return };
    for outcome in outcomes.read() {
        let Outcome::TerrainChanged { cells } = outcome else { continue };
        for cell in cells.iter().filter(|cell| map.contains(**cell)) {
            let is_now = is_water(map, cell.x, cell.y);
            if known[*cell] == is_now {
                continue;
            }
            known[*cell] = is_now;
            // Its neighbours' shores change too.
            for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
                let block = ((cell.x + dx).div_euclid(BLOCK), (cell.y + dy).div_euclid(BLOCK));
                for wave in waves.blocks.remove(&block).into_iter().flatten() {
                    commands.entity(wave).try_despawn();
                }
            }
        }
    }
}

/// Blocks in the view are there, those far from it are not; none when the view is far away.
fn keep_near(
    mut commands: Commands,
    frame: Res<Frame>,
    board: Single<&TerrainGrid, With<Board>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut waves: ResMut<Waves>,
    mut shown: Query<&mut Visibility, With<Wave>>,
) {
    let map = board.cells();
    let Waves { blocks, sheets } = &mut *waves;
    NEAR.keep(blocks, map, false, &frame, &mut commands, &mut shown, |commands, column, row| {
        let Some(mesh) = mesh_of(map, column, row).map(|mesh| meshes.add(mesh)) else { return Vec::new() };
        let waves = sheets.iter().zip(0u8..).map(|(sheet, number)| {
            let place = Transform::from_xyz(0.0, 0.0, WATER_Z + f32::from(number) * 0.01);
            let material = MeshMaterial2d(sheet.clone());
            commands.spawn((Wave, Mesh2d(mesh.clone()), material, place, DespawnOnExit(Screen::Match))).id()
        });
        waves.collect()
    });
}

/// The sheets drift: by the clock on the wall, since water does not stand still while a match is paused.
fn drift(time: Res<Time<Real>>, frame: Res<Frame>, waves: Res<Waves>, mut materials: ResMut<Assets<ColorMaterial>>) {
    if frame.is_far() || waves.blocks.values().all(Vec::is_empty) {
        return;
    }
    let seconds = time.elapsed_secs_wrapped();
    for (number, (sheet, drift)) in waves.sheets.iter().zip(DRIFT).enumerate() {
        if let Some(mut material) = materials.get_mut(sheet) {
            let swell = 0.12 * (seconds * 0.5 + number as f32 * 2.0).sin();
            let shift = (drift * seconds / SPAN + Vec2::splat(swell / SPAN)).fract();
            // The second sheet is larger, so that the two never lie on each other as one picture.
            let size = if number == 0 { 1.0 } else { 0.5 };
            material.uv_transform = Affine2::from_scale_angle_translation(Vec2::splat(size), 0.0, shift);
        }
    }
}
