//! Random boards.
//!
//! The source's *raise* procedure: `raise(p, h)`: if p is outside or height(p) ≥ h return; m = height(p);
//! height(p) += 1; raise every neighbour with m. It starts with h = ∞ at random cells until the wanted share of cells is
//! raised. A cell can be raised by a neighbour only while it is lower than the neighbour was before, so neighbouring
//! heights differ by at most one: the obstacles are pyramids. The outermost ring stays free ("outside" begins there) and
//! the floor stays connected: a board whose floor is not is thrown away and made anew.

use super::arena::{Arena, ArenaProblem, MAX_SEATS, MAX_SIDE, MIN_SIDE, MOVES, Start, inward, is_connected};
use crate::base::{Cell, Dir, Grid, rng};
use rand::RngExt;

/// The largest share of obstacles that can be asked for, in percent: above it connected boards become rare.
pub(crate) const MAX_OBSTACLES: u8 = 30;

/// How many boards are tried before the share of obstacles is lowered by one percent.
const TRIES: u32 = 200;

/// Where the players of a random board start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starts {
    /// The source's: opposite corners (top left looking right, bottom right looking left), then the other two.
    Corners,
    /// A random cell and its mirror images; two players are point-symmetric.
    Mirrored,
    /// A quarter of the way in from the corners, in the same order.
    Quarters,
}

impl Starts {
    /// Far apart: the corners, which are neighbours where the edges of the board are joined.
    pub fn usual(wrap: bool) -> Self {
        if wrap { Self::Quarters } else { Self::Corners }
    }
}

/// What random board is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomArena {
    /// Columns, [`MIN_SIDE`] to [`MAX_SIDE`].
    pub width: u16,
    /// Rows, [`MIN_SIDE`] to [`MAX_SIDE`].
    pub height: u16,
    /// Share of the cells inside of the free ring that are raised at least, in percent, 0 to [`MAX_OBSTACLES`].
    pub obstacles: u8,
    pub starts: Starts,
    /// How many starts, 2 to [`MAX_SEATS`].
    pub seats: usize,
}

impl Default for RandomArena {
    /// The source's board: 30 x 20, 5 %, two players in opposite corners.
    fn default() -> Self {
        Self { width: 30, height: 20, obstacles: 5, starts: Starts::Corners, seats: 2 }
    }
}

impl RandomArena {
    /// The board of `seed`. No start is on an obstacle. Shares above [`MAX_OBSTACLES`] are lowered to it.
    pub fn generate(&self, seed: u64) -> Result<Arena, ArenaProblem> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&self.width) || !sides.contains(&self.height) {
            return Err(ArenaProblem::Size(self.width.into(), self.height.into(), MIN_SIDE));
        }
        if !(2..=MAX_SEATS).contains(&self.seats) {
            return Err(ArenaProblem::Starts(self.seats));
        }
        let mut rng = rng::stream(seed, "tron arena");
        let mut percent = usize::from(self.obstacles.min(MAX_OBSTACLES));
        let mut tries = 0;
        loop {
            let heights = raised(self.width, self.height, percent, &mut rng);
            let starts = self.draw_starts(&heights, &mut rng);
            if is_connected(&heights)
                && let Ok(arena) = Arena::new(heights, starts)
            {
                return Ok(arena);
            }
            tries += 1;
            if tries % TRIES == 0 {
                percent = percent.saturating_sub(1);
            }
        }
    }

    fn draw_starts(&self, heights: &Grid<u8>, rng: &mut rng::Rng) -> Vec<Start> {
        let (right, bottom) = (self.width as i16 - 1, self.height as i16 - 1);
        let (x, y) = match self.starts {
            Starts::Corners => (0, 0),
            Starts::Quarters => (self.width as i16 / 4, self.height as i16 / 4),
            // Not on a middle line, where mirror images would fall together.
            Starts::Mirrored => loop {
                let (x, y) = (rng.random_range(0..=right), rng.random_range(0..=bottom));
                if 2 * x != right && 2 * y != bottom && heights[Cell::new(x, y)] == 0 {
                    break (x, y);
                }
            },
        };
        let mut starts: Vec<Start> = [(x, y), (right - x, bottom - y), (right - x, y), (x, bottom - y)]
            .map(|(x, y)| Cell::new(x, y))
            .map(|cell| Start { cell, heading: inward(cell, self.width, self.height) })
            .to_vec();
        if self.starts == Starts::Corners {
            // The source's players look right and left, whatever the shape of the board.
            (starts[0].heading, starts[1].heading) = (Dir::East, Dir::West);
        }
        starts.truncate(self.seats);
        starts
    }
}

/// One board of the raise procedure; connected or not.
fn raised(width: u16, height: u16, percent: usize, rng: &mut rng::Rng) -> Grid<u8> {
    let mut heights = Grid::filled(width, height, 0);
    let inner = (usize::from(width) - 2) * (usize::from(height) - 2);
    let wanted = (inner * percent).div_ceil(100);
    let mut covered = 0;
    while covered < wanted {
        let cell = Cell::new(rng.random_range(1..width as i16 - 1), rng.random_range(1..height as i16 - 1));
        covered += raise(&mut heights, cell, u8::MAX);
    }
    heights
}

