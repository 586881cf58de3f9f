//! The real-time strategy game.

pub mod bonus;
pub mod bot;
pub mod combat;
pub mod placement;
pub mod rules;
pub mod sight;
pub mod victory;
