//! The command line: one file per subcommand. JSON keys are fixed: tests hold them. What is about a game comes from the
//! list of games.

pub mod bench;
pub(crate) mod bot;
mod lab;
#[cfg(feature = "client")]
mod online;
#[cfg(feature = "client")]
pub(crate) mod play;
pub mod replay;
mod serve;
pub(crate) mod sim;
pub(crate) mod tree;

use crate::files::read_text;
use crate::games::GAMES;
use clap::{Arg, ArgAction, ArgMatches, Command, CommandFactory, FromArgMatches, Parser};
use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// A real-time strategy game in which units never overlap and never jam.
#[derive(Debug, Parser)]
#[command(name = "gridmarch", version, about, max_term_width = 120, args_conflicts_with_subcommands = true)]
struct Root {
    /// Options of `play`, which is what happens without a subcommand.
    #[cfg(feature = "client")]
    #[command(flatten)]
    play: play::PlayArgs,
}

pub struct Cli(ArgMatches);

pub(crate) struct Subcommand {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Adds its options, or its own subcommands.
    pub(crate) options: fn(Command) -> Command,
    pub(crate) run: fn(&ArgMatches) -> Result<(), CliError>,
}

/// A subcommand of a type of options and a function of them.
macro_rules! subcommand {
    ($name:literal, $about:literal, $args:ty, $run:expr) => {
        $crate::cli::Subcommand {
            name: $name,
            about: $about,
            options: <$args as clap::Args>::augment_args,
            run: |matches| {
                let args: $args = $crate::cli::given(matches);
                let run: fn(&$args) -> Result<(), $crate::cli::CliError> = $run;
                run(&args)
            },
        }
    };
}
pub(crate) use subcommand;

/// A subcommand with subcommands of its own, one of which must be given.
macro_rules! group {
    ($name:literal, $about:literal, $commands:expr) => {
        $crate::cli::Subcommand {
            name: $name,
            about: $about,
            options: |command| $crate::cli::with_own(command, $commands),
            run: |matches| $crate::cli::dispatch($commands, matches),
        }
    };
}
pub(crate) use group;

/// The subcommands of a game.
pub(crate) struct GameCommands {
    /// Beside `sim`, `bot`, `tree` and `bench`.
    pub(crate) own: &'static [Subcommand],
    pub(crate) sim: Subcommand,
    /// More under `sim`.
    pub(crate) series: &'static [Subcommand],
    /// Its matches in ladders, if there are any.
    pub(crate) ladder: Option<sim::ladder::LadderGame>,
    pub(crate) bot: Option<Subcommand>,
    /// The trees of its searches, if they can be recorded.
    pub(crate) tree: Option<Subcommand>,
    pub(crate) bench: &'static [Subcommand],
    /// Computes its opening books.
    pub(crate) book: Option<Subcommand>,
    /// Makes puzzles.
    pub(crate) puzzles: Option<Subcommand>,
    pub(crate) replay: replay::Replayer,
    /// The parts of `bench signature`, of a seed.
    pub(crate) signature: fn(u64) -> Result<Vec<bench::signature::Part>, CliError>,
    pub(crate) fuzz: bench::fuzz::Fuzz,
    #[cfg(feature = "client")]
    pub(crate) play: play::Play,
}

impl Subcommand {
    fn command(&self) -> Command {
        (self.options)(Command::new(self.name)).about(self.about).long_about(None)
    }
}

