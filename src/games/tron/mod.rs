//! Tron: light cycles for two to four players. Pure: rules, players, board files; no Bevy, no clock.
//!
//! | file | subject |
//! |---|---|
//! | `arena`, `generate`, `file`, `contest` | boards: the value, random ones, RON files, the 2010 contest's text and protocol |
//! | `position` | the rules of a step, make and undo, keys, reasons of death |
//! | `turns` | key presses of a human become turns |
//! | `simulation` | many rounds without a window: sides, results, recordings |
//! | `bot` | a player in the contest's protocol |
//! | `game` | Tron as matches see it: the one door for steps |
//! | `player` | the players by name |
//! | `random`, `source` | the source's players, decision for decision |
//! | `engine` | our engine |
//! | `replay` | a match as a file, and any moment of it again |
//! | `score` | how a match of several rounds stands |
//! | `rounds` | a match of several rounds in steps, as it is played over the network |
//! | `description`, `hosted`, `kept` | what is played over the network: as a text, as a server knows it, as a recording |
//! | `plugin` | the match as ECS: the only part that knows Bevy |
//! | `plane`, `field` | sets of cells as machine words, for everything that searches |
//! | `words` | every sentence for people |
//!
//! Seats count from 0 in the order of the starts. A player is asked only while it lives; the others' orders of the
//! same step are never known to it.

pub mod arena;
pub mod bot;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod contest;
pub mod description;
pub mod engine;
pub(crate) mod entry;
pub mod field;
pub mod file;
pub mod game;
pub mod generate;
pub mod hosted;
pub mod kept;
pub mod plane;
pub mod player;
pub mod plugin;
pub mod position;
pub mod random;
pub mod replay;
pub mod rounds;
pub mod score;
pub mod simulation;
pub mod source;
pub mod turns;
mod words;
