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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomArena {
    pub width: u16,
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
    /// Whether there can be such boards.
    ///
    /// # Errors
    /// Sides or a number of starts that no board has.
    pub(crate) fn check(&self) -> Result<(), ArenaProblem> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&self.width) || !sides.contains(&self.height) {
            return Err(ArenaProblem::Size(self.width.into(), self.height.into(), MIN_SIDE));
        }
        if !(2..=MAX_SEATS).contains(&self.seats) {
            return Err(ArenaProblem::Starts(self.seats));
        }
        Ok(())
    }

    /// The board of `seed`. No start is on an obstacle. Shares above [`MAX_OBSTACLES`] are lowered to it.
    pub fn generate(&self, seed: u64) -> Result<Arena, ArenaProblem> {
        self.check()?;
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
pub fn raise(heights: &mut Grid<u8>, cell: Cell, limit: u8) -> usize {
    let (right, bottom) = (heights.width() as i16 - 1, heights.height() as i16 - 1);
    if cell.x <= 0 || cell.y <= 0 || cell.x >= right || cell.y >= bottom || heights[cell] >= limit {
        return 0;
    }
    let before = heights[cell];
    heights[cell] += 1;
    let below: usize = MOVES.into_iter().map(|dir| raise(heights, cell.step(dir), before)).sum();
    usize::from(before == 0) + below
}
