//! What a position is worth to our engine.

use super::routes::{FAR, Look, Routes};

/// Points of the terms, in sixty-fourths of a peg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// A peg less to place.
    pub peg: i32,
    /// A hole more on the shortest ways, up to [`MOST_HOLES`].
    pub hole: i32,
    /// A hole more on ways of one peg more, up to as many.
    pub detour: i32,
    /// Having the move.
    pub tempo: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Self { peg: 64, hole: 1, detour: 0, tempo: 8 }
    }
}

/// More ways than these are no safer.
const MOST_HOLES: i32 = 24;

impl Weights {
    /// The value for the first side.
    pub fn value(&self, look: &Look, side: usize) -> i32 {
        let [first, second] = &look.routes;
        if first.distance >= FAR && second.distance >= FAR {
            return 0;
        }
        let tempo = if side == 0 { self.tempo } else { -self.tempo };
        self.standing(first) - self.standing(second) + tempo
    }

    fn standing(&self, routes: &Routes) -> i32 {
        let holes = |slack: usize| (routes.holes[slack].len() as i32).min(MOST_HOLES);
        self.hole * holes(0) + self.detour * holes(1) - self.peg * routes.distance as i32
    }
}
