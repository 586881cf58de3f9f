//! Whether two tanks can get past each other: which places of both can be reached from which, by both.
//!
//! Where two tanks of three and four cells share a yard of six, one that is to go where the other stands never gets there,
//! however cleverly they drive. All places of two tanks on a board fall into groups between which there is no way. Brick
//! counts as open: it is dug away.

use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Field, Ground, square};

/// The groups of all places of two tanks.
#[derive(Debug, Clone)]
pub struct Passing {
    width: usize,
    cells: usize,
    sizes: (u8, u8),
    /// By place of one and of the other; 0 where they cannot be.
    groups: Vec<u32>,
}

impl Passing {
    /// For tanks of two sizes.
    pub fn new(field: &Field, sizes: (u8, u8)) -> Self {
        let (width, height) = (usize::from(field.width()), usize::from(field.height()));
        let cells = width * height;
        let open = |size: u8| -> Vec<bool> {
            let cell = |index: usize| Cell::new((index % width) as i16, (index / width) as i16);
            let is_shut = |cell: Cell| !matches!(field.ground(cell), Ground::Brick) && field.stops_tanks(cell);
            (0..cells).map(|index| !square(cell(index), size).any(is_shut)).collect()
        };
        let mut passing = Self { width, cells, sizes, groups: vec![0; cells * cells] };
        let rooms = (open(sizes.0), open(sizes.1));
        let mut group = 0;
        let mut stack = Vec::new();
        for first in 0..cells * cells {
            if passing.groups[first] != 0 || !passing.has_room(&rooms, first) {
                continue;
            }
            group += 1;
            passing.groups[first] = group;
            stack.push(first);
            while let Some(state) = stack.pop() {
                let (one, other) = (state / cells, state % cells);
                for dir in Dir::STRAIGHT {
                    let (one_on, other_on) = (passing.beside(one, dir), passing.beside(other, dir));
                    let next = [one_on.map(|one| one * cells + other), other_on.map(|other| one * cells + other)];
                    for next in next.into_iter().flatten() {
                        if passing.groups[next] == 0 && passing.has_room(&rooms, next) {
                            passing.groups[next] = group;
                            stack.push(next);
                        }
                    }
                }
            }
        }
        passing
    }

    fn beside(&self, index: usize, dir: Dir) -> Option<usize> {
        let (dx, dy) = dir.offset();
        let (x, y) = ((index % self.width) as i16 + dx, (index / self.width) as i16 + dy);
        let is_inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.cells / self.width;
        is_inside.then(|| y as usize * self.width + x as usize)
    }

    fn has_room(&self, (one_room, other_room): &(Vec<bool>, Vec<bool>), state: usize) -> bool {
        let (one, other) = (state / self.cells, state % self.cells);
        let (size, other_size) = (usize::from(self.sizes.0), usize::from(self.sizes.1));
        let apart = |one: usize, other: usize| one + size <= other || other + other_size <= one;
        one_room[one]
            && other_room[other]
            && (apart(one % self.width, other % self.width) || apart(one / self.width, other / self.width))
    }

    /// Whether one tank can get to a place, if the other goes wherever that is best.
    pub fn can_reach(&self, one: Cell, other: Cell, to: Cell) -> bool {
        let index = |cell: Cell| cell.y as usize * self.width + cell.x as usize;
        let group = self.groups[index(one) * self.cells + index(other)];
        let row = index(to) * self.cells;
        group != 0 && self.groups[row..row + self.cells].contains(&group)
    }
}
