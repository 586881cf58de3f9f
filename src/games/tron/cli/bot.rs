//! `gridmarch bot tron`: our engine in the protocol of the 2010 contest.

use crate::arena::PlayerKind as _;
use crate::base::Budget;
use crate::cli::bot::Bot;
use crate::games::tron::arena::MAX_SIDE;
use crate::games::tron::bot::ContestBot;
use crate::games::tron::engine::MAX_LEVEL;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::Options;
use clap::Args;
use std::io::{self, BufRead};

/// Options that only Tron's bot has.
#[derive(Debug, Args)]
pub(super) struct TronBot {
    /// Thinking time for the first move, where it differs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    first_ms: Option<u64>,
    /// The edges of the board are joined; the protocol does not tell
    #[arg(long)]
    wrap: bool,
    /// Trails of the dead vanish
    #[arg(long)]
    vanish: bool,
}

impl Bot for TronBot {
    const LEVELS: u8 = MAX_LEVEL;
    const QUESTION: &'static str = "turn";

    fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
        let mut text = String::new();
        if input.read_line(&mut text)? == 0 {
            return Ok(None);
        }
        let rows = text.split_whitespace().nth(1).and_then(|rows| rows.parse::<u16>().ok());
        // What is no header, or one of too large a board, is refused by whoever reads the map. A frame adds two rows.
        for _ in 0..rows.filter(|rows| *rows <= MAX_SIDE + 2).unwrap_or(0) {
            if input.read_line(&mut text)? == 0 {
                return Ok(None);
            }
        }
        Ok(Some(text))
    }

    fn answers(&self, level: u8, seed: u64) -> impl FnMut(&str, &Budget) -> Result<String, String> {
        let options = Options { wrap: self.wrap, vanish: self.vanish, boost: false };
        let mut bot = ContestBot::new(PlayerKind::Engine(level).player(seed), options);
        move |map, budget| bot.answer(map, budget).map(String::from).map_err(|problem| problem.to_string())
    }

    fn first_ms(&self) -> Option<u64> {
        self.first_ms
    }
}
