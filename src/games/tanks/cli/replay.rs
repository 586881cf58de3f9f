//! Replays of Tanks: matches of the window (`.tanks`) and of `gridmarch sim tanks --out` (`rounds.jsonl`), orders by tick,
//! played again without any program.

use crate::cli::CliError;
use crate::cli::replay::rounds::{self, Difference, Played, Run, Words, tell};
use crate::cli::replay::{ReplayArgs, read};
use crate::games::tanks::replay::{Playback, TanksReplay};
use crate::games::tanks::sim::Recording;
use crate::games::tanks::world::Outcome;
use serde_json::Value;
use std::sync::Arc;

const WORDS: Words = Words { game: "tanks", rounds: "matches of Tanks", ticks: "ticks", tick: "tick" };

/// Whether a text is a replay of Tanks, by its first line.
pub(super) fn is_one(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    Recording::is_one(text) || first.is_some_and(|first| first["game"] == "gridmarch tanks")
}

/// A match as far as it was played again.
fn played(playback: &Playback) -> Played {
    let world = playback.world();
    let winner = match world.outcome() {
        Some(Outcome::Won(side)) => Some(usize::from(side)),
        Some(Outcome::Draw) | None => None,
    };
    let (ticks, over) = (playback.tick(), world.outcome().is_some());
    Played { ticks, over, winner, key: world.fingerprint(), names: None }
}

fn play_match(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    let replay = TanksReplay::parse(text, file).map_err(|problem| CliError::Other(problem.to_string()))?;
    let mut playback =
        Playback::new(Arc::new(replay)).map_err(|problem| CliError::Other(format!("{file}: {problem}")))?;
    playback.seek(to.min(playback.replay().len()));
    let difference = playback.differs_at().filter(|_| verify);
    let difference = difference.map(|tick| Difference { round: 1, tick, field: "fingerprint".into() });
    Ok((vec![played(&playback)], difference))
}

/// Plays the file again, so many ticks of it.
pub(super) fn play(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    if !Recording::is_one(text) {
        return play_match(text, file, to, verify);
    }
    rounds::play(text.lines(), (file, 1), (to, verify), |line, left| {
        let recording = Recording::parse(line)?;
        let mut playback = recording.playback()?;
        playback.seek(left.min(playback.replay().len()));
        let is_whole = left >= playback.replay().len();
        Ok((played(&playback), recording.difference(&playback).filter(|_| is_whole)))
    })
}

/// Plays the file again and tells what came of it.
pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (text, file) = read(&args.file)?;
    tell(WORDS, play(&text, &file, args.end(), args.verify)?, args)
}
