//! Tron: rules, players, boards.

mod arena;
mod bot;
mod contest;
mod engine;
mod game;
mod generate;
mod plane;
mod player;
mod position;
mod random;
mod source;
mod turns;
