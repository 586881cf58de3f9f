//! Tanks: a fast arena whose bots, foes and allies, show what they think. Rules, ways and bots are pure: no Bevy, no clock.
//!
//! | file | subject |
//! |---|---|
//! | `field` | the board: ground, bricks in quarters, bases |
//! | `rules` | the numbers, from `assets/rules/tanks.ron` |
//! | `stage` | stages: files, codes, what they must fulfil |
//! | `setup` | a match before it begins: mode, seats, options |
//! | `order` | what is steered: held inputs, and the orders that change them |
//! | `world` | the rules: one tick after the other |
//! | `replay` | a match as a file, and any moment of it again |
//! | `words` | every sentence of the rules for people |
//! | `ways` | distances and the source's techniques |
//! | `wire`, `description`, `hosted`, `referee` | what goes over the network, the match as a server knows it |
//! | `plugin` | the match as ECS: the only part that knows Bevy |
//!
//! A tick is a sixtieth of a second; places are in 1/256 of a cell.

pub mod bot;
pub mod check;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod description;
pub mod editor;
pub(crate) mod entry;
pub mod field;
pub mod generate;
pub mod hosted;
pub mod order;
pub mod played;
pub mod plugin;
pub mod referee;
pub mod replay;
pub mod rules;
pub mod setup;
pub mod sim;
pub mod stage;
pub mod symmetry;
pub mod ways;
pub mod wire;
mod words;
pub mod world;
