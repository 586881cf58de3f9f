//! Equal squares over a map. A square is as bad as its worst part, or as its largest part.
//!
//! With the worst part a square is blocked as soon as any obstacle reaches into it: every way is safe, and narrow gaps
//! close. With the largest part it is blocked if more than half of it is covered: gaps stay open, and ways may lead through
//! obstacles, which [`super::map::Map::inside`] tells. Steps go in eight directions, diagonally between free squares only,
//! as on all our maps.

use super::geometry::{Bounds, Point};
use super::map::Map;
use super::network::Network;
use super::triangles::Triangles;
use crate::base::{Cell, Dir, Grid};

/// Most squares along a side.
pub const MOST: u16 = 512;

/// Less of a square than this is nothing: areas are sums of rounded numbers.
pub(super) const NOTHING: f64 = 1e-9;

/// A side of squares, of which at most [`MOST`] are needed along the map, as a multiple of 1/4096: then corners of squares
/// and of their halves are exact.
pub(super) fn usable(map: &Map, side: f64) -> f64 {
    let size = map.size();
    let least = (size.x.max(size.y) / f64::from(MOST) * 4096.0).ceil();
    (side * 4096.0).round().clamp(least, 4096.0 * super::geometry::LONGEST) / 4096.0
}

/// What a square is judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judge {
    WorstPart,
    LargestPart,
}

/// Squares over a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Squares {
    /// Length of a side.
    pub side: f64,
    pub free: Grid<bool>,
}

impl Squares {
    /// Squares of a side, or of a larger one where they would be more than [`MOST`] along the map.
    pub fn new(map: &Map, triangles: &Triangles, side: f64, judge: Judge) -> Self {
        let size = map.size();
        let side = usable(map, side);
        let count = |length: f64| ((length / side - NOTHING).ceil().max(1.0) as u16).min(MOST);
        let mut covered = Grid::filled(count(size.x), count(size.y), 0.0);
        let bounds = |cell: Cell| {
            let least = Point::new(f64::from(cell.x) * side, f64::from(cell.y) * side);
            Bounds { least, most: Point::new(least.x + side, least.y + side) }
        };
        for triangle in &triangles.blocked {
            let corners = triangles.points(triangle);
            let around = Bounds::around(&corners);
            let at = |value: f64| (value / side) as i16;
            for y in at(around.least.y)..=at(around.most.y) {
                for x in at(around.least.x)..=at(around.most.x) {
                    if let Some(sum) = covered.get_mut(Cell::new(x, y)) {
                        *sum += bounds(Cell::new(x, y)).covered(&corners);
                    }
                }
            }
        }
        // What sticks out of the map is covered, too.
        for cell in covered.cells() {
            let square = bounds(cell);
            covered[cell] += square.area() - square.covered(&map.bounds().corners());
        }
        let limit = if judge == Judge::WorstPart { NOTHING } else { 0.5 };
        Self { side, free: covered.map(|sum| *sum <= limit * side * side) }
    }

    /// The square that a point is in; on a rim the one to the right and below.
    pub fn at(&self, point: Point) -> Cell {
        let at = |value: f64, count: u16| ((value / self.side) as i16).min(count as i16 - 1);
        Cell::new(at(point.x, self.free.width()), at(point.y, self.free.height()))
    }

    /// The middle of a square.
    pub fn middle(&self, cell: Cell) -> Point {
        Point::new((f64::from(cell.x) + 0.5) * self.side, (f64::from(cell.y) + 0.5) * self.side)
    }

    /// The middles of free squares with all legal steps, and the number of each square's point, if it has one.
    pub fn network(&self) -> (Network, Grid<Option<u32>>) {
        let mut network = Network::default();
        let mut numbers = self.free.map(|_| None);
        for cell in self.free.cells().filter(|cell| self.free[*cell]) {
            numbers[cell] = Some(network.add(self.middle(cell)));
        }
        let free = |x: i16, y: i16| self.free.get(Cell::new(x, y)) == Some(&true);
        for (cell, number) in numbers.iter() {
            // Half of the directions; the others come from the other side.
            for dir in [Dir::East, Dir::SouthEast, Dir::South, Dir::SouthWest] {
                let to = cell.step(dir);
                let sides = !dir.is_diagonal() || free(cell.x, to.y) && free(to.x, cell.y);
                if let (Some(a), Some(b), true) = (*number, numbers.get(to).copied().flatten(), sides) {
                    network.link(a, b);
                }
            }
        }
        (network, numbers)
    }
}
