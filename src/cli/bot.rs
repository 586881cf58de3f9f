//! `gridmarch bot`: our engines in the protocols of their games, on standard input and output.

pub(super) use crate::games::tactics::cli::bot::answer_questions;
pub(super) use crate::games::tron::cli::bot::answer_maps;

use super::CliError;
use crate::base::Budget;
use clap::{Args, Subcommand};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// The games that the engine plays.
#[derive(Debug, Subcommand)]
pub enum BotCommand {
    /// Tron by the protocol of the 2010 contest: a map each turn, answered with 1 up, 2 right, 3 down or 4 left
    Tron(crate::games::tron::cli::bot::TronArgs),
    /// Tactics by the line protocol of levels/tactics/README.md: a position each turn, answered with a line of actions
    Tactics(crate::games::tactics::cli::bot::TacticsArgs),
}

/// How long a bot thinks.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Thinking time for a turn, in milliseconds; 900 unless nodes are given. Leave a margin below the referee's limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub time_ms: Option<u64>,
    /// Most nodes for a turn; repeats to the bit where no time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
}

/// Thinking time for a turn when nothing is said: a referee's second without a margin for pipes.
const DEFAULT_MS: u64 = 900;

impl LimitArgs {
    /// A number of nodes and no time.
    pub(crate) fn nodes(nodes: u64) -> Self {
        Self { time_ms: None, nodes: Some(nodes) }
    }

    /// Answers questions until the input ends: `read` gives the text of the next one, `answer` a line. `name` is what a
    /// question is called in messages, `first_ms` another time for the first.
    ///
    /// # Errors
    /// If the input is not in the protocol.
    pub(crate) fn serve<I: BufRead>(
        &self,
        (name, first_ms): (&str, Option<u64>),
        (input, output): (&mut I, &mut impl Write),
        read: impl Fn(&mut I) -> std::io::Result<Option<String>>,
        mut answer: impl FnMut(&str, &Budget) -> Result<String, String>,
    ) -> Result<(), CliError> {
        let time = self.time_ms.or(self.nodes.is_none().then_some(DEFAULT_MS));
        for number in 1_u32.. {
            let text = read(input).map_err(|error| CliError::Other(format!("standard input: {error}")))?;
            let Some(text) = text else { break };
            let begin = Instant::now();
            let budget = match first_ms.filter(|_| number == 1).or(time).map(Duration::from_millis) {
                Some(time) => Budget::until(move || begin.elapsed() >= time),
                None => Budget::unlimited(),
            };
            let line = answer(&text, &budget.and_nodes(self.nodes.unwrap_or(u64::MAX)))
                .map_err(|problem| CliError::Other(format!("standard input: {name} {number}: {problem}")))?;
            // A round ends by closing the pipes.
            if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// Plays until the input ends.
///
/// # Errors
/// If the input is not in the protocol.
pub fn run(command: &BotCommand) -> Result<(), CliError> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    match command {
        BotCommand::Tron(args) => crate::games::tron::cli::bot::run(args, &mut input, &mut output),
        BotCommand::Tactics(args) => crate::games::tactics::cli::bot::run(args, &mut input, &mut output),
    }
}
