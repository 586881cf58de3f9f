//! `gridmarch bench`: measurements that anybody can repeat.

mod fuzz;
pub mod mapf;
pub(crate) mod memory;
mod path;
mod signature;

use super::CliError;
use clap::Subcommand;

/// The benchmarks.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Many agents from one MovingAI scenario, planned online and checked
    Mapf(mapf::MapfArgs),
    /// Single-agent queries of a MovingAI scenario: right, optimal, how fast
    Path(path::PathArgs),
    /// The movement suite: crowds that have to get through
    Jams(crate::games::rts::cli::jams::JamsArgs),
    /// A whole simulation of the real-time game under orders
    Tick(crate::games::rts::cli::tick::TickArgs),
    /// A long skirmish between programs, its recording, and seeking in it
    Session(crate::games::rts::cli::session::SessionArgs),
    /// What all sides of the real-time game see, with everybody on the move
    Sight(crate::games::rts::cli::sight::SightArgs),
    /// Tron's engine in search: nodes and evaluations a second
    Tron(crate::games::tron::cli::bench::TronArgs),
    /// Tactics: reference data, depth of the search, tuning of the weights
    Tactics(Box<crate::games::tactics::cli::bench::TacticsArgs>),
    /// Files of strangers: real ones with something changed, through the doors of the game, and a while of play behind each
    Fuzz(fuzz::FuzzArgs),
    /// Node counts and fingerprints of all searches: changes only when behaviour does
    Signature(signature::SignatureArgs),
}

/// Runs a benchmark.
///
/// # Errors
/// If a file of the options is wrong.
pub fn run(command: BenchCommand) -> Result<(), CliError> {
    match command {
        BenchCommand::Mapf(args) => mapf::run(&args),
        BenchCommand::Path(args) => path::run(&args),
        BenchCommand::Jams(args) => crate::games::rts::cli::jams::run(&args),
        BenchCommand::Tick(args) => crate::games::rts::cli::tick::run(&args),
        BenchCommand::Session(args) => crate::games::rts::cli::session::run(&args),
        BenchCommand::Sight(args) => crate::games::rts::cli::sight::run(&args),
        BenchCommand::Tron(args) => crate::games::tron::cli::bench::run(&args),
        BenchCommand::Tactics(args) => crate::games::tactics::cli::bench::run(&args),
        BenchCommand::Fuzz(args) => fuzz::run(&args),
        BenchCommand::Signature(args) => signature::run(&args),
    }
}
