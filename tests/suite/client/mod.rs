//! What the windows of all games share.

mod audio;
mod choices;
mod hearing;
mod kit;
mod screens;
mod tactics_intent;
mod tactics_words;
mod tron_view;
