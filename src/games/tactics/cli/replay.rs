//! Replays of Tactics: battles of the window (`.tactics`) and of `gridmarch sim tactics --out` (`rounds.jsonl`), both one
//! JSON line for each.
//!
//! A recording holds how a battle began and its actions, no positions. Playing it again means that every action is legal;
//! checking it, that the battle is as long as it says and ends as it says. `--to` counts the turns of a side.

use crate::cli::CliError;
use crate::cli::replay::ReplayArgs;
use crate::cli::replay::rounds::{self, Words};
use crate::games::tactics::Position;

const WORDS: Words = Words { game: "tactics", rounds: "battles of Tactics", ticks: "turns", tick: "turn" };

/// Plays the file again and tells what came of it.
pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    rounds::run::<Position>(WORDS, args)
}
