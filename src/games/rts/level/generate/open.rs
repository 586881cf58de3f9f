//! Meadows with copses, ponds and hills: one noise for the height of the ground, one for the woods.

use super::noise::{Noise, feature, quantile};
use super::paint::{clear, clumps, start_place, start_radius};
use super::{Draft, MapSpec, roads};
use crate::base::Grid;
use crate::base::rng::stream;
use crate::nav::terrain::Terrain;

/// Draws the ground.
pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let height = Noise::new(spec.seed, "open: height", feature(side, 2, 14, 44)).field(spec);
    let [deep, shallow, hill, rock] = [5, 9, 87, 97].map(|percent| quantile(&height, percent));
    let mut land: Grid<Terrain> = height.map(|height| match *height {
        height if height < deep => Terrain::Deep,
        height if height < shallow => Terrain::Shallow,
        height if height > rock => Terrain::Rock,
        height if height > hill => Terrain::Hill,
        _ => Terrain::Grass,
    });
    let woods = Noise::new(spec.seed, "open: woods", feature(side, 4, 9, 18)).field(spec);
    clumps(&mut land, &woods, 83, Terrain::Forest);
    let mut rng = stream(spec.seed, "open");
    let start = start_place(&land, &mut rng);
    let ragged = Noise::new(spec.seed, "open: edges", 5);
    let radius = start_radius(&land);
    clear(&mut land, start, radius, &ragged);
    let places = roads::places(&land, start, 3 + usize::from(side / 160), &mut rng);
    roads::lay(&mut land, start, &places, &ragged);
    Draft { terrain: land, start, mirrored: false }
}
