//! The outline of a terrain inside a dual-grid tile, as a distance from it.
//!
//! On an edge of the tile the distance depends only on the two corners of that edge, and its
//! slope across the edge is zero. So everything that is drawn from it meets its like in the
//! neighbouring tile.

use crate::noise::{periodic, window};

/// How the outline of a terrain runs.
#[derive(Clone, Copy)]
pub struct Contour {
    /// Follows the cell borders with small rounded corners (built things) instead of sweeping
    /// round (nature).
    pub square: bool,
    /// Whether two diagonal corners are joined across the middle.
    pub joins: bool,
    /// How far the outline may waver inside the tile, in pixels of a 64-pixel tile.
    pub waver: f32,
}

/// What is known about one point of a tile.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Position in the tile, 0 to 1 from the left.
    pub u: f32,
    /// Position in the tile, 0 to 1 from the top.
    pub v: f32,
    /// Distance inside (positive) or outside (negative) the outline, in 64ths of a tile; it
    /// saturates at 32.
    pub inside: f32,
    /// How far the nearest outline faces the light: 1 to the upper left, -1 to the lower right.
    pub lit: f32,
    /// Whether the outline here runs rather upright than level, for masonry along it.
    pub upright: bool,
}

/// Whether the mask has the corner: 0 top-left, 1 top-right, 2 bottom-left, 3 bottom-right.
pub fn has(mask: u32, corner: u32) -> bool {
    mask >> corner & 1 == 1
}

impl Contour {
    /// Looks at one point of the tile with this corner mask.
    pub fn spot(&self, mask: u32, u: f32, v: f32) -> Spot {
        let reach = 1.0 / 64.0;
        let dx = self.distance(mask, u + reach, v) - self.distance(mask, u - reach, v);
        let dy = self.distance(mask, u, v + reach) - self.distance(mask, u, v - reach);
        let length = (dx * dx + dy * dy).sqrt().max(1e-6);
        Spot {
            u,
            v,
            inside: self.distance(mask, u, v) * 64.0,
            lit: (dx + dy) / length * std::f32::consts::FRAC_1_SQRT_2,
            upright: dx.abs() > dy.abs(),
        }
    }

    /// Distance inside the outline, in tiles.
    pub fn distance(&self, mask: u32, u: f32, v: f32) -> f32 {
        let (u, v) = (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0));
        if mask == 15 {
            return 0.5;
        }
        let plain = if self.square { square(mask, u, v) } else { round(mask, u, v) };
        let diagonal = mask == 0b0110 || mask == 0b1001;
        let bridge = if diagonal && self.joins {
            let across = if mask == 0b1001 { u - v } else { u + v - 1.0 };
            // Narrow enough to stay inside the corners' own outline on the edges of the tile.
            plain.max(0.2 - across.abs() * std::f32::consts::FRAC_1_SQRT_2)
        } else if diagonal {
            plain.min(-0.16 + 0.68 * (1.0 - window(u, v)))
        } else {
            plain
        };
        let waver = if self.waver > 0.0 {
            let wave = periodic(u, v, 4, 17 + mask) + 0.5 * periodic(u, v, 7, 91 + mask);
            wave * window(u, v) * self.waver / 64.0
        } else {
            0.0
        };
        (bridge + waver).clamp(-0.5, 0.5)
    }
}

/// The natural outline: corner values blended across the tile, read back as a distance.
fn round(mask: u32, u: f32, v: f32) -> f32 {
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let value = |corner| if has(mask, corner) { 1.0 } else { 0.0 };
    let (s, t) = (ease(u), ease(v));
    let top = value(0) + (value(1) - value(0)) * s;
    let bottom = value(2) + (value(3) - value(2)) * s;
    let share: f32 = top + (bottom - top) * t;
    // The inverse of `ease`, so that the result is a true distance along the edges.
    let back = 0.5 - ((1.0 - 2.0 * share).clamp(-1.0, 1.0).asin() / 3.0).sin();
    back - 0.5
}

/// The built outline: the cells themselves, with outer corners slightly rounded.
fn square(mask: u32, u: f32, v: f32) -> f32 {
    let right = [false, true, false, true];
    let below = [false, false, true, true];
    let radius = 0.1_f32;
    let mut best = -0.5_f32;
    for corner in 0..4 {
        if !has(mask, corner) {
            continue;
        }
        let i = corner as usize;
        let a = if right[i] { u - 0.5 } else { 0.5 - u };
        let b = if below[i] { v - 0.5 } else { 0.5 - v };
        let beside = has(mask, corner ^ 1);
        let along = has(mask, corner ^ 2);
        let quadrant = match (beside, along) {
            (true, true) => a.max(b),
            (true, false) => b,
            (false, true) => a,
            (false, false) => {
                let (x, y) = (radius - a, radius - b);
                let outer = x.max(0.0).hypot(y.max(0.0));
                radius - outer - x.max(y).min(0.0)
            }
        };
        best = best.max(quadrant);
    }
    best
}
