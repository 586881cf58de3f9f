//! What `gridmarch bot` has in common for all games: our engines in the protocols of their games, on standard input and
//! output.

use super::CliError;
use crate::base::Budget;
use clap::{Args, Command};
use std::io::{self, BufRead, Read, Write, sink, stdin, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

/// The bot of a game, with the options that only it has.
pub(crate) trait Bot: Args {
    /// The strongest level.
    const LEVELS: u8;
    /// What a question is called in messages.
    const QUESTION: &'static str;

    /// The text of the next question, or `None` at the end of the input, also in the middle of a question.
    fn read(input: &mut impl BufRead) -> io::Result<Option<String>>;

    /// What answers a question with a line, or with what is wrong with it, by an engine of this level and seed.
    fn answers(&self, level: u8, seed: u64) -> impl FnMut(&str, &Budget) -> Result<String, String>;

    /// Milliseconds for the first question, where they differ.
    fn first_ms(&self) -> Option<u64> {
        None
    }
}

/// Options of `bot` in every game.
#[derive(Debug, Args)]
pub(crate) struct BotArgs<B: Bot> {
    /// Thinking time for a turn, in milliseconds; 900 unless nodes are given. Leave a margin below the referee's limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: Option<u64>,
    /// Most nodes for a turn; repeats to the bit where no time is given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Strength; the highest unless given
    // A `default_value_t` would be that of the first game for all: clap keeps it in a static, which generic code shares.
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=i64::from(B::LEVELS)))]
    level: Option<u8>,
    #[command(flatten)]
    own: B,
    /// Decides between equal moves, and what weaker levels miss
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Reads a question up to its `last` line: so many lines of so many bytes at most. `None` at the end of the input.
pub(crate) fn read_up_to(
    last: &str,
    (lines, longest): (usize, u64),
    input: &mut impl BufRead,
) -> io::Result<Option<String>> {
    let mut text = String::new();
    for _ in 0..lines {
        let start = text.len();
        if input.by_ref().take(longest).read_line(&mut text)? == 0 {
            return Ok(None);
        }
        if text[start..].trim() == last {
            break;
        }
    }
    Ok(Some(text))
}

/// Thinking time for a turn when nothing is said: a referee's second without a margin for pipes.
const DEFAULT_MS: u64 = 900;

impl<B: Bot> BotArgs<B> {
    /// Answers the questions of standard input until it ends.
    pub(crate) fn serve(&self) -> Result<(), CliError> {
        self.answer(&mut stdin().lock(), &mut stdout().lock())
    }

    /// Answers the questions of a file at a low level with few nodes, and nobody hears it.
    pub(crate) fn answer_file(path: &Path, nodes: u64) -> Result<(), CliError> {
        let options = ["bot", "--level", "3", "--nodes", &nodes.to_string()];
        let args: Self = super::given(&Self::augment_args(Command::new("bot")).try_get_matches_from(options)?);
        args.answer(&mut &std::fs::read(path)?[..], &mut sink())
    }

    fn answer(&self, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), CliError> {
        let time = self.time_ms.or(self.nodes.is_none().then_some(DEFAULT_MS));
        let mut answers = self.own.answers(self.level.unwrap_or(B::LEVELS), self.seed);
        for number in 1_u32.. {
            let text = B::read(input).map_err(|error| CliError::Other(format!("standard input: {error}")))?;
            let Some(text) = text else { break };
            let begin = Instant::now();
            let budget = match self.own.first_ms().filter(|_| number == 1).or(time).map(Duration::from_millis) {
                Some(time) => Budget::until(move || begin.elapsed() >= time),
                None => Budget::unlimited(),
            };
            let wrong = |problem| CliError::Other(format!("standard input: {} {number}: {problem}", B::QUESTION));
            let line = answers(&text, &budget.and_nodes(self.nodes.unwrap_or(u64::MAX))).map_err(wrong)?;
            // A round ends by closing the pipes.
            if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
                break;
            }
        }
        Ok(())
    }
}
