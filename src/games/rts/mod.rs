//! The real-time strategy game.

// Fields and variants whose name says it all have no comment.
#![allow(missing_docs)]

pub mod bonus;
pub mod bot;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod combat;
pub mod level;
pub mod placement;
pub mod rules;
pub mod sight;
pub mod sim;
pub mod victory;
