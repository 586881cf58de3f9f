//! Distances that need no search: over even ground, when nothing is in between.
//!
//! Most units that come near their place see it before them. Where the straight way (diagonal steps first, then straight
//! ones) is free and every step of it costs the same, its length is the distance, and so it is from the cells around as far
//! as anybody can tell from here. A backward search for each place of a crowd was most of the searching in a tick.

use super::terrain::{DIAGONAL, STRAIGHT};
use super::walk::Walk;
use crate::base::{Cell, Dir};

/// Longest way that is looked along, in cells.
const LONGEST: u32 = 24;

/// Even ground around a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plain {
    goal: Cell,
    price: u32,
}

impl Plain {
    /// The even ground between two different cells, if the straight way over it is free.
    pub(crate) fn between(ground: impl Walk, from: Cell, goal: Cell) -> Option<Self> {
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
    pub(crate) fn left(&self, from: Cell) -> u32 {
        let (dx, dy) = (u32::from(from.x.abs_diff(self.goal.x)), u32::from(from.y.abs_diff(self.goal.y)));
        let (long, short) = (dx.max(dy), dx.min(dy));
        self.price * (short * DIAGONAL + (long - short) * STRAIGHT)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Grid;
    use crate::base::rng::stream;
    use crate::nav::rra::Rra;
    use crate::nav::terrain::{CostTable, MovementClass, Terrain};
    use crate::nav::walk::{Layer, WalkMap};
    use rand::RngExt;

    #[test]
    fn over_even_ground_it_is_the_true_distance() {
        let mut rng = stream(4, "plain");
        let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
        let layer = Layer { class: MovementClass::Foot, size: 1 };
        let mut seen = [0; 2];
        for _ in 0..200 {
            let mut terrain = Grid::filled(20, 20, if rng.random_bool(0.5) { Terrain::Grass } else { Terrain::Hill });
            for _ in 0..30 {
                terrain[Cell::new(rng.random_range(0..20), rng.random_range(0..20))] = Terrain::Rock;
            }
            let map = WalkMap::new(&terrain, &costs, layer);
            let goal = Cell::new(rng.random_range(0..20), rng.random_range(0..20));
            let mut search = Rra::new(&map, goal, goal);
            for from in terrain.cells().filter(|from| *from != goal) {
                let plain = Plain::between(&map, from, goal);
                seen[usize::from(plain.is_some())] += 1;
                if let Some(plain) = plain {
                    assert_eq!(Some(plain.left(from)), search.distance(&map, from), "{from} to {goal}");
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 1_000), "{seen:?}");
    }

    #[test]
    fn uneven_ground_and_far_goals_are_left_to_a_search() {
        let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
        let mut terrain = Grid::filled(40, 3, Terrain::Grass);
        terrain[Cell::new(5, 1)] = Terrain::Hill;
        let map = WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 });
        let at = |x| Cell::new(x, 1);
        assert_eq!(Plain::between(&map, at(2), at(8)), None, "a hill is in between");
        assert!(Plain::between(&map, at(7), at(31)).is_some());
        assert_eq!(Plain::between(&map, at(7), at(32)), None, "too far");
        assert_eq!((distance(&map, at(7), at(7)), distance(&map, at(2), at(8))), (Some(0), None));
        assert_eq!(distance(&map, at(7), at(9)), Plain::between(&map, at(7), at(9)).map(|plain| plain.left(at(7))));
    }
}
