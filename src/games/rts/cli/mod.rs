//! Subcommands of the real-time game.

pub mod jams;
pub mod map;
#[cfg(feature = "client")]
pub mod play;
pub(crate) mod session;
pub(crate) mod sight;
pub(crate) mod sim;
pub mod size;
#[cfg(feature = "client")]
pub(crate) mod skirmish;
pub(crate) mod tick;
