//! Winding caves in solid rock.
//!
//! Random cells smoothed by a cellular automaton (L. Johnson, G. N. Yannakakis and J. Togelius, "Cellular automata for
//! real-time generation of infinite cave levels", 2010). On larger maps the automaton runs on coarser cells first, so
//! that caverns grow with the map.

use super::noise::{Noise, feature, quantile};
use super::paint::{clear, shores, start_place};
use super::{Draft, MapSpec};
use crate::base::rng::stream;
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// Share of rock before smoothing, in percent. Above 48 the caves fall apart, below 40 they melt into one hall.
const ROCK_PERCENT: u32 = 47;

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let scale = match side {
        0..72 => 1,
        72..320 => 2,
        320..640 => 3,
        _ => 5,
    };
    let mut rng = stream(spec.seed, "caves");
    let mut coarse = Grid::filled(spec.width.div_ceil(scale), spec.height.div_ceil(scale), false);
    for rock in coarse.values_mut() {
        *rock = rng.random_range(0..100) < ROCK_PERCENT;
    }
    for _ in 0..5 {
        coarse = smoothed(&coarse);
    }
    let mut rock = Grid::filled(spec.width, spec.height, false);
    for cell in rock.cells() {
        rock[cell] = coarse[Cell::new(cell.x / scale as i16, cell.y / scale as i16)];
    }
    for _ in 0..scale {
        rock = smoothed(&rock);
    }
    let mut land = rock.map(|rock| if *rock { Terrain::Rock } else { Terrain::Grass });
    let ground = Noise::new(spec.seed, "caves: ground", feature(side, 4, 10, 24)).field(spec);
    let [pool, moss, rubble] = [9, 88, 80].map(|percent| quantile(&ground, percent));
    let plants = Noise::new(spec.seed, "caves: plants", 6).field(spec);
    let rare = quantile(&plants, 60);
    for cell in land.cells() {
        if land[cell] == Terrain::Grass {
            land[cell] = match ground[cell] {
                height if height < pool => Terrain::Deep,
                height if height > moss && plants[cell] > rare => Terrain::Forest,
                height if height > rubble => Terrain::Hill,
                _ => Terrain::Grass,
            };
        }
    }
    let ragged = Noise::new(spec.seed, "caves: edges", 5);
    shores(&mut land, 1, &ragged);
    let start = start_place(&land, &mut rng);
    clear(&mut land, start, &ragged);
    Draft { terrain: land, start, mirrored: false }
}

/// One step: rock grows where five of the nine cells are rock; outside of the map all is rock.
fn smoothed(rock: &Grid<bool>) -> Grid<bool> {
    let mut next = rock.clone();
    for cell in rock.cells() {
        let around = Dir::ALL.into_iter().filter(|dir| *rock.get(cell.step(*dir)).unwrap_or(&true)).count();
        next[cell] = around + usize::from(rock[cell]) >= 5;
    }
    next
}
