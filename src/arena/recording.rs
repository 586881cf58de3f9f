//! A match as one line of JSON that has all that is needed to play it again. The logs of simulations have one a line; the
//! replays and the saved matches of the window are files of one line.

use super::{Match, Ruling, TableGame, TimeControl};
use crate::base::brief;
use crate::files;
use crate::search::Outcome;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// How a match began and every turn as a line of steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct SavedMatch<G: TableGame> {
    game: String,
    version: u32,
    setup: G::SetupRecord,
    /// The steps of each turn, separated by spaces.
    turns: Vec<String>,
    /// Whether the last turn was not ended yet.
    open: bool,
}

/// Why a save is none.
#[derive(Debug, Error)]
pub enum SaveProblem {
    #[error("`game`: a save of {0:?}, expected {1:?}")]
    Game(String, &'static str),
    #[error("`version` is {0}, this program reads version {1}")]
    Version(u32, u32),
    #[error("`setup`: {0}")]
    Setup(String),
    #[error("`turns`: turn {0}: {1}")]
    Turn(usize, String),
}

impl<G: TableGame> Match<G> {
    /// The form for a file.
    pub fn saved(&self) -> SavedMatch<G> {
        let mut position = self.again().position().clone();
        let mut turns: Vec<String> = Vec::new();
        let mut is_new = true;
        for (seat, step) in self.seats().iter().zip(self.steps()) {
            let turn = position.turns();
            match turns.last_mut().filter(|_| !is_new) {
                Some(line) => *line += &format!(" {step}"),
                None => turns.push(step.to_string()),
            }
            let Ok(()) = position.apply(&[(*seat, *step)]) else { unreachable!("it was legal before") };
            is_new = position.turns() != turn;
        }
        let (game, setup) = (G::NAME.into(), G::record(self.setup()));
        SavedMatch { game, version: G::VERSION, setup, turns, open: self.is_open() }
    }
}

impl<G: TableGame> SavedMatch<G> {
    /// Number of turns.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether nothing has been done yet.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Plays the match again, the first `turns` turns of it at most.
    pub fn restore(&self, turns: usize) -> Result<Match<G>, SaveProblem> {
        if self.game != G::NAME {
            return Err(SaveProblem::Game(self.game.clone(), G::NAME));
        }
        if self.version != G::VERSION {
            return Err(SaveProblem::Version(self.version, G::VERSION));
        }
        let told = |problem: G::SetupProblem| SaveProblem::Setup(problem.to_string());
        let mut played = Match::new(G::from_record(&self.setup).map_err(told)?).map_err(told)?;
        for (index, line) in self.turns.iter().enumerate().take(turns) {
            let problem = |text: String| SaveProblem::Turn(index + 1, text);
            for word in line.split_whitespace() {
                let step =
                    word.parse().map_err(|error: <G::Step as std::str::FromStr>::Err| problem(error.to_string()))?;
                played.act(step).map_err(|refusal: G::Refusal| problem(refusal.to_string()))?;
            }
            let is_last = index + 1 == self.turns.len();
            if played.is_open() && !(is_last && self.open) {
                played.end_turn().map_err(|refusal: G::Refusal| problem(refusal.to_string()))?;
            }
        }
        Ok(played)
    }
}

/// A recorded match; lists are in the order of the seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Recording<G: TableGame> {
    round: usize,
    sides: [String; 2],
    /// Older files call it `battle`.
    #[serde(rename = "match", alias = "battle")]
    played: SavedMatch<G>,
    length: u32,
    /// Who won, none for a draw.
    winner: Option<String>,
    /// Why it ended: the name of an ending by the rules, of a forfeit, `limit`, or `open` where it has not.
    reason: String,
    /// In microseconds, turn by turn, without those of a random opening.
    times_us: [Vec<u64>; 2],
    /// How long the turn that is on has taken, in microseconds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    turn_us: u64,
    /// How long the players could think.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    clock: TimeControl,
    /// What persons are called; empty where nobody says so.
    #[serde(default, skip_serializing_if = "are_unnamed")]
    names: [String; 2],
    /// What each turn was worth to who made it, in the units of the program that has said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<Option<i32>>,
}

