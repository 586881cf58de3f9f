//! The command line: one file per subcommand. `shared/cli.md` of the project is the contract.

pub mod bench;
pub mod bot;
pub mod replay;
pub mod sim;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use thiserror::Error;

/// A real-time strategy game in which units never overlap and never jam.
#[derive(Debug, Parser)]
#[command(name = "gridmarch", version, about, max_term_width = 120, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Options of `play`, which is what happens without a subcommand.
    #[cfg(feature = "client")]
    #[command(flatten)]
    play: crate::games::rts::cli::play::PlayArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play the game in a window (the same as no subcommand)
    #[cfg(feature = "client")]
    Play(crate::games::rts::cli::play::PlayArgs),
    /// Generate, convert, check and show maps
    #[command(subcommand)]
    Map(crate::games::rts::cli::map::MapCommand),
    /// Measure: paths, crowds, jams, ticks and signatures
    #[command(subcommand)]
    Bench(bench::BenchCommand),
    /// Play matches between programs, in parallel
    #[command(subcommand)]
    Sim(sim::SimCommand),
    /// Our engine on standard input and output, for other programs to play against
    #[command(subcommand)]
    Bot(bot::BotCommand),
    /// Play a recorded match without a window and check it
    Replay(replay::ReplayArgs),
    /// Hold an outside program for the process that asks, and end all that it has started with it
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Keep(KeepArgs),
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
#[must_use]
pub fn complete(mut command: clap::Command) -> clap::Command {
    if !command.has_subcommands() && !command.get_arguments().any(|option| option.get_id() == "seed") {
        let seed = Arg::new("seed").long("seed").value_parser(clap::value_parser!(u64)).default_value("1").hide(true);
        command = command.arg(seed);
    }
    let help = Arg::new("help").short('h').short_alias('?').long("help").action(ArgAction::Help);
    let help = help.help("Print help (also -?)").help_heading(None::<&str>);
    command.disable_help_flag(true).arg(help).mut_subcommands(complete)
}

/// Whatever can go wrong: one sentence for the person at the keyboard.
#[derive(Debug, Error)]
pub enum CliError {
    /// About a level file.
    #[error(transparent)]
    Level(#[from] crate::games::rts::level::LevelError),
    /// About a scenario of the movement suite.
    #[error(transparent)]
    Jam(#[from] crate::games::rts::level::jam::JamError),
    /// About a map command.
    #[error(transparent)]
    Map(#[from] crate::games::rts::cli::map::MapCommandError),
    /// About a rules file.
    #[error(transparent)]
    Rules(#[from] crate::games::rts::rules::RulesError),
    /// About a generator.
    #[error(transparent)]
    Generate(#[from] crate::games::rts::level::generate::GenerateError),
    /// About a replay.
    #[error(transparent)]
    Replay(#[from] crate::games::rts::sim::record::replay::ReplayError),
    /// About a saved match.
    #[error(transparent)]
    Save(#[from] crate::games::rts::sim::record::saves::SaveError),
    /// Options that contradict each other, with the usage line.
    #[error("{0}")]
    Usage(String),
    /// Anything else, as a whole sentence.
    #[error("{0}")]
    Other(String),
}

impl CliError {
    /// Exit code for the shell: 2 for options that contradict each other, 1 for everything else.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        if matches!(self, Self::Usage(_) | Self::Map(crate::games::rts::cli::map::MapCommandError::Usage(..))) {
            2
        } else {
            1
        }
    }
}

impl Cli {
    /// What the command line says. Ends the program with code 2 if that is nothing, and with 0 after help.
    #[must_use]
    pub fn read() -> Self {
        let matches = complete(Self::command()).get_matches();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Does what the command line says.
    ///
    /// # Errors
    /// [`CliError`], for exit code 1. Wrong options never come here: `clap` ends with code 2.
    pub fn run(self) -> Result<(), CliError> {
        match self.command {
            #[cfg(feature = "client")]
            None => crate::games::rts::cli::play::run(self.play),
            #[cfg(feature = "client")]
            Some(Command::Play(args)) => crate::games::rts::cli::play::run(args),
            #[cfg(not(feature = "client"))]
            None => Err(CliError::Other(
                "this program was built without the feature `client` and has no window; see `gridmarch --help`".into(),
            )),
            Some(Command::Map(command)) => Ok(crate::games::rts::cli::map::run(command)?),
            Some(Command::Bench(command)) => bench::run(command),
            Some(Command::Sim(command)) => sim::run(&command),
            Some(Command::Bot(command)) => bot::run(&command),
            Some(Command::Replay(args)) => replay::run(&args),
            #[cfg(target_os = "linux")]
            Some(Command::Keep(args)) => {
                crate::arena::keep(args.parent, &args.words).map_err(|error| CliError::Other(format!("keep: {error}")))
            }
        }
    }
}

/// The rules of `--rules FILE`, or those that the game ships with.
///
/// # Errors
/// If the file cannot be read or is wrong.
pub fn rules(file: Option<&std::path::Path>) -> Result<crate::games::rts::rules::Rules, CliError> {
    Ok(match file {
        Some(path) => crate::games::rts::rules::Rules::load(path)?,
        None => crate::games::rts::rules::Rules::built_in(),
    })
}
