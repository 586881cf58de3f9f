//! Connected regions of one movement class or of one size of unit: whether there is a way at all, answered at once.
//!
//! Cells of a region are linked by straight steps. That is enough in eight directions too, as a legal diagonal implies
//! two legal straight steps, and it is the rule for the anchors of a large unit ([`super::clearance`]): a unit of n × n
//! cells at one anchor can step straight to the next exactly if it fits on both.
//!
//! A map is labelled in two passes with union-find (A. Rosenfeld and J. L. Pfaltz, "Sequential Operations in Digital
//! Picture Processing", JACM 13(4), 1966); afterwards the labels follow edits (`edits.rs`).
//!
//! Invariants: two cells have the same number exactly if a straight way links them; `sizes` counts the cells of each
//! number; the numbers without cells are those in `unused`.

mod edits;

use super::terrain::Ground;
use crate::base::{Cell, Dir, Grid};

/// Region numbers of all cells; 0 where the unit cannot stand.
///
/// After [`Regions::new`] the numbers are 1, 2, 3, … in row order of the topmost, leftmost cells. Updates leave gaps
/// and fill them again, so that equal maps may then have different numbers: use [`Regions::numbers`] to go through
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regions {
    labels: Grid<u32>,
    /// Cells of each region, from region 1 on; 0 for a number that is not in use.
    sizes: Vec<u32>,
    /// Numbers that are not in use; the last is given out first.
    unused: Vec<u32>,
}

impl Regions {
    pub fn new(ground: Ground<'_>) -> Self {
        let terrain = ground.terrain();
        Self::of_passable(terrain.width(), terrain.height(), |cell| ground.is_passable(cell))
    }

    /// Labels a map of `width` × `height` cells in two passes. `passable` says where the unit can stand, with its
    /// anchor if it is large, and is asked once for every cell.
    ///
    /// # Panics
    /// If a side is out of range ([`Grid::filled`]).
    pub fn of_passable(width: u16, height: u16, passable: impl Fn(Cell) -> bool) -> Self {
        let mut labels = Grid::filled(width, height, 0u32);
        // For each number given out so far, a lower one of the same region or itself. 0 stands for blocked.
        let mut lower = vec![0u32];
        for y in 0..height as i16 {
            let mut left = 0;
            for x in 0..width as i16 {
                let cell = Cell::new(x, y);
                let above = if y > 0 { labels[cell.step(Dir::North)] } else { 0 };
                left = match (passable(cell), left, above) {
                    (false, ..) => 0,
                    (true, 0, 0) => {
                        lower.push(lower.len() as u32);
                        lower.len() as u32 - 1
                    }
                    (true, 0, above) => above,
                    (true, left, above) => {
                        if above != 0 && above != left {
                            let (left, above) = (lowest(&mut lower, left), lowest(&mut lower, above));
                            lower[left.max(above) as usize] = left.min(above);
                        }
                        left
                    }
                };
                labels[cell] = left;
            }
        }
        // Number the regions by their first cells: a number that is its own lowest was given to one.
        let mut sizes = Vec::new();
        for number in 1..lower.len() {
            lower[number] = if lower[number] as usize == number {
                sizes.push(0);
                sizes.len() as u32
            } else {
                lower[lower[number] as usize]
            };
        }
        for label in labels.values_mut().iter_mut().filter(|label| **label != 0) {
            *label = lower[*label as usize];
            sizes[*label as usize - 1] += 1;
        }
        Self { labels, sizes, unused: Vec::new() }
    }

    /// The region of a cell, or `None` where the unit cannot stand.
    pub fn region(&self, cell: Cell) -> Option<u32> {
        self.labels.get(cell).copied().filter(|label| *label != 0)
    }

    pub fn count(&self) -> usize {
        self.sizes.len() - self.unused.len()
    }

    /// The numbers of the regions, in ascending order.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        (1..).zip(&self.sizes).filter(|(_, size)| **size > 0).map(|(number, _)| number)
    }

    /// Cells in a region; 0 for a number that is not in use.
    pub fn size(&self, region: u32) -> u32 {
        self.sizes[region as usize - 1]
    }

    /// The cell of `region` closest to `target` in a straight line, the topmost and leftmost of equals.
    /// `None` only if there is no such region.
    pub fn nearest(&self, region: u32, target: Cell) -> Option<Cell> {
        let farthest_corner = Cell::new(
            if i32::from(target.x) * 2 < i32::from(self.labels.width()) { self.labels.width() as i16 } else { 0 },
            if i32::from(target.y) * 2 < i32::from(self.labels.height()) { self.labels.height() as i16 } else { 0 },
        );
        let longest = i16::try_from(target.chebyshev(farthest_corner)).unwrap_or(i16::MAX);
        let mut best: Option<(u32, i16, i16)> = None;
        for radius in 0..=longest {
            let reach = u32::from(radius.unsigned_abs());
            if best.is_some_and(|(distance, ..)| reach * reach > distance) {
                break;
            }
            let own = ring(target, radius).filter(|cell| self.region(*cell) == Some(region));
            best = own.map(|cell| (target.distance_squared(cell), cell.y, cell.x)).chain(best).min();
        }
        best.map(|(_, y, x)| Cell::new(x, y))
    }
}

/// The lowest number known for the region of `number`; shortens the way there for the next time.
fn lowest(lower: &mut [u32], mut number: u32) -> u32 {
    while lower[number as usize] != number {
        let next = lower[number as usize];
        lower[number as usize] = lower[next as usize];
        number = next;
    }
    number
}

/// The cells at Chebyshev distance `radius` from `centre`, on the map or not.
pub fn ring(centre: Cell, radius: i16) -> impl Iterator<Item = Cell> {
    let rows = [-radius, radius].into_iter().take(if radius == 0 { 1 } else { 2 });
    let horizontal = rows.flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy)));
    let vertical = (1 - radius..radius).flat_map(move |dy| [(-radius, dy), (radius, dy)]);
    horizontal.chain(vertical).map(move |(dx, dy)| Cell::new(centre.x.saturating_add(dx), centre.y.saturating_add(dy)))
}
