//! The terrain atlas: every terrain with its corner masks and its full variants.

use std::collections::BTreeMap;

use image::RgbaImage;

use crate::{
    canvas::{Canvas, bleed},
    field::{Contour, has},
    scatter::Crowd,
    shade::{GROUNDS, Ground, paint},
    stamps::{Stamps, details},
};

/// Size of a tile in the atlas.
const TILE: u32 = 64;
/// Tiles in a row of the atlas.
const COLUMNS: u32 = 16;
/// First row of the full variants.
const VARIANT_ROW: u32 = 9;
/// Full variants of each terrain.
const VARIANTS: u32 = 5;
/// Canvas pixels to one atlas pixel, along a side.
const FINE: usize = 2;
/// The mask with all corners.
const FULL: u32 = 15;

/// The trees of a wood.
const WOOD: Crowd = Crowd {
    sprites: &["tree_1", "tree_2", "tree_3", "pine", "tree_4"],
    corner: 14.0,
    edge: 6.5,
    sizes: (8.0, 18.0),
    spacing: 0.60,
    seed: 11,
};

/// The rocks of a cliff.
const CRAGS: Crowd = Crowd {
    sprites: &["rock_1", "rock_2", "rock_3", "rock_4"],
    corner: 24.0,
    edge: 9.5,
    sizes: (11.0, 22.0),
    spacing: 0.5,
    seed: 29,
};

/// How the outline of a terrain runs.
const fn contour(ground: Ground) -> Contour {
    let (square, joins, waver) = match ground {
        Ground::Deep | Ground::Shallow => (false, false, 5.0),
        Ground::Grass => (false, false, 4.0),
        Ground::Road => (false, true, 2.0),
        Ground::Hill => (false, true, 3.5),
        Ground::Forest | Ground::Rock => (false, true, 3.0),
        Ground::Wall | Ground::Bridge => (true, true, 0.0),
    };
    Contour { square, joins, waver }
}

/// Paints the whole atlas.
pub fn bake() -> RgbaImage {
    let mut atlas = RgbaImage::new(COLUMNS * TILE, (VARIANT_ROW + 3) * TILE);
    let mut stamps = Stamps::default();
    for (row, ground) in (0_u32..).zip(GROUNDS) {
        for mask in 0..COLUMNS {
            // No tile has none of its corners; that slot repeats the full one.
            let shown = if mask == 0 { FULL } else { mask };
            let tile = draw(ground, shown, 0, &mut stamps);
            tile.shrink_into(FINE, &mut atlas, mask * TILE, row * TILE);
        }
        for variant in 0..VARIANTS {
            let slot = row * VARIANTS + variant;
            let tile = draw(ground, FULL, variant, &mut stamps);
            let (x, y) = (slot % COLUMNS, VARIANT_ROW + slot / COLUMNS);
            tile.shrink_into(FINE, &mut atlas, x * TILE, y * TILE);
        }
    }
    bleed(&mut atlas, TILE, 4);
    atlas
}

/// The columns and rows of pixels along the edges of a tile, with the corners that each joins.
fn edges(atlas: &RgbaImage, tile: (u32, u32), mask: u32) -> [(u32, u32, Vec<[u8; 4]>); 4] {
    let line = |along: fn(u32) -> (u32, u32), first: u32, second: u32| {
        let corners = u32::from(has(mask, first)) | u32::from(has(mask, second)) << 1;
        let pixels = (0..TILE).map(|i| {
            let (x, y) = along(i);
            seen(atlas.get_pixel(tile.0 * TILE + x, tile.1 * TILE + y).0)
        });
        (corners, pixels.collect())
    };
    let side = |place: u32, (corners, pixels)| (place, corners, pixels);
    [
        side(0, line(|i| (0, i), 0, 2)),
        side(1, line(|i| (TILE - 1, i), 1, 3)),
        side(2, line(|i| (i, 0), 0, 1)),
        side(3, line(|i| (i, TILE - 1), 2, 3)),
    ]
}

/// A pixel as the eye weighs it: colours count by their opacity.
fn seen(pixel: [u8; 4]) -> [u8; 4] {
    let weigh = |channel: u8| (u16::from(channel) * u16::from(pixel[3]) / 255) as u8;
    [weigh(pixel[0]), weigh(pixel[1]), weigh(pixel[2]), pixel[3]]
}

/// Largest difference between tiles of one terrain on edges that may stand for each other.
pub fn worst_seam(atlas: &RgbaImage) -> (u8, String) {
    let mut worst = (0, String::new());
    for (row, ground) in (0_u32..).zip(GROUNDS) {
        let masks = (1..COLUMNS).map(|mask| ((mask, row), mask));
        let variants = (0..VARIANTS).map(|variant| {
            let slot = row * VARIANTS + variant;
            ((slot % COLUMNS, VARIANT_ROW + slot / COLUMNS), FULL)
        });
        let mut known: BTreeMap<(u32, u32), Vec<[u8; 4]>> = BTreeMap::new();
        for (tile, mask) in masks.chain(variants) {
            for (side, corners, pixels) in edges(atlas, tile, mask) {
                let model = known.entry((side, corners)).or_insert_with(|| pixels.clone());
                let apart = model.iter().zip(&pixels).flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)));
                let most = apart.max().unwrap_or(0);
                if most > worst.0 {
                    worst = (most, format!("{ground:?} mask {mask} side {side} corners {corners}"));
                }
            }
        }
    }
    worst
}

/// Paints one tile.
fn draw(ground: Ground, mask: u32, variant: u32, stamps: &mut Stamps) -> Canvas {
    let side = TILE as usize * FINE;
    let mut canvas = Canvas::new(side);
    let contour = contour(ground);
    let seed = mask * 7 + variant * 131 + ground as u32 * 1009;
    for row in 0..side {
        for column in 0..side {
            let place = |index: usize| (index as f32 + 0.5) / side as f32;
            let spot = contour.spot(mask, place(column), place(row));
            canvas.pixels[row * side + column] = paint(ground, &spot, seed);
        }
    }
    let fine = FINE as f32;
    let crowd = match ground {
        Ground::Forest => Some((&WOOD, "tree_shadow")),
        Ground::Rock => Some((&CRAGS, "rock_shadow")),
        _ => None,
    };
    if let Some((crowd, shadow)) = crowd {
        let pieces = crowd.pieces(mask, variant, &contour);
        for pass in [true, false] {
            for piece in &pieces {
                let name = if pass { shadow } else { crowd.sprites[piece.sprite] };
                let scale = piece.radius / 26.0 * fine;
                canvas.stamp(stamps.get(name), piece.x * fine, piece.y * fine, scale);
            }
        }
    }
    if mask == FULL {
        for &(name, x, y, size) in details(ground, variant) {
            canvas.stamp(stamps.get(name), x * fine, y * fine, size * fine);
        }
    }
    canvas
}
