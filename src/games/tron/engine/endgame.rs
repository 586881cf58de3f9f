//! The endgame: alone in a region, ride as many cells as possible.
//!
//! Longest path is NP-hard, so this is branch and bound (A. H. Land, A. G. Doig, Econometrica 28, 1960) with the bound
//! of [`Chambers`]: the checkerboard counts of the best chain of chambers. The tree is walked by limited discrepancy
//! search (W. D. Harvey, M. L. Ginsberg, IJCAI 1995): first the path that always follows the best guess (highest bound,
//! then along the walls), then all that leave it once, twice, and so on, early departures first. Where a path ends it is
//! made longer without search ([`super::polish`]). So a good path exists at any time, and when a path reaches the bound
//! or a pass had nothing to leave out, it is proven to be the longest. The best path is kept
//! from turn to turn.

use super::super::field::Field;
use super::super::plane::{Bits, Spot, even_cells};
use super::chambers::Chambers;
use super::contraction::{Contraction, Region};
use super::degrees::Degrees;
use super::polish::polished;
use super::weights::Weights;
use crate::base::Budget;

/// Counts cells alone.
const CELLS: Weights = Weights { cell: 1, edge: 0, contempt: 0, gain: 0, risk: 0 };

/// How many nodes are visited between two looks at the budget.
const CHECK: u64 = 64;

/// A path that is this much shorter than the best one or less is polished when it ends.
const NEAR: usize = 8;

/// What polishing costs, in nodes.
const POLISHING: u64 = 10;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filling {
    /// The cells after the head, in order.
    pub path: Vec<Spot>,
    /// Whether no longer path exists.
    pub proven: bool,
    /// No path is longer than this.
    pub bound: usize,
    pub nodes: u64,
    /// The number of departures from the best guess that have been tried.
    pub depth: u32,
}

struct Filler<'a, P> {
    field: Field<P>,
    /// The region and the head before the first step.
    start: (Field<P>, Spot),
    degree: Vec<u8>,
    chambers: Chambers,
    contraction: Contraction<P>,
    even: P,
    path: Vec<Spot>,
    best: Vec<Spot>,
    bound: usize,
    nodes: u64,
    next_check: u64,
    budget: &'a Budget,
    stopped: bool,
    /// Whether the current pass has left something out because of its limit.
    cut: bool,
}

/// The longest path found from `head`, at least as long as `plan` if that is still open.
pub fn fill<P: Bits>(field: Field<P>, head: Spot, plan: &[Spot], budget: &Budget) -> Filling {
    let mut degree = vec![0; usize::from(field.edges.height as u16) << 7];
    field.free.for_each(|spot| {
        for next in (0..4).filter_map(|index| field.edges.neighbour(spot, index)) {
            degree[usize::from(next)] += 1;
        }
    });
    let mut filler = Filler {
        chambers: Chambers::new(field.edges),
        contraction: Contraction::new(field.edges),
        even: even_cells(&field.edges),
        field,
        start: (field, head),
        degree,
        path: Vec::new(),
        best: if is_open(&field, head, plan) { plan.to_vec() } else { Vec::new() },
        bound: 0,
        nodes: 0,
        next_check: CHECK,
        budget,
        stopped: false,
        cut: true,
    };
    filler.bound = filler.bound_from(head);
    let mut limit = 0;
    while filler.cut && !filler.stopped && filler.best.len() < filler.bound {
        filler.cut = false;
        let bound = filler.bound;
        filler.walk(head, limit, bound);
        limit += 1;
    }
    let proven = !filler.stopped || filler.best.len() >= filler.bound;
    Filling { proven, bound: filler.bound, nodes: filler.nodes, depth: limit, path: filler.best }
}

/// Whether `plan` is a path of free cells from `head`.
fn is_open<P: Bits>(field: &Field<P>, head: Spot, plan: &[Spot]) -> bool {
    let mut at = head;
    plan.iter().all(|next| {
        let step = field.exits(at).any(|(_, to)| to == *next);
        at = *next;
        step
    })
}

impl<P: Bits> Filler<'_, P> {
    /// Walks on from `at`; `limit` departures from the best guess are left, and at most `bound` cells can follow.
    fn walk(&mut self, at: Spot, limit: u32, bound: usize) {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.next_check = self.nodes + CHECK;
            self.stopped |= self.budget.is_spent(self.nodes);
        }
        if self.path.len() > self.best.len() {
            self.best.clone_from(&self.path);
        }
        if self.stopped || self.best.len() >= self.bound || self.path.len() + bound <= self.best.len() {
            return;
        }
        let mut moves: [(usize, u8, Spot); 4] = [(0, 0, 0); 4];
        let mut count = 0;
        for (_, to) in self.field.exits(at) {
            moves[count] = (0, self.degree[usize::from(to)], to);
            count += 1;
        }
        if count == 0 && self.path.len() + NEAR > self.best.len() {
            let path = polished(&self.start.0, self.start.1, &self.path);
            self.nodes += POLISHING;
            if path.len() > self.best.len() {
                self.best = path;
            }
            return;
        }
        if count == 1 {
            self.step(moves[0].2, limit, bound - 1);
            return;
        }
        for entry in &mut moves[..count] {
            self.flip(entry.2);
            entry.0 = 1 + self.bound_from(entry.2);
            self.flip(entry.2);
        }
        // The highest bound first, then the cell with the fewest free neighbours: along the walls.
        moves[..count].sort_by_key(|(bound, degree, spot)| (usize::MAX - bound, *degree, *spot));
        // Departures first: those near the head matter most, as the end of a path gets polished anyway.
        for rank in (1..count).chain([0]) {
            let (bound, _, to) = moves[rank];
            if self.path.len() + bound <= self.best.len() {
                continue;
            }
            if rank as u32 > limit {
                self.cut = true;
                continue;
            }
            self.step(to, limit - rank as u32, bound - 1);
        }
    }

    fn step(&mut self, to: Spot, limit: u32, bound: usize) {
        self.path.push(to);
        self.flip(to);
        self.walk(to, limit, bound);
        self.flip(to);
        self.path.pop();
    }

    fn flip(&mut self, spot: Spot) {
        let taken = self.field.free.has(spot);
        for index in 0..4 {
            if let Some(next) = self.field.edges.neighbour(spot, index) {
                let degree = &mut self.degree[usize::from(next)];
                *degree = if taken { *degree - 1 } else { *degree + 1 };
            }
        }
        self.field.free.flip(spot);
    }

    /// No path from a head on `at` is longer.
    fn bound_from(&mut self, at: Spot) -> usize {
        let cells = self.field.reach(at);
        let degrees = Degrees { digits: [P::EMPTY; 3] };
        let region = Region { cells: &cells, front: &P::EMPTY, head: at, degrees: &degrees, even: &self.even };
        let worth = match self.contraction.best_chain(&region, &CELLS) {
            Some(worth) => worth,
            None => self.chambers.best_chain(&cells, &P::EMPTY, at, &degrees, &CELLS),
        };
        worth.cells as usize
    }
}
