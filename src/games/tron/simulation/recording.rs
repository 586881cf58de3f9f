//! A round as one line of JSON that has all that is needed to play it again.

use super::{PlayedRound, Side};
use crate::base::brief;
use crate::games::tron::arena::{Arena, FormProblem, MOVES};
use crate::games::tron::position::{Death, Options, Order, Outcome, Position};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the form.
const VERSION: u32 = 2;

/// One letter per order: four moves, the same as boosts, and the ways to be taken out.
const LETTERS: [u8; 12] = *b"12345678tcna";

/// A recorded round; lists are in the order of the seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    version: u32,
    round: usize,
    sides: Vec<String>,
    /// `.` floor, a digit an obstacle of that height (9 also stands for higher ones).
    rows: Vec<String>,
    /// Column, row, and heading as the digit of the contest: 1 up, 2 right, 3 down, 4 left.
    starts: Vec<(i16, i16, u8)>,
    wrap: bool,
    vanish: bool,
    boost: bool,
    /// `1` to `4` a move, `5` to `8` the same boosted, `t` out of time, `c` crashed, `n` nonsense,
    /// `a` answered before it was asked.
    moves: Vec<String>,
    length: u32,
    /// The seat that won, none for a draw.
    winner: Option<usize>,
    /// Why each seat went out.
    reasons: Vec<Option<String>>,
    /// In microseconds, move by move.
    times_us: Vec<Vec<u64>>,
}

/// Why a line is no recording, or a recording does not play as it says.
#[derive(Debug, Error)]
pub enum RecordingProblem {
    #[error("{}", brief(.0))]
    Syntax(#[from] serde_json::Error),
    #[error("`version` is {0}, this program reads version {VERSION} of recorded rounds")]
    Version(u32),
    #[error("{0}")]
    Arena(#[from] FormProblem),
    #[error("`{0}`: {value} means nothing there", value = brief(format!("{:?}", .1)))]
    Field(&'static str, String),
    #[error("`{0}` is not what comes of the moves")]
    Difference(&'static str),
}

impl Recording {
    /// The recording of a round between `sides`.
    pub fn of(round: &PlayedRound, sides: &[Side]) -> Self {
        let (rows, starts) = round.arena.written(b'0', 1);
        Self {
            version: VERSION,
            round: round.number,
            sides: round.sides.iter().map(|side| sides[*side].name.clone()).collect(),
            rows,
            starts,
            wrap: round.options.wrap,
            vanish: round.options.vanish,
            boost: round.options.boost,
            moves: round.orders.iter().map(|orders| orders.iter().map(|order| letter(*order)).collect()).collect(),
            length: round.length,
            winner: winner(round.outcome),
            reasons: round.deaths.iter().map(|death| death.map(|(reason, _)| reason.name().to_string())).collect(),
            times_us: round.times.iter().map(|times| times.micros().collect()).collect(),
        }
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, RecordingProblem> {
        let recording: Self = serde_json::from_str(line)?;
        if recording.version == VERSION { Ok(recording) } else { Err(RecordingProblem::Version(recording.version)) }
    }

    /// The line, without its end.
    pub fn line(&self) -> Result<String, RecordingProblem> {
        Ok(serde_json::to_string(self)?)
    }

    /// Plays the round again by the rules and compares how it ends. Gives the last position; `undo` leads back through
    /// the round to its start.
    ///
    /// # Errors
    /// A board or a move that means nothing, or the first thing that ends in another way.
    pub fn replay(&self) -> Result<Position, RecordingProblem> {
        match self.play()? {
            (position, None) => Ok(position),
            (_, Some(field)) => Err(RecordingProblem::Difference(field)),
        }
    }

    /// Plays the round again by the rules as far as its moves go. Gives the last position and the first field that says
    /// something else.
    pub fn play(&self) -> Result<(Position, Option<&'static str>), RecordingProblem> {
        let seats = self.sides.len();
        let options = Options { wrap: self.wrap, vanish: self.vanish, boost: self.boost };
        let arena = Arena::read(&self.rows, &self.starts, b'0', 1)?;
        if !(2..=arena.starts().len()).contains(&seats) || self.moves.len() != seats {
            return Err(RecordingProblem::Field("sides", seats.to_string()));
        }
        let orders: Vec<Vec<Order>> = self.moves.iter().map(|moves| read(moves)).collect::<Result<_, _>>()?;
        let mut position = Position::new(&arena, seats, options);
        while position.outcome().is_none() {
            let index = position.steps() as usize;
            if position.living().any(|seat| index >= orders[seat].len()) {
                return Ok((position, Some("moves")));
            }
            // Those of the dead are not looked at.
            let step: Vec<Order> =
                orders.iter().map(|orders| orders.get(index).copied().unwrap_or(Order::Go(MOVES[0]))).collect();
            position.make(&step);
        }
        let reasons = position.riders().iter().map(|rider| rider.out.map(|(reason, _)| reason.name().to_string()));
        let difference = if position.steps() != self.length {
            Some("length")
        } else if position.outcome().and_then(winner) != self.winner {
            Some("winner")
        } else {
            (!reasons.eq(self.reasons.iter().cloned())).then_some("reasons")
        };
        Ok((position, difference))
    }
}

fn winner(outcome: Outcome) -> Option<usize> {
    match outcome {
        Outcome::Win(seat) => Some(seat),
        Outcome::Draw => None,
    }
}

/// All orders that have a letter, in the order of [`LETTERS`].
fn alphabet() -> impl Iterator<Item = Order> {
    let forfeits = [Death::Time, Death::Crash, Death::Nonsense, Death::Unasked].map(Order::Forfeit);
    MOVES.map(Order::Go).into_iter().chain(MOVES.map(Order::Boost)).chain(forfeits)
}

/// The letter of an order; what no player of ours orders counts as nonsense, as the rules do.
fn letter(order: Order) -> char {
    alphabet().position(|other| other == order).map_or('n', |index| char::from(LETTERS[index]))
}

fn read(moves: &str) -> Result<Vec<Order>, RecordingProblem> {
    let order = |symbol: char| {
        let index = LETTERS.iter().position(|letter| char::from(*letter) == symbol);
        let order = index.and_then(|index| alphabet().nth(index));
        order.ok_or_else(|| RecordingProblem::Field("moves", symbol.to_string()))
    };
    moves.chars().map(order).collect()
}
