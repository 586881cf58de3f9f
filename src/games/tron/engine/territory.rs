//! Who is first where: a Voronoi division of the free cells by walking distance, with bit floods.
//!
//! Both sides flood at once, one step per round. Cells that both enter in the same round are ties and go on flooding
//! for both; so a cell is own if and only if its distance from the own head is smaller than from every other head,
//! exactly. One round is two set expansions, whatever the number of cells.

use super::super::plane::{Bits, Edges};

#[derive(Clone, Copy)]
pub struct Territory<P> {
    pub own: P,
    pub other: P,
    pub ties: P,
}

impl<P: Bits> Territory<P> {
    /// Divides `free`; `own` and `other` are the sets of heads (which are not free themselves).
    #[inline(always)]
    pub fn divide(free: &P, own: P, other: P, edges: &Edges) -> Self {
        let [own_reached, other_reached] = free.divide([&own, &other], edges);
        Self {
            own: own_reached.minus(&other_reached),
            other: other_reached.minus(&own_reached),
            ties: own_reached.and(&other_reached),
        }
    }

    #[inline(always)]
    pub fn touches(&self, edges: &Edges) -> bool {
        !self.ties.is_empty() || !self.own.expand(edges).and(&self.other).is_empty()
    }

    /// The own cells next to a cell that is not own: the battlefront. And the other side's.
    pub fn fronts(&self, edges: &Edges) -> (P, P) {
        let beside_other = self.other.or(&self.ties).expand(edges);
        let beside_own = self.own.or(&self.ties).expand(edges);
        (self.own.and(&beside_other), self.other.and(&beside_own))
    }
}
