//! The real-time strategy game.

pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod level;
pub mod sim;

pub mod bonus;
pub mod bot;
pub mod combat;
pub mod placement;
pub mod rules;
pub mod sight;
pub mod victory;
