//! What `gridmarch bot` has in common for all games: our engines in the protocols of their games, on standard input and output.

use super::CliError;
use crate::base::Budget;
use clap::Args;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// How long a bot thinks.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Thinking time for a turn, in milliseconds; 900 unless nodes are given. Leave a margin below the referee's limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) time_ms: Option<u64>,
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
