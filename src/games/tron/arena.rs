//! The board before the first step: obstacles with heights, and where the players start.
//!
//! Invariants of an [`Arena`]: at most [`MAX_SIDE`] cells wide and high, at least two starts, every start on its own
//! floor cell. Whether the floor is connected is a property of generated boards, not of every board.

use crate::base::{Cell, Dir, Grid};
use thiserror::Error;

/// The largest width and height of a board, in cells.
pub(crate) const MAX_SIDE: u16 = 100;

/// The smallest width and height of a generated board or a level file. Contest maps may be smaller.
pub(crate) const MIN_SIDE: u16 = 10;

pub(crate) const MAX_SEATS: usize = 4;

/// The four moves in the order in which ties are broken and contest bots number them: up, right, down, left.
pub const MOVES: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

/// Where a player starts and which way the cycle looks; who gives no direction goes on that way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    pub cell: Cell,
    /// One of [`MOVES`].
    pub heading: Dir,
}

/// A board: the height of the obstacle on each cell (0 = floor) and the starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arena {
    heights: Grid<u8>,
    starts: Vec<Start>,
}

/// Why something is not a board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArenaProblem {
    Size(usize, usize, u16),
    Starts(usize),
    StartOutside(usize, Cell),
    StartOnObstacle(usize, Cell),
    StartTwice(usize, usize, Cell),
    Heading(usize),
}

/// Why rows and starts of a file are no board: of a symbol the heights that were expected, of a heading the first one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormProblem {
    Size(ArenaProblem),
    UnevenRow { row: usize, length: usize, expected: usize },
    Symbol { row: usize, low: char, high: char },
    Heading { heading: u8, first: u8 },
    Arena(ArenaProblem),
}

impl Arena {
    /// A board from obstacle heights (0 = floor) and starts in the order of the seats.
    pub fn new(heights: Grid<u8>, starts: Vec<Start>) -> Result<Self, ArenaProblem> {
        let (width, height) = (heights.width(), heights.height());
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(ArenaProblem::Size(width.into(), height.into(), 1));
        }
        if !(2..=MAX_SEATS).contains(&starts.len()) {
            return Err(ArenaProblem::Starts(starts.len()));
        }
        for (index, start) in starts.iter().enumerate() {
            match heights.get(start.cell) {
                None => return Err(ArenaProblem::StartOutside(index + 1, start.cell)),
                Some(0) => {}
                Some(_) => return Err(ArenaProblem::StartOnObstacle(index + 1, start.cell)),
            }
            if !MOVES.contains(&start.heading) {
                return Err(ArenaProblem::Heading(index + 1));
            }
            if let Some(other) = starts[..index].iter().position(|other| other.cell == start.cell) {
                return Err(ArenaProblem::StartTwice(other + 1, index + 1, start.cell));
            }
        }
        Ok(Self { heights, starts })
    }

    pub fn width(&self) -> u16 {
        self.heights.width()
    }

    pub fn height(&self) -> u16 {
        self.heights.height()
    }

    /// Obstacle heights, 0 = floor.
    pub fn heights(&self) -> &Grid<u8> {
        &self.heights
    }

    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// A board from its form in files: rows of floor (`.`) and obstacles, whose height is the distance of the symbol to `floor`;
    /// starts with column, row and heading, which is counted from `first`.
    pub(super) fn read(rows: &[String], starts: &[(i16, i16, u8)], floor: u8, first: u8) -> Result<Self, FormProblem> {
        let width = rows.first().map_or(0, String::len);
        let sides = 1..=usize::from(MAX_SIDE);
        if !sides.contains(&width) || !sides.contains(&rows.len()) {
            return Err(FormProblem::Size(ArenaProblem::Size(width, rows.len(), 1)));
        }
        let highest = if floor < b'A' { b'9' } else { b'z' };
        let mut cells = Vec::with_capacity(width * rows.len());
        for (row, text) in rows.iter().enumerate() {
            if text.len() != width {
                return Err(FormProblem::UnevenRow { row, length: text.len(), expected: width });
            }
            for symbol in text.bytes() {
                cells.push(match symbol {
                    b'.' => 0,
                    b'0' if floor == b'0' => 0,
                    _ if symbol > floor && symbol <= highest => symbol - floor,
                    _ => {
                        let (low, high) = (char::from(floor + 1), char::from(highest));
                        return Err(FormProblem::Symbol { row, low, high });
                    }
                });
            }
        }
        let start = |&(x, y, heading): &(i16, i16, u8)| {
            let dir = heading.checked_sub(first).and_then(|index| MOVES.get(usize::from(index)));
            let heading = *dir.ok_or(FormProblem::Heading { heading, first })?;
            Ok(Start { cell: Cell::new(x, y), heading })
        };
        let starts = starts.iter().take(MAX_SEATS + 1).map(start).collect::<Result<_, FormProblem>>()?;
        let heights = Grid::from_rows(width as u16, rows.len() as u16, cells);
        Self::new(heights, starts).map_err(FormProblem::Arena)
    }

    /// The rows and starts for [`Self::read`]; what is higher than there are symbols has the last one.
    pub(super) fn written(&self, floor: u8, first: u8) -> (Vec<String>, Vec<(i16, i16, u8)>) {
        let most = if floor < b'A' { 9 } else { 26 };
        let symbol = |height: &u8| if *height == 0 { '.' } else { char::from(floor + height.min(&most)) };
        let heading = |dir| MOVES.iter().position(|other| *other == dir).unwrap_or(0) as u8 + first;
        let start = |start: &Start| (start.cell.x, start.cell.y, heading(start.heading));
        let rows = self.heights.rows().map(|row| row.iter().map(symbol).collect());
        (rows.collect(), self.starts.iter().map(start).collect())
    }

    /// Whether every floor cell can be reached from every other (without wrap-around).
    pub fn is_connected(&self) -> bool {
        is_connected(&self.heights)
    }
}

/// The same as [`Arena::is_connected`] for a board without starts. A board without floor is connected.
pub fn is_connected(heights: &Grid<u8>) -> bool {
    let mut seen = heights.map(|height| *height > 0);
    let Some(first) = heights.cells().find(|cell| heights[*cell] == 0) else {
        return true;
    };
    seen[first] = true;
    let mut stack = vec![first];
    while let Some(cell) = stack.pop() {
        for next in MOVES.map(|dir| cell.step(dir)) {
            if let Some(mark) = seen.get_mut(next)
                && !*mark
            {
                *mark = true;
                stack.push(next);
            }
        }
    }
    seen.values().iter().all(|mark| *mark)
}

/// The heading of a start of which nothing is said: along the longer way to the far side, up or down only when the
/// board is higher than wide.
pub(super) fn inward(cell: Cell, width: u16, height: u16) -> Dir {
    let right = i32::from(width) - 1 - 2 * i32::from(cell.x);
    let down = i32::from(height) - 1 - 2 * i32::from(cell.y);
    match (width >= height, right >= 0, down >= 0) {
        (true, true, _) => Dir::East,
        (true, false, _) => Dir::West,
        (false, _, true) => Dir::South,
        (false, _, false) => Dir::North,
    }
}
