//! Set-up, HUD and result of the real-time game.

pub mod hud;
pub mod observing;
pub mod planners;
pub mod setup;
pub mod skirmish;
