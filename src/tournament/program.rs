//! An agent in a process of its own: asked with a text on its standard input, it answers with a line.
//!
//! Nothing that the program does can hang us or fill our memory. One thread writes to it and one reads from it, both
//! through short channels, so that a program that never reads, never answers, or answers without end is only ever late
//! or impolite. An answer is stamped when it arrives: whoever waits for it may come late. When a [`Program`] is dropped,
//! its process is killed, and with it, on Unix, everything that it has started; then the two threads end by themselves.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Bytes of the longest line that is read; more than any answer of a board game.
const LONGEST_LINE: u64 = 256;

/// Lines and questions that wait at most.
const WAITING: usize = 4;

/// A program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// Why a text is no command line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandProblem {
    /// Nothing in it.
    #[error("there is no program to start, expected for example exec:./bot --arg")]
    Empty,
    /// A quote without its partner.
    #[error("a quote in {0:?} is not closed")]
    Quote(String),
}

/// Why a program does not start.
#[derive(Debug, Error)]
#[error("{program}: cannot be started: {source}")]
pub struct StartProblem {
    program: String,
    source: std::io::Error,
}

impl FromStr for CommandLine {
    type Err = CommandProblem;

    /// Words are separated by spaces; single or double quotes hold a word with spaces together. No shell is involved.
    fn from_str(text: &str) -> Result<Self, CommandProblem> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for symbol in text.chars() {
            match quote {
                Some(mark) if mark == symbol => quote = None,
                None if symbol == '"' || symbol == '\'' => {
                    quote = Some(symbol);
                    word.get_or_insert_default();
                }
                None if symbol.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(symbol),
            }
        }
        if quote.is_some() {
            return Err(CommandProblem::Quote(text.to_string()));
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandProblem::Empty)?;
        Ok(Self { program, arguments: words.collect() })
    }
}

/// What came of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its end.
    Line(String),
    /// Something that is no short line of text.
    Garbage,
    /// A line that came before the question, or the program does not read its questions.
    Unasked,
    /// No line in time.
    Late,
    /// The program has ended, or closed its standard output.
    Ended,
}

/// A running program.
pub struct Program {
    child: Child,
    questions: SyncSender<String>,
    lines: Receiver<(Instant, Reply)>,
    asked: Instant,
    /// What is known about the answer before it is waited for.
    fault: Option<Reply>,
}

