//! The parts of the real-time game, each by itself.

mod bot;
mod cli;
mod combat;
mod lesson;
mod level;
mod placement;
mod protocol;
mod rules;
mod sight;
