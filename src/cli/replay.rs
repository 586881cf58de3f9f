//! `gridmarch replay`: plays a recorded match without a window and compares its fingerprints. Each game is asked whether it
//! knows what is in the file; its name does not matter.

pub mod rounds;

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
    /// Whether a text is one of its recordings, by how it begins; the rest may be broken.
    pub(crate) is_one: fn(&str) -> bool,
    /// Plays the file of the options. What it cannot read it refuses with a sentence.
    pub(crate) run: fn(&ReplayArgs) -> Result<(), CliError>,
}

/// If the file is wrong, or `--verify` finds a difference, an error.
fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (text, file) = read(&args.file)?;
    let game = GAMES.iter().find(|game| (game.commands.replay.is_one)(&text));
    let unknown = || CliError::Other(format!("{file}: no game knows what is in it as a recorded match"));
    (game.ok_or_else(unknown)?.commands.replay.run)(args)
}

/// Reads a recording that is played as a whole.
pub(crate) fn read(path: &Path) -> Result<(String, String), CliError> {
    super::read(path, files::MAX_RECORDING)
}
