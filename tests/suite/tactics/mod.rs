//! Tactics: rules, engines, puzzles, files.

mod action;
mod agreement;
mod battle;
mod class;
mod cli;
mod duel;
mod evaluation;
mod field;
mod file;
mod insight;
mod joint;
mod picture;
mod player;
mod position;
mod positions;
mod protocol;
mod puzzle;
mod reason;
mod reference;
mod setup;
mod simulation;
mod source;
mod square;
mod table;
mod tally;
mod tuning;
