//! The board: what every cell is made of, the bricks that are left of it, and the bases.
//!
//! A cell of brick has four quarters, each half a cell wide; it stops tanks until the last one is gone. Everything that
//! plans on the board remembers its [`Field::version`] and asks for the cells that changed since.
//!
//! Invariants: the sides are [`MIN_SIDE`] to [`MAX_SIDE`] cells; exactly the cells of brick have quarters left; exactly
//! the cells of bases that stand are [`Ground::Base`].

use crate::base::rng::mix;
use crate::base::{Cell, Dir, Grid};
use serde::{Deserialize, Serialize};

/// Parts of a cell in which places are counted.
pub const SUB: i32 = 256;
/// The shortest side of a board, in cells.
pub const MIN_SIDE: u16 = 12;
/// The longest side of a board, in cells.
pub const MAX_SIDE: u16 = 64;
/// The usual sides of a board, in cells.
pub const USUAL_SIDE: u16 = 26;
/// Cells along a side of a base.
pub const BASE_SIDE: u8 = 2;
/// Cells along a side of the largest tank.
pub const MAX_SIZE: u8 = 4;
/// All four quarters of a cell: 1 is the top left one, 2 the top right, 4 the bottom left, 8 the bottom right.
pub const WHOLE: u8 = 0b1111;
/// Changes that are remembered at least.
const REMEMBERED: usize = 4096;

/// What a cell is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Ground {
    #[default]
    Floor,
    /// Stops all; is shot away in quarters.
    Brick,
    /// Stops all; only the strongest shells break it.
    Steel,
    /// Stops tanks; shells fly over it.
    Water,
    /// Hides who is under it; stops nothing.
    Forest,
    /// Stops nothing; tanks slide on it.
    Ice,
    /// A part of a base: stops all, and the base falls to any hit.
    Base,
}

impl Ground {
    pub const ALL: [Self; 7] =
        [Self::Floor, Self::Brick, Self::Steel, Self::Water, Self::Forest, Self::Ice, Self::Base];

    /// The character in stage files and the name shown to people.
    const fn words(self) -> (char, &'static str) {
        match self {
            Self::Floor => ('.', "floor"),
            Self::Brick => ('#', "brick"),
            Self::Steel => ('@', "steel"),
            Self::Water => ('~', "water"),
            Self::Forest => ('%', "forest"),
            Self::Ice => ('-', "ice"),
            Self::Base => ('E', "base"),
        }
    }

    /// The character in stage files.
    pub const fn symbol(self) -> char {
        self.words().0
    }

    /// The ground behind a character of a stage file.
    pub fn from_symbol(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|ground| ground.symbol() == symbol)
    }

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        self.words().1
    }

    /// Whether tanks cannot be here.
    #[inline]
    pub const fn stops_tanks(self) -> bool {
        matches!(self, Self::Brick | Self::Steel | Self::Water | Self::Base)
    }

    /// Whether shells end here. Of brick, only the quarters that are left stop them.
    #[inline]
    pub const fn stops_shells(self) -> bool {
        matches!(self, Self::Brick | Self::Steel | Self::Base)
    }
}

/// A base of [`BASE_SIDE`] × [`BASE_SIDE`] cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Base {
    /// Its top left cell.
    pub at: Cell,
    /// The side whose base it is.
    pub side: u8,
    /// False once it was hit.
    pub stands: bool,
}

impl Base {
    /// The cells that it covers.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        square(self.at, BASE_SIDE)
    }
}

/// A cell and what is left of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
struct Square {
    ground: Ground,
    /// Quarters of brick that are left; 0 unless it is brick.
    quarters: u8,
}

impl Square {
    const fn of(ground: Ground) -> Self {
        Self { ground, quarters: if matches!(ground, Ground::Brick) { WHOLE } else { 0 } }
    }
}

/// The board of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Field {
    squares: Grid<Square>,
    bases: Vec<Base>,
    /// Cells that changed, the latest last.
    changes: Vec<Cell>,
    /// Changes that are not remembered any more.
    forgotten: u32,
    /// A hash of all squares that follows each change.
    print: u64,
}

impl Field {
    /// A board. Cells of `ground` that say base become floor where none of `bases` lies, and the other way round.
    ///
    /// # Panics
    /// If a base is not on the board.
    pub fn new(ground: &Grid<Ground>, bases: Vec<Base>) -> Self {
        let plain = |ground: &Ground| if *ground == Ground::Base { Ground::Floor } else { *ground };
        let mut squares = ground.map(|ground| Square::of(plain(ground)));
        for cell in bases.iter().filter(|base| base.stands).flat_map(|base| base.cells()) {
            squares[cell] = Square::of(Ground::Base);
        }
        let print = (0..).zip(squares.values()).fold(0, |print, (index, square)| print ^ share(index, *square));
        Self { squares, bases, changes: Vec::new(), forgotten: 0, print }
    }

    pub fn width(&self) -> u16 {
        self.squares.width()
    }

