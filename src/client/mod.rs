//! What the windows of all games share: input, widgets, sound, screens.

pub mod audio;
pub mod input;
pub mod kit;
#[cfg(feature = "client")]
pub mod screens;
