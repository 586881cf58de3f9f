//! Subcommands of Links.

mod analyse;
mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod puzzles;
mod signature;
mod sim;
mod train;

use crate::cli::bot::BotArgs;
use crate::cli::replay::{Replayer, rounds};
use crate::cli::tree::TreeArgs;
use crate::cli::{GameCommands, subcommand};
use crate::games::links::position::Position;

/// `--to` counts turns.
const REPLAY: rounds::Words = rounds::Words { game: "links", rounds: "matches of Links", ticks: "turns", tick: "turn" };

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[analyse::ANALYSE, train::TRAIN],
    sim: subcommand!("links", "Matches of Links", sim::LinksArgs, sim::run),
    bot: Some(subcommand!(
        "links",
        "Links by the line protocol of levels/links/README.md: a match each turn, answered with a move",
        BotArgs<bot::LinksBot>,
        BotArgs::serve
    )),
    tree: Some(subcommand!(
        "links",
        "The search tree of a move of Links",
        TreeArgs<crate::games::links::position::Position>,
        TreeArgs::run
    )),
    bench: &[subcommand!(
        "links",
        "Links: speed of the engine, agreement with recorded games, puzzles",
        bench::LinksArgs,
        bench::run
    )],
    puzzles: Some(subcommand!(
        "links",
        "Links: wins in 1 to 5 pegs and only defences, out of matches between levels of the engine",
        puzzles::PuzzlesArgs,
        puzzles::run
    )),
    replay: Replayer { is_one: rounds::is_of::<Position>, run: |args| rounds::run::<Position>(REPLAY, args) },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
