//! Subcommands of Tron.

mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod replay;
mod signature;
mod sim;
pub(crate) mod size;

use crate::cli::replay::Replayer;
use crate::cli::{GameCommands, Subcommand, given};
use clap::Args;

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: Subcommand {
        name: "tron",
        about: "Rounds of Tron",
        options: sim::TronArgs::augment_args,
        run: |matches| sim::run(&given(matches)),
    },
    bot: Some(Subcommand {
        name: "tron",
        about: "Tron by the protocol of the 2010 contest: a map each turn, answered with 1 up, 2 right, 3 down or 4 left",
        options: bot::TronArgs::augment_args,
        run: |matches| bot::run(&given(matches), &mut std::io::stdin().lock(), &mut std::io::stdout().lock()),
    }),
    bench: &[Subcommand {
        name: "tron",
        about: "Tron's engine in search: nodes and evaluations a second",
        options: bench::TronArgs::augment_args,
        run: |matches| bench::run(&given(matches)),
    }],
    replay: Replayer { is_one: |text| replay::form(text).is_some(), run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
