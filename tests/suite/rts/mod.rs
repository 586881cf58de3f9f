//! The parts of the real-time game, each by itself.

mod bot;
mod cli;
mod combat;
mod level;
mod placement;
mod plans;
mod protocol;
mod rules;
mod sight;
