//! Point-symmetric ground for two sides in opposite corners or on opposite edges.
//!
//! Every cell equals the one turned by half a circle around the middle: fields are sums of the noise at both cells, and
//! what is painted at one place is painted at the opposite one. A barrier across the middle, a river or a ridge, has
//! three openings.

use super::noise::{Noise, feature};
use super::paint::{at_percent, clear, clumps, disk, opposite, relief};
use super::{Draft, MapSpec, roads};
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// Where a cell lies seen from the middle, in half cells: towards side 1, and along the barrier. Both change their
/// sign at the opposite cell.
struct Axes {
    middle: (i32, i32),
    towards: (i32, i32),
    length: i32,
}

impl Axes {
    fn new(land: &Grid<Terrain>, start: Cell) -> Self {
        let end = opposite(land, start);
        let towards = (i32::from(end.x - start.x), i32::from(end.y - start.y));
        let length = (towards.0 * towards.0 + towards.1 * towards.1).isqrt().max(1);
        Self { middle: (i32::from(land.width()) - 1, i32::from(land.height()) - 1), towards, length }
    }

    fn of(&self, cell: Cell) -> (i32, i32) {
        let (x, y) = (2 * i32::from(cell.x) - self.middle.0, 2 * i32::from(cell.y) - self.middle.1);
        let (u, v) = self.towards;
        ((x * u + y * v) / self.length, (y * u - x * v) / self.length)
    }
}

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let mut rng = stream(spec.seed, "duel");
    let height = symmetric(spec, "duel: height", feature(side, 2, 12, 36));
    let mut land = relief(&height, [3, 6, 84, 94]);
    clumps(&mut land, &symmetric(spec, "duel: woods", feature(side, 4, 8, 15)), 82, Terrain::Forest);
    const STARTS: [(i32, i32); 4] = [(13, 14), (13, 86), (11, 50), (50, 11)];
    let (x, y) = STARTS[rng.random_range(0..STARTS.len())];
    let start = at_percent(&land, x, y);
    let axes = Axes::new(&land, start);
    let is_river = rng.random_bool(0.5);
    barrier(&mut land, spec, &axes, is_river);
    let ragged = Noise::new(spec.seed, "duel: edges", 5);
    let middle = at_percent(&land, 50, 50);
    both(&mut land, |land| {
        clear(land, start, &ragged);
        let mut goals = roads::places(land, start, 2, &mut rng);
        goals.push(middle);
        roads::lay(land, start, &goals, &ragged);
        // The two halves of the road meet here, whether the sides are even or odd.
        for cell in disk(land, middle, 1) {
            roads::pave(land, cell);
        }
    });
    Draft { terrain: land, start, mirrored: true }
}

/// A field that is equal at opposite cells.
fn symmetric(spec: &MapSpec, purpose: &str, size: u16) -> Grid<i16> {
    let mut field = Noise::new(spec.seed, purpose, size).field(spec);
    let values = field.values_mut();
    // Opposite cells are opposite in row order too.
    for index in 0..values.len().div_ceil(2) {
        let mirror = values.len() - 1 - index;
        let sum = values[index] + values[mirror];
        values[index] = sum;
        values[mirror] = sum;
    }
    field
}

/// Paints, and repeats every changed cell at the opposite place.
fn both(land: &mut Grid<Terrain>, paint: impl FnOnce(&mut Grid<Terrain>)) {
    let before = land.clone();
    paint(land);
    for cell in before.cells() {
        let (painted, mirror) = (land[cell], opposite(&before, cell));
        if painted != before[cell] && land[mirror] == before[mirror] {
            land[mirror] = painted;
        } else if painted != before[cell] {
            // Painted at both places: the upper one counts.
            let (upper, lower) = if (cell.y, cell.x) < (mirror.y, mirror.x) { (cell, mirror) } else { (mirror, cell) };
            land[lower] = land[upper];
        }
    }
}

/// A winding river or ridge through the middle with three openings: fords or passes.
fn barrier(land: &mut Grid<Terrain>, spec: &MapSpec, axes: &Axes, is_river: bool) {
    let bends = Noise::new(spec.seed, "duel: bends", (spec.width.min(spec.height) / 3).max(10));
    let side = i32::from(spec.width.min(spec.height));
    // Half widths in half cells.
    let core = 3 + side / 40;
    let rim = core + 3 + side / 60;
    let opening = 4 + side / 24;
    for cell in land.cells() {
        let (towards, along) = axes.of(cell);
        let bend = i32::from(bends.at(cell)) - i32::from(bends.at(opposite(land, cell)));
        let distance = (towards + bend * side / 6000).abs();
        let aside = along.abs();
        let is_open = aside < opening || (aside - side * 5 / 8).abs() < opening;
        land[cell] = match (is_river, distance < core, distance < rim, is_open) {
            (true, true, _, false) => Terrain::Deep,
            (true, _, true, _) => Terrain::Shallow,
            (false, true, _, false) => Terrain::Rock,
            (false, _, true, _) => Terrain::Hill,
            _ => land[cell],
        };
    }
}
