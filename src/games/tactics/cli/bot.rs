//! `gridmarch bot tactics`: our engine in the line protocol of Tactics ([`crate::games::tactics::protocol`]).

use crate::base::Budget;
use crate::cli::bot::{Bot, read_up_to};
use crate::games::tactics::engine::{Engine, MAX_LEVEL};
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::protocol::{LAST, MAX_LINES, answer, parse_question};
use clap::Args;
use std::io::{self, BufRead};

/// Options that only Tactics' bot has.
#[derive(Debug, Args)]
pub(super) struct TacticsBot {
    /// How it likes to play: steady, bold or wary
    #[arg(long, value_name = "STYLE", default_value = "steady")]
    style: Style,
}

/// Bytes of the longest line that is read.
const LONGEST_LINE: u64 = 512;

impl Bot for TacticsBot {
    const LEVELS: u8 = MAX_LEVEL;
    const QUESTION: &'static str = "question";

    fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
        read_up_to(LAST, (MAX_LINES, LONGEST_LINE), input)
    }

    fn answers(&self, level: u8, seed: u64) -> impl FnMut(&str, &Budget) -> Result<String, String> {
        let mut engine = Engine::new(level, self.style, seed);
        move |text, budget| {
            let mut game = parse_question(text).map_err(|problem| problem.to_string())?;
            let (begun, mut turn) = (game.turns(), Vec::new());
            while game.end().is_none() && game.turns() == begun {
                let (action, _) = engine.choose(&game, budget);
                game.make(action);
                turn.push(action);
            }
            Ok(answer(&turn))
        }
    }
}
