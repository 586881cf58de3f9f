//! Many battles between players and outside programs, without a window: the game's half of a tournament.
//!
//! [`Simulation::play`] plays the battle of a number; give it to [`crate::arena::play_all`] and the results to
//! [`Summary::of`]. Two battles after each other begin alike, with the sides exchanged: the same random obstacles and
//! the same random first turns. Everything random comes from the seed of the simulation and the number of the battle, so
//! a battle repeats to the bit unless a limit in time decides.
//!
//! | file | subject |
//! |---|---|
//! | `side` | what may play: `engine:5,time=50`, `seed`, `exec:./bot` |
//! | `contestant` | asking a player or a program for a turn, with its time |
//! | `round` | one battle |
//! | `summary` | the table and the JSON object of many battles |
//! | `recording` | a battle as one JSON line, and back |

mod contestant;
mod recording;
mod round;
mod side;
mod summary;

pub use recording::{Recording, RecordingProblem};
pub use round::{Forfeit, Round};
pub use side::{DEFAULT_NODES, Side, SideProblem};
pub use summary::{SideSummary, Summary};

use super::setup::{Setup, SetupProblem};
use crate::arena::Clock;
use crate::base::{Budget, Fingerprint};
use std::time::Duration;

/// What outside programs may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leash {
    /// Limit of a turn.
    pub time: Duration,
    /// Limit of the first turn of a battle, in which the program also starts.
    pub first_time: Duration,
    /// Whether their standard error is shown.
    pub show_errors: bool,
}

impl Default for Leash {
    fn default() -> Self {
        Self { time: Duration::from_secs(1), first_time: Duration::from_secs(3), show_errors: false }
    }
}

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// The two sides.
    pub sides: [Side; 2],
    /// How every battle begins, apart from its seed.
    pub setup: Setup,
    /// Turns of each side that are played at random at the beginning.
    pub opening: u16,
    /// Turns of a side after which a battle is drawn.
    pub limit: u16,
    /// Limits of outside programs.
    pub leash: Leash,
    /// Decides all that is random.
    pub seed: u64,
}

impl Simulation {
    /// Plays the battle `number`, from 0.
    ///
    /// # Errors
    /// A set-up that cannot begin.
    pub fn play(&self, number: usize, clock: &Clock) -> Result<Round, SetupProblem> {
        let round = self.play_within(number, clock, &Budget::unlimited())?;
        Ok(round.expect("a battle without a limit is played to its end"))
    }

    /// The same, but `None` if `limit` is spent before the battle is over. It is asked between the turns and counts no
    /// nodes: how long a player thinks about a turn is said by its side.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<Round>, SetupProblem> {
        let mut setup = self.setup.clone();
        setup.seed = self.derived_seed("board", number / 2, 0);
        round::play(self, number, setup, clock, limit)
    }

    /// The seed for one purpose in one battle.
    fn derived_seed(&self, purpose: &str, number: usize, side: usize) -> u64 {
        let mut print = Fingerprint::new();
        print.add_u64(self.seed).add_bytes(purpose.as_bytes()).add_u64(number as u64).add_u64(side as u64);
        print.finish()
    }
}
