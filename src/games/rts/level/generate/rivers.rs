//! Rivers that only bridges and fords cross.

use super::noise::{Noise, feature};
use super::paint::{clumps, disk, shores};
use super::{Draft, MapSpec, roads};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

const CROSSING_EVERY: i16 = 26;

#[derive(Clone, Copy)]
enum Flow {
    /// From the left to the right edge.
    East,
    /// From the top to the bottom edge.
    South,
}

impl Flow {
    /// The cell `along` the river's axis and `across` it.
    const fn cell(self, along: i16, across: i16) -> Cell {
        match self {
            Self::East => Cell::new(along, across),
            Self::South => Cell::new(across, along),
        }
    }

    const fn across(self) -> Dir {
        match self {
            Self::East => Dir::South,
            Self::South => Dir::East,
        }
    }

    /// Cells along and across the axis.
    fn size(self, land: &Grid<Terrain>) -> (i16, i16) {
        let (width, height) = (land.width() as i16, land.height() as i16);
        match self {
            Self::East => (width, height),
            Self::South => (height, width),
        }
    }
}

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let side = spec.width.min(spec.height);
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Grass);
    let hills = Noise::new(spec.seed, "rivers: hills", feature(side, 3, 12, 30)).field(spec);
    clumps(&mut land, &hills, 90, Terrain::Hill);
    let woods = Noise::new(spec.seed, "rivers: woods", feature(side, 4, 9, 16)).field(spec);
    clumps(&mut land, &woods, 80, Terrain::Forest);
    let ragged = Noise::new(spec.seed, "rivers: edges", 5);
    let mut rng = stream(spec.seed, "rivers");
    let main = if rng.random_bool(0.5) { Flow::East } else { Flow::South };
    let count = 1 + (side / 72).min(5);
    let mut courses = Vec::new();
    for index in 0..count {
        // From three on, the last one joins the others at a right angle.
        let joins = count >= 3 && index + 1 == count;
        let (flow, lane, lanes) = match (joins, main) {
            (false, _) => (main, index, count - u16::from(count >= 3)),
            (true, Flow::East) => (Flow::South, 0, 1),
            (true, Flow::South) => (Flow::East, 0, 1),
        };
        courses.push((flow, dig(&mut land, spec, flow, lane as i16, lanes as i16, &mut rng)));
    }
    shores(&mut land, 1, &ragged);
    for (flow, course) in &courses {
        crossings(&mut land, *flow, course, &mut rng);
    }
    roads::settle(land, 3 + usize::from(side / 128), &ragged, &mut rng)
}

/// Digs a winding river and returns its middle, one position across per cell along.
fn dig(land: &mut Grid<Terrain>, spec: &MapSpec, flow: Flow, lane: i16, lanes: i16, rng: &mut Rng) -> Vec<i16> {
    let (length, breadth) = flow.size(land);
    let bends = Noise::new(spec.seed, &format!("rivers: bends {lane} of {lanes}"), feature(length as u16, 1, 16, 90));
    let swing = i32::from(breadth / (2 * lanes + 1)).min(40);
    let middle = breadth * (2 * lane + 1) / (2 * lanes) + rng.random_range(-breadth / 16..=breadth / 16);
    let broad = 1 + breadth / 90;
    let mut course = Vec::with_capacity(length as usize);
    for along in 0..length {
        let bend = i32::from(bends.at(Cell::new(along, 40 * lane))) * swing / 600;
        let across = (middle + bend as i16).clamp(2, breadth - 3);
        let radius = 1 + i16::from(bends.at(Cell::new(along, 4000)) > 100) * broad.min(2) / 2 + broad / 3;
        // Steep bends jump over cells; the river must not.
        let before = course.last().copied().unwrap_or(across);
        for across in before.min(across)..=before.max(across) {
            for cell in disk(land, flow.cell(along, across), radius) {
                land[cell] = Terrain::Deep;
            }
        }
        course.push(across);
    }
    course
}

/// Bridges and fords in turn, each at the narrowest place of its reach.
fn crossings(land: &mut Grid<Terrain>, flow: Flow, course: &[i16], rng: &mut Rng) {
    let length = course.len() as i16;
    let count = (length / CROSSING_EVERY).max(2);
    let first_is_bridge = rng.random_bool(0.5);
    for index in 0..count {
        let reach = length / count;
        let (from, to) = (index * reach + reach / 5, (index + 1) * reach - reach / 5 - 1);
        let width = |along: i16| banks(land, flow, along, course[along as usize]);
        let Some(along) = (from..to).min_by_key(|along| {
            let (top, bottom) = width(*along);
            (bottom - top, (along - (from + to) / 2).abs())
        }) else {
            continue;
        };
        let is_bridge = (index % 2 == 0) == first_is_bridge;
        let span = if is_bridge { 0..2 } else { -2..3 };
        for along in span.map(|offset| along + offset).filter(|along| (0..length).contains(along)) {
            let (top, bottom) = banks(land, flow, along, course[along as usize]);
            for across in top..=bottom {
                let Some(terrain) = land.get_mut(flow.cell(along, across)) else { continue };
                *terrain = match *terrain {
                    Terrain::Deep | Terrain::Shallow | Terrain::Bridge if is_bridge => Terrain::Bridge,
                    Terrain::Deep => Terrain::Shallow,
                    Terrain::Forest | Terrain::Rock => Terrain::Grass,
                    other => other,
                };
            }
        }
    }
}

/// The first dry positions on both sides of the river's middle.
fn banks(land: &Grid<Terrain>, flow: Flow, along: i16, middle: i16) -> (i16, i16) {
    let is_wet = |cell: Cell| matches!(land.get(cell), Some(Terrain::Deep | Terrain::Shallow | Terrain::Bridge));
    let walk = |dir: Dir| {
        let mut cell = flow.cell(along, middle);
        while is_wet(cell) {
            cell = cell.step(dir);
        }
        match flow {
            Flow::East => cell.y,
            Flow::South => cell.x,
        }
    };
    (walk(flow.across().reverse()), walk(flow.across()))
}
