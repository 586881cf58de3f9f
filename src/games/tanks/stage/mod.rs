//! A stage: the board before the first tick, who starts where, and who attacks.
//!
//! | file | subject |
//! |---|---|
//! | `wave` | the kinds of foes, and in which order they come |
//! | `judge` | what a stage must fulfil so that it can be played at all |
//! | `file` | RON, the form of `levels/tanks/*.ron` |
//! | `code` | a stage as a line of text, to be passed on |
//!
//! What comes from a file or a code has been judged. Whether a stage is a good one is another question
//! ([`super::check`]).

pub mod code;
pub mod file;
pub mod judge;
pub mod wave;

pub use code::CodeProblem;
pub use file::StageError;
pub use judge::StageProblem;
pub use wave::{Group, Kind, Wave};

use super::field::{BASE_SIDE, Base, Field, Ground};
use crate::base::{Cell, Dir, Grid};

/// Cells along the sides of a start, a gate and a flag: room for a tank of a player.
pub const POST_SIDE: u8 = 2;
/// The most sides that fight each other.
pub const MAX_SIDES: u8 = 8;
/// Foes that are on the board at once, where nothing else is said.
pub const USUAL_AT_ONCE: u8 = 4;

/// A place with the side that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Post {
    /// The top left of its [`POST_SIDE`] × [`POST_SIDE`] cells.
    pub at: Cell,
    pub side: u8,
}

/// The board before the first tick, who starts where, and who attacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    pub name: String,
    /// One sentence about its idea.
    pub description: String,
    /// What the cells are made of, those of bases as well.
    pub ground: Grid<Ground>,
    pub bases: Vec<Post>,
    /// Where players start, in the order of the seats.
    pub players: Vec<Post>,
    /// Where foes come in, used in turn: the top left cell of each.
    pub gates: Vec<Cell>,
    /// Where flags stand that are to be captured.
    pub flags: Vec<Post>,
    /// The attacks, one after the other.
    pub waves: Vec<Wave>,
    /// Foes that are on the board at once, at most.
    pub at_once: u8,
}

impl Stage {
    /// An empty floor with two players at the bottom, a walled base between them, three gates at the top and the usual
    /// wave: what the editor begins with. Sides must be within those of a board.
    pub fn blank(width: u16, height: u16) -> Self {
        let (right, bottom) = (width as i16 - 2, height as i16 - 2);
        let middle = right / 2;
        let mut ground = Grid::filled(width, height, Ground::Floor);
        for y in bottom - 1..bottom + 2 {
            for x in middle - 1..=middle + 2 {
                ground[Cell::new(x, y)] = Ground::Brick;
            }
        }
        let base = Post { at: Cell::new(middle, bottom), side: 0 };
        base_cells(base).for_each(|cell| ground[cell] = Ground::Base);
        let player = |x| Post { at: Cell::new(x, bottom), side: 0 };
        Self {
            name: "Untitled".into(),
            description: String::new(),
            ground,
            bases: vec![base],
            players: vec![player(middle - 4), player(middle + 4)],
            gates: vec![Cell::new(0, 0), Cell::new(middle, 0), Cell::new(right, 0)],
            flags: Vec::new(),
            waves: vec![Wave::usual()],
            at_once: USUAL_AT_ONCE,
        }
    }

    pub fn width(&self) -> u16 {
        self.ground.width()
    }

    pub fn height(&self) -> u16 {
        self.ground.height()
    }

    /// The board for the first tick. The stage must have been judged ([`Stage::judge`]).
    pub fn field(&self) -> Field {
        let bases = self.bases.iter().map(|base| Base { at: base.at, side: base.side, stands: true }).collect();
        Field::new(&self.ground, bases)
    }

    /// Where a tank looks that starts at a cell: away from the nearer of the upper and the lower rim.
    pub fn heading(&self, at: Cell) -> Dir {
        if 2 * at.y + i16::from(POST_SIDE) > self.height() as i16 { Dir::North } else { Dir::South }
    }
}

/// The cells of a base on a stage.
pub(super) fn base_cells(base: Post) -> impl Iterator<Item = Cell> {
    super::field::square(base.at, BASE_SIDE)
}
