//! `gridmarch sim tron`.

use crate::cli::CliError;
use crate::cli::sim::rounds::RoundsArgs;
use crate::games::tron::cli::tron_size;
use crate::games::tron::file::TronLevel;
use crate::games::tron::generate::{MAX_OBSTACLES, RandomArena, Starts};
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::Options;
use crate::games::tron::simulation::{Board, Simulation};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "Sides: random, random-source, wallhugger:2..10, separator:2..10 (even levels), engine:1..10, \
    engine,time=50 (milliseconds of CPU time a move), engine,nodes=20000 (a move; the default), exec:COMMAND (a program that speaks \
    the protocol of the 2010 contest). Each side plays every board from every start.")]
pub(crate) struct TronArgs {
    #[command(flatten)]
    rounds: RoundsArgs<PlayerKind>,
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

pub(super) fn run(args: &TronArgs) -> Result<(), CliError> {
    let sides = args.rounds.sides();
    if !(2..=4).contains(&sides.len()) {
        return Err(args.rounds.wrong_count("Tron", "two to four"));
    }
    let starts = match args.starts {
        None => Starts::usual(args.wrap),
        Some(StartKind::Corners) => Starts::Corners,
        Some(StartKind::Mirrored) => Starts::Mirrored,
        Some(StartKind::Quarters) => Starts::Quarters,
    };
    let (width, height) = args.size;
    let board = match &args.level {
        Some(path) => {
            let arena = TronLevel::load(path)?.arena;
            let (there, wanted) = (arena.starts().len(), sides.len());
            if there < wanted {
                let problem = format!("{}: there are {there} starts for {wanted} sides", path.display());
                return Err(CliError::Other(problem));
            }
            Board::Fixed(arena)
        }
        None => Board::Random(RandomArena { width, height, obstacles: args.obstacles, starts, seats: sides.len() }),
    };
    let options = Options { vanish: args.vanish, wrap: args.wrap, boost: args.boost };
    let simulation = Simulation { sides, board, options, leash: args.rounds.leash(), seed: args.rounds.seed };
    simulation.check()?;
    args.rounds.run(&simulation)
}