/// Options as a value of their type.
pub(crate) fn given<A: FromArgMatches>(matches: &ArgMatches) -> A {
    A::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// Reads a text file of at most so many bytes; gives its name, too.
pub(crate) fn read(path: &Path, most: u64) -> Result<(String, String), CliError> {
    let name = path.display().to_string();
    let text = read_text(path, most).map_err(|error| CliError::Other(format!("{name}: {error}")))?;
    Ok((text, name))
}

/// Adds subcommands, one of which must be given.
pub(crate) fn with_own(command: Command, commands: impl Iterator<Item = &'static Subcommand>) -> Command {
    command.subcommand_required(true).arg_required_else_help(true).subcommands(commands.map(Subcommand::command))
}

/// Runs the subcommand that is given.
pub(crate) fn dispatch(
    mut commands: impl Iterator<Item = &'static Subcommand>,
    matches: &ArgMatches,
) -> Result<(), CliError> {
    let given =
        matches.subcommand().and_then(|(name, matches)| Some((commands.find(|one| one.name == name)?, matches)));
    given.map_or(Ok(()), |(command, matches)| (command.run)(matches))
}

fn commands() -> impl Iterator<Item = &'static Subcommand> {
    #[cfg(feature = "client")]
    const FIRST: &[Subcommand] = &[play::PLAY, online::HOST, online::JOIN];
    #[cfg(not(feature = "client"))]
    const FIRST: &[Subcommand] = &[];
    const LAST: &[Subcommand] = &[
        group!("bench", "Measure: paths, crowds, jams, ticks and signatures", bench::commands()),
        group!("lab", "Searches, abstractions and planners, to be watched, measured and compared", lab::commands()),
        group!(
            "sim",
            "Play matches between programs, in parallel",
            GAMES
                .iter()
                .flat_map(|game| std::iter::once(&game.commands.sim).chain(game.commands.series))
                .chain(sim::ladder::LADDER)
        ),
        group!(
            "bot",
            "Our engine on standard input and output, for other programs to play against",
            GAMES.iter().filter_map(|game| game.commands.bot.as_ref())
        ),
        group!(
            "tree",
            "Search a position and write the search tree as JSON, as a picture or as a trace",
            GAMES.iter().filter_map(|game| game.commands.tree.as_ref())
        ),
        group!(
            "book",
            "Let a program compute its opening book",
            GAMES.iter().filter_map(|game| game.commands.book.as_ref())
        ),
        group!(
            "puzzles",
            "Make puzzles, each with its proof, or prove those of a file",
            GAMES.iter().filter_map(|game| game.commands.puzzles.as_ref())
        ),
        replay::REPLAY,
        serve::SERVE,
        #[cfg(target_os = "linux")]
        Subcommand {
            name: "keep",
            about: "Hold an outside program for the process that asks, and end all that it has started with it",
            options: |command| <KeepArgs as clap::Args>::augment_args(command).hide(true),
            run: |matches| {
                let KeepArgs { parent, words } = given(matches);
                crate::arena::keep(parent, &words).map_err(|error| CliError::Other(format!("keep: {error}")))
            },
        },
    ];
    FIRST.iter().chain(GAMES.iter().flat_map(|game| game.commands.own)).chain(LAST)
}

/// Options of `keep`, which simulations call for each outside program.
#[cfg(target_os = "linux")]
#[derive(Debug, clap::Args)]
struct KeepArgs {
    /// Who asks
    parent: u32,
    /// The program with its arguments
    #[arg(last = true, required = true)]
    words: Vec<String>,
}

/// Gives a command and all below it what every one has: the help of `-h`, `--help` and `-?`, and `--seed`, which those
/// in which nothing is random take, too.
fn complete(mut command: Command) -> Command {
    if !command.has_subcommands() && !command.get_arguments().any(|option| option.get_id() == "seed") {
        let seed = Arg::new("seed").long("seed").value_parser(clap::value_parser!(u64)).default_value("1").hide(true);
        command = command.arg(seed);
    }
    let help = Arg::new("help").short('h').short_alias('?').long("help").action(ArgAction::Help);
    let help = help.help("Print help (also -?)").help_heading(None::<&str>);
    command.disable_help_flag(true).arg(help).mut_subcommands(complete)
}

/// Whatever can go wrong: one sentence for the person at the keyboard.
#[derive(Debug)]
pub enum CliError {
    /// Options that contradict each other, with the usage line.
    Usage(String),
    /// Anything else, as a whole sentence.
    Other(String),
}

impl Display for CliError {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        let (Self::Usage(sentence) | Self::Other(sentence)) = self;
        to.write_str(sentence)
    }
}

impl<E: std::error::Error> From<E> for CliError {
    fn from(error: E) -> Self {
        Self::Other(error.to_string())
    }
}

impl CliError {
    /// Exit code for the shell: 2 for options that contradict each other, 1 for everything else.
    pub const fn exit_code(&self) -> u8 {
        if matches!(self, Self::Usage(_)) { 2 } else { 1 }
    }
}

impl Cli {
    /// The command with all below it.
    pub fn command() -> Command {
        let root = Root::command();
        #[cfg(feature = "client")]
        let root = play::with_games(root);
        complete(root.subcommands(commands().map(Subcommand::command)))
    }

    /// What the command line says. Ends the program with code 2 if that is nothing, and with 0 after help.
    pub fn read() -> Self {
        Self(Self::command().get_matches())
    }

    pub fn run(self) -> Result<(), CliError> {
        if self.0.subcommand().is_some() {
            return dispatch(commands(), &self.0);
        }
        #[cfg(feature = "client")]
        return play::run(&self.0);
        #[cfg(not(feature = "client"))]
        Err(CliError::Other(
            "this program was built without the feature `client` and has no window; see `gridmarch --help`".into(),
        ))
    }
}
