//! Crowds of trees or rocks that cover a tile and carry on in its neighbours.
//!
//! What stands on a corner or an edge of the tile stands there in every tile that shares it, so
//! each tile draws its part of the same crown. What stands in between keeps clear of the edges
//! and may differ.

use crate::{
    field::{Contour, has},
    noise::chance,
};

/// A kind of crowd.
pub struct Crowd {
    /// Names of the sprites, the likeliest first.
    pub sprites: &'static [&'static str],
    /// Radius of what stands on corners of the tile, in 64ths of a tile.
    pub corner: f32,
    /// How much larger than the smallest those on covered edges are.
    pub edge: f32,
    /// Smallest and largest radius of the rest.
    pub sizes: (f32, f32),
    /// How close two may stand, as a share of their radii together.
    pub spacing: f32,
    /// Seed for all its choices.
    pub seed: u32,
}

/// One tree or rock.
#[derive(Clone, Copy)]
pub struct Piece {
    /// Centre from the left, in 64ths of a tile.
    pub x: f32,
    /// Centre from the top.
    pub y: f32,
    /// Radius.
    pub radius: f32,
    /// Which of the sprites.
    pub sprite: usize,
}

/// Reach of a piece to the upper left, as a share of its radius: its outline and no more.
const REACH_LIT: f32 = 1.13;
/// Reach of a piece to the lower right, where its shadow falls.
const REACH_SHADED: f32 = 1.33;

impl Crowd {
    /// Everything to draw in a tile, back to front.
    pub fn pieces(&self, mask: u32, variant: u32, contour: &Contour) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for corner in 0..4 {
            if has(mask, corner) {
                let (x, y) = ((corner % 2) as f32 * 64.0, (corner / 2) as f32 * 64.0);
                pieces.push(self.piece(x, y, self.corner, 4.0, 1));
            }
        }
        // Edges as (first corner, second corner, runs down, distance from the top-left).
        let edges = [(0, 1, false, 0.0), (2, 3, false, 64.0), (0, 2, true, 0.0), (1, 3, true, 64.0)];
        for (first, second, down, away) in edges {
            self.edge((has(mask, first), has(mask, second)), down, away, &mut pieces);
        }
        self.fill(mask, variant, contour, &mut pieces);
        pieces.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).expect("places are numbers"));
        pieces
    }

    /// A piece near a place, with its wobble chosen by `salt` alone.
    fn piece(&self, x: f32, y: f32, radius: f32, wobble: f32, salt: i32) -> Piece {
        let pick = |n| chance(salt, n, self.seed);
        Piece {
            x: x + (pick(0) * 2.0 - 1.0) * wobble,
            y: y + (pick(1) * 2.0 - 1.0) * wobble,
            radius,
            sprite: self.sprite(pick(2)),
        }
    }

    /// Chooses a sprite, favouring the first ones.
    fn sprite(&self, pick: f32) -> usize {
        let index = pick * pick.sqrt() * self.sprites.len() as f32;
        (index as usize).min(self.sprites.len() - 1)
    }

    /// Adds what stands on one edge of the tile, given which of its two corners are set.
    fn edge(&self, set: (bool, bool), down: bool, away: f32, pieces: &mut Vec<Piece>) {
        // A covered edge carries one large piece; where the crowd ends, a small one tapers it off.
        let spots = [(0.32, set.0 && !set.1, 0.0), (0.68, set.1 && !set.0, 0.0), (0.50, set.0 && set.1, 1.0)];
        let (low, high) = self.sizes;
        for (i, (along, wanted, large)) in spots.into_iter().enumerate() {
            if !wanted {
                continue;
            }
            let salt = 10 + i as i32 * 2 + i32::from(down);
            let radius = (low + (high - low) * large).min(10.0 + large * self.edge);
            let (x, y) = if down { (away, along * 64.0) } else { (along * 64.0, away) };
            pieces.push(self.piece(x, y, radius, 1.5 + 5.0 * large, salt));
        }
    }

    /// Fills what is left of the region with pieces that stay inside the tile.
    fn fill(&self, mask: u32, variant: u32, contour: &Contour, pieces: &mut Vec<Piece>) {
        let seed = self.seed + mask * 31 + variant * 577;
        let (low, high) = self.sizes;
        for attempt in 0..600 {
            let pick = |n| chance(attempt, n, seed);
            // Large ones first, then smaller ones into the gaps.
            let shrink = attempt as f32 / 600.0;
            let radius = high - (high - low) * (shrink * 0.8 + pick(3) * 0.2);
            let free = 64.0 - (REACH_LIT + REACH_SHADED) * radius;
            let x = REACH_LIT * radius + pick(0) * free;
            let y = REACH_LIT * radius + pick(1) * free;
            if contour.distance(mask, x / 64.0, y / 64.0) * 64.0 < radius * 0.45 {
                continue;
            }
            let apart = |other: &Piece| (x - other.x).hypot(y - other.y) > (radius + other.radius) * self.spacing;
            if pieces.iter().all(apart) {
                let sprite = self.sprite(pick(2));
                pieces.push(Piece { x, y, radius, sprite });
            }
        }
    }
}
