//! Holes of the board and their names.

use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;
use thiserror::Error;

/// The largest side of a board.
pub const MAX_SIZE: u8 = 30;

/// Places in a row of memory: the largest board with a ring of one hole around it that nobody can use. The links that cross
/// a link of the board have both ends in there.
pub(super) const STRIDE: usize = 32;

/// Places in memory, the ring included.
pub(super) const PLACES: usize = STRIDE * STRIDE;

/// The eight directions of links, as columns and rows; the last four are the first four backwards.
pub const DIRECTIONS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A hole of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole(u16);

impl Hole {
    /// The hole of a column and a row, each from 0 and below [`MAX_SIZE`].
    pub const fn new(column: u8, row: u8) -> Self {
        Self((row as u16 + 1) * STRIDE as u16 + column as u16 + 1)
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The place in memory, below [`PLACES`].
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        (self.0 % STRIDE as u16) as u8 - 1
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE as u16) as u8 - 1
    }

    /// The hole on the other side of the main diagonal.
    pub const fn mirrored(self) -> Self {
        Self::new(self.row(), self.column())
    }

    /// The hole so many columns and rows away, if there is one on the largest board.
    pub fn offset(self, columns: i8, rows: i8) -> Option<Self> {
        let (column, row) = (self.column().checked_add_signed(columns)?, self.row().checked_add_signed(rows)?);
        (column < MAX_SIZE && row < MAX_SIZE).then(|| Self::new(column, row))
    }
}

/// The place in memory that lies one link away; from the outer rows of the ring there may be none.
pub(super) const fn step(from: usize, direction: usize) -> usize {
    let (columns, rows) = DIRECTIONS[direction];
    from.wrapping_add_signed(rows as isize * STRIDE as isize + columns as isize)
}

/// Writes `f6`: the letter of the column, then the row from 1 at the top. Columns after `z` are `aa`, `ab` and so on.
impl Display for Hole {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let (column, row) = (self.column(), self.row() + 1);
        let letter = char::from(b'a' + column % 26);
        if column < 26 { write!(f, "{letter}{row}") } else { write!(f, "a{letter}{row}") }
    }
}

/// A text is no hole.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct HoleProblem(pub(super) String);

impl FromStr for Hole {
    type Err = HoleProblem;

    fn from_str(text: &str) -> Result<Self, HoleProblem> {
        parse(&text.to_ascii_lowercase()).ok_or_else(|| HoleProblem(text.to_string()))
    }
}

fn parse(text: &str) -> Option<Hole> {
    let (letters, number) = text.split_at(text.find(|letter: char| letter.is_ascii_digit())?);
    let column = match *letters.as_bytes() {
        [letter @ b'a'..=b'z'] => letter - b'a',
        [b'a', letter @ b'a'..=b'z'] => 26 + (letter - b'a'),
        _ => return None,
    };
    let is_plain = number.bytes().all(|digit| digit.is_ascii_digit()) && !number.starts_with('0');
    let row: u8 = number.parse().ok().filter(|_| is_plain)?;
    (column < MAX_SIZE && (1..=MAX_SIZE).contains(&row)).then(|| Hole::new(column, row - 1))
}
