//! Ridges of rock with passes between wooded valleys.
//!
//! Ridges run where the noise crosses zero (ridged noise, F. K. Musgrave 1993), so that they are long and closed and
//! part the map into valleys; roads and the common linking step open the passes.

use super::noise::{Noise, feature, quantile};
use super::paint::{clumps, shores};
use super::{Draft, MapSpec, roads};
use crate::base::Grid;
use crate::base::rng::stream;
use crate::nav::terrain::Terrain;

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let valleys = Noise::new(spec.seed, "mountains: ridges", feature(side, 2, 14, 56)).field(spec);
    let depth: Grid<i16> = valleys.map(|value| value.abs());
    let [rock, hill, lake] = [17, 33, 97].map(|percent| quantile(&depth, percent));
    let mut land: Grid<Terrain> = depth.map(|depth| match *depth {
        depth if depth < rock => Terrain::Rock,
        depth if depth < hill => Terrain::Hill,
        depth if depth > lake => Terrain::Deep,
        _ => Terrain::Grass,
    });
    let ragged = Noise::new(spec.seed, "mountains: edges", 5);
    let woods = Noise::new(spec.seed, "mountains: woods", feature(side, 5, 8, 16)).field(spec);
    clumps(&mut land, &woods, 74, Terrain::Forest);
    shores(&mut land, 1, &ragged);
    let mut rng = stream(spec.seed, "mountains");
    roads::settle(land, 4 + usize::from(side / 128), &ragged, &mut rng)
}
