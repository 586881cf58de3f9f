//! What all games share: screens and states, where matches are recorded to.

pub mod recording;
pub mod states;
