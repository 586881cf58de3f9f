//! `gridmarch play`: the game in a window.

use super::{CliError, Subcommand, given};
use crate::app::{ClientOptions, client};
use crate::arena::{Recording, TimeControl};
use crate::games::GAMES;
use crate::shell::folders::data_folder;
use crate::shell::recording::RecordTo;
use crate::shell::states::enter_match;
use crate::table::{Playable, Start, TableSetup};
use bevy::app::{App, AppExit, Startup};
use bevy::ecs::world::World;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command};
use std::path::PathBuf;

pub(super) const PLAY: Subcommand = Subcommand {
    name: "play",
    about: "Play the game in a window (the same as no subcommand)",
    options: |command| with_games(PlayArgs::augment_args(command)),
    run,
};

/// Options of all games.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Begin with a match of this game; without it the title screen
    #[arg(long, value_parser = PossibleValuesParser::new(GAMES.iter().map(|game| game.mode.0)))]
    pub(crate) mode: Option<String>,
    /// Begin with a match on this level file (.ron or MovingAI .map; with --mode one of that game's levels)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "type"])]
    pub(crate) level: Option<PathBuf>,
    /// Seed of the random map and of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Time to think in a match in turns: seconds with an increment a turn (300+5), seconds a turn (move:30) or none
    #[arg(long, value_name = "TIME", default_value_t = TimeControl::None)]
    pub(crate) clock: TimeControl,
    #[command(flatten)]
    window: WindowArgs,
}

/// The window, and what is recorded in it.
#[derive(Debug, Args)]
pub(super) struct WindowArgs {
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

/// How a game begins in the window.
pub(crate) struct Play {
    /// Adds options of its own.
    pub(crate) options: fn(Command) -> Command,
    /// What the options ask of it.
    pub(crate) begin: fn(&PlayArgs, &ArgMatches) -> Result<Option<Begin>, CliError>,
}

/// Prepares the program before it runs; a match that it begins with is entered in `Startup`.
pub(crate) type Begin = Box<dyn FnOnce(&mut App)>;

/// Begins with a match at a table: with a recorded one and its clock, where it was left or shown again if it is over, or
/// as it is set up.
pub(crate) fn at_table<G: Playable>(
    mut setup: TableSetup<G>,
    clock: TimeControl,
    recording: Option<Recording<G>>,
) -> Result<Option<Begin>, CliError> {
    setup.clock = clock;
    if let Some(recording) = recording.map(Box::new) {
        setup.seat(&recording);
        setup.start = if recording.is_open() { Start::Continue(recording) } else { Start::Watch(recording) };
    }
    if let Some(problem) = setup.problem() {
        return Err(CliError::Other(problem));
    }
    Ok(Some(Box::new(move |app| {
        // The title screen, which is entered first, forgets recordings: the set-up comes after it.
        app.add_systems(Startup, move |world: &mut World| {
            world.insert_resource(setup.clone());
            enter_match(world, G::MODE);
        });
    })))
}

/// Adds the options of the games.
pub(super) fn with_games(command: Command) -> Command {
    GAMES.iter().fold(command, |command, game| (game.commands.play.options)(command))
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

/// Opens the window and plays until it closes. If a file of the options is wrong or the map cannot be generated, the window
/// is not opened.
pub(super) fn run(matches: &ArgMatches) -> Result<(), CliError> {
    let args: PlayArgs = given(matches);
    until_closed(args.app(matches)?)
}

impl PlayArgs {
    /// The program as the options ask for it.
    pub(super) fn app(self, matches: &ArgMatches) -> Result<App, CliError> {
        let begins = GAMES.iter().map(|game| (game.commands.play.begin)(&self, matches));
        let begins: Vec<Option<Begin>> = begins.collect::<Result<_, _>>()?;
        let mut app = self.window.app();
        begins.into_iter().flatten().for_each(|begin| begin(&mut app));
        Ok(app)
    }
}

impl WindowArgs {
    /// The program in its window.
    pub(super) fn app(self) -> App {
        let record = match (self.record, self.no_record) {
            (_, true) => RecordTo::Nowhere,
            (Some(file), _) => RecordTo::File(file),
            (None, _) => RecordTo::Folder(data_folder().join("replays")),
        };
        client(ClientOptions { window: self.window, full_screen: self.fullscreen, record })
    }
}

/// Runs the program until its window is closed.
pub(super) fn until_closed(mut app: App) -> Result<(), CliError> {
    match app.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(CliError::Other(format!("the game ended with error {code}"))),
    }
}
