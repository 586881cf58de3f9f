//! The windows: what all games share, and parts of those of Tron and Tactics.

mod audio;
mod choices;
mod hearing;
mod kit;
mod lab;
mod links;
mod online;
mod screens;
mod tactics_intent;
mod tactics_view;
mod tactics_words;
mod time;
mod tron_effects;
mod tron_view;
