//! The value of a position at the leaves of the search.
//!
//! Connected: own minus other territory, cells by the checkerboard bound and free neighbours of the cells ("edges":
//! open space is worth more than corridors). Cheap terms first; the chambers of both sides are walked only where the
//! cheap value is near enough to the search window that they can matter. Separated: the difference of the
//! two fill bounds, which then decides the round.
//!
//! With more than two players all opponents flood together as the other side.

use super::super::field::Field;
use super::super::plane::{Bits, Edges, Spot, Tally, even_cells};
use super::chambers::{Chambers, Worth, fillable};
use super::contraction::{Contraction, Region};
use super::degrees::Degrees;
use super::territory::Territory;
use super::weights::{CELL, SEPARATED_CELL, Weights};

/// Which terms the evaluation uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Free neighbours of the cells, else cells alone.
    pub(crate) edges: bool,
    pub(crate) chambers: bool,
}

/// How far outside of the window a cheap value must be so that chambers are not looked at.
const MARGIN: i32 = 10 * CELL;

/// One cell in this many of two separate regions may be wasted. With 1 in 32 the engine separated itself with four cells
/// less rather than drive into a draw, and lost by those four to players who fill well; with none at all it drew seven
/// rounds of a hundred with players who fill badly.
const WASTE: i32 = 100;

pub(crate) struct Evaluation<P> {
    terms: Terms,
    pub(crate) weights: Weights,
    chambers: Chambers,
    contraction: Contraction<P>,
    /// Cells with an even sum of coordinates.
    even: P,
    edges: Edges,
    /// Heads of opponents who do not move in this search.
    pub(crate) bystanders: P,
    pub(crate) evaluations: u64,
    pub(crate) walks: u64,
}

impl<P: Bits> Evaluation<P> {
    /// The evaluation for a search from the position `field`.
    pub(crate) fn new(field: &Field<P>, terms: Terms, bystanders: P) -> Self {
        let edges = field.edges;
        let mut weights = Weights::with_space(field.free.count());
        if !terms.edges {
            (weights.cell, weights.edge) = (CELL, 0);
        }
        let even = even_cells(&edges);
        Self {
            terms,
            weights,
            chambers: Chambers::new(edges),
            contraction: Contraction::new(edges),
            even,
            edges,
            bystanders,
            evaluations: 0,
            walks: 0,
        }
    }

    /// The value for `mine` where both heads have an exit. Values outside of `alpha` to `beta` may be inexact.
    pub(crate) fn value(&mut self, field: &Field<P>, mine: Spot, theirs: Spot, alpha: i32, beta: i32) -> i32 {
        self.evaluations += 1;
        let others = P::single(theirs).or(&self.bystanders);
        let territory = Territory::divide(&field.free, P::single(mine), others, &self.edges);
        let separated = !territory.touches(&self.edges);
        let degrees = Degrees::of(&field.free);
        let cheap = self.cheap(&degrees, &territory, mine, theirs);
        if !separated && (!self.terms.chambers || cheap < alpha - MARGIN || cheap > beta + MARGIN) {
            return cheap;
        }
        let (own_front, other_front) = if separated { (P::EMPTY, P::EMPTY) } else { territory.fronts(&self.edges) };
        self.walks += 1;
        let own = self.chain(&territory.own, &own_front, mine, &degrees);
        let other = self.chain(&territory.other, &other_front, theirs, &degrees);
        if separated {
            return self.separated(own, other);
        }
        self.weights.of(own) - self.weights.of(other)
    }

    #[inline]
    fn chain(&mut self, cells: &P, front: &P, head: Spot, degrees: &Degrees<P>) -> Worth {
        let region = Region { cells, front, head, degrees, even: &self.even };
        match self.contraction.best_chain(&region, &self.weights) {
            Some(worth) => worth,
            None => self.chambers.best_chain(cells, front, head, degrees, &self.weights),
        }
    }

    /// The value once the sides cannot meet: who can fill more. Bounds are not paths: in large regions riders reach them
    /// only nearly, so a difference within what may be wasted counts as open cells and only the rest as decided.
    fn separated(&self, own: Worth, other: Worth) -> i32 {
        let cells = own.cells - other.cells;
        let waste = (own.cells + other.cells) / WASTE;
        if cells == 0 && waste == 0 {
            return -self.weights.contempt;
        }
        let open = cells.clamp(-waste, waste);
        open * CELL + (cells - open) * SEPARATED_CELL
    }

    #[inline(always)]
    fn cheap(&self, degrees: &Degrees<P>, territory: &Territory<P>, mine: Spot, theirs: Spot) -> i32 {
        let own = degrees.tally(&territory.own, &self.even);
        let other = degrees.tally(&territory.other, &self.even);
        let cells = Self::cells(&own, mine) - Self::cells(&other, theirs);
        cells * self.weights.cell + (own.sum - other.sum) * self.weights.edge
    }

    /// Cells of a region that a path from `head` can use, by colours alone.
    #[inline(always)]
    fn cells(region: &Tally, head: Spot) -> i32 {
        let (even, odd) = (region.marked, region.cells - region.marked);
        // The first cell of the path has the other colour than the head.
        if (head ^ head >> 7) & 1 == 0 { fillable(odd, even) } else { fillable(even, odd) }
    }
}
