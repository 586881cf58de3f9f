//! Subcommands of Tactics.

mod bench;
mod bot;
mod fuzz;
#[cfg(feature = "client")]
mod play;
mod replay;
mod sim;

use crate::cli::replay::Replayer;
use crate::cli::{GameCommands, Subcommand, given};
use clap::Args;

pub(super) const COMMANDS: GameCommands = GameCommands {
    own: &[],
    sim: Subcommand {
        name: "tactics",
        about: "Battles of Tactics",
        options: sim::TacticsArgs::augment_args,
        run: |matches| sim::run(&given(matches)),
    },
    bot: Some(Subcommand {
        name: "tactics",
        about: "Tactics by the line protocol of levels/tactics/README.md: a position each turn, answered with a line of \
                actions",
        options: bot::TacticsArgs::augment_args,
        run: |matches| bot::run(&given(matches), &mut std::io::stdin().lock(), &mut std::io::stdout().lock()),
    }),
    bench: &[Subcommand {
        name: "tactics",
        about: "Tactics: reference data, depth of the search, tuning of the weights",
        options: bench::TacticsArgs::augment_args,
        run: |matches| bench::run(&given(matches)),
    }],
    replay: Replayer { is_one: replay::is_tactics, run: replay::run },
    signature: |_| Ok(Vec::new()),
    fuzz: fuzz::FUZZ,
    #[cfg(feature = "client")]
    play: play::PLAY,
};
