//! Plays scripts: opponents who do one thing.

mod mind;
mod squads;

pub use mind::Scripted;
