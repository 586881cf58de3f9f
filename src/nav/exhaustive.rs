//! Whether a small instance can be solved at all: breadth-first search over all joint positions.
//!
//! An oracle for tests and for the proofs of the movement suite ([`crate::level::jam`]), not a planner: states are the
//! positions of all units together, of which there are `cells ^ units`, and all of those that can be reached are
//! visited. Units step at the same time and equally fast; forbidden are two units in one cell, two units that exchange
//! cells, and a step whose both ends lie in the 2×2 block that another unit crosses diagonally. Rings of units that
//! turn together are allowed. Compare the joint-state A* of T. Standley, "Finding Optimal Solutions to
//! Cooperative Pathfinding Problems", AAAI 2010, section 3; here without a heuristic, because the answer "no" needs the
//! whole space. **Invariant**: the first solution found is one of the shortest in steps.

use super::coop::mapf::Instance;
use crate::base::{Cell, Grid};

/// Most joint positions that are looked at: one bit each, 16 MiB.
pub const MAX_STATES: u64 = 1 << 27;

/// What the search found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There is a solution; the least number of joint steps.
    Solvable {
        /// Joint steps until all units are at their goals.
        steps: u32,
    },
    /// There is none: so many joint positions can be reached, and the goal is not among them.
    Unsolvable {
        /// Joint positions that can be reached.
        states: u64,
    },
    /// `cells ^ units` is larger than [`MAX_STATES`].
    TooLarge,
}

/// Looks at every joint position that can be reached until all units are within `reach` cells (Chebyshev) of their
/// goals at the same time; 0 asks for the goals themselves. A start on a blocked cell cannot be left.
#[must_use]
pub fn search(instance: &Instance, reach: u32) -> Verdict {
    let cells: Vec<Cell> = instance.passable.cells().filter(|cell| instance.passable[*cell]).collect();
    let mut numbers: Grid<u32> = instance.passable.map(|_| u32::MAX);
    for (number, cell) in cells.iter().enumerate() {
        numbers[*cell] = number as u32;
    }
    let number = |cell: &Cell| numbers.get(*cell).copied().filter(|number| *number != u32::MAX);
    let Some(start) = instance.starts.iter().map(number).collect::<Option<Vec<u32>>>() else {
        return Verdict::Unsolvable { states: 0 };
    };
    let space = (cells.len() as u64).checked_pow(start.len() as u32).filter(|states| *states <= MAX_STATES);
    let Some(space) = space else { return Verdict::TooLarge };
    // Where a unit may be after one step, from each cell.
    let steps: Vec<Vec<u32>> = cells
        .iter()
        .map(|cell| {
            let dirs = instance.moves.dirs().iter().filter(|dir| instance.is_legal(*cell, **dir));
            // Legal steps end on passable cells, which have numbers.
            std::iter::once(*cell).chain(dirs.map(|dir| cell.step(*dir))).map(|to| numbers[to]).collect()
        })
        .collect();
    let is_solved = |state: &[u32]| {
        state.iter().zip(&instance.goals).all(|(at, goal)| cells[*at as usize].chebyshev(*goal) <= reach)
    };
    let mut joint =
        Joint { cells: &cells, steps: &steps, seen: vec![0; space.div_ceil(64) as usize], found: Vec::new() };
    let mut layer = Vec::new();
    joint.add(&start);
    std::mem::swap(&mut layer, &mut joint.found);
    let (mut depth, mut states) = (0, 0);
    while !layer.is_empty() {
        for state in layer.chunks(start.len().max(1)) {
            states += 1;
            if is_solved(state) {
                return Verdict::Solvable { steps: depth };
            }
            joint.expand(state, &mut Vec::with_capacity(state.len()));
        }
        layer.clear();
        std::mem::swap(&mut layer, &mut joint.found);
        depth += 1;
    }
    // Without units there is one joint position, the empty one, and it is solved.
    if start.is_empty() { Verdict::Solvable { steps: 0 } } else { Verdict::Unsolvable { states } }
}

/// The search over joint positions, each a list of cell numbers.
struct Joint<'a> {
    cells: &'a [Cell],
    steps: &'a [Vec<u32>],
    /// One bit for every joint position.
    seen: Vec<u64>,
    /// The joint positions that were seen for the first time, one after the other.
    found: Vec<u32>,
}

impl Joint<'_> {
    fn add(&mut self, state: &[u32]) {
        let index = state.iter().fold(0_u64, |index, at| index * self.cells.len() as u64 + u64::from(*at));
        let (word, bit) = ((index / 64) as usize, 1 << (index % 64));
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.found.extend_from_slice(state);
        }
    }

    /// Adds all joint positions one step away, of which the first units have chosen theirs.
    fn expand(&mut self, from: &[u32], chosen: &mut Vec<u32>) {
        let unit = chosen.len();
        if unit == from.len() {
            self.add(chosen);
            return;
        }
        for to in &self.steps[from[unit] as usize] {
            let ours = (self.cells[from[unit] as usize], self.cells[*to as usize]);
            let is_free = (0..unit).all(|other| {
                let theirs = (self.cells[from[other] as usize], self.cells[chosen[other] as usize]);
                !conflict(ours, theirs)
            });
            if is_free {
                chosen.push(*to);
                self.expand(from, chosen);
                chosen.pop();
            }
        }
    }
}

