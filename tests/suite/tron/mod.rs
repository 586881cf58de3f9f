//! Tron: rules, players, boards.

mod arena;
mod bot;
mod cli;
mod contest;
mod engine;
mod file;
mod game;
mod generate;
mod plane;
mod player;
mod position;
mod random;
mod recording;
mod replay;
mod rounds;
mod setup;
mod simulation;
mod source;
mod turns;
