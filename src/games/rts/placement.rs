//! Where a building may stand, cell by cell, with the reason where it may not, and whether it would cut the map in two.

pub use crate::nav::occupancy::body as footprint;

use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Why a building cannot stand on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    OffMap,
    /// The ground does not carry a building.
    Ground(Terrain),
    /// A unit stands there that will not move away.
    Unit,
    /// It is not known what is there.
    Unexplored,
    /// Too near to a mine for the way of the workers.
    NearMine,
}

/// The cells around a square, once around from the upper left corner.
pub fn rim(at: Cell, size: u8) -> impl Iterator<Item = Cell> + Clone {
    let size = i16::from(size);
    let (left, top, right, bottom) = (at.x - 1, at.y - 1, at.x + size, at.y + size);
    let upper = (left..=right).map(move |x| Cell::new(x, top));
    let east = (top + 1..=bottom).map(move |y| Cell::new(right, y));
    let lower = (left..right).rev().map(move |x| Cell::new(x, bottom));
    let west = (top + 1..bottom).rev().map(move |y| Cell::new(left, y));
    upper.chain(east).chain(lower).chain(west)
}

/// Cells between the nearest cells of two squares, diagonals counted as one; 0 if they overlap, 1 if they touch.
pub fn gap(at: Cell, size: u8, other: Cell, other_size: u8) -> u32 {
    let apart = |a: i16, a_size: u8, b: i16, b_size: u8| {
        let (a_end, b_end) = (a + i16::from(a_size) - 1, b + i16::from(b_size) - 1);
        (b - a_end).max(a - b_end).max(0)
    };
    apart(at.x, size, other.x, other_size).max(apart(at.y, size, other.y, other_size)) as u32
}

/// Cells that must stay free between a mine and any building.
pub(crate) const MINE_MARGIN: u32 = 2;

/// Whether the ground carries a building.
pub(crate) const fn is_buildable(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Grass | Terrain::Road | Terrain::Hill)
}

/// Why a building of `size` at `at` cannot stand on each of its cells; `None` where it can. `mines` are the upper left
/// cells and sizes of mines; `holds` says whether somebody stands on a cell who will not move away, `is_known` whether
/// the side has seen it.
pub fn reasons<'a>(
    terrain: &'a Grid<Terrain>,
    at: Cell,
    size: u8,
    mines: &'a [(Cell, u8)],
    holds: impl Fn(Cell) -> bool + 'a,
    is_known: impl Fn(Cell) -> bool + 'a,
) -> impl Iterator<Item = (Cell, Option<Reason>)> + 'a {
    footprint(at, size).map(move |cell| {
        let reason = match terrain.get(cell) {
            None => Some(Reason::OffMap),
            Some(_) if !is_known(cell) => Some(Reason::Unexplored),
            Some(ground) if !is_buildable(*ground) => Some(Reason::Ground(*ground)),
            Some(_) if mines.iter().any(|(mine, side)| gap(cell, 1, *mine, *side) <= MINE_MARGIN) => {
                Some(Reason::NearMine)
            }
            Some(_) if holds(cell) => Some(Reason::Unit),
            Some(_) => None,
        };
        (cell, reason)
    })
}

/// Whether a building would part cells beside it that are joined now: somebody could be walled in. Exact: the cells around
/// the site are looked at first, and only if they fall apart there the rest of the map is.
pub fn parts(terrain: &Grid<Terrain>, at: Cell, size: u8, is_passable: impl Fn(Terrain) -> bool) -> bool {
    let side = i16::from(size);
    let is_site = |cell: Cell| (at.x..at.x + side).contains(&cell.x) && (at.y..at.y + side).contains(&cell.y);
    let is_open = |cell: Cell| terrain.get(cell).is_some_and(|ground| is_passable(*ground));
    let is_free = |cell: Cell| is_open(cell) && !is_site(cell);
    let around: Vec<Cell> = rim(at, size).filter(|cell| is_free(*cell)).collect();
    let Some((first, others)) = around.split_first() else { return false };
    // Those that cannot be reached from the first. Diagonal steps need both side cells free, so straight ones reach
    // whatever can be reached.
    let unreached = |is_free: &dyn Fn(Cell) -> bool, mut others: Vec<Cell>| {
        let mut seen = terrain.map(|_| false);
        seen[*first] = true;
        let mut open = VecDeque::from([*first]);
        while let Some(cell) = open.pop_front() {
            others.retain(|other| *other != cell);
            if others.is_empty() {
                break;
            }
            for next in [Dir::North, Dir::East, Dir::South, Dir::West].map(|dir| cell.step(dir)) {
                if is_free(next) && !std::mem::replace(&mut seen[next], true) {
                    // Along the site first: nearly always that answers it.
                    if gap(next, 1, at, size) == 1 { open.push_front(next) } else { open.push_back(next) }
                }
            }
        }
        others
    };
    let left = unreached(&is_free, others.to_vec());
    // What is left over may have been apart before: whoever was joined was so through the site.
    !left.is_empty() && unreached(&is_open, left.clone()).len() < left.len()
}
