//! Meadows with copses, ponds and hills: one noise for the height of the ground, one for the woods.

use super::noise::{Noise, feature};
use super::paint::{clumps, relief};
use super::{Draft, MapSpec, roads};
use crate::base::rng::stream;
use crate::nav::terrain::Terrain;

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let height = Noise::new(spec.seed, "open: height", feature(side, 2, 14, 44)).field(spec);
    let mut land = relief(&height, [5, 9, 87, 97]);
    let woods = Noise::new(spec.seed, "open: woods", feature(side, 4, 9, 18)).field(spec);
    clumps(&mut land, &woods, 83, Terrain::Forest);
    let mut rng = stream(spec.seed, "open");
    let ragged = Noise::new(spec.seed, "open: edges", 5);
    roads::settle(land, 3 + usize::from(side / 160), &ragged, &mut rng)
}
