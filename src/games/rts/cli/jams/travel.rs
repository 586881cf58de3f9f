//! What a unit would need if it were alone: ticks and length of its best way, by Dijkstra's algorithm
//! (E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959). The yardstick of the movement suite, and
//! therefore of its own: it shares the price of a step and the law with the planners and nothing else.

use crate::base::{Cell, Dir, Grid};
use crate::nav::occupancy::{body, swept};
use crate::nav::step::Step;
use crate::nav::terrain::{DIAGONAL, Ground, STRAIGHT, step_ticks};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Who travels: the ground of its class, its pace, and the side of its square body in cells.
#[derive(Clone, Copy)]
pub struct Traveller<'a> {
    pub ground: Ground<'a>,
    /// Ticks for a straight step over grass.
    pub ticks_per_cell: u16,
    /// Side of its body; its position is the top left cell.
    pub footprint: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    Ticks,
    /// Length, [`STRAIGHT`] for a straight step.
    Length,
}

pub(super) const fn length(dir: Dir) -> u32 {
    if dir.is_diagonal() { DIAGONAL } else { STRAIGHT }
}

impl Traveller<'_> {
    /// What a step costs: that of the slowest cell of the body; `None` if one of them cannot make it.
    fn step(self, from: Cell, dir: Dir, measure: Measure) -> Option<u32> {
        let dearest = body(from, self.footprint)
            .map(|cell| self.ground.step_cost(cell, dir))
            .try_fold(0, |most, cost| Some(most.max(cost?)));
        dearest.map(|cost| match measure {
            Measure::Ticks => step_ticks(cost, self.ticks_per_cell).into(),
            Measure::Length => length(dir),
        })
    }

    /// The least ticks or length from a cell to every other; `u32::MAX` where no way leads.
    pub fn all_from(self, from: Cell, measure: Measure) -> Grid<u32> {
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

    /// Whether a way of steps that the law allows over cells that are not `taken` leads from one cell to another; the first
    /// cell may be taken. Only the first step can be `crossed`: whoever crosses another now is gone when it is due.
    pub fn has_free_way(
        self,
        start: Cell,
        to: Cell,
        taken: impl Fn(Cell) -> bool,
        crossed: impl Fn(&Step) -> bool,
    ) -> bool {
        if !body(to, self.footprint).all(|cell| !taken(cell)) {
            return false;
        }
        // A large body needs all that it sweeps, a small one passes between two that stand.
        let is_free = |from: Cell, dir: Dir| {
            let step = Step { from, dir, start: 0, ticks: 1 };
            let is_free = match self.footprint {
                1 => !taken(step.to()),
                size => swept(&step, size).all(|cell| !taken(cell)),
            };
            is_free && (from != start || !crossed(&step))
        };
        let mut seen = self.ground.terrain().map(|_| false);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if cell == to {
                return true;
            }
            for dir in Dir::ALL {
                let next = cell.step(dir);
                let is_new = seen.get(next) == Some(&false);
                if is_new && self.step(cell, dir, Measure::Length).is_some() && is_free(cell, dir) {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        false
    }
}
