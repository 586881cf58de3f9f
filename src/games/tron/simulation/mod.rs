//! Many rounds of Tron between players and outside programs, without a window: the game's half of a tournament.
//!
//! [`Simulation::play`] plays the round of a number; give it to [`crate::arena::play_all`] and the results to
//! [`Summary::of`]. Everything random in a round comes from the seed of the simulation and the number of the round, so a
//! round repeats to the bit whoever plays it, unless a limit in time decides (`time=` of an engine, outside programs).
//!
//! Sides and seats: a *side* is a player of the tournament, a *seat* a start of the board. As many rounds as there are
//! sides are played on one board; the sides move on by one seat each time, so that each side has each start once. Only
//! then comes the next random board.
//!
//! | file | subject |
//! |---|---|
//! | `side` | what may play: `engine:5,time=50`, `separator:8`, `exec:./bot` |
//! | `contestant` | asking a player or a program for a move, with its time |
//! | `round` | one round |
//! | `summary` | the table, the JSON object and the log of many rounds |
//! | `recording` | a round as one JSON line, and back |

mod contestant;
mod recording;
mod round;
mod side;
mod summary;

pub use recording::{Recording, RecordingProblem};
pub use round::Round;
pub use side::{DEFAULT_NODES, Side, SideProblem};
pub use summary::{SideSummary, Summary};

use super::arena::{Arena, ArenaProblem};
use super::generate::RandomArena;
use super::position::Options;
use crate::arena::Clock;
use crate::base::{Budget, Fingerprint};
use std::time::Duration;

/// Where the rounds are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    /// Always on this one.
    Fixed(Arena),
    /// On a new one as soon as each side has had each start.
    Random(RandomArena),
}

/// What outside programs may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leash {
    /// Limit of a move.
    pub time: Duration,
    /// Limit of the first move of a round, in which the program also starts.
    pub first_time: Duration,
    /// Whether their standard error is shown.
    pub show_errors: bool,
}

impl Default for Leash {
    /// The contest's: one second for a move, three for the first.
    fn default() -> Self {
        Self { time: Duration::from_secs(1), first_time: Duration::from_secs(3), show_errors: false }
    }
}

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// Two to four sides.
    pub sides: Vec<Side>,
    /// Where.
    pub board: Board,
    /// By which rules.
    pub options: Options,
    /// Limits of outside programs.
    pub leash: Leash,
    /// Decides all that is random.
    pub seed: u64,
}

impl Simulation {
    /// Whether every round can be played: enough starts, a board that can be made.
    ///
    /// # Errors
    /// A sentence.
    pub fn check(&self) -> Result<(), ArenaProblem> {
        let arena = self.arena(0)?;
        if arena.starts().len() < self.sides.len() { Err(ArenaProblem::Starts(arena.starts().len())) } else { Ok(()) }
    }

    /// Plays the round `number`, from 0.
    ///
    /// # Errors
    /// A board that cannot be made; after [`Self::check`] there is none.
    pub fn play(&self, number: usize, clock: &Clock) -> Result<Round, ArenaProblem> {
        let round = self.play_within(number, clock, &Budget::unlimited())?;
        Ok(round.expect("a round without a limit is played to its end"))
    }

    /// The same, but `None` if `limit` is spent before the round is over. It is asked between the steps and counts no
    /// nodes: how long a player thinks about a move is said by its side.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<Round>, ArenaProblem> {
        Ok(round::play(self, number, self.arena(number)?, clock, limit))
    }

    /// The board of a round.
    fn arena(&self, number: usize) -> Result<Arena, ArenaProblem> {
        match &self.board {
            Board::Fixed(arena) => Ok(arena.clone()),
            Board::Random(wish) => {
                let wish = RandomArena { seats: self.sides.len(), ..*wish };
                wish.generate(self.derived_seed("board", number / self.sides.len().max(1), 0))
            }
        }
    }

    /// The seed for one purpose in one round.
    fn derived_seed(&self, purpose: &str, number: usize, side: usize) -> u64 {
        let mut print = Fingerprint::new();
        print.add_u64(self.seed).add_bytes(purpose.as_bytes()).add_u64(number as u64).add_u64(side as u64);
        print.finish()
    }
}
