//! The games. One folder each; everything about a game is in its folder.

pub mod rts;
pub mod tactics;
pub mod tron;
