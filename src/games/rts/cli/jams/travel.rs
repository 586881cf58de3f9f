//! What a unit would need if it were alone: ticks and length of its best way, by Dijkstra's algorithm
//! (E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959). The yardstick of the movement suite, and
//! therefore of its own: it shares the price of a step with the planners and nothing else.

use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::{DIAGONAL, Ground, STRAIGHT, step_ticks};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Who travels: the ground of its class, its pace, and the side of its square body in cells.
#[derive(Clone, Copy)]
pub(crate) struct Traveller<'a> {
    /// Where it can go.
    pub ground: Ground<'a>,
    /// Ticks for a straight step over grass.
    pub ticks_per_cell: u16,
    /// Side of its body; its position is the top left cell.
    pub(crate) footprint: i16,
}

/// What to count along a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    /// Ticks.
    Ticks,
    /// Length, [`STRAIGHT`] for a straight step.
    Length,
}

/// Length of a step in the units of [`Measure::Length`].
pub(super) const fn length(dir: Dir) -> u32 {
    if dir.is_diagonal() { DIAGONAL } else { STRAIGHT }
}

impl Traveller<'_> {
    /// The cells under the body at a position.
    fn body(self, at: Cell) -> impl Iterator<Item = Cell> {
        let side = self.footprint;
        (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(at.x + x, at.y + y)))
    }

    /// What a step costs: that of the slowest cell of the body; `None` if one of them cannot make it.
    fn step(self, from: Cell, dir: Dir, measure: Measure) -> Option<u32> {
        let dearest = self
            .body(from)
            .map(|cell| self.ground.step_cost(cell, dir))
            .try_fold(0, |most, cost| Some(most.max(cost?)));
        dearest.map(|cost| match measure {
            Measure::Ticks => step_ticks(cost, self.ticks_per_cell).into(),
            Measure::Length => length(dir),
        })
    }

    /// The least ticks or length from a cell to every other; `u32::MAX` where no way leads.
    pub(crate) fn all_from(self, from: Cell, measure: Measure) -> Grid<u32> {
        let mut best = self.ground.terrain().map(|_| u32::MAX);
        if best.contains(from) {
            best[from] = 0;
        }
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((so_far, cell))) = open.pop() {
            if best.get(cell) != Some(&so_far) {
                continue;
            }
            for dir in Dir::ALL {
                let Some(cost) = self.step(cell, dir, measure) else { continue };
                let (next, sum) = (cell.step(dir), so_far + cost);
                if best.get(next).is_some_and(|known| sum < *known) {
                    best[next] = sum;
                    open.push(Reverse((sum, next)));
                }
            }
        }
        best
    }

    /// Whether a way of cells that are not `taken` leads from one cell to another; the first may be taken.
    pub(crate) fn has_free_way(self, from: Cell, to: Cell, taken: impl Fn(Cell) -> bool) -> bool {
        let is_free = |at: Cell| self.body(at).all(|cell| !taken(cell));
        if !is_free(to) {
            return false;
        }
        let mut seen = self.ground.terrain().map(|_| false);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            if cell == to {
                return true;
            }
            for dir in Dir::ALL {
                let next = cell.step(dir);
                let is_new = seen.get(next) == Some(&false);
                if is_new && self.step(cell, dir, Measure::Length).is_some() && is_free(next) {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rts::rules::Rules;
    use crate::nav::terrain::{MovementClass, Terrain};

    fn picture(rows: &[&str]) -> Grid<Terrain> {
        let cells =
            rows.iter().flat_map(|row| row.chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")));
        Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells.collect())
    }

    #[test]
    fn a_footman_needs_six_ticks_a_cell_and_walks_around_a_rock() {
        let (terrain, rules) = (picture(&["......", "..@...", "......"]), Rules::built_in());
        let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
        let footman = Traveller { ground, ticks_per_cell: 6, footprint: 1 };
        let from = Cell::new(0, 1);
        assert_eq!(footman.all_from(from, Measure::Ticks)[Cell::new(1, 1)], 6);
        // Corners are not cut: up or down beside the rock, three straight steps past it, and diagonals elsewhere.
        let length = footman.all_from(from, Measure::Length)[Cell::new(5, 1)];
        assert_eq!(length, 2 * DIAGONAL + 3 * STRAIGHT);
        assert!(footman.has_free_way(from, Cell::new(5, 1), |_| false));
        assert!(!footman.has_free_way(from, Cell::new(5, 1), |cell| cell.x == 3), "a full column is no way");
        assert!(!footman.has_free_way(from, Cell::new(5, 1), |cell| cell == Cell::new(5, 1)), "the end is taken");
    }

    #[test]
    fn a_large_body_needs_a_wide_way() {
        let (terrain, rules) = (picture(&["......", "...@..", "......", "......"]), Rules::built_in());
        let ground = Ground::new(&terrain, &rules.costs, MovementClass::Wheeled);
        let (small, large) = ([1, 2]).map(|footprint| Traveller { ground, ticks_per_cell: 8, footprint }).into();
        let (from, to) = (Cell::new(0, 0), Cell::new(4, 0));
        assert_eq!(small.all_from(from, Measure::Length)[to], 4 * STRAIGHT);
        // Its body covers two rows, so it passes below the rock.
        assert!(large.all_from(from, Measure::Length)[to] > 4 * STRAIGHT);
        assert_eq!(large.all_from(from, Measure::Length)[Cell::new(5, 0)], u32::MAX, "beyond the border");
    }
}
