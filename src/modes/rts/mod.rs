//! The real-time strategy game.

pub mod rules;
pub mod sight;