/// What players are called: persons by their names if they have some.
pub(crate) fn called<'a>(sides: &'a [String; 2], names: &'a [String; 2]) -> [&'a str; 2] {
    [0, 1].map(|seat| if names[seat].is_empty() { &sides[seat] } else { &names[seat] }.as_str())
}

fn is_nothing(time: &u64) -> bool {
    *time == 0
}

fn are_unnamed(names: &[String; 2]) -> bool {
    names.iter().all(String::is_empty)
}

/// Why a line is no recording, or a recording does not play as it says.
#[derive(Debug, Error)]
pub enum RecordingProblem {
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    #[error("`match`: {0}")]
    Match(#[from] SaveProblem),
    #[error("`{0}` is not what comes of the turns")]
    Difference(&'static str),
}

impl<G: TableGame> Recording<G> {
    /// The recording of a match as it stands, with the names of the players and the times of each seat's turns in
    /// microseconds. `ended` tells who won and why where the rules did not end it; `round` is its number in a series.
    pub fn new(
        round: usize,
        played: &Match<G>,
        sides: [String; 2],
        times_us: [Vec<u64>; 2],
        ended: Option<(Option<usize>, &'static str)>,
    ) -> Self {
        let position = played.position();
        let (winner, reason) = ended.unwrap_or((winner(played.outcome()), played.reason().unwrap_or(OPEN)));
        Self {
            round,
            sides,
            played: played.saved(),
            length: position.turns(),
            winner: winner.map(|seat| G::SEATS[seat].into()),
            reason: reason.into(),
            times_us,
            turn_us: 0,
            clock: TimeControl::None,
            names: Default::default(),
            values: Vec::new(),
        }
    }

    /// The same, played by a rule of time.
    pub fn with_clock(self, clock: TimeControl) -> Self {
        Self { clock, ..self }
    }

    /// The same, saved in the middle of a turn that has taken so long.
    pub fn within_turn(self, used: Duration) -> Self {
        Self { turn_us: used.as_micros() as u64, ..self }
    }

    /// The same with the names of persons, empty ones for those who have none.
    pub fn named(self, names: [String; 2]) -> Self {
        Self { names, ..self }
    }

    /// The same with what each turn was worth to who made it, in the units of the program that says so.
    pub fn valued(self, mut values: Vec<Option<i32>>) -> Self {
        values.truncate(self.played.len());
        while values.pop_if(|value| value.is_none()).is_some() {}
        Self { values, ..self }
    }

    /// How long the players could think.
    pub fn clock(&self) -> TimeControl {
        self.clock
    }

    /// Plays the match again to its end, which may have come without the rules.
    pub fn restore(&self) -> Result<Match<G>, SaveProblem> {
        let mut played = self.played.restore(usize::MAX)?;
        if !self.is_open() && played.outcome().is_none() {
            played.end_by(Ruling { winner: self.winner(), reason: self.reason.clone().into() });
        }
        Ok(played)
    }

    /// The recording of a round of a series: its number, how it began, and all steps.
    ///
    /// # Errors
    /// If the steps do not fit to the set-up.
    pub fn of_round(
        (round, setup, steps): (usize, &G::Setup, &[G::Step]),
        sides: [String; 2],
        times_us: [Vec<u64>; 2],
        ended: (Option<usize>, &'static str),
    ) -> Result<Self, RecordingProblem> {
        let mut played = Match::new(setup.clone()).map_err(|_| RecordingProblem::Difference("setup"))?;
        for step in steps {
            let is_done = played.act(*step).is_ok();
            if !is_done || played.is_complete() && played.end_turn().is_err() {
                return Err(RecordingProblem::Difference("turns"));
            }
        }
        Ok(Self::new(round, &played, sides, times_us, Some(ended)))
    }

    /// Reads a file whose first line is a recording.
    ///
    /// # Errors
    /// A sentence with the file and what is wrong: it cannot be read, is none, or does not play as it says.
    pub fn load(path: &Path) -> Result<Self, String> {
        let told = |problem: String| format!("{}: {}", path.display(), brief(problem));
        let text = files::read_text(path, files::MAX_RECORDING).map_err(|error| told(error.to_string()))?;
        Self::checked(&text).map_err(told)
    }

    /// Reads the text of a file, and plays what is in it to its end.
    pub fn checked(text: &str) -> Result<Self, String> {
        let told = |problem: RecordingProblem| format!("line 1: {problem}");
        let recording = Self::parse(text.lines().next().unwrap_or_default()).map_err(told)?;
        recording.replay().map_err(told)?;
        Ok(recording)
    }

    /// Writes it as a file of one line, so that a file that is there is replaced as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let told = |problem: String| format!("{}: cannot be written: {problem}", path.display());
        let line = self.line().map_err(|problem| told(problem.to_string()))?;
        files::save_text(path, &(line + "\n"))
    }

    /// Who played: `human`, `engine:3`, ...
    pub fn sides(&self) -> &[String; 2] {
        &self.sides
    }

    /// The names of persons, empty ones of those who have none.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// What both are called: persons by their names if they have some.
    pub fn players(&self) -> [&str; 2] {
        called(&self.sides, &self.names)
    }

    /// What each turn was worth to who made it, in the units of the program that has said so; the last ones may be missing.
    pub fn values(&self) -> &[Option<i32>] {
        &self.values
    }

    /// Who won; `None` for a draw, and for a match that goes on.
    pub fn winner(&self) -> Option<usize> {
        self.winner.as_ref().and_then(|name| G::SEATS.iter().position(|seat| seat == name))
    }

    /// Why it ended, as a name.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Turns of both seats, those of an opening among them.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether the match goes on.
    pub fn is_open(&self) -> bool {
        self.reason == OPEN
    }

    /// How long the turns of each seat took.
    pub fn times(&self) -> [Vec<Duration>; 2] {
        self.times_us.each_ref().map(|times| times.iter().map(|micros| Duration::from_micros(*micros)).collect())
    }

    /// How long the turn has taken in which the match was saved.
    pub fn turn_time(&self) -> Duration {
        Duration::from_micros(self.turn_us)
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, RecordingProblem> {
        Ok(serde_json::from_str(line)?)
    }

    /// The line, without its end.
    pub fn line(&self) -> Result<String, RecordingProblem> {
        Ok(serde_json::to_string(self)?)
    }

    /// The turns.
    pub fn saved(&self) -> &SavedMatch<G> {
        &self.played
    }

    /// Plays the match again by the rules and compares how it ends.
    ///
    /// # Errors
    /// What is wrong, or the first thing that ends in another way.
    pub fn replay(&self) -> Result<Match<G>, RecordingProblem> {
        let played = self.restore()?;
        let position = played.position();
        if self.winner.is_some() && self.winner().is_none() {
            return Err(RecordingProblem::Difference("winner"));
        }
        if position.turns() != self.length {
            return Err(RecordingProblem::Difference("length"));
        }
        if let Some(reason) = position.reason() {
            if winner(position.outcome()).map(|seat| G::SEATS[seat]) != self.winner.as_deref() {
                return Err(RecordingProblem::Difference("winner"));
            }
            if reason != self.reason {
                return Err(RecordingProblem::Difference("reason"));
            }
        }
        Ok(played)
    }
}

/// The reason of a match that goes on.
const OPEN: &str = "open";

fn winner(outcome: Option<Outcome>) -> Option<usize> {
    match outcome? {
        Outcome::Win(seat) => Some(seat),
        Outcome::Draw => None,
    }
}
