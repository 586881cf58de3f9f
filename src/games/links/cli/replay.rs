//! Replays of Links: matches of the window (`.links`) and of `gridmarch sim links --out` (`rounds.jsonl`), both one JSON
//! line for each, and matches in the forms of other programs. `--to` counts turns.

use crate::cli::CliError;
use crate::cli::replay::rounds::{Words, is_of, play_recordings, tell};
use crate::cli::replay::{ReplayArgs, read};
use crate::games::links::files::{self, Format, Known};
use crate::games::links::position::Position;

const WORDS: Words = Words { game: "links", rounds: "matches of Links", ticks: "turns", tick: "turn" };

/// Whether a text is a match of Links in any form.
pub(super) fn is_links(text: &str) -> bool {
    is_of::<Position>(text) || foreign(text).is_some()
}

/// The form of a text of another program.
fn foreign(text: &str) -> Option<Format> {
    Format::of_text(text).filter(|format| *format != Format::Own)
}

/// Plays the file again and tells what came of it.
pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (mut text, file) = read(&args.file)?;
    if let Some(format) = foreign(&text) {
        let told = |problem: String| CliError::Other(format!("{file}: {problem}"));
        let opened = files::read(format, &text, Known::default()).map_err(|problem| told(problem.to_string()))?;
        opened.remarks().for_each(|remark| eprintln!("{file}: {remark}"));
        text = opened.recording.line().map_err(|problem| told(problem.to_string()))?;
    }
    tell(WORDS, play_recordings::<Position>(&text, &file, args.end(), args.verify)?, args)
}
