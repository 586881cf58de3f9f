//! Tests of rules, planners, simulation and input. One binary, so that Bevy is linked once.

mod cli;
mod common;
mod determinism;
mod jams;
mod layers;
mod levels;
mod matches;
mod movement;
mod orders;
mod planner;
mod property;
mod replay;

#[cfg(feature = "client")]
mod input;
