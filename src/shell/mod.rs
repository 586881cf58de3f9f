//! What all games share: screens and states, folders, keys of people at one computer, where matches are recorded to, matches in real time over the network.

pub mod folders;
pub(crate) mod following;
pub mod keys;
pub mod online;
pub mod recording;
pub mod states;
