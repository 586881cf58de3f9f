//! What Tron adds to `gridmarch play`.

use crate::cli::CliError;
use crate::cli::play::{Begin, Play, PlayArgs};
use crate::games::tron::file::TronLevel;
use crate::games::tron::plugin::{BoardChoice, TronSetup};
use crate::shell::states::{Mode, enter_match};
use bevy::prelude::*;
use std::sync::Arc;

pub(crate) const PLAY: Play = Play { options: |command| command, begin: |args, _| begin(args) };

fn begin(args: &PlayArgs) -> Result<Option<Begin>, CliError> {
    if args.mode.as_deref() != Some(Mode::TRON.0) {
        return Ok(None);
    }
    let mut setup = TronSetup { seed: args.seed, ..TronSetup::default() };
    if let Some(path) = &args.level {
        setup.board = BoardChoice::File(Arc::new(TronLevel::load(path)?));
    }
    if let Some(problem) = setup.problem() {
        return Err(CliError::Other(problem));
    }
    Ok(Some(Box::new(|app| {
        app.insert_resource(setup).add_systems(Startup, |world: &mut World| enter_match(world, Mode::TRON));
    })))
}