    pub fn height(&self) -> u16 {
        self.squares.height()
    }

    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.squares.contains(cell)
    }

    /// What a cell is made of; outside of the board, steel.
    #[inline]
    pub fn ground(&self, cell: Cell) -> Ground {
        self.squares.get(cell).map_or(Ground::Steel, |square| square.ground)
    }

    /// The quarters of brick that are left of a cell, as in [`WHOLE`]; 0 where there is no brick.
    #[inline]
    pub fn bricks(&self, cell: Cell) -> u8 {
        self.squares.get(cell).map_or(0, |square| square.quarters)
    }

    /// Whether no tank can be on a cell. A cell of brick stops tanks until its last quarter is gone.
    #[inline]
    pub fn stops_tanks(&self, cell: Cell) -> bool {
        self.ground(cell).stops_tanks()
    }

    /// Whether shells end in a quarter of a cell. `x` and `y` count half cells from the top left corner of the board.
    #[inline]
    pub fn stops_shells(&self, x: i32, y: i32) -> bool {
        let (cell, quarter) = quarter_at(x, y);
        let ground = self.ground(cell);
        ground.stops_shells() && (ground != Ground::Brick || self.bricks(cell) & quarter != 0)
    }

    /// Whether a tank of `size` × `size` cells has room with its top left corner at a place, given in parts of a cell
    /// ([`SUB`]). Other tanks are not looked at.
    #[inline]
    pub fn has_room(&self, x: i32, y: i32, size: u8) -> bool {
        covered(x, y, size).all(|cell| !self.stops_tanks(cell))
    }

    /// Whether a tank of `size` × `size` cells has room with its top left cell on a cell.
    #[inline]
    pub fn fits(&self, anchor: Cell, size: u8) -> bool {
        square(anchor, size).all(|cell| !self.stops_tanks(cell))
    }

    /// All bases, those that fell as well.
    pub fn bases(&self) -> &[Base] {
        &self.bases
    }

    /// The base that stands on a cell, by its index.
    pub fn base_at(&self, cell: Cell) -> Option<usize> {
        self.bases.iter().position(|base| base.stands && base.cells().any(|own| own == cell))
    }

    /// A base falls; its cells become floor. Says whether it stood.
    pub fn fell(&mut self, base: usize) -> bool {
        let Some(base) = self.bases.get_mut(base).filter(|base| base.stands) else { return false };
        base.stands = false;
        let base = *base;
        base.cells().for_each(|cell| self.set(cell, Square::of(Ground::Floor)));
        true
    }

    /// Takes quarters off a cell of brick, as in [`WHOLE`]. Says whether any of them was left.
    pub fn chip(&mut self, cell: Cell, quarters: u8) -> bool {
        let left = self.bricks(cell);
        if left & quarters == 0 {
            return false;
        }
        let left = left & !quarters;
        let ground = if left == 0 { Ground::Floor } else { Ground::Brick };
        self.set(cell, Square { ground, quarters: left });
        true
    }

    /// Makes a cell of something else: of a whole brick, of steel, of floor. Bases and what is outside stay. Says whether
    /// anything changed.
    pub fn make(&mut self, cell: Cell, ground: Ground) -> bool {
        let square = Square::of(ground);
        let stays = !self.contains(cell) || self.ground(cell) == Ground::Base || ground == Ground::Base;
        if stays || self.squares[cell] == square {
            return false;
        }
        self.set(cell, square);
        true
    }

    /// The number of changes so far.
    pub const fn version(&self) -> u32 {
        self.forgotten + self.changes.len() as u32
    }

    /// The cells that changed since a version, in order, some of them several times. None: that is too long ago.
    pub fn changed_since(&self, version: u32) -> Option<&[Cell]> {
        self.changes.get(version.checked_sub(self.forgotten)? as usize..)
    }

    /// A number that says what all cells are now: equal for equal boards.
    pub const fn print(&self) -> u64 {
        self.print
    }

    /// The ground of all cells as it is now.
    pub fn picture(&self) -> Grid<Ground> {
        self.squares.map(|square| square.ground)
    }

    fn set(&mut self, cell: Cell, square: Square) {
        let index = self.squares.index(cell) as u64;
        self.print ^= share(index, self.squares[cell]) ^ share(index, square);
        self.squares[cell] = square;
        if self.changes.len() == 2 * REMEMBERED {
            self.changes.drain(..REMEMBERED);
            self.forgotten += REMEMBERED as u32;
        }
        self.changes.push(cell);
    }
}

/// What a square adds to the hash of a board.
const fn share(index: u64, square: Square) -> u64 {
    mix(index << 16 | (square.ground as u64) << 8 | square.quarters as u64)
}

/// The cell and the quarter of it at a place counted in half cells.
#[inline]
pub const fn quarter_at(x: i32, y: i32) -> (Cell, u8) {
    (Cell::new((x >> 1) as i16, (y >> 1) as i16), 1 << ((y & 1) * 2 + (x & 1)))
}

/// The two quarters of a cell on one of its four sides, as in [`WHOLE`]. A shell that flies to `dir` meets first those on
/// the side `dir.reverse()`.
pub const fn half(side: Dir) -> u8 {
    match side {
        Dir::North => 0b0011,
        Dir::South => 0b1100,
        Dir::West => 0b0101,
        _ => 0b1010,
    }
}

/// The cells of a square with its top left cell, row by row; they may lie outside of the board.
#[inline]
pub fn square(at: Cell, side: u8) -> impl Iterator<Item = Cell> {
    let side = i16::from(side);
    (0..side).flat_map(move |dy| (0..side).map(move |dx| Cell::new(at.x.saturating_add(dx), at.y.saturating_add(dy))))
}

/// The cells that a tank touches with its top left corner at a place, given in parts of a cell, row by row.
#[inline]
pub fn covered(x: i32, y: i32, size: u8) -> impl Iterator<Item = Cell> {
    let side = i32::from(size) * SUB - 1;
    let (left, top) = (x.div_euclid(SUB) as i16, y.div_euclid(SUB) as i16);
    let (right, bottom) = ((x + side).div_euclid(SUB) as i16, (y + side).div_euclid(SUB) as i16);
    (top..=bottom).flat_map(move |y| (left..=right).map(move |x| Cell::new(x, y)))
}
