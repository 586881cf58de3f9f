//! Tactics: a turn-based battle of two squads on a board of at most 16 × 16 squares.
//!
//! On its turn a side makes exactly one interaction with every character, in any order: *move* up to its steps over
//! free squares, or *attack* an enemy in range, or use its class's ability. Nobody passes (unless the rules allow
//! waiting); who cannot do anything is skipped. A side without characters has lost; beyond that the [`rules::Mode`]
//! decides: the hill (the default), the source's classic rules, flags, or escorting a leader.
//!
//! | file | subject |
//! |---|---|
//! | `square`, `action` | squares, sets of them, and actions with their notation |
//! | `field`, `class`, `rules`, `scene` | what does not change in a battle: ground, classes, options |
//! | [`position`] | make and unmake, legal actions, ends, keys |
//! | `joint` | the source's other reading of a turn, for counts |
//! | `picture` | positions drawn as text |
//! | [`placement`], [`puzzle`] | battles that begin in the middle; tasks with their proofs |
//! | `words` | every sentence for people |

pub mod action;
pub mod battle;
pub mod class;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod ending;
pub mod engine;
pub(crate) mod entry;
pub mod evaluation;
pub mod field;
pub mod file;
pub mod game;
pub mod insight;
pub mod joint;
pub mod picture;
pub mod placement;
pub mod player;
pub mod plugin;
pub mod position;
pub mod protocol;
pub mod puzzle;
pub mod reason;
pub mod reference;
pub mod rules;
pub mod scene;
pub mod setup;
pub mod simulation;
pub mod source;
pub mod square;
pub mod tally;
pub mod tuning;
pub mod words;

pub use action::Action;
pub use position::Position;
pub use rules::{Mode, Rules, Side};
pub use square::{Square, Squares};
