//! Who holds which half cell: a tank holds all that it touches, so that no two overlap.

use crate::games::tanks::field::SUB;

/// Parts of a cell along a half cell.
pub(super) const HALF: i32 = SUB / 2;

/// A holder for every half cell of a board.
#[derive(Debug, Clone)]
pub(super) struct Claims {
    /// Half cells in a row.
    width: i32,
    /// The slot that holds it, and one; 0: nobody.
    holders: Vec<u8>,
}

impl Claims {
    /// A board of so many cells that nobody is on.
    pub(super) fn new(width: u16, height: u16) -> Self {
        let (width, height) = (i32::from(width) * 2, i32::from(height) * 2);
        Self { width, holders: vec![0; (width * height) as usize] }
    }

    /// The slot that holds a half cell.
    #[inline]
    pub(super) fn holder(&self, x: i32, y: i32) -> Option<u8> {
        let is_inside = (0..self.width).contains(&x) && y >= 0;
        let holder = *self.holders.get((y * self.width + x) as usize).filter(|_| is_inside)?;
        holder.checked_sub(1)
    }

    /// Where the half cells of a square begin that lies on the board, row by row, and how many each row has.
    fn rows(&self, x: i32, y: i32, side: i32) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (left, top) = (x / HALF, y / HALF);
        let (right, bottom) = ((x + side - 1) / HALF, (y + side - 1) / HALF);
        let width = self.width;
        (top..=bottom).map(move |row| (row * width + left) as usize..(row * width + right + 1) as usize)
    }

    /// Whether nobody but a slot holds anything of a square that lies on the board; all in parts of a cell.
    #[inline]
    pub(super) fn is_free(&self, x: i32, y: i32, side: i32, slot: u8) -> bool {
        let is_free = |holder: &u8| *holder == 0 || *holder == slot + 1;
        self.rows(x, y, side).all(|row| self.holders[row].iter().all(is_free))
    }

    /// A slot holds a square from now on, or nobody does.
    pub(super) fn set(&mut self, x: i32, y: i32, side: i32, slot: Option<u8>) {
        let holder = slot.map_or(0, |slot| slot + 1);
        self.rows(x, y, side).for_each(|row| self.holders[row].fill(holder));
    }
}
