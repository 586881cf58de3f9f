//! Set-up, HUD and result of the real-time game.

pub mod escape;
pub mod hud;
mod map_widgets;
pub mod observing;
pub mod planners;
pub mod setup;
pub mod skirmish;
