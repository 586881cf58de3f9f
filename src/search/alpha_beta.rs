//! Alpha-beta to a fixed depth (D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", 1975), fail-soft, moves
//! in the order of the generator, without any help: the source's second search.

use super::game::{Evaluate, Game, ended, relative};
use super::table::Bound;
use super::tree::{Heard, Listener, Why};
use super::{LOOK, Thought};
use crate::base::Budget;

/// Above every value.
const INFINITE: i32 = i32::MAX - 1;

struct Search<'a, E, L> {
    evaluate: &'a E,
    budget: Heard<'a, L>,
    nodes: u64,
}

/// Searches `depth` plies; the listener hears of every node. A search that the budget stops has no best move.
pub fn search<G: Game>(
    game: &mut G,
    evaluate: &impl Evaluate<G>,
    depth: u32,
    budget: &Budget,
    listener: &mut impl Listener<G::Move>,
) -> Thought<G::Move> {
    let mut search = Search { evaluate, budget: Heard::new(budget, listener), nodes: 0 };
    let mut line = Vec::new();
    let score = search.node(game, depth, 0, -INFINITE, INFINITE, &mut line).unwrap_or_else(|| {
        line.clear();
        0
    });
    line.reverse();
    search.budget.listener.line(&line);
    Thought { best: line.first().copied(), score, depth, nodes: search.nodes, line }
}

impl<E, L> Search<'_, E, L> {
    /// Searches a node, and tells of it.
    fn node<G: Game>(
        &mut self,
        game: &mut G,
        depth: u32,
        ply: u32,
        alpha: i32,
        beta: i32,
        line: &mut Vec<G::Move>,
    ) -> Option<i32>
    where
        E: Evaluate<G>,
        L: Listener<G::Move>,
    {
        self.budget.enter(game, depth, (alpha, beta));
        let found = self.value(game, depth, ply, alpha, beta, line);
        self.budget.listener.leave(found);
        found
    }

    fn value<G: Game>(
        &mut self,
        game: &mut G,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        beta: i32,
        line: &mut Vec<G::Move>,
    ) -> Option<i32>
    where
        E: Evaluate<G>,
        L: Listener<G::Move>,
    {
        line.clear();
        self.nodes += 1;
        if self.budget.is_spent_within(self.nodes, LOOK) {
            return None;
        }
        let side = game.side();
        if let Some(outcome) = game.outcome() {
            self.budget.settled(game);
            return Some(ended(outcome, side, ply));
        }
        if depth == 0 {
            self.budget.listener.why(Why::Judged, Bound::Exact);
            return Some(relative(game, self.evaluate));
        }
        let (mut moves, mut below) = (Vec::new(), Vec::new());
        game.moves(&mut moves);
        let mut best = -INFINITE;
        let count = moves.len();
        for (index, action) in moves.into_iter().enumerate() {
            self.budget.listener.step(action);
            game.make(action);
            // The sign follows the side to move: it may be the same side again.
            let found = if game.side() == side {
                self.node(game, depth - 1, ply + 1, alpha, beta, &mut below)
            } else {
                self.node(game, depth - 1, ply + 1, -beta, -alpha, &mut below).map(|score| -score)
            };
            game.unmake();
            let score = found?;
            if score > best {
                best = score;
                std::mem::swap(line, &mut below);
                line.push(action);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.budget.listener.untried(count - index - 1);
                break;
            }
        }
        Some(best)
    }
}
