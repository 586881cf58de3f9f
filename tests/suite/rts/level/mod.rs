//! Levels and their generators.

mod sites;
mod skirmish;
