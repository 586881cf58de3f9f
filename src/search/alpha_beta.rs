//! Alpha-beta to a fixed depth (D. E. Knuth, R. W. Moore, "An analysis of alpha-beta pruning", 1975), fail-soft, moves
//! in the order of the generator, without any help: the source's second search.

use super::Thought;
use super::game::{Evaluate, Game, ended, relative};
use crate::base::Budget;

/// Above every value.
const INFINITE: i32 = i32::MAX - 1;

struct Search<'a, E> {
    evaluate: &'a E,
    budget: &'a Budget,
    nodes: u64,
}

/// Searches `depth` plies. A search that the budget stops has no best move.
pub fn search<G: Game>(game: &mut G, evaluate: &impl Evaluate<G>, depth: u32, budget: &Budget) -> Thought<G::Move> {
    let mut search = Search { evaluate, budget, nodes: 0 };
    let mut line = Vec::new();
    let score = search.node(game, depth, 0, -INFINITE, INFINITE, &mut line).unwrap_or_else(|| {
        line.clear();
        0
    });
    line.reverse();
    Thought { best: line.first().copied(), score, depth, nodes: search.nodes, line }
}

impl<E> Search<'_, E> {
    fn node<G: Game>(
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
    {
        line.clear();
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.budget.is_spent(self.nodes) {
            return None;
        }
        let side = game.side();
        if let Some(outcome) = game.outcome() {
            return Some(ended(outcome, side, ply));
        }
        if depth == 0 {
            return Some(relative(game, self.evaluate));
        }
        let (mut moves, mut below) = (Vec::new(), Vec::new());
        game.moves(&mut moves);
        let mut best = -INFINITE;
        for action in moves {
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
                break;
            }
        }
        Some(best)
    }
}