/// Raises `cell` and, where they stand in the way, its neighbours; gives how many floor cells became obstacles.
fn raise(heights: &mut Grid<u8>, cell: Cell, limit: u8) -> usize {
    let (right, bottom) = (heights.width() as i16 - 1, heights.height() as i16 - 1);
    if cell.x <= 0 || cell.y <= 0 || cell.x >= right || cell.y >= bottom || heights[cell] >= limit {
        return 0;
    }
    let before = heights[cell];
    heights[cell] += 1;
    let below: usize = MOVES.into_iter().map(|dir| raise(heights, cell.step(dir), before)).sum();
    usize::from(before == 0) + below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raising_one_cell_again_and_again_builds_a_pyramid() {
        let mut heights = Grid::filled(9, 9, 0);
        let middle = Cell::new(4, 4);
        assert_eq!(raise(&mut heights, middle, u8::MAX), 1);
        assert_eq!(raise(&mut heights, middle, u8::MAX), 4);
        // Height 2 before the third raise, so neighbours go to 2 and theirs to 1: a diamond.
        assert_eq!(raise(&mut heights, middle, u8::MAX), 8);
        let picture: Vec<String> =
            heights.rows().map(|row| row.iter().map(|height| char::from(b'0' + height)).collect()).collect();
        assert_eq!(picture[2], "000010000");
        assert_eq!(picture[3], "000121000");
        assert_eq!(picture[4], "001232100");
        assert_eq!(picture[5], "000121000");
    }

    #[test]
    fn boards_are_connected_have_a_free_ring_and_the_wanted_share() {
        let kinds = [(30, 20, 5, 2), (100, 50, 15, 4), (10, 10, 30, 3), (100, 100, 0, 2), (11, 40, 20, 4)];
        for (seed, (width, height, obstacles, seats)) in (0..25).flat_map(|seed| kinds.map(|kind| (seed, kind))) {
            for starts in [Starts::Corners, Starts::Mirrored, Starts::Quarters] {
                let wish = RandomArena { width, height, obstacles, starts, seats };
                let arena = wish.generate(seed).expect("all kinds are allowed");
                assert_eq!(wish.generate(seed).as_ref(), Ok(&arena));
                assert!(arena.is_connected());
                assert_eq!(arena.starts().len(), seats);
                let heights = arena.heights();
                let on_ring = |cell: &Cell| {
                    cell.x == 0 || cell.y == 0 || cell.x == width as i16 - 1 || cell.y == height as i16 - 1
                };
                assert!(heights.cells().filter(on_ring).all(|cell| heights[cell] == 0));
                for cell in heights.cells().filter(|cell| !on_ring(cell)) {
                    // Ring cells are never raised, so only a pair inside of the ring is a slope.
                    let neighbours = MOVES.map(|dir| cell.step(dir));
                    let mut inside = neighbours.iter().filter(|next| !on_ring(next));
                    assert!(inside.all(|next| heights[cell].abs_diff(heights[*next]) <= 1));
                }
                if obstacles <= 15 {
                    let covered = heights.values().iter().filter(|height| **height > 0).count();
                    let inner = usize::from(width - 2) * usize::from(height - 2);
                    assert!(covered * 100 >= inner * usize::from(obstacles), "{covered} of {inner}");
                }
            }
        }
    }

    #[test]
    fn nobody_starts_beside_somebody_else_where_edges_are_joined() {
        for (width, height) in [(10, 10), (11, 13), (30, 20), (100, 50)] {
            let wish = RandomArena { width, height, obstacles: 10, starts: Starts::usual(true), seats: 4 };
            let starts = wish.generate(1).expect("a board").starts().to_vec();
            let around = |a: i16, b: i16, side: u16| a.abs_diff(b).min(side - a.abs_diff(b));
            for (index, one) in starts.iter().enumerate() {
                for other in &starts[..index] {
                    let (x, y) = (one.cell.x, one.cell.y);
                    let distance = around(x, other.cell.x, width) + around(y, other.cell.y, height);
                    assert!(distance + 1 >= width.min(height) / 2, "{:?} and {:?}", one.cell, other.cell);
                }
            }
        }
    }

    #[test]
    fn sizes_and_seats_out_of_range_are_refused() {
        let refused = |wish: RandomArena| wish.generate(1).is_err();
        assert!(refused(RandomArena { width: 9, ..RandomArena::default() }));
        assert!(refused(RandomArena { height: 101, ..RandomArena::default() }));
        assert!(refused(RandomArena { seats: 1, ..RandomArena::default() }));
        assert!(refused(RandomArena { seats: 5, ..RandomArena::default() }));
    }
}
