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
use crate::cli::{CliError, GameCommands, Subcommand, given};
use crate::games::rts::sim::record::saves;
use clap::{Args, Subcommand as _};

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
    sim: Subcommand {
        name: "rts",
        about: "Skirmishes of the real-time game",
        options: sim::RtsArgs::augment_args,
        run: |matches| sim::run(&given(matches)),
    },
    bot: None,
    bench: &[
        Subcommand {
            name: "jams",
            about: "The movement suite: crowds that have to get through",
            options: jams::JamsArgs::augment_args,
            run: |matches| jams::run(&given(matches)),
        },
        Subcommand {
            name: "tick",
            about: "A whole simulation of the real-time game under orders",
            options: tick::TickArgs::augment_args,
            run: |matches| tick::run(&given(matches)),
        },
        Subcommand {
            name: "session",
            about: "A long skirmish between programs, its recording, and seeking in it",
            options: session::SessionArgs::augment_args,
            run: |matches| session::run(&given(matches)),
        },
        Subcommand {
            name: "sight",
            about: "What all sides of the real-time game see, with everybody on the move",
            options: sight::SightArgs::augment_args,
            run: |matches| sight::run(&given(matches)),
        },
    ],
    replay: Replayer { is_one: saves::is_one, run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
