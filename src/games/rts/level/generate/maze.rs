//! A walled labyrinth with courtyards.
//!
//! A random depth-first spanning tree over a lattice of corridor cells, then half of the dead ends are opened: a perfect
//! maze has one way only, and two groups that meet in it could never pass.

use super::noise::{Noise, quantile};
use super::paint::{Rect, blot, start_place};
use super::{Draft, MapSpec};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// The lattice of corridor cells and how it lies on the map.
struct Lattice {
    /// Directions in which each lattice cell is open, as bits by eighths.
    open: Grid<u8>,
    /// Corridor and wall together, in map cells.
    pitch: i16,
    /// Map cell of the top left wall.
    origin: Cell,
}

impl Lattice {
    /// Opens the wall between a lattice cell and its neighbour.
    fn join(&mut self, cell: Cell, dir: Dir) {
        self.open[cell] |= 1 << dir.eighths();
        self.open[cell.step(dir)] |= 1 << dir.reverse().eighths();
    }

    /// The map cells of a lattice cell, with the walls right and below if these are open.
    fn dig(&self, land: &mut Grid<Terrain>, cell: Cell) {
        let (left, top) = (self.origin.x + cell.x * self.pitch + 1, self.origin.y + cell.y * self.pitch + 1);
        let is_open = |dir: Dir| i16::from(self.open[cell] & 1 << dir.eighths() != 0);
        let side = self.pitch - 1;
        for (width, height) in [(side + is_open(Dir::East), side), (side, side + is_open(Dir::South))] {
            Rect { left, top, width, height }.cells().for_each(|cell| land[cell] = Terrain::Grass);
        }
    }
}

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let mut rng = stream(spec.seed, "maze");
    let pitch: u16 = if spec.width.min(spec.height) < 48 { 3 } else { 4 };
    let (columns, rows) = ((spec.width - 1) / pitch, (spec.height - 1) / pitch);
    let (right, below) = (spec.width - 1 - columns * pitch, spec.height - 1 - rows * pitch);
    let mut lattice = Lattice {
        open: Grid::filled(columns, rows, 0),
        pitch: pitch as i16,
        origin: Cell::new((right / 2) as i16, (below / 2) as i16),
    };
    grow(&mut lattice, &mut rng);
    braid(&mut lattice, &mut rng);
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Wall);
    let courts = courtyards(&mut lattice, &mut rng);
    for cell in lattice.open.cells() {
        lattice.dig(&mut land, cell);
    }
    overgrow(&mut land, spec);
    for (corner, size) in courts {
        pave_court(&mut land, &lattice, corner, size, &mut rng);
    }
    let start = start_place(&land, &mut rng);
    Draft { terrain: land, start, mirrored: false }
}

fn grow(lattice: &mut Lattice, rng: &mut Rng) {
    let mut path = vec![Cell::new(0, 0)];
    while let Some(&cell) = path.last() {
        let fresh = |dir: &Dir| lattice.open.get(cell.step(*dir)) == Some(&0);
        let ways: Vec<Dir> = Dir::ALL.into_iter().step_by(2).filter(fresh).collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let dir = ways[rng.random_range(0..ways.len())];
        lattice.join(cell, dir);
        path.push(cell.step(dir));
    }
}

fn braid(lattice: &mut Lattice, rng: &mut Rng) {
    for cell in lattice.open.cells() {
        if lattice.open[cell].count_ones() > 1 || !rng.random_bool(0.5) {
            continue;
        }
        let closed = |dir: &Dir| lattice.open[cell] & 1 << dir.eighths() == 0 && lattice.open.contains(cell.step(*dir));
        let ways: Vec<Dir> = Dir::ALL.into_iter().step_by(2).filter(closed).collect();
        if !ways.is_empty() {
            lattice.join(cell, ways[rng.random_range(0..ways.len())]);
        }
    }
}

/// Opens some rectangles of the lattice and returns their corners and sizes in lattice cells.
fn courtyards(lattice: &mut Lattice, rng: &mut Rng) -> Vec<(Cell, i16)> {
    let (columns, rows) = (lattice.open.width() as i16, lattice.open.height() as i16);
    let mut courts: Vec<(Cell, i16)> = Vec::new();
    for _ in 0..columns * rows / 40 {
        let size = rng.random_range(2..=3);
        if columns <= size + 2 || rows <= size + 2 {
            break;
        }
        let corner = Cell::new(rng.random_range(1..columns - size), rng.random_range(1..rows - size));
        if courts.iter().any(|(other, _)| other.chebyshev(corner) < 5) {
            continue;
        }
        for cell in (Rect { left: corner.x, top: corner.y, width: size, height: size }).cells() {
            if cell.x + 1 < corner.x + size {
                lattice.join(cell, Dir::East);
            }
            if cell.y + 1 < corner.y + size {
                lattice.join(cell, Dir::South);
            }
        }
        courts.push((corner, size));
    }
    courts
}

/// Hedges instead of walls in some parts, grass and rubble on the ground.
fn overgrow(land: &mut Grid<Terrain>, spec: &MapSpec) {
    let growth = Noise::new(spec.seed, "maze: growth", 20).field(spec);
    let rubble = Noise::new(spec.seed, "maze: rubble", 7).field(spec);
    let (hedge, loose) = (quantile(&growth, 58), quantile(&rubble, 92));
    for cell in land.cells() {
        if land[cell] == Terrain::Wall && growth[cell] > hedge {
            land[cell] = Terrain::Forest;
        } else if land[cell] == Terrain::Grass && rubble[cell] > loose {
            land[cell] = Terrain::Hill;
        }
    }
}

/// Paves a courtyard and puts a pond or a grove in its middle.
fn pave_court(land: &mut Grid<Terrain>, lattice: &Lattice, corner: Cell, size: i16, rng: &mut Rng) {
    let (left, top) =
        (lattice.origin.x + corner.x * lattice.pitch + 1, lattice.origin.y + corner.y * lattice.pitch + 1);
    let side = size * lattice.pitch - 1;
    let court = Rect { left, top, width: side, height: side };
    court.cells().for_each(|cell| land[cell] = Terrain::Road);
    let (rim, core) =
        if rng.random_bool(0.6) { (Terrain::Shallow, Terrain::Deep) } else { (Terrain::Grass, Terrain::Forest) };
    blot(land, court.centre(), side / 2 - 2, rim, core);
}
