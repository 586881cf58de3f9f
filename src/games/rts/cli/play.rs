//! `gridmarch play`: the game in a window.

use super::size::Size;
use crate::app::{ClientOptions, client, data_folder};
use crate::cli::CliError;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::sim::record::saves::{AutoSave, SavedMatch};
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::plugin::{Start, TacticsSetup};
use crate::games::tactics::simulation::Recording;
use crate::shell::recording::RecordTo;
use bevy::app::AppExit;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;

/// Options of the game.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// Begin with a match of this game; without it the title screen
    #[arg(long, value_enum)]
    mode: Option<ModeName>,
    /// Begin with a match on this level file (.ron or MovingAI .map; with --mode tactics one of levels/tactics)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "type"])]
    level: Option<PathBuf>,
    /// Begin with a skirmish against a program, on this level or a random map
    #[arg(long, conflicts_with_all = ["mode", "battle", "type"])]
    skirmish: bool,
    /// Begin with a battle of Tactics from this file: a saved one goes on, one that is over is shown again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "size", "type"])]
    battle: Option<PathBuf>,
    /// Go on with a saved match of the real-time game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "level", "battle", "size", "type", "rules", "skirmish"])]
    load: Option<PathBuf>,
    /// Begin with a match on a random map of this size
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// What sort of random map
    #[arg(long = "type", id = "type", value_name = "NAME")]
    kind: Option<MapKind>,
    /// Seed of the random map and of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Rules data instead of those that the game ships with
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Fill the screen
    #[arg(long)]
    fullscreen: bool,
    /// Size of the window
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = window_size)]
    window: (u32, u32),
    /// Record the match into this file instead of the user's data folder
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    record: Option<PathBuf>,
    /// Do not record matches
    #[arg(long)]
    no_record: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ModeName {
    Rts,
    Tron,
    Tactics,
}

fn window_size(text: &str) -> Result<(u32, u32), String> {
    let parse = || {
        let (width, height) = text.split_once(['x', 'X'])?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    match parse() {
        Some((width, height)) if (900..=7680).contains(&width) && (560..=4320).contains(&height) => Ok((width, height)),
        _ => Err("expected WIDTHxHEIGHT in pixels between 900x560 and 7680x4320, for example 1280x720".into()),
    }
}

/// The battle of Tactics that the options name, if they do.
fn tactics(args: &PlayArgs) -> Result<Option<TacticsSetup>, CliError> {
    let mut setup = TacticsSetup::default();
    setup.battle.seed = args.seed;
    if let Some(path) = &args.battle {
        let recording = Recording::load(path).map_err(CliError::Other)?;
        setup.seat(&recording);
        let is_open = recording.is_open();
        let recording = Box::new(recording);
        setup.start = if is_open { Start::Continue(recording) } else { Start::Watch(recording) };
    } else if args.mode != Some(ModeName::Tactics) {
        return Ok(None);
    } else if let Some(path) = &args.level {
        setup.battle.level = TacticsLevel::load(path).map_err(|error| CliError::Other(error.to_string()))?;
    }
    setup.problem().map_or(Ok(Some(setup)), |problem| Err(CliError::Other(problem)))
}

/// Side of a random map if `--size` is not given.
const DEFAULT_SIDE: u16 = 96;

/// Opens the window and plays until it closes.
///
/// # Errors
/// If a file of the options is wrong or the map cannot be generated; the window is not opened then.
pub fn run(args: PlayArgs) -> Result<(), CliError> {
    let saved = args.load.as_deref().map(SavedMatch::load).transpose()?;
    let rules = crate::cli::rules(args.rules.as_deref())?;
    let tactics = tactics(&args)?;
    let level = if tactics.is_some() {
        None
    } else if let Some(path) = &args.level {
        Some(Level::load(path, &rules)?)
    } else if args.skirmish {
        Some(super::skirmish::map(args.size, args.seed, &rules)?)
    } else if args.size.is_some() || args.kind.is_some() || args.mode == Some(ModeName::Rts) {
        let size = args.size.unwrap_or(Size { width: DEFAULT_SIDE, height: DEFAULT_SIDE });
        let kind = args.kind.unwrap_or(MapKind::Rivers);
        Some(generate(&MapSpec { kind, width: size.width, height: size.height, seed: args.seed }, &rules)?)
    } else {
        None
    };
    let skirmish = match &level {
        Some(level) if args.skirmish => Some(super::skirmish::on(level, &rules)?),
        _ => None,
    };
    let record = match (args.record, args.no_record) {
        (_, true) => RecordTo::Nowhere,
        (Some(file), _) => RecordTo::File(file),
        (None, _) => RecordTo::Folder(data_folder().join("replays")),
    };
    let new = level.map(|level| MatchSetup { level: Arc::new(level), seed: args.seed, planner: None, skirmish });
    let mut app = client(ClientOptions {
        rules: GameRules(Arc::new(rules)),
        setup: new,
        saved,
        tron: (args.mode == Some(ModeName::Tron)).then_some(args.seed),
        tactics,
        window: args.window,
        full_screen: args.fullscreen,
        record,
    });
    app.insert_resource(AutoSave(Some(data_folder().join("saves"))));
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(CliError::Other(format!("the game ended with error {code}"))),
    }
}
