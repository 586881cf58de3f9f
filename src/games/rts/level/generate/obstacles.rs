//! Scattered obstacles on plain ground: the seven-parameter generator of the source system.

use super::noise::Noise;
use super::paint::{Rect, at_percent, clear, clumps};
use super::{Draft, GenerateError, MapSpec, within};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// Size and shape of obstacles: seven numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObstacleParams {
    /// Share of the map that obstacles try to cover, in percent, 0 to 60.
    pub density: u16,
    /// Narrowest obstacle in cells, 1 to `max_width`.
    pub min_width: u16,
    /// Widest obstacle in cells, `min_width` to 64.
    pub max_width: u16,
    /// Lowest obstacle in cells, 1 to `max_height`.
    pub min_height: u16,
    /// Highest obstacle in cells, `min_height` to 64.
    pub max_height: u16,
    /// Free cells between two obstacles, 0 to 16.
    pub spacing: u16,
    /// Share of obstacles that are round (boulders, copses) and not rectangular (masonry), in percent, 0 to 100.
    pub roundness: u16,
}

impl ObstacleParams {
    pub const SPARSE: Self =
        Self { density: 16, min_width: 2, max_width: 9, min_height: 2, max_height: 9, spacing: 2, roundness: 75 };

    pub const DENSE: Self =
        Self { density: 38, min_width: 1, max_width: 4, min_height: 1, max_height: 4, spacing: 1, roundness: 65 };

    /// Whether each parameter is in its range.
    ///
    /// # Errors
    /// [`GenerateError::Parameter`] with the first that is not.
    pub fn check(&self) -> Result<(), GenerateError> {
        let ranges = [
            ("density", self.density, 0, 60),
            ("min_width", self.min_width, 1, self.max_width),
            ("max_width", self.max_width, 1, 64),
            ("min_height", self.min_height, 1, self.max_height),
            ("max_height", self.max_height, 1, 64),
            ("spacing", self.spacing, 0, 16),
            ("roundness", self.roundness, 0, 100),
        ];
        ranges.into_iter().try_for_each(|(name, value, low, high)| within(name, value, low, high))
    }
}

/// Shortest side of masonry that is a ruin with a yard and not a solid block.
const RUIN: i16 = 5;

/// Plain ground, a few soft hills under the obstacles, and the obstacles.
pub(super) fn draft(spec: &MapSpec, params: &ObstacleParams) -> Draft {
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Grass);
    let hills = Noise::new(spec.seed, "obstacles: hills", 22).field(spec);
    clumps(&mut land, &hills, 90, Terrain::Hill);
    let ragged = Noise::new(spec.seed, "obstacles: edges", 4);
    let mut rng = stream(spec.seed, "obstacles");
    let mut covered = land.map(|_| false);
    let wanted = land.len() * usize::from(params.density) / 100;
    let (mut placed, mut failures) = (0, 0);
    // A crowded map refuses more and more attempts; after some hundred in a row it is full.
    while placed < wanted && failures < 400 {
        let block = random_block(params, &land, &mut rng);
        if !is_free(&covered, block, params.spacing as i16) {
            failures += 1;
            continue;
        }
        failures = 0;
        let round = rng.random_range(0..100) < params.roundness;
        let terrain = match (round, rng.random_range(0..5)) {
            (false, _) => Terrain::Wall,
            (true, 0..=2) => Terrain::Rock,
            (true, _) => Terrain::Forest,
        };
        placed += stamp(&mut land, &mut covered, block, terrain, round, &ragged);
        if !round && block.shorter_side() >= RUIN {
            hollow(&mut land, block, &mut rng);
        }
    }
    let start = at_percent(&land, 12, 50);
    clear(&mut land, start, &ragged);
    Draft { terrain: land, start, mirrored: false }
}

fn random_block(params: &ObstacleParams, land: &Grid<Terrain>, rng: &mut Rng) -> Rect {
    let mut side = |low: u16, high: u16, limit: u16| rng.random_range(low.min(limit)..=high.min(limit)) as i16;
    let width = side(params.min_width, params.max_width, land.width() / 2);
    let height = side(params.min_height, params.max_height, land.height() / 2);
    Rect {
        left: rng.random_range(0..=land.width() as i16 - width),
        top: rng.random_range(0..=land.height() as i16 - height),
        width,
        height,
    }
}

fn is_free(covered: &Grid<bool>, block: Rect, spacing: i16) -> bool {
    block.inside(-spacing).cells().all(|cell| covered.get(cell) != Some(&true))
}

/// Paints one obstacle and returns how many cells it covers.
fn stamp(
    land: &mut Grid<Terrain>,
    covered: &mut Grid<bool>,
    block: Rect,
    terrain: Terrain,
    round: bool,
    ragged: &Noise,
) -> usize {
    let (width, height) = (i32::from(block.width), i32::from(block.height));
    let mut count = 0;
    for cell in block.cells() {
        let (x, y) = (i32::from(cell.x - block.left), i32::from(cell.y - block.top));
        // Distance from the middle in thousandths of the half axes, squared, with a ragged rim.
        let (dx, dy) = ((2 * x + 1 - width) * 1000 / width, (2 * y + 1 - height) * 1000 / height);
        let rim = 1_050_000 + i32::from(ragged.at(cell)) * 500;
        if !round || dx * dx + dy * dy <= rim {
            land[cell] = terrain;
            covered[cell] = true;
            count += 1;
        }
    }
    count
}

/// Makes a ruin of a block of masonry: a yard inside, a gate in the middle of one side.
fn hollow(land: &mut Grid<Terrain>, block: Rect, rng: &mut Rng) {
    let (right, bottom) = (block.left + block.width - 1, block.top + block.height - 1);
    block.inside(1).cells().for_each(|cell| land[cell] = Terrain::Road);
    let Cell { x, y } = block.centre();
    let gates = [
        [(block.left, y), (block.left, y - 1)],
        [(right, y), (right, y - 1)],
        [(x, block.top), (x - 1, block.top)],
        [(x, bottom), (x - 1, bottom)],
    ];
    for (x, y) in gates[rng.random_range(0..gates.len())] {
        land[Cell::new(x, y)] = Terrain::Road;
    }
}
