//! Which tiles make the ground look grown and not tiled: the dual grid.
//!
//! Drawn tiles are shifted by half a cell, so that their corners lie on cell centres. A tile is a stack: the lowest
//! terrain of its four corners fills it, each higher one lies on top with a shape for the corners that are at least
//! as high ("dual grid" autotiling: 15 shapes a terrain instead of 47).

use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;

/// Tiles of one stack at most: three land terrains over a beach over water, and a bridge.
pub const LAYERS: usize = 6;
/// Tiles in a row of the atlas.
pub const COLUMNS: u32 = 16;
/// First row of the full tiles with varied insides.
pub const VARIANT_ROW: u32 = 9;
/// Variants a terrain, and how often each is drawn: the calm first one most.
pub const VARIANTS: u32 = 5;
const OFTEN: [u32; 8] = [0, 1, 0, 2, 3, 0, 4, 1];
const ALL_CORNERS: u32 = 0b1111;

/// The stack of atlas positions for the dual tile at column `i` of `0..=width` and row `j` of `0..=height`, bottom
/// first. Beyond the rim the map goes on as at the rim.
///
/// Two rules keep coasts whole: below a bridge there is water, except that a road runs on to it; and where land meets
/// water there is grass between, whose edge is the beach.
pub fn stack(map: &Grid<Terrain>, i: i16, j: i16) -> [Option<u32>; LAYERS] {
    let (right, bottom) = (map.width() as i16 - 1, map.height() as i16 - 1);
    // The ground under a building is hidden by it.
    let at = |x: i16, y: i16| match map[Cell::new(x.clamp(0, right), y.clamp(0, bottom))] {
        Terrain::Building => Terrain::Grass,
        ground => ground,
    };
    let real = [at(i - 1, j - 1), at(i, j - 1), at(i - 1, j), at(i, j)];
    let ground = real.map(|terrain| if terrain == Terrain::Bridge { Terrain::Deep } else { terrain });
    let mask_of = |corners: &[Terrain; 4], least: Terrain| {
        (0..4).fold(0, |mask, corner| mask | u32::from(corners[corner] >= least) << corner)
    };
    let lowest = ground.into_iter().min().unwrap_or_default();
    let is_coast = lowest < Terrain::Grass && ground.iter().any(|terrain| *terrain >= Terrain::Grass);
    let mut stack = [None; LAYERS];
    stack[0] = Some(full(lowest, i, j));
    let mut filled = 1;
    for terrain in Terrain::ALL.into_iter().filter(|terrain| *terrain > lowest) {
        let is_there = real.contains(&terrain) || (terrain == Terrain::Grass && is_coast);
        if !is_there || filled == LAYERS {
            continue;
        }
        let mask = match terrain {
            Terrain::Road | Terrain::Bridge => mask_of(&real, terrain),
            _ => mask_of(&ground, terrain),
        };
        stack[filled] = Some(if mask == ALL_CORNERS { full(terrain, i, j) } else { terrain as u32 * COLUMNS + mask });
        filled += 1;
    }
    stack
}

/// A full tile of a terrain; which variant depends on the place only.
fn full(terrain: Terrain, i: i16, j: i16) -> u32 {
    let mixed = (i as u32).wrapping_mul(0x9E37_79B1) ^ (j as u32).wrapping_mul(0x85EB_CA77);
    let roll = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D) >> 16;
    VARIANT_ROW * COLUMNS + terrain as u32 * VARIANTS + OFTEN[roll as usize % OFTEN.len()]
}
