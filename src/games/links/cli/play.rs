//! What Links adds to `gridmarch play`.

use crate::cli::play::{Begin, Play, PlayArgs, at_table};
use crate::cli::{CliError, given, read};
use crate::files::MAX_RECORDING;
use crate::games::links::client::files;
use crate::games::links::plugin::LinksSetup;
use crate::shell::states::Mode;
use bevy::app::PostStartup;
use bevy::ecs::world::World;
use clap::Args;
use std::path::PathBuf;

pub(crate) const PLAY: Play =
    Play { options: LinksPlayArgs::augment_args, begin: |args, matches| begin(args, given(matches)) };

#[derive(Debug, Args)]
struct LinksPlayArgs {
    /// Begin with a match of Links from this file: one that was left goes on, one that is over is shown again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "size", "type", "clock"])]
    links: Option<PathBuf>,
}

fn begin(args: &PlayArgs, own: LinksPlayArgs) -> Result<Option<Begin>, CliError> {
    if own.links.is_none() && args.mode.as_deref() != Some(Mode::LINKS.0) {
        return Ok(None);
    }
    let mut setup = LinksSetup::default();
    setup.game.seed = args.seed;
    let Some(path) = own.links else { return at_table(setup, args.clock, None) };
    let (text, name) = read(&path, MAX_RECORDING)?;
    let opened = files::read(&path, text).map_err(|problem| CliError::Other(format!("{name}: {problem}")))?;
    let begin = at_table(setup, args.clock, Some(opened.recording))?;
    let mut entered = Some(opened.entered);
    Ok(begin.map(|begin| -> Begin {
        Box::new(|app| {
            begin(app);
            // When the set-up of the match is there.
            app.add_systems(PostStartup, move |world: &mut World| {
                if let Some(entered) = entered.take() {
                    entered(world);
                }
            });
        })
    }))
}
