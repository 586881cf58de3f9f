//! Counting: how many lines a game has, and to how many positions they lead. The test of a move generator
//! (perft: the performance test of chess programs).

use super::game::Game;
use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    pub lines: u64,
    /// Different positions, by key, at their ends.
    pub positions: u64,
}

/// Counts all lines of `depth` plies; a line that ends the game before counts once.
pub fn plies<G: Game>(game: &mut G, depth: u32) -> Count {
    count(game, &|_: &G, done| done == depth, &G::key)
}

/// Counts all lines until the side to move changes or the game ends: the ways to play one turn.
pub fn turn<G: Game>(game: &mut G) -> Count {
    turn_by(game, G::key)
}

/// The same with another idea of when two positions are different: those with different names.
pub(crate) fn turn_by<G: Game, N: Ord>(game: &mut G, name: impl Fn(&G) -> N) -> Count {
    let side = game.side();
    count(game, &move |game: &G, _| game.side() != side, &name)
}

fn count<G: Game, N: Ord>(game: &mut G, is_end: &impl Fn(&G, u32) -> bool, name: &impl Fn(&G) -> N) -> Count {
    let mut ends = BTreeSet::new();
    let lines = walk(game, 0, is_end, &mut |game| {
        ends.insert(name(game));
    });
    Count { lines, positions: ends.len() as u64 }
}

fn walk<G: Game>(game: &mut G, done: u32, is_end: &impl Fn(&G, u32) -> bool, end: &mut impl FnMut(&G)) -> u64 {
    if game.outcome().is_some() || is_end(game, done) {
        end(game);
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut lines = 0;
    for action in moves {
        game.make(action);
        lines += walk(game, done + 1, is_end, end);
        game.unmake();
    }
    lines
}
