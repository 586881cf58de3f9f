//! The same number of trees near every start.

use super::symmetry::{Point, length, point};
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::{CostTable, MovementClass, Terrain};

/// Half cells around the middle of a hall within which trees count: twenty cells.
const NEAR: i32 = 40;
/// Trees that each start has near it, at least.
const LEAST: usize = 250;

/// The trees near a start, the nearest first.
fn trees_near(land: &Grid<Terrain>, home: Point) -> Vec<Cell> {
    let far = |cell: Cell| {
        let (x, y) = point(land, cell);
        length((x - home.0, y - home.1))
    };
    let mut trees: Vec<Cell> =
        land.cells().filter(|cell| land[*cell] == Terrain::Forest && far(*cell) <= NEAR).collect();
    trees.sort_by_key(|cell| (far(*cell), cell.y, cell.x));
    trees
}

/// Fells the farthest of the trees near each start until all have as many as the poorest; false if that are too few.
///
/// Trees at the edge of a wood are felled, so that no clearing is cut off.
pub(super) fn even(land: &mut Grid<Terrain>, costs: &CostTable, homes: &[Point]) -> bool {
    // Starts on small maps share trees: felling for one changes the count of another.
    for _ in 0..4 {
        let counts: Vec<usize> = homes.iter().map(|home| trees_near(land, *home).len()).collect();
        let least = counts.iter().min().copied().unwrap_or(0);
        if least < LEAST {
            return false;
        }
        if counts.iter().all(|count| *count == least) {
            return true;
        }
        for home in homes {
            fell(land, costs, *home, least);
        }
    }
    false
}

/// Fells trees near a start, the farthest at the edge of a wood first, until so many are left.
fn fell(land: &mut Grid<Terrain>, costs: &CostTable, home: Point, left: usize) {
    let mut trees = trees_near(land, home);
    while trees.len() > left {
        let is_edge = |tree: &Cell| {
            let beside = Dir::ALL.into_iter().step_by(2).filter_map(|dir| land.get(tree.step(dir)));
            beside.into_iter().any(|ground| costs.quarters(MovementClass::Foot, *ground).is_some())
        };
        let Some(index) = trees.iter().rposition(is_edge) else { return };
        land[trees.remove(index)] = Terrain::Grass;
    }
}
