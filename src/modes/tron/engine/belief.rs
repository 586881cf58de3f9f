//! What the other side will do: a search from its point of view.
//!
//! Serialised search guards against the worst answer, as if the other side saw the own move. It does not: it has to
//! choose at the same time, and an opponent of any strength will mostly choose what a search of ours would choose in its
//! place. So moves at the root are also valued against that answer (opponent-model search: H. Iida and others,
//! "Potential applications of opponent-model search", ICCA Journal 16, 1993). How much that counts is
//! [`Weights::trust`].

use super::super::field::Field;
use super::super::plane::{Bits, Spot};
use super::evaluation::Evaluation;
use super::levels::Level;
use super::search::{INFINITE, Search};
use super::table::Table;
use super::weights::Weights;
use crate::base::Budget;

/// A search for the other side that is deepened together with the own one.
pub(super) struct Belief<'a, P> {
    search: Search<'a, P>,
    heads: (Spot, Spot),
    moves: Vec<Spot>,
}

impl<'a, P: Bits> Belief<'a, P> {
    /// `heads` are the own and the other one.
    pub(super) fn new(
        field: Field<P>,
        heads: (Spot, Spot),
        bystanders: P,
        level: &Level,
        table: &'a mut Table,
        budget: &'a Budget,
    ) -> Self {
        let mut evaluation = Evaluation::new(field.edges, level.terms, bystanders);
        evaluation.weights =
            Weights { cell: evaluation.weights.cell, edge: evaluation.weights.edge, ..Weights::EXPECTED };
        let moves = field.exits(heads.1).map(|(_, to)| to).collect();
        Self { search: Search::new(field, evaluation, table, budget), heads: (heads.1, heads.0), moves }
    }

    /// The answer that looks best to the other side with `depth` turns to go, or `None` if it has none or the budget is
    /// spent, of which `elsewhere` nodes have gone to other searches.
    pub(super) fn answer(&mut self, depth: u32, elsewhere: u64) -> Option<Spot> {
        self.search.elsewhere = elsewhere;
        let mut best: Option<(usize, i32)> = None;
        for (rank, to) in self.moves.iter().enumerate() {
            let window = best.map_or((-INFINITE, INFINITE), |(_, value)| (value, INFINITE));
            let value = self.search.reply(self.heads, *to, depth, window, 0);
            if self.search.stopped {
                return None;
            }
            if best.is_none_or(|(_, best)| value > best) {
                best = Some((rank, value));
            }
        }
        let (rank, _) = best?;
        self.moves[..=rank].rotate_right(1);
        self.moves.first().copied()
    }

    /// Positions visited.
    pub(super) fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
