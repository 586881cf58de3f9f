//! True distances between all cells of a small map: found once, good for every start and every goal.

use super::field::Field;
use super::grid::{GridMap, GridSpace};
use super::space::{Cost, UNREACHABLE};
use crate::base::{Budget, Cell};

/// Largest map, in cells: 8 MiB of distances. On larger ones a search back from each goal finds them.
pub const MOST_CELLS: usize = 1024;

/// Distances between all cells of a map.
#[derive(Debug, Clone)]
pub struct AllPairs {
    width: u16,
    /// The distances from each cell, in row order; none from blocked ones.
    fields: Vec<Option<Field<Cell>>>,
}

impl AllPairs {
    /// All distances of a map. `None` if it is too large, or the budget is spent before they are known.
    pub fn new(map: &GridMap, budget: &Budget) -> Option<Self> {
        if map.prices().len() > MOST_CELLS {
            return None;
        }
        let mut fields = Vec::with_capacity(map.prices().len());
        for start in map.prices().cells() {
            let field = map.is_free(start).then(|| Field::from_start(&GridSpace { map, start, goal: start }, budget));
            fields.push(match field {
                Some(field) => Some(field?),
                None => None,
            });
        }
        Some(Self { width: map.prices().width(), fields })
    }

    fn key(&self, cell: Cell) -> usize {
        cell.y as usize * usize::from(self.width) + cell.x as usize
    }

    /// What the cheapest way between two cells of the map costs, which is the same both ways.
    #[inline]
    pub fn cost(&self, from: Cell, to: Cell) -> Cost {
        self.fields[self.key(to)].as_ref().map_or(UNREACHABLE, |field| field.cost(self.key(from) as u64))
    }
}
