//! Panels and set-up screens of the real-time game.

mod choices;
mod controls;
mod doing;
mod hud;
mod keeping;
mod looking;
mod maps;
mod offer;
mod plot;
mod remembered;
mod replay_strip;
mod score;
mod setup;
mod thoughts;
