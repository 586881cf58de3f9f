//! The parts of the real-time game, each by itself.

mod army;
mod bot;
mod cli;
mod combat;
mod level;
mod placement;
mod rules;
mod sight;
