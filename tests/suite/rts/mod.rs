//! The parts of the real-time game, each by itself.

mod answers;
mod army;
mod bot;
mod checking;
mod cli;
mod combat;
mod handicap;
mod lesson;
mod level;
mod placement;
mod places;
mod plans;
mod protocol;
mod rules;
mod sight;
mod signals;
mod sites;
