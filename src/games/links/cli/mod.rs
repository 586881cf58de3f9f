//! Subcommands of Links.

mod analyse;
mod bench;
mod book;
mod bot;
mod convert;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod puzzles;
pub mod recorded;
mod replay;
mod signature;
mod sim;
mod train;

use crate::cli::bot::BotArgs;
use crate::cli::replay::Replayer;
use crate::cli::tree::TreeArgs;
use crate::cli::{GameCommands, subcommand};

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[
        analyse::ANALYSE,
        train::TRAIN,
        subcommand!(
            "convert",
            "Matches of Links from one form into another: .links, .T1, .tsgf, lists of moves",
            convert::ConvertArgs,
            convert::run
        ),
    ],
    sim: subcommand!("links", "Matches of Links", sim::LinksArgs, sim::run),
    ladder: None,
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
    series: &[],
    book: Some(subcommand!("links", "The opening book of Links", book::BookArgs, book::run)),
    puzzles: Some(subcommand!(
        "links",
        "Links: wins in 1 to 5 pegs and only defences, out of matches between levels of the engine",
        puzzles::PuzzlesArgs,
        puzzles::run
    )),
    replay: Replayer { is_one: replay::is_links, run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