impl Program {
    /// Starts a program. What it writes to standard error goes to ours, or nowhere.
    ///
    /// # Errors
    /// If there is no such program or it may not be started.
    pub fn start(command: &CommandLine, show_errors: bool) -> Result<Self, StartProblem> {
        let mut process = Command::new(&command.program);
        process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        process.stderr(if show_errors { Stdio::inherit() } else { Stdio::null() });
        // A group of its own, so that what it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let problem = |source| StartProblem { program: command.program.clone(), source };
        let mut child = process.spawn().map_err(problem)?;
        let (questions, waiting) = sync_channel(WAITING);
        let (sender, lines) = sync_channel(WAITING);
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || write(input, &waiting));
            std::thread::spawn(move || read(output, &sender));
        }
        Ok(Self { child, questions, lines, asked: Instant::now(), fault: None })
    }

    /// Asks. Does not wait; the time of the answer counts from now.
    pub fn ask(&mut self, question: String) {
        self.fault = match self.lines.try_recv() {
            Ok((_, Reply::Line(_))) => Some(Reply::Unasked),
            Ok((_, other)) => Some(other),
            Err(TryRecvError::Disconnected) => Some(Reply::Ended),
            Err(TryRecvError::Empty) => None,
        };
        // A full channel means that it has answered questions that it has not read. If it has closed its input, it may
        // still answer; if not, the wait tells.
        if let Err(TrySendError::Full(_)) = self.questions.try_send(question) {
            self.fault.get_or_insert(Reply::Unasked);
        }
        self.asked = Instant::now();
    }

    /// The answer to the last question and the time that it took. Waits until `limit` after the question at most.
    pub fn reply(&mut self, limit: Duration) -> (Reply, Duration) {
        if let Some(fault) = self.fault.take() {
            return (fault, Duration::ZERO);
        }
        // An answer that is there counts even if we come to fetch it late.
        let answer = self.lines.try_recv().or_else(|_| {
            self.lines.recv_timeout(limit.saturating_sub(self.asked.elapsed())).map_err(|error| match error {
                RecvTimeoutError::Timeout => Reply::Late,
                RecvTimeoutError::Disconnected => Reply::Ended,
            })
        });
        match answer {
            Ok((when, reply)) => {
                let time = when.saturating_duration_since(self.asked);
                if time > limit { (Reply::Late, limit) } else { (reply, time) }
            }
            Err(Reply::Late) => (Reply::Late, limit),
            Err(reply) => (reply, self.asked.elapsed()),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The process has not been waited for, so its number is still its own. The shell's `kill` is on every Unix, and
        // a process group cannot be killed by safe code otherwise.
        #[cfg(unix)]
        let _ = Command::new("sh")
            .args(["-c", &format!("kill -9 -{}", self.child.id())])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // It may have ended long ago; then there is nothing to kill, and nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes questions until there are no more or the program does not take them.
fn write(mut input: ChildStdin, questions: &Receiver<String>) {
    for question in questions {
        if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
            break;
        }
    }
}

/// Reads lines until the program ends, nobody wants them, or something comes that is no line. Empty lines are skipped.
fn read(output: ChildStdout, lines: &SyncSender<(Instant, Reply)>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let Ok(length @ 1..) = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) else {
            break;
        };
        let now = Instant::now();
        let is_cut = length as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
        let reply = match String::from_utf8(line) {
            Ok(text) if !is_cut => Reply::Line(text.trim().to_string()),
            _ => Reply::Garbage,
        };
        if reply == Reply::Line(String::new()) {
            continue;
        }
        if lines.send((now, reply.clone())).is_err() || reply == Reply::Garbage {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn shell(script: &str) -> Program {
        let command = CommandLine { program: "sh".into(), arguments: vec!["-c".into(), script.into()] };
        Program::start(&command, false).expect("every Unix has sh")
    }

    fn ask(program: &mut Program, question: &str, limit: Duration) -> Reply {
        program.ask(question.to_string());
        program.reply(limit).0
    }

    #[test]
    fn command_lines_are_split_at_spaces_outside_of_quotes() {
        let words = |text: &str| {
            text.parse::<CommandLine>().map(|command| [vec![command.program], command.arguments].concat().join("|"))
        };
        assert_eq!(words(" ./bot  --arg 1 "), Ok("./bot|--arg|1".into()));
        assert_eq!(words("'my bot' \"it's\" ''"), Ok("my bot|it's|".into()));
        assert_eq!(words("  "), Err(CommandProblem::Empty));
        assert_eq!(words("a 'b"), Err(CommandProblem::Quote("a 'b".into())));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_answers_line_by_line_until_it_ends() {
        let mut program = shell("read a; echo \"got $a\"; read b; printf \"last $b\"");
        assert_eq!(ask(&mut program, "one\n", LONG), Reply::Line("got one".into()));
        assert_eq!(ask(&mut program, "two\n", LONG), Reply::Line("last two".into()));
        assert_eq!(ask(&mut program, "three\n", LONG), Reply::Ended);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_never_answers_is_late_and_one_that_never_reads_does_not_block_us() {
        let mut program = shell("sleep 1000");
        let large = "x".repeat(200_000);
        assert_eq!(ask(&mut program, &large, Duration::from_millis(1)), Reply::Late);
        for _ in 0..3 * WAITING {
            ask(&mut program, &large, Duration::from_millis(1));
        }
        assert_eq!(ask(&mut program, &large, Duration::from_millis(1)), Reply::Unasked);
    }

    #[cfg(unix)]
    #[test]
    fn floods_are_no_answers() {
        let mut endless = shell("while :; do printf 11111111111111111111; done");
        assert_eq!(ask(&mut endless, "go\n", LONG), Reply::Garbage);
        let mut babbling = shell("while :; do echo 1; done");
        // The first question may be quicker than the first line.
        let replies: Vec<Reply> = (0..50).map(|_| ask(&mut babbling, "go\n", LONG)).collect();
        assert!(replies.contains(&Reply::Unasked), "{replies:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_dropped_program_is_killed_with_all_that_it_started() {
        let mut program = shell("sleep 1000 & echo $!; wait");
        let Reply::Line(grandchild) = ask(&mut program, "", LONG) else { panic!("the shell tells a number") };
        let is_alive = || {
            // A zombie that nobody has collected yet is dead.
            std::fs::read_to_string(format!("/proc/{grandchild}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
        };
        if !std::path::Path::new("/proc/self/stat").exists() {
            return println!("skipped: this system has no /proc");
        }
        assert!(is_alive());
        drop(program);
        // The signal is on its way when `kill` returns.
        assert!((0..1000).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            !is_alive()
        }));
    }
}
