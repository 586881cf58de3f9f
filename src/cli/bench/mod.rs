//! `gridmarch bench`: measurements that anybody can repeat.

mod fuzz;
pub mod jams;
pub mod mapf;
mod memory;
mod path;
mod session;
mod sight;
mod signature;
mod tactics;
mod tick;
mod tron;

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
    Jams(jams::JamsArgs),
    /// A whole simulation of the real-time game under orders
    Tick(tick::TickArgs),
    /// A long skirmish between programs, its recording, and seeking in it
    Session(session::SessionArgs),
    /// What all sides of the real-time game see, with everybody on the move
    Sight(sight::SightArgs),
    /// Tron's engine in search: nodes and evaluations a second
    Tron(tron::TronArgs),
    /// Tactics: reference data, depth of the search, tuning of the weights
    Tactics(Box<tactics::TacticsArgs>),
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
        BenchCommand::Jams(args) => jams::run(&args),
        BenchCommand::Tick(args) => tick::run(&args),
        BenchCommand::Session(args) => session::run(&args),
        BenchCommand::Sight(args) => sight::run(&args),
        BenchCommand::Tron(args) => tron::run(&args),
        BenchCommand::Tactics(args) => tactics::run(&args),
        BenchCommand::Fuzz(args) => fuzz::run(&args),
        BenchCommand::Signature(args) => signature::run(&args),
    }
}
