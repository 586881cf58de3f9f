//! `gridmarch sim`: matches between programs.

pub(crate) mod rounds;

use super::CliError;
use crate::arena::{Fence, IS_CPU};
use clap::Subcommand;
use serde_json::{Value, json};

/// The games that agents can play.
#[derive(Debug, Subcommand)]
pub enum SimCommand {
    /// Skirmishes of the real-time game
    Rts(Box<crate::games::rts::cli::sim::RtsArgs>),
    /// Rounds of Tron
    Tron(Box<crate::games::tron::cli::sim::TronArgs>),
    /// Battles of Tactics
    Tactics(Box<crate::games::tactics::cli::sim::TacticsArgs>),
}

/// Plays.
///
/// # Errors
/// If options contradict each other, a file is wrong or cannot be written, or a program does not start.
pub fn run(command: &SimCommand) -> Result<(), CliError> {
    match command {
        SimCommand::Rts(args) => crate::games::rts::cli::sim::run(args),
        SimCommand::Tron(args) => crate::games::tron::cli::sim::run(args),
        SimCommand::Tactics(args) => crate::games::tactics::cli::sim::run(args),
    }
}

/// Prints the table of a simulation or, with `--json`, its object; where outside programs play, with what holds them and
/// how their time is measured.
pub(crate) fn print(json: bool, programs: usize, table: impl FnOnce() -> String, object: impl FnOnce() -> Value) {
    let fence = (programs > 0).then(Fence::best);
    if json {
        let mut object = object();
        if let Some(fence) = fence {
            object["programs"] = json!({"held_by": fence.name(), "time": if IS_CPU { "cpu" } else { "wall" }});
        }
        println!("{object}");
        return;
    }
    print!("{}", table());
    if let Some(fence) = fence {
        let time = if IS_CPU { "CPU time" } else { "time of the clock on the wall" };
        println!("outside programs: held by {} ({}), measured in {time}", fence.name(), fence.meaning());
    }
}

/// All cores; programs of one match think at the same time as each other and as one of our players: each needs one.
pub(crate) fn default_threads(programs: usize, sides: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinking = (programs + usize::from(programs < sides)).max(1);
    if programs == 0 { cores } else { (cores / thinking).max(1) }
}
