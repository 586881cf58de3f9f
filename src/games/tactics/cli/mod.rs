//! Subcommands of Tactics.

mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod replay;
mod sim;

use crate::cli::bot::BotArgs;
use crate::cli::replay::{Replayer, rounds};
use crate::cli::tree::TreeArgs;
use crate::cli::{GameCommands, subcommand};
use crate::games::tactics::Position;

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: subcommand!("tactics", "Battles of Tactics", sim::TacticsArgs, sim::run),
    ladder: None,
    bot: Some(subcommand!(
        "tactics",
        "Tactics by the line protocol of levels/tactics/README.md: a position each turn, answered with a line of \
                actions",
        BotArgs<bot::TacticsBot>,
        BotArgs::serve
    )),
    tree: Some(subcommand!(
        "tactics",
        "The search tree of a move of Tactics",
        TreeArgs<crate::games::tactics::Position>,
        TreeArgs::run
    )),
    bench: &[subcommand!(
        "tactics",
        "Tactics: reference data, depth of the search, tuning of the weights",
        bench::TacticsArgs,
        bench::run
    )],
    replay: Replayer { is_one: rounds::is_of::<Position>, run: replay::run },
    series: &[],
    book: None,
    puzzles: None,
    signature: |_| Ok(Vec::new()),
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
