//! The small drawings that are strewn over the ground.

use std::collections::BTreeMap;

use resvg::usvg::Tree;

use crate::{
    canvas::{parse, read_art},
    shade::Ground,
};

/// A drawing at a fixed place of a tile: name, centre in 64ths of a tile, size as a share of
/// the drawing's own.
pub type Placed = (&'static str, f32, f32, f32);

/// Parsed drawings by name.
#[derive(Default)]
pub struct Stamps(BTreeMap<&'static str, Tree>);

impl Stamps {
    /// The drawing of this name in `assets/art/ground`.
    pub fn get(&mut self, name: &'static str) -> &Tree {
        self.0.entry(name).or_insert_with(|| {
            let path = format!("ground/{name}");
            parse(&path, &read_art(&path))
        })
    }
}

/// What lies in the full tile of a terrain. Everything keeps clear of the tile's edges.
pub fn details(ground: Ground, variant: u32) -> &'static [Placed] {
    match (ground, variant) {
        (Ground::Deep, 1) => &[("wave", 24.0, 40.0, 0.5)],
        (Ground::Deep, 3) => &[("wave", 40.0, 22.0, 0.55), ("wave", 30.0, 46.0, 0.4)],
        (Ground::Shallow, 1) => &[("ripple", 36.0, 24.0, 0.45)],
        (Ground::Shallow, 2) => &[("ripple", 24.0, 42.0, 0.4), ("pebbles", 46.0, 20.0, 0.3)],
        (Ground::Shallow, 4) => &[("reed", 40.0, 38.0, 0.4)],
        (Ground::Grass, 1) => &[("tuft", 20.0, 26.0, 0.3), ("tuft", 46.0, 46.0, 0.24)],
        (Ground::Grass, 2) => &[("flowers_white", 38.0, 26.0, 0.34), ("tuft", 20.0, 46.0, 0.24)],
        (Ground::Grass, 3) => &[("pebbles", 26.0, 40.0, 0.32), ("tuft", 46.0, 20.0, 0.28)],
        (Ground::Grass, 4) => &[("flowers_warm", 24.0, 24.0, 0.34), ("tuft", 42.0, 46.0, 0.26)],
        (Ground::Road, 1) => &[("pebbles_road", 22.0, 40.0, 0.3)],
        (Ground::Road, 3) => &[("pebbles_road", 44.0, 24.0, 0.36)],
        (Ground::Road, 4) => &[("tuft_dry", 42.0, 46.0, 0.2)],
        (Ground::Hill, 1) => &[("tuft_dry", 24.0, 26.0, 0.3), ("tuft_dry", 46.0, 44.0, 0.24)],
        (Ground::Hill, 2) => &[("pebbles", 42.0, 26.0, 0.34)],
        (Ground::Hill, 3) => &[("tuft_dry", 40.0, 40.0, 0.3)],
        (Ground::Hill, 4) => &[("stone", 24.0, 40.0, 0.3), ("tuft_dry", 44.0, 22.0, 0.22)],
        (Ground::Wall, 2) => &[("crack", 34.0, 30.0, 0.4)],
        (Ground::Wall, 4) => &[("moss", 28.0, 38.0, 0.4)],
        _ => &[],
    }
}
