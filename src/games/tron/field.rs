//! What the searching players see of a position: the free cells as one set, and the heads.

use super::plane::{Bits, Edges, Spot, spot};
use super::position::Position;

#[derive(Clone, Copy)]
pub struct Field<P> {
    pub free: P,
    pub edges: Edges,
}

impl<P: Bits> Field<P> {
    /// The free cells of a position that fits into `P`.
    pub fn new(position: &Position) -> Self {
        let (width, height) = (u32::from(position.width()), u32::from(position.height()));
        let inside = u128::MAX >> (128 - width);
        let mut free = P::EMPTY;
        for (y, row) in position.rows().iter().enumerate() {
            free.set_row(y as u32, !row & inside);
        }
        Self { free, edges: Edges { width, height, wrap: position.options().wrap } }
    }

    /// The free neighbours of a cell with the index of their direction in `MOVES`.
    #[inline(always)]
    pub fn exits(&self, from: Spot) -> Exits {
        let ring = self.free.ring(from, &self.edges);
        // Straight neighbours are the even bits of a ring.
        Exits { from, open: ring & 0b0101_0101, edges: self.edges }
    }

    /// The cells that a head on `from` can still reach; `from` itself counts only if it is free.
    pub fn reach(&self, from: Spot) -> P {
        self.free.flood(&P::single(from).expand(&self.edges), &self.edges)
    }
}

pub fn head(position: &Position, seat: usize) -> Spot {
    spot(position.riders()[seat].head)
}

/// The living opponent whose head is nearest in a straight line, the lowest seat among equals.
pub fn nearest_opponent(position: &Position, seat: usize, edges: &Edges) -> Option<usize> {
    let own = head(position, seat);
    position.living().filter(|other| *other != seat).min_by_key(|other| {
        let (dx, dy) = edges.offset(own, head(position, *other));
        dx * dx + dy * dy
    })
}

/// The free neighbours of a cell, in the order of `MOVES`.
#[derive(Clone, Copy)]
pub struct Exits {
    from: Spot,
    open: u8,
    edges: Edges,
}

impl Exits {
    pub fn is_none(self) -> bool {
        self.open == 0
    }
}

impl Iterator for Exits {
    type Item = (usize, Spot);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, Spot)> {
        if self.open == 0 {
            return None;
        }
        let index = self.open.trailing_zeros() as usize / 2;
        self.open &= self.open - 1;
        self.edges.neighbour(self.from, index).map(|to| (index, to))
    }
}
