//! `gridmarch sim tron`.

use crate::arena::{Program, play_all, thinking_clock};
use crate::cli::CliError;
use crate::cli::sim::{default_threads, print};
use crate::games::tron::cli::size::tron_size;
use crate::games::tron::file::TronLevel;
use crate::games::tron::generate::{MAX_OBSTACLES, RandomArena, Starts};
use crate::games::tron::position::Options;
use crate::games::tron::simulation::{Board, Leash, Recording, Round, Side, Simulation, Summary};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Options of `sim tron`.
#[derive(Debug, Args)]
#[command(after_help = "Sides: random, random-source, wallhugger:2..10, separator:2..10 (even levels), engine:1..10, \
    engine,time=50 (milliseconds of CPU time a move), engine,nodes=20000 (a move; the default), exec:COMMAND (a program that speaks \
    the protocol of the 2010 contest). Each side plays every board from every start.")]
pub struct TronArgs {
    /// Who plays; two to four times
    #[arg(long = "side", value_name = "SPEC", required = true)]
    sides: Vec<Side>,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// The board (.ron, or the text of the contest) instead of random ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "obstacles", "starts"])]
    level: Option<PathBuf>,
    /// Size of random boards
    #[arg(long, value_name = "WxH", default_value = "30x20", value_parser = tron_size)]
    size: (u16, u16),
    /// Obstacles on random boards, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_OBSTACLES)))]
    obstacles: u8,
    /// Where the players start on random boards; in the corners, or at the quarters if edges are joined
    #[arg(long, value_enum)]
    starts: Option<StartKind>,
    /// Join the edges of the board
    #[arg(long)]
    wrap: bool,
    /// Trails of the dead vanish
    #[arg(long)]
    vanish: bool,
    /// Players may boost (outside programs cannot)
    #[arg(long)]
    boost: bool,
    /// CPU time for a move of an outside program, in milliseconds, of all its processes and threads together; on the
    /// wall's clock ten times as much and a second
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: u64,
    /// Time for its first move
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    first_ms: u64,
    /// Address space of each process of an outside program, in MiB; not limited unless this is said
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    bot_memory: Option<u32>,
    /// Show what outside programs write to standard error
    #[arg(long)]
    bot_stderr: bool,
    /// Rounds at the same time; as many as there are cores, fewer with outside programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// All that is random comes from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write rounds.jsonl (one line per round, each a replay) and log.txt into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the log: draws, wins, average step times, average length
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Where the players start on random boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartKind {
    /// In the corners
    Corners,
    /// On a random cell and its mirror images
    Mirrored,
    /// A quarter of the way in from the corners
    Quarters,
}

fn usage(problem: &str) -> CliError {
    CliError::Usage(format!("{problem}\n\nUsage: gridmarch sim tron [OPTIONS] --side <SPEC> --side <SPEC>"))
}

fn simulation(args: &TronArgs) -> Result<Simulation, CliError> {
    if !(2..=4).contains(&args.sides.len()) {
        return Err(usage(&format!("--side: Tron needs two to four sides, there are {}", args.sides.len())));
    }
    let starts = match args.starts {
        None => Starts::usual(args.wrap),
        Some(StartKind::Corners) => Starts::Corners,
        Some(StartKind::Mirrored) => Starts::Mirrored,
        Some(StartKind::Quarters) => Starts::Quarters,
    };
    let (width, height) = args.size;
    let board = match &args.level {
        Some(path) => Board::Fixed(TronLevel::load(path).map_err(|error| CliError::Other(error.to_string()))?.arena),
        None => {
            Board::Random(RandomArena { width, height, obstacles: args.obstacles, starts, seats: args.sides.len() })
        }
    };
    if let (Board::Fixed(arena), Some(path)) = (&board, &args.level)
        && arena.starts().len() < args.sides.len()
    {
        let (there, wanted) = (arena.starts().len(), args.sides.len());
        return Err(CliError::Other(format!("{}: there are {there} starts for {wanted} sides", path.display())));
    }
    let sides = args.sides.iter().cloned();
    let simulation = Simulation {
        sides: sides
            .map(|side| match args.bot_memory {
                Some(mebibytes) => side.with_memory(mebibytes),
                None => side,
            })
            .collect(),
        board,
        options: Options { vanish: args.vanish, wrap: args.wrap, boost: args.boost },
        leash: Leash {
            time: Duration::from_millis(args.time_ms),
            first_time: Duration::from_millis(args.first_ms),
            show_errors: args.bot_stderr,
        },
        seed: args.seed,
    };
    simulation.check().map_err(|error| CliError::Other(error.to_string()))?;
    // A program that cannot be started is a mistake of the person at the keyboard, not a lost round.
    for command in simulation.sides.iter().filter_map(Side::command) {
        Program::start(command, false).map_err(|error| CliError::Other(error.to_string()))?;
    }
    Ok(simulation)
}

/// How many of the sides are outside programs.
fn programs(simulation: &Simulation) -> usize {
    simulation.sides.iter().filter(|side| side.command().is_some()).count()
}

fn play(args: &TronArgs, simulation: &Simulation) -> Result<Vec<Round>, CliError> {
    let clock = thinking_clock();
    let programs = programs(simulation);
    let threads = args.threads.map_or_else(|| default_threads(programs, simulation.sides.len()), usize::from);
    let progress = ProgressBar::with_draw_target(Some(u64::from(args.rounds)), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {msg}  {eta}") {
        progress.set_style(style);
    }
    let mut table = Summary::new(&simulation.sides);
    let rounds = play_all(
        args.rounds as usize,
        threads,
        &AtomicBool::new(false),
        |number| simulation.play(number, &clock),
        |_, round| {
            if let Ok(round) = round {
                table.add(round);
            }
            let wins: Vec<String> = table.sides.iter().map(|side| side.score.wins.to_string()).collect();
            progress.set_message(format!("{} ({} drawn)", wins.join(" – "), table.draws));
            progress.inc(1);
        },
    );
    progress.finish_and_clear();
    rounds.into_iter().collect::<Result<_, _>>().map_err(|error| CliError::Other(error.to_string()))
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    crate::files::write_whole(path, text)
        .map_err(|error| CliError::Other(format!("{}: cannot be written: {error}", path.display())))
}

fn write_files(args: &TronArgs, rounds: &[Round], sides: &[Side], summary: &Summary) -> Result<(), CliError> {
    if let Some(folder) = &args.out {
        let mut lines = String::new();
        for round in rounds {
            lines += &Recording::of(round, sides).line().map_err(|error| CliError::Other(error.to_string()))?;
            lines.push('\n');
        }
        write(&folder.join("rounds.jsonl"), &lines)?;
        summary.write_log(&folder.join("log.txt")).map_err(CliError::Other)?;
    }
    args.log.as_ref().map_or(Ok(()), |path| summary.write_log(path)).map_err(CliError::Other)
}

pub(crate) fn run(args: &TronArgs) -> Result<(), CliError> {
    let simulation = simulation(args)?;
    // Before anything is played: an hour of rounds must not end in a folder that is not there.
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| CliError::Other(format!("{}: cannot be made: {error}", folder.display())))?;
    }
    if let Some(path) = &args.log {
        write(path, "")?;
    }
    let rounds = play(args, &simulation)?;
    let summary = Summary::of(&rounds, &simulation.sides);
    write_files(args, &rounds, &simulation.sides, &summary)?;
    print(args.json, programs(&simulation), || summary.table(), || summary.json());
    Ok(())
}
