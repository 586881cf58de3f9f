//! What a position is worth once it is quiet: only moves that may change the value much are made.

use super::super::game::{Evaluate, Game, relative};
use super::super::table::{Bound, Memory};
use super::super::tree::{Heard, Listener, Why};
use super::{Engine, INFINITE, MAX_PLIES, Stopped, pick};

impl<G: Game, T: Memory<Option<G::Move>>> Engine<G, T> {
    /// Noisy moves only, until it is quiet or `left` plies are done.
    pub(super) fn quiet<L: Listener<G::Move>>(
        &mut self,
        game: &mut G,
        evaluate: &impl Evaluate<G>,
        left: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        budget: &mut Heard<L>,
    ) -> Result<i32, Stopped> {
        self.lines[ply].clear();
        self.visit(budget)?;
        if let Some(score) = self.settled(game, evaluate, ply) {
            budget.settled(game);
            return Ok(score);
        }
        let is_end = left == 0 || ply + 1 >= MAX_PLIES;
        let mut best = -INFINITE;
        if is_end || !game.is_forced() {
            best = relative(game, evaluate);
            if best >= beta || is_end {
                let (why, bound) =
                    if best >= beta { (Why::StandPat, Bound::Lower) } else { (Why::Judged, Bound::Exact) };
                budget.listener.why(why, bound);
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let side = game.side();
        let mut moves = self.ranked_moves(game, ply, None, true);
        if moves.is_empty() {
            best = best.max(relative(game, evaluate));
        }
        budget.listener.why(if moves.is_empty() { Why::Judged } else { Why::Quiet }, Bound::Exact);
        for index in 0..moves.len() {
            let action = pick(&mut moves, index);
            budget.listener.step(action);
            game.make(action);
            let is_own = game.side() == side;
            budget.enter(game, 0, if is_own { (alpha, beta) } else { (-beta, -alpha) });
            let found = if is_own {
                self.quiet(game, evaluate, left - 1, ply + 1, alpha, beta, budget)
            } else {
                self.quiet(game, evaluate, left - 1, ply + 1, -beta, -alpha, budget).map(|score| -score)
            };
            budget.listener.leave(found.as_ref().ok().map(|score| if is_own { *score } else { -score }));
            game.unmake();
            let Ok(score) = found else {
                self.ranked[ply] = moves;
                return Err(Stopped);
            };
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.prepend(ply, action);
            }
            if alpha >= beta {
                budget.listener.untried(moves.len() - index - 1);
                break;
            }
        }
        self.ranked[ply] = moves;
        Ok(best)
    }
}
