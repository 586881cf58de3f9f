//! Subcommands of the real-time game.

mod book;
mod bot;
mod bots;
pub mod fuzz;
pub mod jams;
mod late;
pub mod map;
pub mod outside;
#[cfg(feature = "client")]
mod play;
pub mod replay;
mod session;
mod sight;
mod signature;
mod sim;
pub mod size;
#[cfg(feature = "client")]
mod skirmish;
mod tick;

use crate::cli::replay::Replayer;
use crate::cli::{GameCommands, Subcommand, given, subcommand};
use crate::games::rts::bot::Program;
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::Level;
use crate::games::rts::rules::{FactionId, Rules, RulesError};
use crate::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use clap::Subcommand as _;
use std::path::Path;

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[Subcommand {
        name: "map",
        about: "Generate, convert, check and show maps",
        options: |command| {
            map::MapCommand::augment_subcommands(command).subcommand_required(true).arg_required_else_help(true)
        },
        run: |matches| map::run(given(matches)),
    }],
    sim: subcommand!("rts", "Skirmishes of the real-time game", sim::RtsArgs, sim::run),
    ladder: Some(sim::ladder::LADDER),
    bot: Some(subcommand!("rts", "Our program for skirmishes, in lines of JSON", bot::RtsBotArgs, bot::run)),
    tree: None,
    bench: &[
        subcommand!("jams", "The movement suite: crowds that have to get through", jams::JamsArgs, jams::run),
        subcommand!("bots", "What it costs that the programs of the real-time game think", bots::BotsArgs, bots::run),
        subcommand!("tick", "A whole simulation of the real-time game under orders", tick::TickArgs, tick::run),
        subcommand!(
            "session",
            "A long skirmish between programs, its recording, and seeking in it",
            session::SessionArgs,
            session::run
        ),
        subcommand!(
            "join",
            "How long it takes to join a match over the network that has run for a while",
            late::JoinArgs,
            late::run
        ),
        subcommand!(
            "sight",
            "What all sides of the real-time game see, with everybody on the move",
            sight::SightArgs,
            sight::run
        ),
    ],
    series: &[subcommand!(
        "exploits",
        "A level of the real-time game's program against every known trick",
        sim::exploits::ExploitsArgs,
        sim::exploits::run
    )],
    book: Some(subcommand!("rts", "The openings of the real-time game", book::BookArgs, book::run)),
    puzzles: None,
    replay: Replayer { is_one: replay::is_one, run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};

/// The rules of `--rules FILE`, or those that the game ships with.
fn rules(file: Option<&Path>) -> Result<Rules, RulesError> {
    file.map_or_else(|| Ok(Rules::built_in()), Rules::load)
}

/// A skirmish with a program at every start of a level; the factions take turns.
pub fn programs(level: &Level, rules: &Rules) -> Result<SkirmishSetup, String> {
    let factions = rules.factions.len().max(1);
    let seats = (0..level.starts.len()).map(|side| seat(side, FactionId((side % factions) as u8), Control::Bot, side));
    SkirmishSetup::on(level, &seats.collect::<Vec<_>>(), rules)
}

/// A side that is a team of its own, in the colour of its number.
fn seat(side: usize, faction: FactionId, control: Control, start: usize) -> Seat {
    Seat {
        faction,
        team: side as u8,
        control,
        program: Program::default(),
        start,
        colour: side as u8,
        handicap: Handicap::NONE,
    }
}
