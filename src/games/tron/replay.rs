//! A match as a file: what was played, step by step, and any moment of it again.
//!
//! One JSON value a line: a [`Header`], then one [`RoundRecord`] a round, written when the round is over. Positions are
//! not stored: a board and its orders give them ([`RoundRecord::position`]). A file that ends in the middle is good up
//! to its last whole line.

use super::arena::{Arena, MAX_SEATS, MOVES};
use super::position::{Options, Order, Outcome, Position};
use crate::base::Dir;
use crate::files;
use crate::files::replay::LineProblem;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the file format and of the rules: other versions are refused, not misread.
pub const VERSION: u32 = 1;

/// Longest name of a player.
const MAX_NAME: usize = 100;

/// Most rounds of a match.
const MAX_ROUNDS: u32 = 1000;

/// The letter before that of height 1.
const FLOOR: u8 = b'a' - 1;

/// What the first line calls the game.
const GAME: &str = "gridmarch tron";

/// First line of a replay: what does not change from round to round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    game: String,
    version: u32,
    /// The four seats as names: `off`, `human`, or a player kind.
    pub seats: Vec<String>,
    /// Rounds of the match at most.
    pub best_of: u32,
    vanish: bool,
    wrap: bool,
    boost: bool,
}

impl Header {
    /// The header of a match.
    pub fn new(seats: Vec<String>, best_of: u32, options: Options) -> Self {
        let Options { vanish, wrap, boost } = options;
        Self { game: GAME.into(), version: VERSION, seats, best_of, vanish, wrap, boost }
    }

    /// The rules of the match.
    pub fn options(&self) -> Options {
        Options { vanish: self.vanish, wrap: self.wrap, boost: self.boost }
    }
}

/// One round: the board, who sat where, what everybody ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRecord {
    /// The seat (0 to 3) that plays from each start.
    pub seats: Vec<u8>,
    /// Obstacle heights, one row a string, `a` for height 1 and so on, `.` for floor.
    rows: Vec<String>,
    /// Column, row and heading (0 to 3, as in [`MOVES`]) of each start.
    starts: Vec<(i16, i16, u8)>,
    /// One string a step with one letter a start: `0`–`3` a move, `a`–`d` the same with a boost, `-` nobody.
    steps: Vec<String>,
}

impl RoundRecord {
    /// The record of a round that begins on `arena`, with `seats` in the order of the starts.
    pub fn new(arena: &Arena, seats: &[usize]) -> Self {
        let (rows, starts) = arena.written(FLOOR, 0);
        Self { seats: seats.iter().map(|seat| *seat as u8).collect(), rows, starts, steps: Vec::new() }
    }

    /// Adds a step.
    pub fn push(&mut self, orders: &[Order]) {
        let index = |dir: Dir| MOVES.iter().position(|other| *other == dir).unwrap_or(0) as u8;
        let letter = |order: &Order| match order {
            Order::Go(dir) => char::from(b'0' + index(*dir)),
            Order::Boost(dir) => char::from(b'a' + index(*dir)),
            Order::Forfeit(_) => '-',
        };
        self.steps.push(orders.iter().map(letter).collect());
    }

    /// Steps of the round.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing was played yet.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The board.
    pub fn arena(&self) -> Result<Arena, String> {
        Arena::read(&self.rows, &self.starts, FLOOR, 0).map_err(|problem| problem.to_string())
    }

    /// Looks at everything that is said beside the board: who sits where, what is ordered.
    fn check(&self, arena: &Arena) -> Result<(), String> {
        let (players, starts) = (self.seats.len(), arena.starts().len());
        let is_twice = |index: usize| self.seats[..index].contains(&self.seats[index]);
        if players < 2 || players > starts {
            return Err(format!("`seats`: {players} seats do not fit to {starts} starts"));
        }
        if let Some(index) = (0..players).find(|index| usize::from(self.seats[*index]) >= MAX_SEATS || is_twice(*index))
        {
            let seat = self.seats[index];
            return Err(format!("`seats`: seat {seat} does not fit: seats are 0 to {}, each once", MAX_SEATS - 1));
        }
        // Each step takes a cell from each who still rides; trails of the dead may be taken again.
        let most = players * usize::from(arena.width()) * usize::from(arena.height());
        if self.steps.len() > most {
            return Err(format!("`steps`: {} steps, this board has room for {most}", self.steps.len()));
        }
        let is_letter = |letter: u8| matches!(letter, b'0'..=b'3' | b'a'..=b'd' | b'-');
        for (step, letters) in (1..).zip(&self.steps) {
            if letters.len() != players {
                return Err(format!("`steps`: step {step} has orders of another number of players"));
            }
            if !letters.bytes().all(is_letter) {
                return Err(format!("`steps`: step {step} has a letter that is no order"));
            }
        }
        Ok(())
    }

