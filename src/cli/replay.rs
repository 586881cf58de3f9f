//! `gridmarch replay`: plays a recorded match without a window and compares its fingerprints. The first line of the file
//! says of which game it is, or the end of its name.

pub(crate) mod rounds;

use super::{CliError, Subcommand, subcommand};
use crate::files;
use crate::games::GAMES;
use crate::nav::step::Tick;
use clap::Args;
use std::path::{Path, PathBuf};

/// Options of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The recorded match
    pub(crate) file: PathBuf,
    /// Compare the fingerprint of every tick, in Tron and Tactics the end of every round; a difference is named and exits
    /// with 1
    #[arg(long)]
    pub(crate) verify: bool,
    /// Go to this tick at once and stop there unless --to names a later one; in Tron so many steps, in Tactics so many turns
    /// from the beginning
    #[arg(long, value_name = "TICK")]
    pub(crate) at: Option<Tick>,
    /// Stop before this tick; in Tron after so many steps, in Tactics after so many turns
    #[arg(long, value_name = "TICK")]
    to: Option<Tick>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReplayArgs {
    /// Where to stop: before this tick, or at the end.
    pub(crate) fn end(&self) -> Tick {
        self.to.or(self.at).unwrap_or(Tick::MAX)
    }
}

pub(super) const REPLAY: Subcommand =
    subcommand!("replay", "Play a recorded match without a window and check it", ReplayArgs, run);

/// How a game plays its recordings again.
pub(crate) struct Replayer {
    /// Whether a text, from this file, is one of its recordings.
    pub(crate) is_one: fn(&Path, &str) -> bool,
    /// Plays the file of the options. What it cannot read it refuses with a sentence.
    pub(crate) run: fn(&ReplayArgs) -> Result<(), CliError>,
}

/// If the file is wrong, or `--verify` finds a difference, an error.
fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let text = files::read_text(&args.file, files::MAX_RECORDING);
    let of_it = |text: &str| GAMES.iter().find(|game| (game.commands.replay.is_one)(&args.file, text));
    // What nobody knows is left to the first game, which says what is wrong.
    let game = text.ok().and_then(|text| of_it(&text)).unwrap_or(&GAMES[0]);
    (game.commands.replay.run)(args)
}

/// Reads a recording that is played as a whole.
pub(crate) fn read(path: &Path) -> Result<(String, String), CliError> {
    super::read(path, files::MAX_RECORDING)
}
