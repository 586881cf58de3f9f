//! Smooth noise as integers.
//!
//! The values come from OpenSimplex2 in floating point and are rounded to thousandths at once; only the integers take
//! part in decisions. Thresholds are quantiles, so that a map has its share of water or forest whatever the seed.

use super::MapSpec;
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use fastnoise_lite::{FastNoiseLite, FractalType, NoiseType};
use rand::RngExt;

/// Values lie between −`LIMIT` and `LIMIT`.
const LIMIT: i16 = 1000;

pub(super) struct Noise(FastNoiseLite);

impl Noise {
    /// The noise called `purpose` of a seed; features are about `size` cells wide.
    pub(super) fn new(seed: u64, purpose: &str, size: u16) -> Self {
        let mut noise = FastNoiseLite::with_seed(stream(seed, purpose).random());
        noise.set_noise_type(Some(NoiseType::OpenSimplex2));
        noise.set_fractal_type(Some(FractalType::FBm));
        // Broad features need more octaves for edges of the same grain.
        let octaves = match size {
            0..40 => 3,
            40..90 => 4,
            _ => 5,
        };
        noise.set_fractal_octaves(Some(octaves));
        noise.set_frequency(Some(0.7 / f32::from(size.max(2))));
        Self(noise)
    }

    /// The value at a cell, −1000 to 1000.
    pub(super) fn at(&self, cell: Cell) -> i16 {
        self.at_sixteenths((16 * i32::from(cell.x), 16 * i32::from(cell.y)))
    }

    /// The value at a point given in sixteenths of a cell, −1000 to 1000.
    pub(super) fn at_sixteenths(&self, (x, y): (i32, i32)) -> i16 {
        let value = self.0.get_noise_2d(x as f32 / 16.0, y as f32 / 16.0);
        ((value * f32::from(LIMIT)).round() as i16).clamp(-LIMIT, LIMIT)
    }

    pub(super) fn field(&self, spec: &MapSpec) -> Grid<i16> {
        let mut field = Grid::filled(spec.width, spec.height, 0);
        for cell in field.cells() {
            field[cell] = self.at(cell);
        }
        field
    }
}

/// Width of features in cells: the `part`-th part of a map's side, between `low` and `high`; on large maps more than
/// `high`, so that a map of 1024 cells is a country and not a carpet.
pub(super) fn feature(side: u16, part: u16, low: u16, high: u16) -> u16 {
    (side / part).clamp(low, high.max(side / (3 * part)))
}

/// The value below which `percent` of a field lies. Field values must be between −2000 and 2000.
pub(super) fn quantile(field: &Grid<i16>, percent: usize) -> i16 {
    let mut counts = [0_usize; 4 * LIMIT as usize + 1];
    for value in field.values() {
        counts[(value + 2 * LIMIT) as usize] += 1;
    }
    let mut left = field.len() * percent / 100;
    for (value, count) in (-2 * LIMIT..).zip(counts) {
        if left < count {
            return value;
        }
        left -= count;
    }
    2 * LIMIT
}
