//! What Tanks adds to `gridmarch play`.

use crate::cli::CliError;
use crate::cli::play::{Begin, Play, PlayArgs};
use crate::games::tanks::plugin::{Stages, TanksSetup};
use crate::games::tanks::stage::Stage;
use crate::shell::states::{Mode, enter_match};
use bevy::prelude::*;
use std::sync::Arc;

pub(crate) const PLAY: Play = Play { options: |command| command, begin: |args, _| begin(args) };

fn begin(args: &PlayArgs) -> Result<Option<Begin>, CliError> {
    if args.mode.as_deref() != Some(Mode::TANKS.0) {
        return Ok(None);
    }
    let mut setup = TanksSetup { seed: args.seed, ..TanksSetup::default() };
    if let Some(path) = &args.level {
        let stage = Stage::load(path).map_err(|problem| CliError::Other(problem.to_string()))?;
        setup = setup.on(Arc::new(stage));
    }
    if let Some(problem) = setup.problem(&Stages::default()) {
        return Err(CliError::Other(problem));
    }
    Ok(Some(Box::new(|app| {
        app.insert_resource(setup).add_systems(Startup, |world: &mut World| enter_match(world, Mode::TANKS));
    })))
}