/// Whether two steps (or waits) of the same time cannot be made together.
fn conflict(first: (Cell, Cell), second: (Cell, Cell)) -> bool {
    let meets = first.1 == second.1;
    let swaps = first.0 == second.1 && first.1 == second.0;
    // The block of a diagonal step is the square that its ends span.
    let crosses = |(from, to): (Cell, Cell), (other_from, other_to): (Cell, Cell)| {
        let spans = |cell: Cell| (cell.x == from.x || cell.x == to.x) && (cell.y == from.y || cell.y == to.y);
        from.x != to.x && from.y != to.y && other_from != other_to && spans(other_from) && spans(other_to)
    };
    meets || swaps || crosses(first, second) || crosses(second, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::coop::mapf::Moves;

    fn instance(rows: &[&str], moves: Moves, starts: &[(i16, i16)], goals: &[(i16, i16)]) -> Instance {
        let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
        let list = |cells: &[(i16, i16)]| cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        Instance {
            passable: Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells),
            moves,
            starts: list(starts),
            goals: list(goals),
        }
    }

    #[test]
    fn one_unit_needs_as_many_steps_as_its_way_is_long() {
        let rows = ["....", ".@@.", "...."];
        let straight = instance(&rows, Moves::Four, &[(0, 1)], &[(3, 1)]);
        assert_eq!(search(&straight, 0), Verdict::Solvable { steps: 5 });
        let diagonal = instance(&["...", "...", "..."], Moves::Eight, &[(0, 0)], &[(2, 2)]);
        assert_eq!(search(&diagonal, 0), Verdict::Solvable { steps: 2 });
        let corner = instance(&[".@", ".."], Moves::Eight, &[(0, 0)], &[(1, 1)]);
        assert_eq!(search(&corner, 0), Verdict::Solvable { steps: 2 }, "no diagonal past a blocked corner");
    }

    #[test]
    fn two_units_cannot_exchange_in_a_lane_but_can_with_one_bay() {
        let lane = instance(&["@@@@@", ".....", "@@@@@"], Moves::Eight, &[(0, 1), (4, 1)], &[(4, 1), (0, 1)]);
        // 5 × 4 positions, and those in which the second unit is left of the first are out of reach.
        assert_eq!(search(&lane, 0), Verdict::Unsolvable { states: 10 });
        assert!(matches!(search(&lane, 3), Verdict::Solvable { .. }), "near enough is easy");
        let bay = instance(&["@@.@@", ".....", "@@@@@"], Moves::Eight, &[(0, 1), (4, 1)], &[(4, 1), (0, 1)]);
        assert!(matches!(search(&bay, 0), Verdict::Solvable { .. }));
    }

    #[test]
    fn a_ring_turns_but_a_full_square_of_four_does_not_exchange_its_diagonal() {
        let square = ["..", ".."];
        let turn = instance(&square, Moves::Four, &[(0, 0), (1, 0), (1, 1), (0, 1)], &[(1, 0), (1, 1), (0, 1), (0, 0)]);
        assert_eq!(search(&turn, 0), Verdict::Solvable { steps: 1 });
        let mirror =
            instance(&square, Moves::Four, &[(0, 0), (1, 0), (1, 1), (0, 1)], &[(1, 0), (0, 0), (1, 1), (0, 1)]);
        assert_eq!(search(&mirror, 0), Verdict::Unsolvable { states: 4 }, "only the four turns of the ring");
    }

    #[test]
    fn a_diagonal_locks_its_block() {
        let first = (Cell::new(0, 0), Cell::new(1, 1));
        assert!(conflict(first, (Cell::new(1, 0), Cell::new(0, 1))), "another diagonal");
        assert!(conflict(first, (Cell::new(1, 0), Cell::new(0, 0))), "a straight follower inside the block");
        assert!(!conflict(first, (Cell::new(1, 0), Cell::new(1, 0))), "who stands in a corner may stay");
        assert!(!conflict(first, (Cell::new(-1, 0), Cell::new(0, 0))), "who comes from outside may");
        assert!(conflict((Cell::new(0, 0), Cell::new(1, 0)), (Cell::new(1, 0), Cell::new(0, 0))), "an exchange");
        assert!(!conflict((Cell::new(0, 0), Cell::new(1, 0)), (Cell::new(1, 0), Cell::new(2, 0))), "a column");
    }

    #[test]
    fn what_is_too_large_is_said_to_be() {
        let starts: Vec<_> = (0..8).map(|x| (x, 0)).collect();
        assert_eq!(search(&instance(&["................"; 16], Moves::Eight, &starts, &starts), 0), Verdict::TooLarge);
    }
}
