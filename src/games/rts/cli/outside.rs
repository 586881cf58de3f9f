//! Programs from outside at a skirmish: processes that speak the protocol ([`protocol`]), and our own standard input and output.
//!
//! In **lockstep** the game waits for each answer. One that needs more than its time of the processor is dropped and counted;
//! the limits of the contests of StarCraft say when that loses the match (AIIDE: 320 late answers, 10 of more than a second, one
//! of more than ten). **Live** the game goes on: an answer counts at the first look after it has come, and who still thinks is
//! not asked again.

use crate::arena::{CommandLine, GRACE, Program, Reply, UNASKED, patience};
use crate::games::rts::bot::protocol::{self, Answer, LONGEST_ANSWER, Teller};
use crate::games::rts::bot::{Mind, Style, View};
use crate::games::rts::sim::orders::Order;
use crate::games::rts::sim::skirmish::outside::{Outsider, Reaction};
use crate::nav::step::Tick;
use std::io::{BufRead, Read, Write};
use std::time::{Duration, Instant};

/// Time for the answer to `hello`, in which a program also starts.
const WELCOME: Duration = Duration::from_secs(5);
/// Time for an answer unless another is said.
pub(super) const LOOK_MS: u64 = 50;
/// Late answers that lose a match, and those of more than a second; one of more than [`HANGS`] loses it, too.
const MOST_LATE: (u32, u32) = (320, 10);
const SLOW: Duration = Duration::from_secs(1);
const HANGS: Duration = Duration::from_secs(10);
/// How long a program that hangs or sleeps is waited for on the wall's clock.
const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// How long a program may be silent in a live match.
const SILENCE: Duration = Duration::from_secs(30);

/// What a program from outside may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leash {
    /// CPU time for an answer, in milliseconds.
    pub ms: u64,
    /// Address space of each of its processes.
    pub mebibytes: Option<u32>,
    /// Whether its standard error is shown.
    pub show_errors: bool,
}

impl Default for Leash {
    fn default() -> Self {
        Self { ms: LOOK_MS, mebibytes: None, show_errors: false }
    }
}

/// Who sits on a seat from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guest {
    Program(CommandLine),
    /// Whoever is at the other end of our standard input and output, a trainer: it takes its time.
    Stdio,
}

impl Guest {
    /// Reads `exec:COMMAND` or `stdio`; `None` for anything else.
    ///
    /// # Errors
    /// A sentence, if it is a command line that cannot be one.
    pub fn read(spec: &str) -> Option<Result<Self, String>> {
        if spec == "stdio" {
            return Some(Ok(Self::Stdio));
        }
        let command = spec.strip_prefix("exec:")?;
        Some(command.parse().map(Self::Program).map_err(|problem| format!("exec: {problem}")))
    }

    /// Tries whether it can be started at all: a mistake at the keyboard is no lost match.
    pub(super) fn try_start(&self, leash: Leash) -> Result<(), String> {
        let Self::Program(command) = self else { return Ok(()) };
        Program::start(command, LONGEST_ANSWER, leash.show_errors).map(drop).map_err(|problem| problem.to_string())
    }

    /// Seats it; `name` is what it is called in sentences.
    pub fn seat(&self, name: &str, leash: Leash, is_live: bool) -> Box<dyn Outsider> {
        Box::new(Seated {
            guest: self.clone(),
            name: name.into(),
            leash,
            is_live,
            table: None,
            wrong: Vec::new(),
            notes: Vec::new(),
            counts: (0, 0),
            fault: None,
            has_erred: false,
            is_over: false,
        })
    }
}

/// The other end of the lines.
enum Pipe {
    Program(Program),
    Stdio,
}

impl Pipe {
    fn ask(&mut self, line: String) {
        match self {
            Self::Program(program) => program.ask(line + "\n"),
            Self::Stdio => {
                let mut output = std::io::stdout().lock();
                // If nobody reads any more, nobody answers either.
                let _ = writeln!(output, "{line}").and_then(|()| output.flush());
            }
        }
    }

