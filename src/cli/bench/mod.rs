//! `gridmarch bench`: measurements that anybody can repeat.

pub(crate) mod fuzz;
pub mod mapf;
pub(crate) mod memory;
mod path;
pub(crate) mod signature;

use super::{Subcommand, given};
use crate::games::GAMES;
use clap::Args;

/// The benchmarks.
pub(super) fn commands() -> impl Iterator<Item = &'static Subcommand> {
    const FIRST: &[Subcommand] = &[
        Subcommand {
            name: "mapf",
            about: "Many agents from one MovingAI scenario, planned online and checked",
            options: mapf::MapfArgs::augment_args,
            run: |matches| mapf::run(&given(matches)),
        },
        Subcommand {
            name: "path",
            about: "Single-agent queries of a MovingAI scenario: right, optimal, how fast",
            options: path::PathArgs::augment_args,
            run: |matches| path::run(&given(matches)),
        },
    ];
    const LAST: &[Subcommand] = &[
        Subcommand {
            name: "fuzz",
            about: "Files of strangers: real ones with something changed, through the doors of the game, and a while of play \
                    behind each",
            options: fuzz::FuzzArgs::augment_args,
            run: |matches| fuzz::run(&given(matches)),
        },
        Subcommand {
            name: "signature",
            about: "Node counts and fingerprints of all searches: changes only when behaviour does",
            options: signature::SignatureArgs::augment_args,
            run: |matches| signature::run(&given(matches)),
        },
    ];
    FIRST.iter().chain(GAMES.iter().flat_map(|game| game.commands.bench)).chain(LAST)
}
