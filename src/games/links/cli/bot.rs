//! `gridmarch bot links`: our engine in the line protocol of Links ([`crate::games::links::protocol`]).

use crate::base::Budget;
use crate::cli::bot::{Bot, read_up_to};
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::protocol::{LAST, MAX_LINES, parse_question};
use crate::games::links::step::Step;
use clap::Args;
use std::io::{self, BufRead};

/// Options that only Links' bot has.
#[derive(Debug, Args)]
pub(super) struct LinksBot {
    /// Threads that search together at the highest level, where time is the limit
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
}

/// Bytes of the longest line that is read: all steps of the longest match.
const LONGEST_LINE: u64 = 16_384;

impl Bot for LinksBot {
    const LEVELS: u8 = MAX_LEVEL;
    const QUESTION: &'static str = "question";

    fn read(input: &mut impl BufRead) -> io::Result<Option<String>> {
        read_up_to(LAST, (MAX_LINES, LONGEST_LINE), input)
    }

    fn answers(&self, level: u8, seed: u64) -> impl FnMut(&str, &Budget) -> Result<String, String> {
        let mut engine = Engine::new(level, seed).with_book();
        engine.use_threads(self.threads.into());
        move |text, budget| {
            let position = parse_question(text).map_err(|problem| problem.to_string())?;
            let thought = engine.think(&position, budget, &mut |_| {});
            Ok(thought.best.unwrap_or(Step::Resign).to_string())
        }
    }
}
