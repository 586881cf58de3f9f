//! A stage as a picture: for the set-up and the editor.

use crate::base::Cell;
use crate::client::kit::sheets::image_of;
use crate::games::tanks::client::stage::side_colour;
use crate::games::tanks::client::view::ground::tile_of;
use crate::games::tanks::field::{Ground, WHOLE};
use crate::games::tanks::setup::Mode;
use crate::games::tanks::stage::{Post, Stage};
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// Pixels of a cell.
pub(super) const PIXELS: u32 = 24;
/// Pixels of a tile in the sheet, and tiles beside each other in it.
const TILE: u32 = 48;
const COLUMNS: u32 = 16;

type Rgba = [u8; 4];

/// The whole stage. Without the sheet of tiles, as in tests, the grounds are plain.
pub(super) fn of(stage: &Stage, tiles: Option<&Image>) -> Image {
    let (width, height) = (u32::from(stage.width()) * PIXELS, u32::from(stage.height()) * PIXELS);
    let mut image = image_of(width, height, vec![255; (width * height * 4) as usize]);
    image.sampler = ImageSampler::linear();
    for y in 0..stage.height() as i16 {
        for x in 0..stage.width() as i16 {
            paint(&mut image, stage, Cell::new(x, y), tiles);
        }
    }
    posts(&mut image, stage);
    image
}

/// Where a stage of the same size has changed, the picture is painted anew.
pub(super) fn repaint(image: &mut Image, before: &Stage, stage: &Stage, tiles: Option<&Image>) {
    let changed = |cell: &Cell| before.ground[*cell] != stage.ground[*cell];
    let cells = (0..stage.height() as i16).flat_map(|y| (0..stage.width() as i16).map(move |x| Cell::new(x, y)));
    let moved = [(&before.bases, &stage.bases), (&before.players, &stage.players), (&before.flags, &stage.flags)];
    let is_moved = before.gates != stage.gates || moved.into_iter().any(|(before, now)| before != now);
    for cell in cells.filter(|cell| is_moved || changed(cell)) {
        paint(image, stage, cell, tiles);
    }
    posts(image, stage);
}

/// One cell of it, without what stands there.
fn paint(image: &mut Image, stage: &Stage, cell: Cell, tiles: Option<&Image>) {
    let ground = stage.ground.get(cell).copied().unwrap_or_default();
    let look = |ground| tile_of(ground, cell, WHOLE);
    let sheet = tiles.filter(|tiles| tiles.size().x == TILE * COLUMNS).and_then(|tiles| tiles.data.as_deref());
    for y in 0..PIXELS {
        for x in 0..PIXELS {
            let pixel = match sheet {
                Some(sheet) => {
                    let floor = sample(sheet, look(Ground::Floor), x, y);
                    if matches!(ground, Ground::Floor | Ground::Base) {
                        floor
                    } else {
                        over(floor, sample(sheet, look(ground), x, y))
                    }
                }
                None => plain(ground),
            };
            set(image, (cell.x as u32 * PIXELS + x, cell.y as u32 * PIXELS + y), pixel);
        }
    }
}

/// Four pixels of a tile as one.
fn sample(sheet: &[u8], tile: usize, x: u32, y: u32) -> Rgba {
    let tile = tile as u32;
    let (left, top) = (tile % COLUMNS * TILE + 2 * x, tile / COLUMNS * TILE + 2 * y);
    let mut sum = [0u32; 4];
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let at = (((top + dy) * COLUMNS * TILE + left + dx) * 4) as usize;
        let Some(&[red, green, blue, alpha]) = sheet.get(at..at + 4) else { continue };
        let weight = u32::from(alpha);
        for (total, channel) in sum.iter_mut().zip([red, green, blue]) {
            *total += u32::from(channel) * weight;
        }
        sum[3] += weight;
    }
    let weight = sum[3].max(1);
    [(sum[0] / weight) as u8, (sum[1] / weight) as u8, (sum[2] / weight) as u8, (sum[3] / 4) as u8]
}

fn over(below: Rgba, above: Rgba) -> Rgba {
    let alpha = u32::from(above[3]);
    let mix =
        |channel: usize| ((u32::from(above[channel]) * alpha + u32::from(below[channel]) * (255 - alpha)) / 255) as u8;
    [mix(0), mix(1), mix(2), 255]
}

const fn plain(ground: Ground) -> Rgba {
    let [red, green, blue] = match ground {
        Ground::Floor | Ground::Base => [47, 45, 41],
        Ground::Brick => [178, 84, 54],
        Ground::Steel => [154, 166, 177],
        Ground::Water => [36, 90, 140],
        Ground::Forest => [47, 113, 54],
        Ground::Ice => [157, 200, 220],
    };
    [red, green, blue, 255]
}

fn set(image: &mut Image, (x, y): (u32, u32), pixel: Rgba) {
    let width = image.size().x;
    let at = ((y * width + x) * 4) as usize;
    let data = image.data.as_mut().and_then(|data| data.get_mut(at..at + 4));
    data.into_iter().for_each(|place| place.copy_from_slice(&pixel));
}

/// Where things begin: bases as jewels, starts as arrows up, gates as frames, flags as flags.
fn posts(image: &mut Image, stage: &Stage) {
    let colour = |side: u8| side_colour(Mode::TwoBases, side).to_srgba().to_u8_array();
    for base in &stage.bases {
        shape(image, *base, colour(base.side), |x, y| match x.abs() + y.abs() {
            ..0.62 => Some(1.0),
            ..0.9 => Some(0.25),
            _ if x.abs().max(y.abs()) < 0.95 => Some(0.12),
            _ => None,
        });
    }
    for start in &stage.players {
        shape(image, *start, colour(start.side), |x, y| {
            let is_head = y < 0.1 && y > -0.75 && x.abs() < (y + 0.75) * 0.75;
            let is_shaft = (0.1..0.75).contains(&y) && x.abs() < 0.26;
            (is_head || is_shaft).then_some(1.0)
        });
    }
    for gate in &stage.gates {
        let post = Post { at: *gate, side: 0 };
        shape(image, post, [226, 218, 200, 255], |x, y| {
            let far = x.abs().max(y.abs());
            let is_corner = x.abs() > 0.4 && y.abs() > 0.4;
            (is_corner && (0.72..0.92).contains(&far)).then_some(1.0)
        });
    }
    for flag in &stage.flags {
        shape(image, *flag, colour(flag.side), |x, y| {
            let is_cloth = (-0.4..0.7).contains(&x) && (-0.8..-0.1).contains(&y);
            let is_pole = (-0.55..-0.4).contains(&x) && (-0.85..0.85).contains(&y);
            if is_cloth { Some(1.0) } else { is_pole.then_some(0.7) }
        });
    }
}

/// Draws over two by two cells: the shape tells how light the colour is at a place from -1 to 1 to the right and down.
fn shape(image: &mut Image, post: Post, colour: Rgba, light: impl Fn(f32, f32) -> Option<f32>) {
    let (width, height) = (image.size().x, image.size().y);
    for y in 0..2 * PIXELS {
        for x in 0..2 * PIXELS {
            let at = |pixel: u32| (pixel as f32 + 0.5) / PIXELS as f32 - 1.0;
            let Some(light) = light(at(x), at(y)) else { continue };
            let place = (post.at.x.max(0) as u32 * PIXELS + x, post.at.y.max(0) as u32 * PIXELS + y);
            if place.0 < width && place.1 < height {
                let [red, green, blue, _] = colour.map(|channel| (f32::from(channel) * light) as u8);
                set(image, place, [red, green, blue, 255]);
            }
        }
    }
}
