//! Plain minimax to a fixed depth: no cut, no memory. Slow and simple, so that the others can be judged by it.

use super::game::{Evaluate, Game, ended, relative};
use super::table::Bound;
use super::tree::{Heard, Listener, OPEN, Why};
use super::{LOOK, Thought};
use crate::base::Budget;

/// Searches `depth` plies; the listener hears of every node. A search that the budget stops has no best move.
pub fn search<G: Game>(
    game: &mut G,
    evaluate: &impl Evaluate<G>,
    depth: u32,
    budget: &Budget,
    listener: &mut impl Listener<G::Move>,
) -> Thought<G::Move> {
    let (mut nodes, mut budget) = (0, Heard::new(budget, listener));
    let found = node(game, evaluate, depth, 0, &mut budget, &mut nodes);
    let (score, mut line) = found.unwrap_or_default();
    line.reverse();
    budget.listener.line(&line);
    Thought { best: line.first().copied(), score, depth, nodes, line }
}

/// All moves with their values for the side to move, in the order of the move generator; for tests and analyses.
pub fn values<G: Game>(game: &mut G, evaluate: &impl Evaluate<G>, depth: u32) -> Vec<(G::Move, i32)> {
    let (side, mut moves, mut nodes) = (game.side(), Vec::new(), 0);
    game.moves(&mut moves);
    let value = |action| {
        game.make(action);
        let budget = Budget::unlimited();
        let found = node(game, evaluate, depth.saturating_sub(1), 1, &mut Heard::new(&budget, &mut ()), &mut nodes);
        let (score, _) = found.unwrap_or_default();
        let score = if game.side() == side { score } else { -score };
        game.unmake();
        (action, score)
    };
    moves.into_iter().map(value).collect()
}

/// The value for the side to move and the line, last move first.
fn node<G: Game, L: Listener<G::Move>>(
    game: &mut G,
    evaluate: &impl Evaluate<G>,
    depth: u32,
    ply: u32,
    budget: &mut Heard<L>,
    nodes: &mut u64,
) -> Option<(i32, Vec<G::Move>)> {
    budget.enter(game, depth, OPEN);
    let found = value(game, evaluate, depth, ply, budget, nodes);
    budget.listener.leave(found.as_ref().map(|(score, _)| *score));
    found
}

fn value<G: Game, L: Listener<G::Move>>(
    game: &mut G,
    evaluate: &impl Evaluate<G>,
    depth: u32,
    ply: u32,
    budget: &mut Heard<L>,
    nodes: &mut u64,
) -> Option<(i32, Vec<G::Move>)> {
    *nodes += 1;
    if budget.is_spent_within(*nodes, LOOK) {
        return None;
    }
    let side = game.side();
    if let Some(outcome) = game.outcome() {
        budget.settled(game);
        return Some((ended(outcome, side, ply), Vec::new()));
    }
    if depth == 0 {
        budget.listener.why(Why::Judged, Bound::Exact);
        return Some((relative(game, evaluate), Vec::new()));
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best: Option<(i32, Vec<G::Move>)> = None;
    for action in moves {
        budget.listener.step(action);
        game.make(action);
        let is_own = game.side() == side;
        let found = node(game, evaluate, depth - 1, ply + 1, budget, nodes);
        game.unmake();
        let (score, mut line) = found?;
        let score = if is_own { score } else { -score };
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            line.push(action);
            best = Some((score, line));
        }
    }
    best
}
