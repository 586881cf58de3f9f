//! `gridmarch sim`: matches between programs.

mod rts;
pub(super) mod tactics;
mod tron;

use super::CliError;
use clap::Subcommand;

/// The games that agents can play.
#[derive(Debug, Subcommand)]
pub enum SimCommand {
    /// Skirmishes of the real-time game
    Rts(Box<rts::RtsArgs>),
    /// Rounds of Tron
    Tron(Box<tron::TronArgs>),
    /// Battles of Tactics
    Tactics(Box<tactics::TacticsArgs>),
}

/// Plays.
///
/// # Errors
/// If options contradict each other, a file is wrong or cannot be written, or a program does not start.
pub fn run(command: &SimCommand) -> Result<(), CliError> {
    match command {
        SimCommand::Rts(args) => rts::run(args),
        SimCommand::Tron(args) => tron::run(args),
        SimCommand::Tactics(args) => tactics::run(args),
    }
}

/// All cores; programs of one match think at the same time as each other and as one of our players: each needs one.
fn default_threads(programs: usize, sides: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinking = (programs + usize::from(programs < sides)).max(1);
    if programs == 0 { cores } else { (cores / thinking).max(1) }
}
