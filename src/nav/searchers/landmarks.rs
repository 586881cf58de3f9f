//! Differential estimates: what true distances to a few landmarks say about all others.
//!
//! A. V. Goldberg and C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory", SODA 2005 (landmarks and the
//! triangle inequality), and N. R. Sturtevant and others, "Memory-Based Heuristics for Explicit State Spaces", IJCAI 2009:
//! if one cell is 70 from a landmark and another 100, they are at least 30 apart.

use super::field::Field;
use super::grid::{GridMap, GridSpace};
use super::space::{Cost, Space, UNREACHABLE};
use crate::base::{Budget, Cell};

/// Landmarks of a map, unless asked otherwise.
pub const COUNT: usize = 8;

/// Landmarks of a map with the distances of all cells.
#[derive(Debug, Clone)]
pub struct Landmarks {
    width: u16,
    cells: Vec<Cell>,
    fields: Vec<Field<Cell>>,
}

impl Landmarks {
    /// So many landmarks for the part of a map that a cell lies in: the cell furthest from it, then always the one whose
    /// nearest landmark is furthest. `None` if the budget is spent before they are known.
    pub fn new(map: &GridMap, within: Cell, count: usize, budget: &Budget) -> Option<Self> {
        let field = |start: Cell| Field::from_start(&GridSpace { map, start, goal: start }, budget);
        let mut new = Self { width: map.prices().width(), cells: Vec::new(), fields: Vec::new() };
        let first = field(within)?;
        let mut furthest = first.reached.last().copied();
        while let Some(cell) = furthest.filter(|cell| new.cells.len() < count && !new.cells.contains(cell)) {
            new.fields.push(field(cell)?);
            new.cells.push(cell);
            let space = GridSpace { map, start: cell, goal: cell };
            let nearest = |cell: &Cell| new.fields.iter().map(|field| field.cost(space.key(*cell))).min();
            furthest = first.reached.iter().copied().max_by_key(nearest);
        }
        Some(new)
    }

    /// The landmarks, to be shown.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// What two cells are at least apart.
    #[inline]
    pub fn estimate(&self, from: Cell, to: Cell) -> Cost {
        let key = |cell: Cell| cell.y as u64 * u64::from(self.width) + cell.x as u64;
        let apart = |field: &Field<Cell>| match (field.cost(key(from)), field.cost(key(to))) {
            (UNREACHABLE, UNREACHABLE) => 0,
            (UNREACHABLE, _) | (_, UNREACHABLE) => UNREACHABLE,
            (from, to) => from.abs_diff(to),
        };
        self.fields.iter().map(apart).max().unwrap_or(0)
    }
}
