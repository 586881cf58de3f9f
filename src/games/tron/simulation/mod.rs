//! Many rounds of Tron between players and outside programs, without a window: the game's half of a tournament.
//!
//! Everything random in a round comes from the seed of the simulation and the number of the round, so a
//! round repeats to the bit whoever plays it, unless a limit in time decides (`time=` of an engine, outside programs).
//!
//! Sides and seats: a *side* is a player of the tournament, a *seat* a start of the board. As many rounds as there are
//! sides are played on one board; the sides move on by one seat each time, so that each side has each start once. Only
//! then comes the next random board.
//!
//! | file | subject |
//! |---|---|
//! | `round` | what a round leaves behind |
//! | `summary` | the table, the JSON object and the log of many rounds |
//! | `recording` | a round as one JSON line, and back |

mod recording;
mod round;
mod summary;

pub use crate::arena::Leash;
pub use recording::{Recording, RecordingProblem};
pub use round::PlayedRound;
pub use summary::{SideSummary, Summary};

use super::arena::{Arena, ArenaProblem};
use super::game::Setup;
use super::generate::RandomArena;
use super::player::PlayerKind;
use super::position::{Options, Position};
use crate::arena::{
    self, Clock, CommandLine, Contest, Pairing, SideRow, Standing, Standings, Transcript, derived_seed,
};
use crate::base::Budget;
use serde_json::Value;

/// Where the rounds are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Board {
    Fixed(Arena),
    /// On a new one as soon as each side has had each start.
    Random(RandomArena),
}

/// One side of a simulation.
pub type Side = arena::Side<PlayerKind>;

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// Two to four sides.
    pub sides: Vec<Side>,
    pub board: Board,
    pub options: Options,
    /// Limits of outside programs.
    pub leash: Leash,
    pub seed: u64,
}

impl Simulation {
    /// Whether every round can be played: enough starts, a board that can be made.
    pub fn check(&self) -> Result<(), ArenaProblem> {
        let arena = self.arena(0)?;
        if arena.starts().len() < self.sides.len() { Err(ArenaProblem::Starts(arena.starts().len())) } else { Ok(()) }
    }

    /// The board of a round.
    fn arena(&self, number: usize) -> Result<Arena, ArenaProblem> {
        match &self.board {
            Board::Fixed(arena) => Ok(arena.clone()),
            Board::Random(wish) => {
                let wish = RandomArena { seats: self.sides.len(), ..*wish };
                wish.generate(derived_seed(self.seed, "board", number / self.sides.len().max(1), 0))
            }
        }
    }
}

impl Contest for Simulation {
    type Round = PlayedRound;
    type Summary = Summary;

    const NAME: &'static str = "tron";

    fn cycle(&self) -> u32 {
        self.sides.len() as u32
    }

    fn programs(&self) -> Vec<&CommandLine> {
        self.sides.iter().filter_map(Side::command).collect()
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.sides)
    }

    fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<PlayedRound>, String> {
        let (arena, seats) = (self.arena(number).map_err(|problem| problem.to_string())?, self.sides.len());
        let sides: Vec<usize> = (0..seats).map(|seat| (seat + number) % seats).collect();
        let seed = |side| derived_seed(self.seed, "player", number, side);
        let players = sides.iter().map(|side| (&self.sides[*side], seed(*side))).collect();
        let pairing = Pairing { seats: players, leash: self.leash, most: u32::MAX, clock };
        let setup = Setup { arena, seats, options: self.options };
        let played: Option<Transcript<Position>> = pairing.play(&setup, limit, |_| None)?;
        Ok(played.map(|played| PlayedRound::of(&played, number, setup.arena, sides)))
    }

    fn add(&self, summary: &mut Summary, round: &PlayedRound) {
        summary.add(round);
    }

    fn sides(summary: &Summary) -> Vec<&Standing> {
        summary.sides.iter().map(|side| &side.standing).collect()
    }

    fn standings(summary: &Summary) -> Standings {
        Standings {
            rounds: summary.rounds,
            draws: summary.draws,
            mean_length: summary.mean_length(),
            note: String::new(),
            sides: summary.sides.iter().map(|side| SideRow::of(&side.standing, &side.deaths)).collect(),
        }
    }

    fn record(&self, round: &PlayedRound) -> Result<String, String> {
        Recording::of(round, &self.sides).line().map_err(|problem| problem.to_string())
    }

    fn log(&self, summary: &Summary) -> String {
        summary.log()
    }

    fn report(summary: &Summary) -> (String, Value) {
        (summary.table(), summary.json())
    }
}
