//! What a search knows of a game.

use std::hash::Hash;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The side, 0 or 1, has won.
    Win(usize),
    Draw,
}

/// The value of a win in this position; every ply until then takes one off.
pub const WIN: i32 = 1_000_000;

/// Values beyond this are wins or losses by force, values within are estimates.
pub(crate) const DECIDED: i32 = WIN - 10_000;

/// Whether a value is a forced win or loss.
pub const fn is_decided(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// Plies until the end, of a decided value.
pub const fn plies_to_end(score: i32) -> Option<u32> {
    if is_decided(score) { Some((WIN - score.abs()) as u32) } else { None }
}

/// A game for two with full information.
///
/// `make` and `unmake` are exact inverses: after both, key, moves and outcome are as before.
pub trait Game {
    /// A move. It must mean the same in every position with the same key.
    type Move: Copy + Eq + Hash + std::fmt::Debug;

    /// The side to move, 0 or 1. May stay the same over several moves.
    fn side(&self) -> usize;

    /// Appends all legal moves in a defined order; none if and only if the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// Appends the moves that a search needs: by default all. A game may leave out those that lead, in another order,
    /// to positions that stay reachable; then [`Self::path_key`] must tell positions apart in which something else is
    /// left out.
    fn search_moves(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// Appends those of them that are [noisy](Self::is_noisy).
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        let first = out.len();
        self.search_moves(out);
        let mut index = 0;
        out.retain(|action| {
            index += 1;
            index <= first || self.is_noisy(*action)
        });
    }

    fn make(&mut self, action: Self::Move);

    fn unmake(&mut self);

    /// Whether and how the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of all that the future of the game depends on, the side to move included.
    fn key(&self) -> u64;

    /// The key under which a search stores what it knows of this position.
    fn path_key(&self) -> u64 {
        self.key()
    }

    /// Whether this position was there before, so that a search may call it a draw without waiting for the rules.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether a move may change the value so much that a position must not be judged before it.
    fn is_noisy(&self, _action: Self::Move) -> bool {
        false
    }

    /// Whether the side to move must answer a threat: its position is not judged before it has, and the answer costs no
    /// depth.
    fn is_forced(&self) -> bool {
        false
    }

    /// A first guess of how promising a move is, for the order in which moves are tried; higher is earlier.
    fn promise(&self, _action: Self::Move) -> i32 {
        0
    }

    /// The number of slots of the history table.
    const HISTORY: usize = 1;

    /// The slot of a move in the history table, below [`Self::HISTORY`].
    fn history_slot(&self, _action: Self::Move) -> usize {
        0
    }
}

pub trait Evaluate<G: Game> {
    /// The value for side 0 of a position in which the game is not over; far below [`DECIDED`] in size.
    fn value(&self, game: &G) -> i32;

    /// An exact value for the side to move, as a search gives it at `ply` plies from its root, if one is known without
    /// searching.
    fn known(&self, _game: &G, _ply: u32) -> Option<i32> {
        None
    }
}

impl<G: Game, F: Fn(&G) -> i32> Evaluate<G> for F {
    fn value(&self, game: &G) -> i32 {
        self(game)
    }
}

/// The value of an ended game for `side`, `ply` plies from the root of the search.
pub(super) fn ended(outcome: Outcome, side: usize, ply: u32) -> i32 {
    match outcome {
        Outcome::Win(winner) if winner == side => WIN - ply as i32,
        Outcome::Win(_) => ply as i32 - WIN,
        Outcome::Draw => 0,
    }
}

/// The value for the side to move of a position that is not over.
pub(super) fn relative<G: Game>(game: &G, evaluate: &impl Evaluate<G>) -> i32 {
    let value = evaluate.value(game);
    if game.side() == 0 { value } else { -value }
}
