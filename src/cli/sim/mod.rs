//! `gridmarch sim`: matches between agents.

mod tron;

use super::CliError;
use clap::Subcommand;

/// The games that agents can play.
#[derive(Debug, Subcommand)]
pub enum SimCommand {
    /// Rounds of Tron
    Tron(Box<tron::TronArgs>),
}

/// Plays.
///
/// # Errors
/// If options contradict each other, a file is wrong or cannot be written, or a program does not start.
pub fn run(command: &SimCommand) -> Result<(), CliError> {
    match command {
        SimCommand::Tron(args) => tron::run(args),
    }
}
