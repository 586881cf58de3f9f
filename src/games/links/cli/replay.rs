//! Replays of Links: matches of the window (`.links`) and of `gridmarch sim links --out` (`rounds.jsonl`), both one JSON
//! line for each. `--to` counts turns.

use crate::cli::CliError;
use crate::cli::replay::rounds::{Words, play_recordings, tell};
use crate::cli::replay::{ReplayArgs, read};
use crate::games::links::position::Position;
use serde_json::Value;

const WORDS: Words = Words { game: "links", rounds: "matches of Links", ticks: "turns", tick: "turn" };

/// Whether a file is of Links, by its first line.
pub(super) fn is_links(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    first.is_some_and(|line| line["match"]["game"] == "links")
}

/// Plays the file again and tells what came of it.
pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (text, file) = read(&args.file)?;
    tell(WORDS, play_recordings::<Position>(&text, &file, args.end(), args.verify)?, args)
}
