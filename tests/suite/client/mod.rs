//! What the windows of all games share.

mod audio;
mod choices;
mod hearing;
mod kit;
mod screens;
