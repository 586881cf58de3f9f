//! Seeded noise that repeats with the tile, so that neighbouring tiles meet without a seam.

/// A well-mixed number from three small ones.
pub fn hash(a: i32, b: i32, seed: u32) -> u32 {
    let mut h =
        (a as u32).wrapping_mul(0x9e37_79b1) ^ (b as u32).wrapping_mul(0x85eb_ca77) ^ seed.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    h ^ (h >> 15)
}

/// A number from 0 to 1 from three small ones.
pub fn chance(a: i32, b: i32, seed: u32) -> f32 {
    (hash(a, b, seed) >> 8) as f32 / (1 << 24) as f32
}

/// Smooth noise from -1 to 1 at (`u`, `v`) in tiles, with `cells` bumps along a tile, repeating
/// with period 1.
pub fn periodic(u: f32, v: f32, cells: i32, seed: u32) -> f32 {
    let (x, y) = (u * cells as f32, v * cells as f32);
    let (x0, y0) = (x.floor(), y.floor());
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let (tx, ty) = (ease(x - x0), ease(y - y0));
    let at = |dx: i32, dy: i32| {
        let column = (x0 as i32 + dx).rem_euclid(cells);
        let row = (y0 as i32 + dy).rem_euclid(cells);
        chance(column, row, seed)
    };
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * tx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * tx;
    (top + (bottom - top) * ty) * 2.0 - 1.0
}

/// 1 in the middle of the tile, 0 with zero slope on its edges: what is multiplied by this may
/// differ from tile to tile without showing a seam.
pub fn window(u: f32, v: f32) -> f32 {
    let bump = |t: f32| {
        let t = (4.0 * t * (1.0 - t)).clamp(0.0, 1.0);
        t * t
    };
    bump(u) * bump(v)
}
