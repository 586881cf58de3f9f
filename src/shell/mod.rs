//! What all games share: screens and states, folders, where matches are recorded to.

pub mod folders;
pub mod online;
pub mod recording;
pub mod states;
