//! Subcommands of the real-time game.

mod fuzz;
pub mod jams;
pub mod map;
#[cfg(feature = "client")]
mod play;
pub mod replay;
mod rules;
mod session;
mod sight;
mod signature;
mod sim;
pub mod size;
#[cfg(feature = "client")]
mod skirmish;
mod tick;

use crate::cli::replay::Replayer;
use crate::cli::{CliError, GameCommands, Subcommand, given, subcommand};
use crate::games::rts::sim::record::saves;
use clap::Subcommand as _;

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[Subcommand {
        name: "map",
        about: "Generate, convert, check and show maps",
        options: |command| {
            map::MapCommand::augment_subcommands(command).subcommand_required(true).arg_required_else_help(true)
        },
        run: |matches| match map::run(given(matches)) {
            Err(map::MapCommandError::Usage(problem)) => Err(CliError::Usage(problem)),
            other => Ok(other?),
        },
    }],
    sim: subcommand!("rts", "Skirmishes of the real-time game", sim::RtsArgs, sim::run),
    bot: None,
    bench: &[
        subcommand!("jams", "The movement suite: crowds that have to get through", jams::JamsArgs, jams::run),
        subcommand!("tick", "A whole simulation of the real-time game under orders", tick::TickArgs, tick::run),
        subcommand!(
            "session",
            "A long skirmish between programs, its recording, and seeking in it",
            session::SessionArgs,
            session::run
        ),
        subcommand!(
            "sight",
            "What all sides of the real-time game see, with everybody on the move",
            sight::SightArgs,
            sight::run
        ),
    ],
    replay: Replayer { is_one: saves::is_one, run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
