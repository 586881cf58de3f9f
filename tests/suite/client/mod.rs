//! The windows: what all games share, and parts of those of Tron and Tactics.

mod audio;
mod choices;
mod hearing;
mod kit;
mod screens;
mod tactics_intent;
mod tactics_words;
mod tron_view;
