//! What Links adds to `gridmarch play`.

use crate::cli::play::{Begin, Play, PlayArgs};
use crate::cli::{CliError, given, read};
use crate::files::MAX_RECORDING;
use crate::games::links::files::{self, Format, Known};
use crate::games::links::plugin::{LinksSetup, Start};
use crate::shell::states::{Mode, enter_match};
use bevy::prelude::*;
use clap::Args;
use std::path::PathBuf;

pub(crate) const PLAY: Play =
    Play { options: LinksPlayArgs::augment_args, begin: |args, matches| begin(args, given(matches)) };

#[derive(Debug, Args)]
struct LinksPlayArgs {
    /// Begin with a match of Links from this file: one that was left goes on, one that is over is shown again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "size", "type"])]
    links: Option<PathBuf>,
}

fn begin(args: &PlayArgs, own: LinksPlayArgs) -> Result<Option<Begin>, CliError> {
    let mut setup = LinksSetup::default();
    setup.game.seed = args.seed;
    if let Some(path) = &own.links {
        let (text, name) = read(path, MAX_RECORDING)?;
        let format = Format::of_path(path).unwrap_or(Format::Own);
        let opened = files::read(format, &text, Known::default());
        let recording = opened.map_err(|problem| CliError::Other(format!("{name}: {problem}")))?.recording;
        setup.seat(&recording);
        let is_open = recording.is_open();
        let recording = Box::new(recording);
        setup.start = if is_open { Start::Continue(recording) } else { Start::Watch(recording) };
    } else if args.mode.as_deref() != Some(Mode::LINKS.0) {
        return Ok(None);
    }
    if let Some(problem) = setup.problem() {
        return Err(CliError::Other(problem));
    }
    Ok(Some(Box::new(move |app| {
        // The title screen, which is entered first, forgets recordings: the set-up comes after it.
        app.add_systems(Startup, move |world: &mut World| {
            world.insert_resource(setup.clone());
            enter_match(world, Mode::LINKS);
        });
    })))
}
