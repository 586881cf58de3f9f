//! Tron: light cycles for two to four players. Pure: rules, players, board files; no Bevy, no clock.
//!
//! How to use it, in ten lines:
//!
//! ```ignore
//! let arena = RandomArena::default().generate(seed)?;            // or TronLevel::load(path)?.arena
//! let mut position = Position::new(&arena, 2, Options::default());
//! let mut players = ["engine:5".parse::<PlayerKind>()?.player(1), "separator:8".parse::<PlayerKind>()?.player(2)];
//! while position.outcome().is_none() {
//!     let budget = Budget::nodes(20_000);                        // or Budget::until(move || clock() > deadline)
//!     let orders: Vec<Order> =
//!         (0..2).map(|seat| players[seat].choose(&position, seat, &budget).step).collect();
//!     position.make(&orders);                                    // `undo` takes it back; `riders()[seat].out` says why
//! }
//! ```
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
//! | `plugin` | the match as ECS: the only part that knows Bevy |
//! | `plane`, `field` | sets of cells as machine words, for everything that searches |
//!
//! Seats count from 0 in the order of the starts. A player is asked only while it lives; the others' orders of the
//! same step are never known to it.

pub mod arena;
pub mod bot;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod contest;
pub mod engine;
mod field;
pub mod file;
pub mod game;
pub mod generate;
mod plane;
pub mod player;
pub mod plugin;
pub mod position;
pub mod random;
pub mod replay;
pub mod simulation;
pub mod source;
pub mod turns;
