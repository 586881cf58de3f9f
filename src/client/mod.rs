//! What the windows of all games share: input, widgets, sound, screens.

pub mod audio;
pub mod game;
pub mod input;
pub mod kit;
pub mod lab;
pub mod screens;
pub mod stage;
pub mod table;
