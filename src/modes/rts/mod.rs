//! The real-time strategy game.

pub mod bonus;
pub mod placement;
pub mod rules;
