//! Subcommands of Tron.

mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
pub mod replay;
mod signature;
mod sim;

use crate::cli::bot::BotArgs;
use crate::cli::replay::Replayer;
use crate::cli::{GameCommands, subcommand};
use crate::games::tron::arena::{MAX_SIDE, MIN_SIDE};

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: subcommand!("tron", "Rounds of Tron", sim::TronArgs, sim::run),
    ladder: None,
    bot: Some(subcommand!(
        "tron",
        "Tron by the protocol of the 2010 contest: a map each turn, answered with 1 up, 2 right, 3 down or 4 left",
        BotArgs<bot::TronBot>,
        BotArgs::serve
    )),
    tree: None,
    bench: &[subcommand!(
        "tron",
        "Tron's engine in search: nodes and evaluations a second",
        bench::TronArgs,
        bench::run
    )],
    series: &[],
    book: None,
    puzzles: None,
    replay: Replayer { is_one: |text| replay::form(text).is_some(), run: replay::run },
    signature: signature::parts,
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};

/// The `WIDTHxHEIGHT` option of boards.
fn tron_size(text: &str) -> Result<(u16, u16), String> {
    let sides = MIN_SIDE..=MAX_SIDE;
    let side = |digits: &str| digits.parse::<u16>().ok().filter(|side| sides.contains(side));
    let sizes = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sizes.ok_or_else(|| format!("expected WIDTHxHEIGHT, each from {MIN_SIDE} to {MAX_SIDE} cells, for example 30x20"))
}
