//! An agent in a process of its own: asked with a text on its standard input, it answers with a line.
//!
//! Nothing that the program does can hang us or fill our memory ([`talk`]), and nothing that it starts outlives it
//! ([`fence`]). Its answer is late by its **CPU time**, that of all its processes and threads together, so that a busy
//! machine makes nobody lose; beside it stands a generous limit of the clock on the wall for those that wait or hang. On
//! systems that do not tell the CPU time of others the limit is one of the clock on the wall.
//!
//! What a program may use of memory is its own affair unless [`CommandLine::limited`] says a number.

mod command;
mod fence;
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

    fn start_in(fence: Fence, command: &CommandLine, longest: usize, show_errors: bool) -> Result<Self, StartProblem> {
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
    pub(crate) fn reply(&mut self, limit: Duration) -> (Reply, Duration) {
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn shell_in(fence: Fence, script: &str) -> Program {
        let command = format!("sh -c '{script}'").parse().expect("a command line");
        Program::start_in(fence, &command, LONGEST_TURN, false).expect("every Unix has sh")
    }

    fn shell(script: &str) -> Program {
        shell_in(Fence::best(), script)
    }

    fn ask(program: &mut Program, question: &str, limit: Duration) -> Reply {
        program.ask(question.to_string());
        program.reply(limit).0
    }

    #[test]
    fn a_program_answers_line_by_line_until_it_ends() {
        let mut program = shell("read a; echo \"got $a\"; read b; printf \"last $b\"");
        assert_eq!(ask(&mut program, "one\n", LONG), Reply::Line("got one".into()));
        assert_eq!(ask(&mut program, "two\n", LONG), Reply::Line("last two".into()));
        assert_eq!(ask(&mut program, "three\n", LONG), Reply::Ended);
    }

    #[test]
    fn a_program_that_never_answers_is_late_and_one_that_never_reads_does_not_block_us() {
        let mut program = shell("sleep 1000");
        let large = "x".repeat(200_000);
        for _ in 0..3 {
            assert_eq!(ask(&mut program, &large, Duration::from_millis(1)), Reply::Late);
        }
    }

    #[test]
    fn floods_are_no_answers() {
        let mut endless = shell("read a; while :; do printf 11111111111111111111; done");
        assert_eq!(ask(&mut endless, "go\n", LONG), Reply::Garbage);
        let mut empty = shell("while :; do echo; done");
        assert_eq!(ask(&mut empty, "go\n", Duration::from_millis(1)), Reply::Late);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_written_before_a_question_is_read_is_always_called_that() {
        let before = [
            "echo 2; sleep 1000",
            "echo 2",
            "printf 2; read a; echo 2; sleep 1000",
            "echo 2; exec >&-; sleep 1000",
            "echo hello; while read a; do echo 2; done",
            "while :; do echo 1; done",
            "while :; do printf 11111111111111111111; done",
        ];
        for script in before {
            let mut program = shell(script);
            assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
            assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
        }
        // The second answer to the first question is found with the second question, never taken for its answer.
        for script in ["while read a; do echo 2; echo 3; done", "while read a; do echo 2; printf 3; done"] {
            for _ in 0..10 {
                let mut program = shell(script);
                assert_eq!(ask(&mut program, "go\n", LONG), Reply::Line("2".into()), "{script}");
                assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
            }
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn waiting_costs_no_time_and_working_does_also_in_children() {
        let limit = Duration::from_millis(50);
        let mut idle = shell("read a; sleep 0.3; echo 2");
        idle.ask("go\n".into());
        let (reply, time) = idle.reply(limit);
        assert_eq!(reply, Reply::Line("2".into()));
        assert!(time <= limit + GRACE, "{time:?}");
        let work = "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done";
        for script in [format!("read a; {work}; echo 2"), format!("read a; ({work}; true) | cat; echo 2")] {
            assert_eq!(ask(&mut shell(&script), "go\n", limit), Reply::Late, "{script}");
        }
    }

    /// A program in a process group with a child of its own, and the number of that child.
    #[cfg(target_os = "linux")]
    fn parent() -> (Program, String) {
        // It answers after it has been asked: an earlier line would be no answer.
        let mut program = shell_in(Fence::Group, "read a; sleep 1000 & echo $!; wait");
        let reply = ask(&mut program, "go\n", LONG);
        let Reply::Line(grandchild) = reply else { panic!("the shell tells a number, not {reply:?}") };
        assert!(is_alive(&grandchild));
        (program, grandchild)
    }

    #[cfg(target_os = "linux")]
    fn is_alive(process: &str) -> bool {
        // A zombie that nobody has collected yet is dead.
        std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }

    /// The signal is on its way when `kill` returns.
    #[cfg(target_os = "linux")]
    fn dies(process: &str) -> bool {
        (0..4000).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            !is_alive(process)
        })
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_dropped_program_is_killed_with_its_process_group() {
        let (program, grandchild) = parent();
        drop(program);
        assert!(dies(&grandchild));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_dies_when_the_pipe_to_its_guard_ends_as_it_does_when_we_are_killed() {
        let (mut program, grandchild) = parent();
        let own = program.held.root().to_string();
        program.held.cut_guard();
        assert!(dies(&grandchild) && dies(&own));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_with_a_memory_limit_knows_it() {
        let command = "sh -c 'read a; echo \"$(ulimit -v) $0\"' word".parse::<CommandLine>().expect("a command line");
        let mut program = Program::start(&command.limited(64), LONGEST_TURN, false).expect("every Unix has sh");
        assert_eq!(ask(&mut program, "go\n", LONG), Reply::Line("65536 word".into()));
    }
}
