//! Where a building may stand, cell by cell, with the reason where it may not, and whether it would cut the map in two.

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

/// The cells of a square whose upper left one is `at`, row by row.
pub(crate) fn footprint(at: Cell, size: u8) -> impl Iterator<Item = Cell> + Clone {
    let size = i16::from(size);
    (0..size * size).map(move |index| Cell::new(at.x + index % size, at.y + index / size))
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
    let is_free = |cell: Cell| terrain.get(cell).is_some_and(|ground| is_passable(*ground)) && !is_site(cell);
    let around: Vec<Cell> = rim(at, size).filter(|cell| is_free(*cell)).collect();
    let Some(first) = around.first() else { return false };
    let mut left: Vec<Cell> = around[1..].to_vec();
    let mut seen = terrain.map(|_| false);
    seen[*first] = true;
    let mut open = VecDeque::from([*first]);
    // Diagonal steps need both side cells free, so straight ones reach whatever can be reached.
    let straight = [Dir::North, Dir::East, Dir::South, Dir::West];
    while let Some(cell) = open.pop_front() {
        left.retain(|other| *other != cell);
        if left.is_empty() {
            return false;
        }
        for next in straight.map(|dir| cell.step(dir)) {
            if is_free(next) && !seen[next] {
                seen[next] = true;
                // Along the site first: nearly always that answers it.
                if gap(next, 1, at, size) == 1 { open.push_front(next) } else { open.push_back(next) }
            }
        }
    }
    // What is left over may have been apart before.
    let is_open = |cell: Cell| terrain.get(cell).is_some_and(|ground| is_passable(*ground));
    let mut before = terrain.map(|_| false);
    before[*first] = true;
    let mut open = vec![*first];
    while let Some(cell) = open.pop() {
        for next in straight.map(|dir| cell.step(dir)) {
            if is_open(next) && !before[next] {
                before[next] = true;
                open.push(next);
            }
        }
    }
    // A part that was joined only through the site is cut off; so is one that was joined to another such part.
    let site_touched = footprint(at, size).any(|cell| terrain.get(cell).is_some() && before[cell]);
    site_touched && left.iter().any(|cell| before[*cell])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(rows: &[&str]) -> Grid<Terrain> {
        let cells = rows.concat().chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")).collect();
        Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
    }

    fn walks(ground: Terrain) -> bool {
        ground == Terrain::Grass
    }

    #[test]
    fn every_cell_says_why_it_carries_no_building() {
        let land = map(&["..~", "..."]);
        let said: Vec<_> = reasons(&land, Cell::new(1, 0), 2, &[], |cell| cell == Cell::new(1, 1), |_| true).collect();
        let expected = [
            (Cell::new(1, 0), None),
            (Cell::new(2, 0), Some(Reason::Ground(Terrain::Deep))),
            (Cell::new(1, 1), Some(Reason::Unit)),
            (Cell::new(2, 1), None),
        ];
        assert_eq!(said, expected);
        let beside = reasons(&land, Cell::new(0, 0), 1, &[(Cell::new(2, 0), 1)], |_| false, |_| true).next();
        assert_eq!(beside, Some((Cell::new(0, 0), Some(Reason::NearMine))));
    }

    #[test]
    fn the_rim_goes_once_around() {
        let cells: Vec<Cell> = rim(Cell::new(5, 5), 2).collect();
        assert_eq!(cells.len(), 12);
        assert!(cells.windows(2).all(|pair| pair[0].chebyshev(pair[1]) == 1));
        assert!(cells.iter().all(|cell| gap(*cell, 1, Cell::new(5, 5), 2) == 1));
    }

    #[test]
    fn a_building_in_a_gap_parts_the_land_and_one_in_the_open_does_not() {
        let land = map(&[".....", "##.##", "....."]);
        assert!(parts(&land, Cell::new(2, 1), 1, walks));
        assert!(!parts(&land, Cell::new(0, 0), 1, walks));
        let ring = map(&["...", ".#.", "..."]);
        assert!(!parts(&ring, Cell::new(1, 0), 1, walks), "there is a way around");
    }

    #[test]
    fn what_was_apart_before_is_not_parted() {
        let land = map(&["..#..", "..#..", "..#.."]);
        assert!(!parts(&land, Cell::new(1, 1), 1, walks));
    }
}
