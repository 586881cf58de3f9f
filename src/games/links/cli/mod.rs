//! Subcommands of Links.

mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod replay;
mod sim;

use crate::cli::bot::BotArgs;
use crate::cli::replay::Replayer;
use crate::cli::tree::TreeArgs;
use crate::cli::{GameCommands, subcommand};

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
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
    replay: Replayer { is_one: replay::is_links, run: replay::run },
    signature: |_| Ok(Vec::new()),
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