    /// Waits for the answer.
    fn reply(&mut self, limit: Duration, wait: Duration) -> (Reply, Duration) {
        match self {
            Self::Program(program) => program.reply_within(limit, wait),
            Self::Stdio => {
                let mut line = String::new();
                let read = std::io::stdin().lock().take(LONGEST_ANSWER as u64).read_line(&mut line);
                let reply = if matches!(read, Ok(1..)) { Reply::Line(line) } else { Reply::Ended };
                (reply, Duration::ZERO)
            }
        }
    }
}

/// A conversation about a match.
struct Table {
    pipe: Pipe,
    teller: Teller,
    /// In a live match: since when it is asked for what, the look of a tick or, at first, its name.
    waits: Option<(Instant, Option<Tick>)>,
}

/// A guest on its seat.
struct Seated {
    guest: Guest,
    name: String,
    leash: Leash,
    is_live: bool,
    /// `None` before the first look and after the match.
    table: Option<Table>,
    /// What was wrong with the last answer, for the next look.
    wrong: Vec<String>,
    notes: Vec<(Tick, String)>,
    /// Late answers, and those of more than a second.
    counts: (u32, u32),
    /// Why it has lost the match.
    fault: Option<String>,
    /// Whether people have been told of something that was wrong.
    has_erred: bool,
    is_over: bool,
}

impl Outsider for Seated {
    fn look(&mut self, view: &View<'_>, stand_in: &Mind) -> Reaction {
        if self.is_over {
            // Another match.
            (self.wrong, self.notes, self.counts) = Default::default();
            (self.fault, self.has_erred, self.is_over) = Default::default();
        }
        if self.fault.is_some() {
            return Reaction::default();
        }
        let answer = match self.table.take() {
            None => self.begin(view, stand_in.drawn().unwrap_or((0, Style::Boom))),
            Some(table) if self.is_live => self.go_on(table, view),
            Some(table) => self.wait(table, view),
        };
        match answer {
            Ok((table, answer)) => {
                self.table = Some(table);
                self.notes.extend(answer.note.map(|note| (view.now, note)));
                // One sentence is enough for a person; the program is told all.
                let first = answer.wrong.first().filter(|_| !self.has_erred);
                let said = first.map(|wrong| format!("{}: {wrong}.", self.name));
                self.has_erred |= said.is_some();
                self.wrong.extend(answer.wrong);
                Reaction { orders: answer.orders, said, is_gone: false }
            }
            Err(fault) => {
                let said = format!("{}: {fault}.", self.name);
                self.fault = Some(fault);
                // In a tournament it has lost; a person goes on to play against one of ours.
                let orders = if self.is_live { Vec::new() } else { vec![Order::Surrender] };
                let next = if self.is_live { " Our strongest program goes on for it." } else { "" };
                Reaction { orders, said: Some(said + next), is_gone: self.is_live }
            }
        }
    }

    fn end(&mut self, how: &'static str, tick: Tick) {
        if let Some(Table { mut pipe, .. }) = self.table.take() {
            pipe.ask(protocol::end(how, tick));
            if let Pipe::Program(program) = &mut pipe {
                // Time to read it, and to end by itself.
                program.reply_within(GRACE, GRACE);
            }
        }
        self.is_over = true;
    }

    fn tally(&self) -> (u32, Option<String>) {
        (self.counts.0, self.fault.clone())
    }

    fn notes(&self) -> &[(Tick, String)] {
        &self.notes
    }
}

