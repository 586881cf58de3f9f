//! An agent in a process of its own: asked with a text on its standard input, it answers with a line.
//!
//! Nothing that the program does can hang us or fill our memory ([`talk`]), and nothing that it starts outlives it
//! ([`fence`]). Its answer is late by its **CPU time**, that of all its processes and threads together, so that a busy
//! machine makes nobody lose; beside it stands a generous limit of the clock on the wall for those that wait or hang. On
//! systems that do not tell the CPU time of others the limit is one of the clock on the wall.
//!
//! What a program may use of memory is its own affair unless [`CommandLine::limited`] says a number.

mod command;
pub mod fence;
#[cfg(target_os = "linux")]
pub(super) mod keeper;
mod talk;
#[cfg(target_os = "linux")]
mod times;

pub use command::{CommandLine, CommandProblem};
pub use fence::{Fence, offer_keeper};

use fence::Held;
use std::time::{Duration, Instant};
use talk::Talk;
use thiserror::Error;

/// What an answer may take beyond its limit without losing: it is not measured to the millisecond.
pub const GRACE: Duration = Duration::from_millis(20);

/// Bytes of the longest answer of a game in turns.
pub const LONGEST_TURN: usize = 256;

/// What tables and records call an answer that came before its question.
pub const UNASKED: &str = "answered before it was asked";

/// Why a program does not start.
#[derive(Debug, Error)]
#[error("{program}: cannot be started: {source}")]
pub struct StartProblem {
    program: String,
    source: std::io::Error,
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its end.
    Line(String),
    /// Something that is no short line of text.
    Garbage,
    /// Something that was written before the question was read. It stays so whatever the program does then.
    Unasked,
    /// No line in time.
    Late,
    /// The program has ended, or closed its standard output.
    Ended,
}

/// A running program.
pub struct Program {
    // Dropped first, so that its threads know that it is over when the program ends.
    talk: Talk,
    held: Held,
    asked: Instant,
    /// Its CPU time until it was asked.
    before: Duration,
}

/// How long we wait for an answer on the wall's clock: a machine may be ten times too busy.
pub fn patience(limit: Duration) -> Duration {
    if super::IS_CPU { limit * 10 + Duration::from_secs(1) } else { limit + GRACE }
}

/// CPU time of all that descends from a process, if the system tells it.
fn spent(root: u32) -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return times::family_time(root as i32);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = root;
        None
    }
}

impl Program {
    /// Starts a program whose answers have at most `longest` bytes, inside of the best fence that there is. What it writes
    /// to standard error goes to ours, or nowhere.
    pub fn start(command: &CommandLine, longest: usize, show_errors: bool) -> Result<Self, StartProblem> {
        Self::start_in(Fence::best(), command, longest, show_errors)
    }

    /// The same inside of a fence of choice.
    ///
    /// # Errors
    /// There is no such program, or it cannot be started.
    pub fn start_in(
        fence: Fence,
        command: &CommandLine,
        longest: usize,
        show_errors: bool,
    ) -> Result<Self, StartProblem> {
        let problem = |source| StartProblem { program: command.program().into(), source };
        command.find().map_err(problem)?;
        let mut held = Held::start(command, fence, show_errors).map_err(problem)?;
        let root = held.root();
        let (input, output) = held.pipes().expect("both were asked for and nobody has taken them");
        let talk = Talk::begin(input, output, longest, move || spent(root));
        Ok(Self { talk, held, asked: Instant::now(), before: Duration::ZERO })
    }

    /// Asks. Does not wait; the time of the answer counts from now.
    pub fn ask(&mut self, question: String) {
        self.before = spent(self.held.root()).unwrap_or(self.before);
        self.asked = Instant::now();
        self.talk.ask(question);
    }

    /// The answer to the last question and the time that it took: CPU time, or time of the wall's clock where the system
    /// does not tell. Late is who needs more than `limit` and a little, or does not answer within [`patience`].
    pub fn reply(&mut self, limit: Duration) -> (Reply, Duration) {
        self.reply_within(limit, patience(limit))
    }

    /// The answer to the last question, if there is one already, or what makes one impossible.
    pub(crate) fn heard(&mut self) -> Option<Reply> {
        self.talk.wait(Instant::now()).map(|heard| heard.reply)
    }

    /// The same as [`Self::reply`] with a wait of its own on the wall's clock.
    pub(crate) fn reply_within(&mut self, limit: Duration, wait: Duration) -> (Reply, Duration) {
        let end = self.asked + wait;
        // How often it is looked whether the program has used its time up.
        let pause = (limit / 8).clamp(Duration::from_millis(5), Duration::from_millis(100));
        loop {
            let heard = self.talk.wait(end.min(Instant::now() + pause));
            let spent = heard.as_ref().map_or_else(|| spent(self.held.root()), |heard| heard.spent);
            let at = heard.as_ref().map_or_else(Instant::now, |heard| heard.at);
            let time = match spent {
                Some(spent) => spent.saturating_sub(self.before),
                None if super::IS_CPU => Duration::ZERO,
                None => at.saturating_duration_since(self.asked),
            };
            match heard {
                Some(heard) if !matches!(heard.reply, Reply::Line(_)) => return (heard.reply, time),
                _ if time > limit + GRACE => return (Reply::Late, time),
                Some(heard) => return (heard.reply, time),
                None if Instant::now() >= end => return (Reply::Late, time),
                None => {}
            }
        }
    }
}
