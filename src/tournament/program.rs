//! An agent in a process of its own: asked with a text on its standard input, it answers with a line.
//!
//! Nothing that the program does can hang us or fill our memory. One thread writes to it and one reads from it, both
//! through short channels, so that a program that never reads, never answers, or answers without end is only ever late
//! or impolite. An answer is stamped when it arrives: whoever waits for it may come late. When a [`Program`] is dropped,
//! its process is killed, and with it, on Unix, everything that it has started; then the two threads end by themselves.
//! The same happens if we end without dropping it, by Ctrl-C, a panic or a kill: a small shell beside each program, the
//! *guard*, waits for the end of a pipe from us, which the system closes in any case, and does the killing.
//!
//! What a program may use of memory is its own affair unless [`CommandLine::limited`] says a number.

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
    /// Address space that it may use.
    mebibytes: Option<u32>,
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
        Ok(Self { program, arguments: words.collect(), mebibytes: None })
    }
}

impl CommandLine {
    /// The same program with a limit of the address space of each of its processes, by the shell's `ulimit -v`; without
    /// effect where that is not known. Programs that reserve much more than they use, as those of Java and Go do, may
    /// not start under it.
    #[must_use]
    pub fn limited(self, mebibytes: u32) -> Self {
        Self { mebibytes: Some(mebibytes), ..self }
    }

    fn process(&self) -> Command {
        match self.mebibytes {
            Some(mebibytes) if cfg!(unix) => {
                let mut process = Command::new("sh");
                let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", u64::from(mebibytes) * 1024);
                process.args(["-c", &script, &self.program]).args(&self.arguments);
                process
            }
            _ => {
                let mut process = Command::new(&self.program);
                process.args(&self.arguments);
                process
            }
        }
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
    guard: Option<Child>,
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
        let mut process = command.process();
        process.stdin(Stdio::piped()).stdout(Stdio::piped());
        process.stderr(if show_errors { Stdio::inherit() } else { Stdio::null() });
        // A group of its own, so that what it starts can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let problem = |source| StartProblem { program: command.program.clone(), source };
        let mut child = process.spawn().map_err(problem)?;
        #[cfg(unix)]
        let guard = match guard(child.id()) {
            Ok(guard) => Some(guard),
            Err(source) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(problem(source));
            }
        };
        #[cfg(not(unix))]
        let guard = None;
        let (questions, waiting) = sync_channel(WAITING);
        let (sender, lines) = sync_channel(WAITING);
        if let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || write(input, &waiting));
            std::thread::spawn(move || read(output, &sender));
        }
        Ok(Self { child, guard, questions, lines, asked: Instant::now(), fault: None })
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

/// Starts the guard of a process group: it kills the group when its input ends, and does not hear Ctrl-C. The shell's
/// `kill` is on every Unix, and a process group cannot be killed by safe code otherwise.
#[cfg(unix)]
fn guard(group: u32) -> std::io::Result<Child> {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' INT HUP TERM; read -r line; kill -9 -{group}")]);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn()
}

impl Drop for Program {
    fn drop(&mut self) {
        // The process has not been waited for, so its number is still its own when the guard kills the group.
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
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
        let command =
            CommandLine { program: "sh".into(), arguments: vec!["-c".into(), script.into()], mebibytes: None };
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
        // A question may be quicker than the next line.
        let is_told = |_| {
            std::thread::sleep(Duration::from_millis(5));
            ask(&mut babbling, "go\n", LONG) == Reply::Unasked
        };
        assert!((0..4000).any(is_told));
    }

    /// A program with a child of its own, and the number of that child; `None` without /proc.
    #[cfg(unix)]
    fn parent() -> Option<(Program, String)> {
        if !std::path::Path::new("/proc/self/stat").exists() {
            println!("skipped: this system has no /proc");
            return None;
        }
        // It answers after it has been asked: an earlier line would be no answer.
        let mut program = shell("read a; sleep 1000 & echo $!; wait");
        let reply = ask(&mut program, "go\n", LONG);
        let Reply::Line(grandchild) = reply else { panic!("the shell tells a number, not {reply:?}") };
        assert!(is_alive(&grandchild));
        Some((program, grandchild))
    }

    #[cfg(unix)]
    fn is_alive(process: &str) -> bool {
        // A zombie that nobody has collected yet is dead.
        std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }

    /// The signal is on its way when `kill` returns.
    #[cfg(unix)]
    fn dies(process: &str) -> bool {
        (0..4000).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            !is_alive(process)
        })
    }

    #[cfg(unix)]
    #[test]
    fn a_dropped_program_is_killed_with_all_that_it_started() {
        let Some((program, grandchild)) = parent() else { return };
        drop(program);
        assert!(dies(&grandchild));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_dies_when_the_pipe_to_its_guard_ends_as_it_does_when_we_are_killed() {
        let Some((mut program, grandchild)) = parent() else { return };
        let own = program.child.id().to_string();
        drop(program.guard.as_mut().and_then(|guard| guard.stdin.take()));
        assert!(dies(&grandchild) && dies(&own));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_with_a_memory_limit_knows_it() {
        let command = "sh -c 'ulimit -v; echo \"$0\"' word".parse::<CommandLine>().expect("a command line");
        let mut program = Program::start(&command.limited(64), false).expect("every Unix has sh");
        assert_eq!(ask(&mut program, "", LONG), Reply::Line("65536".into()));
        // The second line was not asked for, but its text shows that the arguments have arrived.
        assert_eq!(program.reply(LONG).0, Reply::Line("word".into()));
    }
}
