//! `gridmarch bot tanks`: a player of ours in the protocol of outside programs.

use crate::base::Budget;
use crate::cli::bot::{Bot, read_up_to};
use crate::games::tanks::setup::Level;
use crate::games::tanks::sim::average::Average;
use crate::games::tanks::sim::pilot::Pilot;
use crate::games::tanks::sim::{Answer, Look};
use clap::Args;
use std::io::{self, BufRead};

/// Options that only the bot of Tanks has.
#[derive(Debug, Args)]
pub(super) struct TanksBot {
    /// The scripted player by which levels are measured, instead of a program with a level
    #[arg(long)]
    average: bool,
}

/// Bytes of the longest line that is read: a first look at the largest board.
const LONGEST_LINE: u64 = 1 << 20;

impl Bot for TanksBot {
    const LEVELS: u8 = Level::ALL.len() as u8;
    const QUESTION: &'static str = "look";

    fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
        read_up_to("", (1, LONGEST_LINE), input)
    }

    fn answers(&self, level: u8, seed: u64) -> impl FnMut(&str, &Budget) -> Result<String, String> {
        let level = Level::ALL[usize::from(level.max(1) - 1).min(Level::ALL.len() - 1)];
        let (mut pilot, mut player) = (Pilot::new(level), self.average.then(|| Average::new(seed)));
        move |text, _| {
            let look: Look = serde_json::from_str(text).map_err(|problem| problem.to_string())?;
            let input = match &mut player {
                Some(player) => player.answer(look)?,
                None => pilot.answer(look)?,
            };
            serde_json::to_string(&Answer::from(input)).map_err(|problem| problem.to_string())
        }
    }
}
