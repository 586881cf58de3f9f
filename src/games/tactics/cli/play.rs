//! What Tactics adds to `gridmarch play`.

use crate::arena::Recording;
use crate::cli::play::{Begin, Play, PlayArgs, at_table};
use crate::cli::{CliError, given};
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::plugin::TacticsSetup;
use crate::shell::states::Mode;
use clap::Args;
use std::path::PathBuf;

pub(crate) const PLAY: Play =
    Play { options: TacticsPlayArgs::augment_args, begin: |args, matches| begin(args, given(matches)) };

#[derive(Debug, Args)]
struct TacticsPlayArgs {
    /// Begin with a battle of Tactics from this file: a saved one goes on, one that is over is shown again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "size", "type", "clock"])]
    battle: Option<PathBuf>,
}

fn begin(args: &PlayArgs, own: TacticsPlayArgs) -> Result<Option<Begin>, CliError> {
    if own.battle.is_none() && args.mode.as_deref() != Some(Mode::TACTICS.0) {
        return Ok(None);
    }
    let mut setup = TacticsSetup::default();
    setup.game.seed = args.seed;
    if let Some(path) = args.level.as_ref().filter(|_| own.battle.is_none()) {
        setup.game.level = TacticsLevel::load(path)?;
    }
    at_table(setup, args.clock, own.battle.as_deref().map(Recording::load).transpose().map_err(CliError::Other)?)
}
