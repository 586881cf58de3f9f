//! The sliding puzzle: numbered tiles in a frame with one gap, into which a neighbour slides.
//!
//! The 15-puzzle of 1880; since J. Doran and D. Michie (1966) the first test of every search.

use super::World;
use super::guess::Guess;
use crate::base::{Dir, rng};
use crate::lab::run::Spot;
use crate::nav::searchers::{Cost, Space, TwoWay};
use rand::RngExt;

/// Tiles row by row, four bits each, the first lowest; 0 is the gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u64);

/// A puzzle: the sides of the frame, and where it begins. The tiles are to be in order, the gap first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sliding {
    width: u32,
    height: u32,
    start: Board,
}

impl Board {
    const fn tile(self, place: u32) -> u64 {
        self.0 >> (4 * place) & 15
    }

    /// With the tiles of two places exchanged.
    const fn swapped(self, a: u32, b: u32) -> Self {
        let both = self.tile(a) ^ self.tile(b);
        Self(self.0 ^ both << (4 * a) ^ both << (4 * b))
    }

    const fn gap(self, places: u32) -> u32 {
        let mut place = 0;
        while place + 1 < places && self.tile(place) != 0 {
            place += 1;
        }
        place
    }
}

impl Sliding {
    /// A puzzle from its tiles, row by row.
    ///
    /// # Errors
    /// A sentence: a frame that is too small or too large, tiles that are missing or there twice, no solution.
    pub fn new(width: u32, height: u32, tiles: &[u8]) -> Result<Self, String> {
        let places = width * height;
        if width < 2 || height < 2 || places > 16 {
            return Err(format!("a frame of {width}×{height} is not between 2×2 and 4×4"));
        }
        let mut sorted = tiles.to_vec();
        sorted.sort_unstable();
        if sorted.iter().copied().ne(0..places as u8) {
            return Err(format!("the tiles are not 0 to {}, each once", places - 1));
        }
        let start = Board(tiles.iter().rev().fold(0, |board, tile| board << 4 | u64::from(*tile)));
        let puzzle = Self { width, height, start };
        if puzzle.is_solvable() {
            Ok(puzzle)
        } else {
            Err("this puzzle has no solution: two tiles would have to change places".into())
        }
    }

    /// A puzzle made by so many random moves from the solution, none of which undoes the one before.
    ///
    /// # Errors
    /// As [`Self::new`] for the frame.
    pub fn scrambled(width: u32, height: u32, moves: u32, seed: u64) -> Result<Self, String> {
        let solved: Vec<u8> = (0..(width * height).min(16) as u8).collect();
        let mut puzzle = Self::new(width, height, &solved)?;
        let mut rng = rng::stream(seed, "sliding puzzle");
        let mut last = None;
        for _ in 0..moves {
            let mut next = Vec::new();
            puzzle.each_step(puzzle.start, |dir, board, _| next.push((dir, board)));
            next.retain(|(dir, _)| last != Some(dir.reverse()));
            if let Some((dir, board)) = (!next.is_empty()).then(|| next[rng.random_range(0..next.len())]) {
                (last, puzzle.start) = (Some(dir), board);
            }
        }
        Ok(puzzle)
    }

    pub const fn width(&self) -> u32 {
        self.width
    }

    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The tiles of a state, row by row.
    pub fn tiles(&self, board: Board) -> Vec<u8> {
        (0..self.width * self.height).map(|place| board.tile(place) as u8).collect()
    }

    /// A slide is a swap and moves the gap by one: the parity of the permutation and of the gap's way change together.
    fn is_solvable(&self) -> bool {
        let tiles = self.tiles(self.start);
        let pairs = (0..tiles.len()).flat_map(|first| (first + 1..tiles.len()).map(move |second| (first, second)));
        let swaps = pairs.filter(|(first, second)| tiles[*first] > tiles[*second]).count() as u32;
        let gap = self.start.gap(self.width * self.height);
        (swaps + gap % self.width + gap / self.width).is_multiple_of(2)
    }
}

impl Space for Sliding {
    type State = Board;
    /// Where the gap goes.
    type Operator = Dir;

    fn start(&self) -> Board {
        self.start
    }

    fn is_goal(&self, board: Board) -> bool {
        board == self.goal()
    }

    fn key(&self, board: Board) -> u64 {
        board.0
    }

    fn each_step(&self, from: Board, mut visit: impl FnMut(Dir, Board, Cost)) {
        let gap = from.gap(self.width * self.height);
        let (x, y) = (gap % self.width, gap / self.width);
        for dir in Dir::STRAIGHT {
            let (dx, dy) = dir.offset();
            let (x, y) = (x.wrapping_add_signed(dx.into()), y.wrapping_add_signed(dy.into()));
            if x < self.width && y < self.height {
                visit(dir, from.swapped(gap, y * self.width + x), 1);
            }
        }
    }
}

impl TwoWay for Sliding {
    fn goal(&self) -> Board {
        Board((0..u64::from(self.width * self.height)).rev().fold(0, |board, tile| board << 4 | tile))
    }

    fn each_step_back(&self, to: Board, mut visit: impl FnMut(Dir, Board, Cost)) {
        self.each_step(to, |dir, from, cost| visit(dir.reverse(), from, cost));
    }
}

impl World for Sliding {
    const GUESSES: &'static [Guess] = &[Guess::Zero, Guess::Misplaced, Guess::Manhattan, Guess::Exact];

    fn guess(&self, guess: Guess, from: Board, to: Board) -> Cost {
        let places = self.width * self.height;
        let tiles = (0..places).filter(|place| from.tile(*place) != 0);
        match guess {
            Guess::Misplaced => tiles.filter(|place| from.tile(*place) != to.tile(*place)).count() as Cost,
            Guess::Manhattan => {
                let mut wanted = [0; 16];
                (0..places).for_each(|place| wanted[to.tile(place) as usize] = place);
                let apart = |place: u32| {
                    let wanted = wanted[from.tile(place) as usize];
                    (place % self.width).abs_diff(wanted % self.width)
                        + (place / self.width).abs_diff(wanted / self.width)
                };
                tiles.map(apart).sum::<u32>().into()
            }
            _ => 0,
        }
    }

    fn spot(&self, key: u64) -> Spot {
        let tile = |tile: u8| char::from_digit(tile.into(), 16).filter(|_| tile > 0).unwrap_or('_');
        let tiles = self.tiles(Board(key));
        let rows: Vec<String> =
            tiles.chunks(self.width as usize).map(|row| row.iter().copied().map(tile).collect()).collect();
        Spot { name: rows.join("/"), at: None }
    }
}
