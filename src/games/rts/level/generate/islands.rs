//! Islands in deep water, joined by bridges and fords.
//!
//! The islands sit on a jittered lattice; links follow lattice neighbours: a random spanning tree and a few more, each
//! a straight crossing with the bends on land.

use super::noise::{Noise, feature, quantile};
use super::paint::clear;
use super::{Draft, MapSpec, roads::pave};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

struct Island {
    centre: Cell,
    radius: i16,
}

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let mut rng = stream(spec.seed, "islands");
    let pitch = feature(side, 3, 12, 34) as i16;
    let (columns, rows) = ((spec.width as i16 / pitch).max(1), (spec.height as i16 / pitch).max(1));
    let islands: Vec<Island> = (0..rows * columns).map(|slot| island(spec, &mut rng, (columns, rows), slot)).collect();
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Deep);
    let coast = Noise::new(spec.seed, "islands: coast", (pitch as u16 / 2).max(5));
    for island in &islands {
        raise(&mut land, island, &coast);
    }
    let woods = Noise::new(spec.seed, "islands: woods", (pitch as u16 / 3).max(9)).field(spec);
    let hills = Noise::new(spec.seed, "islands: hills", (pitch as u16 / 2).max(14)).field(spec);
    let (wood, hill, rock) = (quantile(&woods, 76), quantile(&hills, 82), quantile(&hills, 94));
    for cell in land.cells() {
        if land[cell] == Terrain::Grass {
            land[cell] = match (woods[cell], hills[cell]) {
                (_, height) if height > rock => Terrain::Rock,
                (_, height) if height > hill => Terrain::Hill,
                (trees, _) if trees > wood => Terrain::Forest,
                _ => Terrain::Grass,
            };
        }
    }
    link(&mut land, &islands, columns as usize, &mut rng);
    // The start is the largest island of the left column.
    let first = islands.iter().step_by(columns as usize).max_by_key(|island| island.radius);
    let start = first.map_or(Cell::new(spec.width as i16 / 2, spec.height as i16 / 2), |island| island.centre);
    clear(&mut land, start, &coast);
    Draft { terrain: land, start, mirrored: false }
}

/// The island of a lattice slot: moved a little, of random size.
fn island(spec: &MapSpec, rng: &mut Rng, (columns, rows): (i16, i16), slot: i16) -> Island {
    let (width, height) = (spec.width as i16 / columns, spec.height as i16 / rows);
    let room = width.min(height);
    let jitter = room / 7;
    let x = (slot % columns) * width + width / 2 + rng.random_range(-jitter..=jitter);
    let y = (slot / columns) * height + height / 2 + rng.random_range(-jitter..=jitter);
    // The left column stays large enough for a squad.
    let percent = if slot % columns == 0 { 42..=46 } else { 26..=46 };
    Island { centre: Cell::new(x, y), radius: room * rng.random_range(percent) / 100 }
}

/// Raises an island with a winding coast and a rim of shallow water.
fn raise(land: &mut Grid<Terrain>, island: &Island, coast: &Noise) {
    let reach = island.radius * 2;
    let radius = i32::from(island.radius).max(2);
    for y in island.centre.y - reach..=island.centre.y + reach {
        for x in island.centre.x - reach..=island.centre.x + reach {
            let cell = Cell::new(x, y);
            let Some(&old) = land.get(cell) else { continue };
            // Square of the distance in hundredths of the radius, against a limit that the noise moves.
            let distance = i32::try_from(cell.distance_squared(island.centre)).unwrap_or(i32::MAX / 10_000);
            let far = distance * 10_000 / (radius * radius);
            let shore = 100 + i32::from(coast.at(cell)) / 14;
            let rim = shore + (150 / radius).clamp(14, 40);
            if far <= shore * shore {
                land[cell] = Terrain::Grass;
            } else if far <= rim * rim && old == Terrain::Deep {
                land[cell] = Terrain::Shallow;
            }
        }
    }
}

/// Links the islands: Prim's tree with random choices, and some of the remaining neighbours.
fn link(land: &mut Grid<Terrain>, islands: &[Island], columns: usize, rng: &mut Rng) {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for slot in 0..islands.len() {
        if (slot + 1) % columns != 0 {
            pairs.push((slot, slot + 1));
        }
        if slot + columns < islands.len() {
            pairs.push((slot, slot + columns));
        }
    }
    let mut joined = vec![false; islands.len()];
    joined[0] = true;
    let mut chosen = Vec::new();
    loop {
        let open: Vec<usize> =
            (0..pairs.len()).filter(|&index| joined[pairs[index].0] != joined[pairs[index].1]).collect();
        if open.is_empty() {
            break;
        }
        let (first, second) = pairs.swap_remove(open[rng.random_range(0..open.len())]);
        joined[first] = true;
        joined[second] = true;
        chosen.push((first, second));
    }
    pairs.retain(|_| rng.random_bool(0.4));
    chosen.extend(pairs);
    for (first, second) in chosen {
        let is_ford = rng.random_bool(0.25);
        join(land, islands[first].centre, islands[second].centre, is_ford);
    }
}

/// A way of three straight parts between two centres; only the middle one crosses water.
fn join(land: &mut Grid<Terrain>, from: Cell, to: Cell, is_ford: bool) {
    let level = (to.x - from.x).abs() >= (to.y - from.y).abs();
    let bends = if level {
        let y = (from.y + to.y) / 2;
        [Cell::new(from.x, y), Cell::new(to.x, y)]
    } else {
        let x = (from.x + to.x) / 2;
        [Cell::new(x, from.y), Cell::new(x, to.y)]
    };
    for (start, end) in [(from, bends[0]), (bends[0], bends[1]), (bends[1], to)] {
        for cell in std::iter::once(start).chain(start.line_between(end)).chain([end]) {
            // Two cells wide: a crossing that a squad can use both ways.
            let beside = if level { Cell::new(cell.x, cell.y + 1) } else { Cell::new(cell.x + 1, cell.y) };
            for cell in [cell, beside] {
                match land.get_mut(cell) {
                    Some(terrain @ Terrain::Deep) if is_ford => *terrain = Terrain::Shallow,
                    Some(Terrain::Shallow) if is_ford => {}
                    Some(_) => pave(land, cell),
                    None => {}
                }
            }
        }
    }
}
