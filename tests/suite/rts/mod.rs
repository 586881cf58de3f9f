//! The parts of the real-time game, each by itself.

mod answers;
mod army;
mod bot;
mod cli;
mod combat;
mod lesson;
mod level;
mod placement;
mod plans;
mod protocol;
mod rules;
mod sight;
mod sites;
