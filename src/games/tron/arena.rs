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

/// The most players.
pub(crate) const MAX_SEATS: usize = 4;

/// The four moves in the order in which ties are broken and contest bots number them: up, right, down, left.
pub(crate) const MOVES: [Dir; 4] = [Dir::North, Dir::East, Dir::South, Dir::West];

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
    #[error("the board is {0} x {1} cells, its sides must be {2} to {MAX_SIDE}")]
    Size(usize, usize, u16),
    #[error("the board has {0} starts, it needs 2 to {MAX_SEATS}")]
    Starts(usize),
    #[error("start {0} at {1} is not on the board")]
    StartOutside(usize, Cell),
    #[error("start {0} at {1} is on an obstacle")]
    StartOnObstacle(usize, Cell),
    #[error("starts {0} and {1} are both at {2}")]
    StartTwice(usize, usize, Cell),
    #[error("start {0} looks in a diagonal direction, it must look up, right, down or left")]
    Heading(usize),
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
    pub(crate) fn heights(&self) -> &Grid<u8> {
        &self.heights
    }

    /// The starts, one per seat.
    pub fn starts(&self) -> &[Start] {
        &self.starts
    }

    /// A board from its form in files: rows of floor (`.`) and obstacles, whose height is the distance of the symbol to `floor`;
    /// starts with column, row and heading, which is counted from `first`.
    pub(super) fn read(rows: &[String], starts: &[(i16, i16, u8)], floor: u8, first: u8) -> Result<Self, String> {
        let width = rows.first().map_or(0, String::len);
        let sides = 1..=usize::from(MAX_SIDE);
        if !sides.contains(&width) || !sides.contains(&rows.len()) {
            return Err(format!("`rows`: {}", ArenaProblem::Size(width, rows.len(), 1)));
        }
        let highest = if floor < b'A' { b'9' } else { b'z' };
        let mut cells = Vec::with_capacity(width * rows.len());
        for (index, row) in rows.iter().enumerate() {
            if row.len() != width {
                return Err(format!("`rows`: row {index} has {} cells, the first row has {width}", row.len()));
            }
            for symbol in row.bytes() {
                cells.push(match symbol {
                    b'.' => 0,
                    b'0' if floor == b'0' => 0,
                    _ if symbol > floor && symbol <= highest => symbol - floor,
                    _ => {
                        let (low, high) = (char::from(floor + 1), char::from(highest));
                        return Err(format!("`rows`: row {index}: expected `.` or a height from {low} to {high}"));
                    }
                });
            }
        }
        let start = |&(x, y, number): &(i16, i16, u8)| {
            let heading = number.checked_sub(first).and_then(|index| MOVES.get(usize::from(index))).copied();
            let problem = || format!("`starts`: the heading {number}, expected {first} to {}", first + 3);
            Ok(Start { cell: Cell::new(x, y), heading: heading.ok_or_else(problem)? })
        };
        let starts = starts.iter().take(MAX_SEATS + 1).map(start).collect::<Result<_, String>>()?;
        let heights = Grid::from_rows(width as u16, rows.len() as u16, cells);
        Self::new(heights, starts).map_err(|problem| format!("`starts`: {problem}"))
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
    pub(crate) fn is_connected(&self) -> bool {
        is_connected(&self.heights)
    }
}

/// The same as [`Arena::is_connected`] for a board without starts. A board without floor is connected.
pub(super) fn is_connected(heights: &Grid<u8>) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn start(x: i16, y: i16) -> Start {
        Start { cell: Cell::new(x, y), heading: Dir::East }
    }

    #[test]
    fn starts_must_stand_on_floor_of_their_own() {
        let mut heights = Grid::filled(10, 10, 0);
        heights[Cell::new(5, 5)] = 2;
        let problem = |starts| Arena::new(heights.clone(), starts).map(|_| ());
        assert_eq!(problem(vec![start(0, 0), start(9, 9)]), Ok(()));
        assert_eq!(problem(vec![start(0, 0)]), Err(ArenaProblem::Starts(1)));
        assert_eq!(problem(vec![start(0, 0), start(10, 9)]), Err(ArenaProblem::StartOutside(2, Cell::new(10, 9))));
        assert_eq!(problem(vec![start(5, 5), start(9, 9)]), Err(ArenaProblem::StartOnObstacle(1, Cell::new(5, 5))));
        assert_eq!(problem(vec![start(1, 1), start(1, 1)]), Err(ArenaProblem::StartTwice(1, 2, Cell::new(1, 1))));
        let diagonal = Start { heading: Dir::NorthEast, ..start(1, 1) };
        assert_eq!(problem(vec![start(0, 0), diagonal]), Err(ArenaProblem::Heading(2)));
        assert!(matches!(
            Arena::new(Grid::filled(101, 10, 0), vec![start(0, 0), start(9, 9)]),
            Err(ArenaProblem::Size(101, 10, _))
        ));
    }

    #[test]
    fn a_wall_across_the_board_disconnects_it() {
        let mut heights = Grid::filled(10, 10, 0);
        for y in 0..9 {
            heights[Cell::new(4, y)] = 1;
        }
        assert!(is_connected(&heights));
        heights[Cell::new(4, 9)] = 1;
        assert!(!is_connected(&heights));
    }
}
