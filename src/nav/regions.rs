//! Connected regions of one movement class: whether there is a way at all, answered at once.

use super::terrain::Ground;
use crate::base::{Cell, Dir, Grid};

/// Region numbers of all cells for one movement class; 0 where the class cannot stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    labels: Grid<u32>,
    /// Cells of each region, from region 1 on.
    sizes: Vec<u32>,
}

impl Regions {
    /// Labels the map by flooding, row by row.
    #[must_use]
    pub fn new(ground: Ground<'_>) -> Self {
        let terrain = ground.terrain();
        let mut labels = Grid::filled(terrain.width(), terrain.height(), 0u32);
        let mut sizes = Vec::new();
        let mut stack = Vec::new();
        for start in terrain.cells() {
            if labels[start] != 0 || !ground.is_passable(start) {
                continue;
            }
            let label = sizes.len() as u32 + 1;
            let mut size = 0;
            labels[start] = label;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                size += 1;
                // A legal diagonal implies two legal straight steps, so four directions are enough.
                for dir in [Dir::North, Dir::East, Dir::South, Dir::West] {
                    let next = cell.step(dir);
                    if ground.is_passable(next) && labels[next] == 0 {
                        labels[next] = label;
                        stack.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        Self { labels, sizes }
    }

    /// The region of a cell, or `None` where the class cannot stand.
    #[must_use]
    pub fn region(&self, cell: Cell) -> Option<u32> {
        self.labels.get(cell).copied().filter(|label| *label != 0)
    }

    /// Number of regions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Cells in a region.
    #[must_use]
    pub fn size(&self, region: u32) -> u32 {
        self.sizes[region as usize - 1]
    }

    /// The cell of `region` closest to `target` in a straight line, the topmost and leftmost of equals.
    /// `None` only if there is no such region.
    #[must_use]
    pub fn nearest(&self, region: u32, target: Cell) -> Option<Cell> {
        let longest = i16::try_from(self.labels.width().max(self.labels.height())).unwrap_or(i16::MAX);
        let mut best: Option<(u32, Cell)> = None;
        for radius in 0..=longest {
            let reach = u32::from(radius.unsigned_abs());
            if best.is_some_and(|(distance, _)| reach * reach > distance) {
                break;
            }
            for cell in ring(target, radius) {
                if self.region(cell) == Some(region) {
                    let candidate = (target.distance_squared(cell), cell);
                    let better = best.is_none_or(|(distance, at)| {
                        (candidate.0, candidate.1.y, candidate.1.x) < (distance, at.y, at.x)
                    });
                    if better {
                        best = Some(candidate);
                    }
                }
            }
        }
        best.map(|(_, cell)| cell)
    }
}

/// The cells at Chebyshev distance `radius` from `centre`, on the map or not.
pub fn ring(centre: Cell, radius: i16) -> impl Iterator<Item = Cell> {
    let rows = [-radius, radius].into_iter().take(if radius == 0 { 1 } else { 2 });
    let horizontal = rows.flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy)));
    let vertical = (1 - radius..radius).flat_map(move |dy| [(-radius, dy), (radius, dy)]);
    horizontal.chain(vertical).map(move |(dx, dy)| Cell::new(centre.x.saturating_add(dx), centre.y.saturating_add(dy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_has_eight_cells_per_radius() {
        assert_eq!(ring(Cell::new(3, 3), 0).collect::<Vec<_>>(), [Cell::new(3, 3)]);
        for radius in 1..6 {
            let mut cells: Vec<_> = ring(Cell::new(3, 3), radius).collect();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), 8 * radius as usize);
            assert!(cells.iter().all(|cell| cell.chebyshev(Cell::new(3, 3)) == radius as u32));
        }
    }
}
