//! The parts of the real-time game, each by itself.

mod bot;
mod cli;
mod combat;
mod level;
mod placement;
mod plans;
mod rules;
mod sight;