impl Seated {
    /// Starts the program and tells it of the match; in lockstep it is asked for its first orders at once.
    fn begin(&mut self, view: &View<'_>, drawn: (u64, Style)) -> Result<(Table, Answer), String> {
        let (ms, mut pipe) = match &self.guest {
            Guest::Stdio => (0, Pipe::Stdio),
            Guest::Program(command) => {
                let command = match self.leash.mebibytes {
                    Some(mebibytes) => command.clone().limited(mebibytes),
                    None => command.clone(),
                };
                let program = Program::start(&command, LONGEST_ANSWER, self.leash.show_errors);
                (self.leash.ms, Pipe::Program(program.map_err(|problem| problem.to_string())?))
            }
        };
        let (teller, hello) = Teller::hello(view, ms, drawn);
        pipe.ask(hello);
        if self.is_live {
            let waits = Some((Instant::now(), None));
            return Ok((Table { pipe, teller, waits }, Answer::default()));
        }
        match pipe.reply(WELCOME, patience(WELCOME)).0 {
            Reply::Line(line) => protocol::read_welcome(&line).map_err(|problem| nonsense("hello", &problem))?,
            other => return Err(fault(&other, "hello")),
        };
        self.wait(Table { pipe, teller, waits: None }, view)
    }

    /// Asks and waits for the answer.
    fn wait(&mut self, mut table: Table, view: &View<'_>) -> Result<(Table, Answer), String> {
        let limit = Duration::from_millis(self.leash.ms);
        let begun = Instant::now();
        table.pipe.ask(table.teller.look(view, &self.wrong));
        self.wrong.clear();
        let (reply, time) = table.pipe.reply(HANGS.max(limit), LONGEST_WAIT.max(patience(limit)));
        let line = match reply {
            Reply::Line(line) => line,
            other => return Err(fault(&other, &format!("tick {}", view.now))),
        };
        let is_timed = self.guest != Guest::Stdio;
        if is_timed && (time > limit + GRACE || begun.elapsed() > patience(limit)) {
            self.counts.0 += 1;
            self.counts.1 += u32::from(time.max(begun.elapsed() / 10) > SLOW.max(limit));
            if self.counts.0 >= MOST_LATE.0 || self.counts.1 >= MOST_LATE.1 {
                return Err(format!("tick {}: too many late answers ({}, time)", view.now, self.counts.0));
            }
            self.wrong.push(format!("the answer to the look of tick {} came too late", view.now));
            return Ok((table, Answer::default()));
        }
        let answer = self.read(&line, view.now, view);
        Ok((table, answer))
    }

    /// Takes the answer if it has come, and asks again.
    fn go_on(&mut self, mut table: Table, view: &View<'_>) -> Result<(Table, Answer), String> {
        let mut answer = Answer::default();
        if let (Pipe::Program(program), Some((since, asked))) = (&mut table.pipe, table.waits) {
            match (program.heard(), asked) {
                (Some(Reply::Line(line)), None) => {
                    if let Some(name) = protocol::read_welcome(&line).map_err(|problem| nonsense("hello", &problem))? {
                        self.name = name;
                    }
                }
                (Some(Reply::Line(line)), Some(tick)) => answer = self.read(&line, tick, view),
                (Some(other), _) => return Err(fault(&other, &format!("tick {}", view.now))),
                (None, _) if since.elapsed() > SILENCE => {
                    return Err(fault(&Reply::Late, &format!("tick {}", view.now)));
                }
                (None, _) => {
                    self.counts.0 += u32::from(asked.is_some());
                    return Ok((table, answer));
                }
            }
        }
        table.pipe.ask(table.teller.look(view, &self.wrong));
        self.wrong.clear();
        table.waits = Some((Instant::now(), Some(view.now)));
        Ok((table, answer))
    }

    /// What a line says; what is no answer is dropped and told.
    fn read(&mut self, line: &str, tick: Tick, view: &View<'_>) -> Answer {
        Answer::read(line, tick, view.rules).unwrap_or_else(|problem| {
            self.counts.0 += 1;
            Answer { wrong: vec![format!("tick {tick}: {problem}")], ..Answer::default() }
        })
    }
}

fn nonsense(at: &str, problem: &str) -> String {
    format!("{at}: {problem} (nonsense)")
}

fn fault(reply: &Reply, at: &str) -> String {
    let what = match reply {
        Reply::Ended => "the program has ended (crash)",
        Reply::Late => "no answer comes (time)",
        Reply::Unasked => return format!("{at}: it {UNASKED}"),
        Reply::Garbage | Reply::Line(_) => "the answer is no line of at most 64 KiB of text (nonsense)",
    };
    format!("{at}: {what}")
}
