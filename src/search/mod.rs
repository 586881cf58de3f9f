//! Searches of games for two with full information, free of any game.
//!
//! A game implements [`Game`] (moves, make, unmake, outcome, key); what a position is worth is told by an
//! [`Evaluate`]. A side may make several plies before the other is to move (Tactics: one per character), so values
//! change their sign where the side to move changes, not with every ply.
//!
//! | file | subject |
//! |---|---|
//! | `game` | the trait, outcomes, values of won positions |
//! | `perft` | counting lines and positions, to check move generators |
//! | `minimax` | the plain search by which the others are judged, and the best moves by it |
//! | `alpha_beta` | the classic cut, without any help |
//! | `engine`, `settings` | what the game ships: iterative deepening, null windows, table, killers, history, quiescence |
//! | `team` | the same with several threads |
//! | `table` | the transposition table, for one thread or several |
//! | `ordering` | killers and history |
//! | [`tree`] | the tree that a search has gone through, to be looked at |
//!
//! Every search answers with a [`Thought`]. Depth counts plies. Wins are worth less the later they come, so that a
//! search hurries to win and delays a loss.

pub mod alpha_beta;
pub mod engine;
pub mod game;
pub mod minimax;
mod ordering;
pub mod perft;
mod settings;
pub mod table;
mod team;
pub mod tree;

pub use engine::Engine;
pub use game::{Evaluate, Game, Outcome, WIN, is_decided, plies_to_end};
pub use settings::Settings;
pub use table::{Bound, Table};
pub use team::Team;

/// Nodes between two looks at the time, of the searches that have no table: a node may cost 40 µs, so that they end within a
/// millisecond.
const LOOK: u64 = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought<M> {
    /// The best move; `None` if the game is over.
    pub best: Option<M>,
    /// The value for the side to move, in the units of the evaluation; beyond [`game::DECIDED`] a win or a loss.
    pub score: i32,
    /// Plies of the last finished depth.
    pub depth: u32,
    pub nodes: u64,
    /// The expected line, best move first; it may be shorter than the depth.
    pub line: Vec<M>,
}

impl<M> Default for Thought<M> {
    fn default() -> Self {
        Self { best: None, score: 0, depth: 0, nodes: 0, line: Vec::new() }
    }
}
