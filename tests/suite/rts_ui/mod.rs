//! Panels and set-up screens of the real-time game.

mod choices;
mod controls;
mod doing;
mod offer;
mod plot;
mod remembered;
mod score;
mod setup;
mod thoughts;
