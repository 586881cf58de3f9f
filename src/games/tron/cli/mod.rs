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
use crate::cli::{GameCommands, subcommand};

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: subcommand!("tron", "Rounds of Tron", sim::TronArgs, sim::run),
    bot: Some(subcommand!(
        "tron",
        "Tron by the protocol of the 2010 contest: a map each turn, answered with 1 up, 2 right, 3 down or 4 left",
        bot::TronArgs,
        |args| bot::run(args, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())
    )),
    bench: &[subcommand!(
        "tron",
        "Tron's engine in search: nodes and evaluations a second",
        bench::TronArgs,
        bench::run
    )],
    replay: Replayer { is_one: |text| replay::form(text).is_some(), run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
