//! What Links adds to `gridmarch play`.

use crate::cli::play::{Begin, Play, PlayArgs, at_table};
use crate::cli::{CliError, given, read};
use crate::files::MAX_RECORDING;
use crate::games::links::files::{self, Format, Known, Recording};
use crate::games::links::plugin::LinksSetup;
use crate::shell::states::Mode;
use clap::Args;
use std::path::{Path, PathBuf};

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
    at_table(setup, args.clock, own.links.as_deref().map(recording).transpose()?)
}

/// The match of a file, in whatever form.
fn recording(path: &Path) -> Result<Recording, CliError> {
    let (text, name) = read(path, MAX_RECORDING)?;
    let format = Format::of_path(path).unwrap_or(Format::Own);
    let opened = files::read(format, &text, Known::default())
        .map_err(|problem| CliError::Other(format!("{name}: {problem}")))?;
    opened.remarks().for_each(|remark| eprintln!("{name}: {remark}"));
    Ok(opened.recording)
}
