//! What is in the way of each step of one size of tank.
//!
//! A *mask* says what is in some cells: the quarters of brick that are left in any of them (as in
//! [`crate::games::tanks::field::WHOLE`]), whether there is steel, whether there is something that stays. A tank that makes a
//! step enters a *strip* of cells, one deep and as wide as itself. The masks of all strips are kept, so that the cost of
//! any step is a look into a table; when a cell changes, only the strips with it in them are made anew.
//!
//! The board has a rim of things that stay, wide enough that no look-up leaves the tables.

use super::profile::{Axis, SOLID, STEEL};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Field, Ground, MAX_SIZE};

/// Cells of the rim on the left and above; on the right and below it is as wide as the largest tank.
const RIM: usize = 1;

/// What is in the way of each step of one size of tank.
#[derive(Debug, Clone)]
pub struct Layer {
    size: usize,
    /// Cells of a row with its rim.
    stride: usize,
    rows: usize,
    /// The mask of each cell.
    cells: Vec<u8>,
    /// The mask of each cell with those to its right, as many as the tank is wide.
    across: Vec<u8>,
    /// The mask of each cell with those below it, as many as the tank is high.
    down: Vec<u8>,
    /// The mask of everything under a tank with its anchor here.
    under: Vec<u8>,
    version: u32,
}

impl Layer {
    /// For tanks of `size` × `size` cells, 1 to [`MAX_SIZE`].
    pub fn new(field: &Field, size: u8) -> Self {
        let (stride, rows) = (
            usize::from(field.width()) + RIM + usize::from(MAX_SIZE),
            usize::from(field.height()) + RIM + usize::from(MAX_SIZE),
        );
        let blank = || vec![SOLID; stride * rows];
        let (cells, across, down, under) = (blank(), blank(), blank(), blank());
        let mut layer = Self { size: usize::from(size), stride, rows, cells, across, down, under, version: 0 };
        layer.fill(field);
        layer
    }

    /// Follows the changes of the board.
    pub fn update(&mut self, field: &Field) {
        match field.changed_since(self.version) {
            None => self.fill(field),
            Some([]) => {}
            Some(changed) => {
                // Masks first: a strip may have several of the changed cells in it.
                for cell in changed {
                    let index = self.index(*cell);
                    self.cells[index] = mask(field, *cell);
                }
                for cell in changed {
                    self.remake(*cell);
                }
                self.version = field.version();
            }
        }
    }

    fn fill(&mut self, field: &Field) {
        self.version = field.version();
        for y in 0..field.height() as i16 {
            for x in 0..field.width() as i16 {
                let index = self.index(Cell::new(x, y));
                self.cells[index] = mask(field, Cell::new(x, y));
            }
        }
        let last = (self.rows - self.size) * self.stride - self.size;
        for index in self.stride..last {
            self.across[index] = self.gathered(index, 1);
            self.down[index] = self.gathered(index, self.stride);
        }
        for index in self.stride..last {
            self.under[index] = self.square(index);
        }
    }

    /// The strips and squares with a cell in them.
    fn remake(&mut self, cell: Cell) {
        let index = self.index(cell);
        for back in 0..self.size.min(cell.x as usize + RIM) {
            self.across[index - back] = self.gathered(index - back, 1);
        }
        for back in 0..self.size.min(cell.y as usize + RIM) {
            let index = index - back * self.stride;
            self.down[index] = self.gathered(index, self.stride);
        }
        for up in 0..self.size.min(cell.y as usize + RIM) {
            for left in 0..self.size.min(cell.x as usize + RIM) {
                let index = index - up * self.stride - left;
                self.under[index] = self.square(index);
            }
        }
    }

    #[inline]
    fn gathered(&self, index: usize, pace: usize) -> u8 {
        (0..self.size).fold(0, |mask, step| mask | self.cells[index + step * pace])
    }

    #[inline]
    fn square(&self, index: usize) -> u8 {
        (0..self.size).fold(0, |mask, row| mask | self.across[index + row * self.stride])
    }

    /// The place of a cell of the board in the tables.
    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        (cell.y as usize + RIM) * self.stride + cell.x as usize + RIM
    }

    /// The place of a cell that may lie outside of the board.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> Option<usize> {
        let on_board = cell.x >= 0
            && cell.y >= 0
            && (cell.x as usize) < self.stride - RIM - usize::from(MAX_SIZE)
            && (cell.y as usize) < self.rows - RIM - usize::from(MAX_SIZE);
        on_board.then(|| self.index(cell))
    }

    pub(super) const fn size(&self) -> usize {
        self.size
    }

    pub(super) const fn version(&self) -> u32 {
        self.version
    }

    /// What is under a tank, for every anchor.
    pub(super) fn under(&self) -> &[u8] {
        &self.under
    }

    /// What is in the strip that a tank enters when it comes to an anchor in a direction.
    #[inline]
    pub(super) fn strip(&self, index: usize, dir: Dir) -> u8 {
        match dir {
            Dir::East => self.down[index + self.size - 1],
            Dir::West => self.down[index],
            Dir::South => self.across[index + (self.size - 1) * self.stride],
            _ => self.across[index],
        }
    }

    /// How far the places of an anchor and of its neighbour in a direction are apart.
    #[inline]
    pub(super) const fn pace(&self, dir: Dir) -> isize {
        let (dx, dy) = dir.offset();
        dy as isize * self.stride as isize + dx as isize
    }
}

/// The axis of a straight direction.
#[inline]
pub(super) const fn axis(dir: Dir) -> Axis {
    if dir.offset().0 == 0 { Axis::Column } else { Axis::Row }
}

fn mask(field: &Field, cell: Cell) -> u8 {
    match field.ground(cell) {
        Ground::Brick => field.bricks(cell),
        Ground::Steel => STEEL,
        ground if ground.stops_tanks() => SOLID,
        _ => 0,
    }
}
