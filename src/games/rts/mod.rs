//! The real-time strategy game.

pub mod bonus;
pub mod bot;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod combat;
pub(crate) mod entry;
pub mod figures;
pub mod folders;
pub mod handicap;
pub mod lesson;
pub mod level;
pub mod orders;
pub mod placement;
pub mod rules;
pub mod sight;
pub mod signals;
pub mod sim;
pub mod victory;
pub mod wire;
