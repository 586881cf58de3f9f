//! Distances that need no search: over even ground, when nothing is in between.
//!
//! Most units that come near their place see it before them. Where the straight way (diagonal steps first, then straight
//! ones) is free and every step of it costs the same, its length is the distance, and so it is from the cells around as far
//! as anybody can tell from here. A backward search for each place of a crowd was most of the searching in a tick.

use super::heuristics::octile;
use super::terrain::{DIAGONAL, STRAIGHT};
use super::walk::Walk;
use crate::base::{Cell, Dir};

/// Longest way that is looked along, in cells.
const LONGEST: u32 = 24;

/// Even ground around a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    goal: Cell,
    price: u32,
}

impl Plain {
    /// The even ground between two different cells, if the straight way over it is free.
    pub fn between(ground: impl Walk, from: Cell, goal: Cell) -> Option<Self> {
        if from.chebyshev(goal) > LONGEST {
            return None;
        }
        let mut at = from;
        let mut price = None;
        while at != goal {
            let dir = towards(at, goal)?;
            let length = if dir.is_diagonal() { DIAGONAL } else { STRAIGHT };
            let cost = ground.step_cost(at, dir)?;
            if *price.get_or_insert(cost / length) * length != cost {
                return None;
            }
            at = at.step(dir);
        }
        price.map(|price| Self { goal, price })
    }

    /// The distance from a cell.
    #[inline]
    pub fn left(&self, from: Cell) -> u32 {
        self.price * octile(from, self.goal, STRAIGHT, DIAGONAL)
    }
}

/// The distance between two cells, if it needs no search.
pub fn distance(ground: impl Walk, from: Cell, goal: Cell) -> Option<u32> {
    if from == goal { Some(0) } else { Plain::between(ground, from, goal).map(|plain| plain.left(from)) }
}

/// The first step of the straight way to another cell.
#[inline]
const fn towards(from: Cell, goal: Cell) -> Option<Dir> {
    /// By the row above, the same and below, from west to east.
    const BY_SIGN: [Option<Dir>; 9] = [
        Some(Dir::NorthWest),
        Some(Dir::North),
        Some(Dir::NorthEast),
        Some(Dir::West),
        None,
        Some(Dir::East),
        Some(Dir::SouthWest),
        Some(Dir::South),
        Some(Dir::SouthEast),
    ];
    let (x, y) = ((goal.x - from.x).signum(), (goal.y - from.y).signum());
    BY_SIGN[((y + 1) * 3 + x + 1) as usize]
}

/// The cells of the straight way to a goal, without the first.
pub fn way(from: Cell, goal: Cell) -> impl Iterator<Item = Cell> {
    std::iter::successors(Some(from), move |at| towards(*at, goal).map(|dir| at.step(dir))).skip(1)
}