    pub fn orders(&self, step: usize) -> Vec<Order> {
        let order = |letter: u8| match letter {
            b'a'..=b'd' => Order::Boost(MOVES[usize::from(letter - b'a')]),
            _ => Order::Go(MOVES[usize::from(letter.saturating_sub(b'0')) % MOVES.len()]),
        };
        self.steps.get(step).map_or_else(Vec::new, |letters| letters.bytes().map(order).collect())
    }

    /// The position after `step` steps (the last one if there are fewer), on the board of [`Self::arena`].
    pub fn position(&self, arena: &Arena, options: Options, step: usize) -> Position {
        let mut position = Position::new(arena, self.seats.len(), options);
        for index in 0..step.min(self.len()) {
            position.make(&self.orders(index));
        }
        position
    }
}

/// A replay in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TronReplay {
    pub header: Header,
    pub rounds: Vec<RoundRecord>,
}

impl TronReplay {
    /// Reads a replay file.
    ///
    /// # Errors
    /// [`LineProblem`]; line 1 if the file cannot be read at all.
    pub fn load(path: &Path) -> Result<Self, LineProblem> {
        files::replay::load(path, Self::parse)
    }

    /// Reads a replay; `file` is for messages.
    ///
    /// # Errors
    /// [`LineProblem`] with the line. A last line without an end is left out: it was being written.
    pub fn parse(text: &str, file: &str) -> Result<Self, LineProblem> {
        let problem = |line, problem: String| LineProblem { file: file.into(), line, problem };
        let check = |header: &Header| files::replay::check((&header.game, header.version), GAME, VERSION);
        let (header, lines) = files::replay::parse(text, file, check)?;
        if header.seats.len() > MAX_SEATS || header.seats.iter().any(|name| name.len() > MAX_NAME) {
            return Err(problem(
                1,
                format!("`seats`: expected at most {MAX_SEATS} names of at most {MAX_NAME} letters"),
            ));
        }
        if header.best_of > MAX_ROUNDS {
            return Err(problem(1, format!("`best_of`: expected at most {MAX_ROUNDS}, got {}", header.best_of)));
        }
        let mut rounds = Vec::new();
        for (line, text) in lines {
            let round: RoundRecord = serde_json::from_str(text).map_err(|error| problem(line, error.to_string()))?;
            let arena = round.arena().map_err(|error| problem(line, error))?;
            round.check(&arena).map_err(|error| problem(line, error))?;
            rounds.push(round);
        }
        Ok(Self { header, rounds })
    }

    /// Rounds that each seat has won, and those that nobody has. A round that is not over counts for nobody.
    pub fn wins(&self) -> ([u32; MAX_SEATS], u32) {
        let (mut wins, mut draws) = ([0; MAX_SEATS], 0);
        for round in &self.rounds {
            let Ok(arena) = round.arena() else { continue };
            match round.position(&arena, self.header.options(), round.len()).outcome() {
                Some(Outcome::Win(rider)) => wins[usize::from(round.seats[rider])] += 1,
                Some(Outcome::Draw) => draws += 1,
                None => {}
            }
        }
        (wins, draws)
    }

    /// One line of a replay file.
    pub fn line<T: Serialize>(value: &T) -> String {
        // Strings and numbers in structures: there is nothing that JSON cannot hold.
        serde_json::to_string(value).unwrap_or_default() + "\n"
    }

    /// The text of a replay file.
    pub fn text(&self) -> String {
        self.rounds.iter().fold(Self::line(&self.header), |text, round| text + &Self::line(round))
    }
}
