//! The ground from far away: one picture of the whole map, made of the shrunken tiles.
//!
//! Tile maps have no smaller versions of their tiles, so from far away they would glitter; and the blocks of a large
//! map would be too many. The picture lies below the blocks and takes over when cells get small.

use super::blocks::{is_drawn_whole, touched};
use super::dual::stack;
use super::shown::{GroundShown, ShownGround, ShownSystems};
use crate::base::Grid;
use crate::client::kit::art::Art;
use crate::client::stage::{CELL, to_world};
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::client::view::map_picture::{over_map, picture};
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// Pixels on a side of a tile in the atlas.
const TILE: usize = 64;

/// Texels on a side of a cell: fewer for larger maps, so that the picture has at most some 2048² texels.
fn texels(map: &Grid<Terrain>) -> usize {
    match map.width().max(map.height()) {
        0..=256 => 8,
        257..=512 => 4,
        _ => 2,
    }
}

#[derive(Component, Debug)]
struct Overview;

/// The tiles of the atlas, shrunk, with colour premultiplied by alpha: `side`² texels of RGBA each.
#[derive(Resource, Debug, Default)]
struct Shrunk {
    side: usize,
    tiles: Vec<[f32; 4]>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shrunk>()
        .add_systems(Update, (begin, repaint, show).chain().in_set(RtsSystems::Show).after(ShownSystems));
}

/// Shrinks every tile of the atlas to `side` texels by averaging.
fn shrink(atlas: &Image, side: usize) -> Option<Shrunk> {
    let data = atlas.data.as_ref()?;
    let (columns, rows) = (atlas.width() as usize / TILE, atlas.height() as usize / TILE);
    let width = atlas.width() as usize;
    let step = TILE / side;
    let linear = |value: u8| Color::srgb_u8(value, 0, 0).to_linear().red;
    let table: Vec<f32> = (0..=255).map(linear).collect();
    let mut tiles = Vec::with_capacity(columns * rows * side * side);
    for tile in 0..columns * rows {
        let (left, top) = (tile % columns * TILE, tile / columns * TILE);
        for texel in 0..side * side {
            let (x, y) = (left + texel % side * step, top + texel / side * step);
            let mut sum = [0.0; 4];
            for pixel in (y..y + step).flat_map(|y| (x..x + step).map(move |x| (y * width + x) * 4)) {
                let alpha = f32::from(data[pixel + 3]) / 255.0;
                for channel in 0..3 {
                    sum[channel] += table[usize::from(data[pixel + channel])] * alpha;
                }
                sum[3] += alpha;
            }
            tiles.push(sum.map(|value| value / (step * step) as f32));
        }
    }
    Some(Shrunk { side, tiles })
}

fn paint(picture: &mut Image, shrunk: &Shrunk, map: &Grid<Terrain>, i: i16, j: i16) {
    let side = shrunk.side;
    let layers = stack(map, i, j);
    let width = picture.width() as usize;
    let Some(data) = picture.data.as_mut() else { return };
    for texel in 0..side * side {
        let mut colour = [0.0f32; 3];
        for tile in layers.into_iter().flatten() {
            let over = shrunk.tiles[tile as usize * side * side + texel];
            for channel in 0..3 {
                colour[channel] = over[channel] + colour[channel] * (1.0 - over[3]);
            }
        }
        let srgb = Srgba::from(LinearRgba::rgb(colour[0], colour[1], colour[2])).to_u8_array();
        let (x, y) = (i as usize * side + texel % side, j as usize * side + texel / side);
        data[(y * width + x) * 4..(y * width + x) * 4 + 4].copy_from_slice(&srgb);
    }
}

/// Makes the picture as soon as the match is on and the tiles are loaded.
fn begin(
    mut commands: Commands,
    art: Res<Art>,
    ground: Single<&ShownGround>,
    existing: Query<(), With<Overview>>,
    mut images: ResMut<Assets<Image>>,
    mut shrunk: ResMut<Shrunk>,
) {
    if !existing.is_empty() {
        return;
    }
    let map = ground.cells();
    let side = texels(map);
    let Some(atlas) = images.get(&art.terrain.image) else { return };
    if shrunk.side != side {
        let Some(made) = shrink(atlas, side) else { return };
        *shrunk = made;
    }
    let (columns, rows) = (usize::from(map.width()) + 1, usize::from(map.height()) + 1);
    let (size, texels) = ((columns * side, rows * side), vec![0; columns * rows * side * side * 4]);
    let mut picture = picture((size.0 as u32, size.1 as u32), texels, ImageSampler::Default);
    for j in 0..rows as i16 {
        for i in 0..columns as i16 {
            paint(&mut picture, &shrunk, map, i, j);
        }
    }
    // Below the tiles, which cover it when they are shown.
    commands.spawn((Name::new("Overview"), Overview, over_map(images.add(picture), map, 1.0, -1.0)));
    // What lies beyond the map is dark; the outermost half cells of the tiles end below it.
    let dark = Color::srgb(0.055, 0.07, 0.09);
    let (right, bottom) = (f32::from(map.width()), f32::from(map.height()));
    let far = 4.0;
    for (x, y, width, height) in [
        (-far / 2.0, bottom / 2.0, far, bottom + 2.0 * far),
        (right + far / 2.0, bottom / 2.0, far, bottom + 2.0 * far),
        (right / 2.0, -far / 2.0, right, far),
        (right / 2.0, bottom + far / 2.0, right, far),
    ] {
        commands.spawn((
            Sprite::from_color(dark, Vec2::new(width, height) * CELL),
            Transform::from_translation(to_world(x, y).extend(1.0)),
            DespawnOnExit(Screen::Match),
        ));
    }
}

fn repaint(
    mut news: MessageReader<GroundShown>,
    ground: Single<&ShownGround>,
    overview: Option<Single<&Sprite, With<Overview>>>,
    shrunk: Res<Shrunk>,
    mut images: ResMut<Assets<Image>>,
) {
    let mut tiles = Vec::new();
    for GroundShown(cells) in news.read() {
        tiles.extend(touched(cells));
    }
    let Some(sprite) = overview.filter(|_| !tiles.is_empty()) else { return };
    if let Some(mut picture) = images.get_mut(&sprite.image) {
        for (i, j) in tiles {
            paint(&mut picture, &shrunk, ground.cells(), i, j);
        }
    }
}

/// The picture is drawn only where it is needed: from far away, and below the blocks of maps that are not drawn whole.
fn show(frame: Res<Frame>, ground: Single<&ShownGround>, mut overview: Single<&mut Visibility, With<Overview>>) {
    let is_needed = frame.is_far() || !is_drawn_whole(ground.cells());
    overview.set_if_neq(if is_needed { Visibility::Inherited } else { Visibility::Hidden });
}
