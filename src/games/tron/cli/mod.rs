//! Subcommands of Tron.

pub(crate) mod bench;
pub(crate) mod bot;
pub(crate) mod replay;
pub(crate) mod sim;
pub(crate) mod size;
