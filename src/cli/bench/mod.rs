//! `gridmarch bench`: measurements that anybody can repeat.

pub mod fuzz;
pub mod mapf;
pub(crate) mod memory;
pub mod net;
pub mod path;
pub(crate) mod signature;

use super::{Subcommand, subcommand};
use crate::games::GAMES;

pub(super) fn commands() -> impl Iterator<Item = &'static Subcommand> {
    const FIRST: &[Subcommand] = &[
        subcommand!(
            "mapf",
            "Many agents from one MovingAI scenario, planned online and checked",
            mapf::MapfArgs,
            mapf::run
        ),
        subcommand!(
            "path",
            "Single-agent queries of a MovingAI scenario: right, optimal, how fast",
            path::PathArgs,
            path::run
        ),
    ];
    const LAST: &[Subcommand] = &[
        subcommand!(
            "net",
            "Play over the network: a real server and clients over bad lines, idle sockets, many matches",
            net::NetArgs,
            net::run
        ),
        subcommand!(
            "fuzz",
            "Files of strangers: real ones with something changed, through the doors of the game, and a while of play \
                    behind each",
            fuzz::FuzzArgs,
            fuzz::run
        ),
        subcommand!(
            "signature",
            "Node counts and fingerprints of all searches: changes only when behaviour does",
            signature::SignatureArgs,
            signature::run
        ),
    ];
    FIRST.iter().chain(GAMES.iter().flat_map(|game| game.commands.bench)).chain(LAST)
}
