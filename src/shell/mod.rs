//! What all games share: states now; the list of games, folders and settings.

pub mod states;
