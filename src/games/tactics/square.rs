//! Squares of a board of at most 16 × 16, their names, and sets of them.

use crate::base::Cell;
use std::str::FromStr;

pub(crate) const MAX_SIDE: usize = 16;

pub const SQUARES: usize = MAX_SIDE * MAX_SIDE;

/// One square. Written as column letter and row number, `a1` being the top left one: as in a level file, rows are
/// counted from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < 16 && y < 16);
        Self(y << 4 | x)
    }

    /// The square of a cell, if it is on the largest board.
    pub fn of(cell: Cell) -> Option<Self> {
        let side = 0..MAX_SIDE as i16;
        (side.contains(&cell.x) && side.contains(&cell.y)).then(|| Self::new(cell.x as u8, cell.y as u8))
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// Column, 0 is the leftmost.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Row, 0 is the topmost.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Position in an array of [`SQUARES`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn cell(self) -> Cell {
        Cell::new(self.x() as i16, self.y() as i16)
    }

    /// Steps between two squares of an empty board.
    pub const fn distance(self, other: Self) -> u32 {
        self.x().abs_diff(other.x()) as u32 + self.y().abs_diff(other.y()) as u32
    }

    /// Whether two squares have a side in common.
    pub(crate) const fn touches(self, other: Self) -> bool {
        self.distance(other) == 1
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct SquareProblem(pub String);

impl FromStr for Square {
    type Err = SquareProblem;

    fn from_str(text: &str) -> Result<Self, SquareProblem> {
        let square = || {
            let column = *text.as_bytes().first()?;
            let row = text.get(1..)?;
            let is_plain = row.bytes().all(|digit| digit.is_ascii_digit()) && !row.starts_with('0');
            let row = row.parse::<u8>().ok().filter(|row| is_plain && (1..=16).contains(row))?;
            (b'a'..=b'p').contains(&column).then(|| Self::new(column - b'a', row - 1))
        };
        square().ok_or_else(|| SquareProblem(text.to_string()))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Squares([u64; 4]);

impl Squares {
    pub const fn contains(&self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 == 1
    }

    pub const fn insert(&mut self, square: Square) {
        self.0[(square.0 >> 6) as usize] |= 1 << (square.0 & 63);
    }

    pub fn extend(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    pub fn len(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let mut words = self.0;
        (0..4_u8).flat_map(move |word| {
            std::iter::from_fn(move || {
                let bits = &mut words[usize::from(word)];
                if *bits == 0 {
                    return None;
                }
                let bit = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                Some(Square(word << 6 | bit))
            })
        })
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Self {
        let mut set = Self::default();
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}
