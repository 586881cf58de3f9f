//! Subcommands of Tanks.

mod bench;
mod bot;
mod fuzz;
mod ladder;
#[cfg(feature = "client")]
mod play;
mod replay;
mod signature;
mod sim;

use crate::cli::bot::BotArgs;
use crate::cli::replay::Replayer;
use crate::cli::{GameCommands, subcommand};

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: subcommand!("tanks", "Matches of Tanks", sim::TanksArgs, sim::run),
    ladder: Some(ladder::LADDER),
    bot: Some(subcommand!(
        "tanks",
        "Tanks by the protocol of docs/bots.md: a line of JSON every three ticks, answered with what is held",
        BotArgs<bot::TanksBot>,
        BotArgs::serve
    )),
    tree: None,
    bench: &[subcommand!(
        "tanks",
        "A tick of Tanks with many bots; ways: built, repaired, right",
        bench::TanksArgs,
        bench::run
    )],
    series: &[],
    book: None,
    puzzles: None,
    replay: Replayer { is_one: replay::is_one, run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
