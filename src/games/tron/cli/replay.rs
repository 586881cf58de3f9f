//! Replays of Tron: matches from the window (`.tron`) and rounds of `gridmarch sim tron --out` (`rounds.jsonl`).
//!
//! Both hold boards and orders, no positions. Checking a match means that each of its rounds ends with its last step and
//! not before; a recorded round also says who won, when, and why everybody went out.

use crate::cli::CliError;
use crate::cli::replay::rounds::{self, Played, Run, Words, tell};
use crate::cli::replay::{ReplayArgs, read};
use crate::games::tron::replay::TronReplay;
use crate::games::tron::simulation::Recording;
use serde_json::Value;

/// The two forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A match of the window.
    Match,
    /// Rounds of a simulation.
    Rounds,
}

/// What a file is, by its first line; `None` if it is nothing of Tron.
pub fn form(text: &str) -> Option<Form> {
    let first: Value = serde_json::from_str(text.lines().next()?).ok()?;
    if first["game"] == "gridmarch tron" {
        Some(Form::Match)
    } else {
        (first["sides"].is_array() && first["moves"].is_array()).then_some(Form::Rounds)
    }
}

const WORDS: Words = Words { game: "tron", rounds: "rounds of Tron", ticks: "steps", tick: "step" };

fn play_match(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    let replay = TronReplay::parse(text, file).map_err(|problem| CliError::Other(problem.to_string()))?;
    rounds::play(replay.rounds.iter(), (file, 2), (to, verify), |round, left| {
        let steps = round.len().min(left as usize);
        let position = round.position(&round.arena()?, replay.header.options(), steps);
        // After the end of a round nothing moves, so steps beyond it are missing here.
        let is_over = position.outcome().is_some();
        let ends = position.steps() as usize == steps && (steps < round.len() || is_over);
        Ok((Played::of(&position), (!ends).then_some(if is_over { "length" } else { "outcome" })))
    })
}

fn play_rounds(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    rounds::play(text.lines(), (file, 1), (to, verify), |line, left| {
        let recording = Recording::parse(line).map_err(|error| error.to_string())?;
        let (mut position, difference) = recording.play().map_err(|error| error.to_string())?;
        let beyond = position.steps().saturating_sub(left);
        (0..beyond).for_each(|_| position.undo());
        Ok((Played::of(&position), difference.filter(|_| beyond == 0)))
    })
}

/// Plays the file again, so many steps of it.
pub fn play(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    if form(text) == Some(Form::Rounds) {
        play_rounds(text, file, to, verify)
    } else {
        play_match(text, file, to, verify)
    }
}

/// Plays the file again and tells what came of it.
pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (text, file) = read(&args.file)?;
    tell(WORDS, play(&text, &file, args.end(), args.verify)?, args)
}
