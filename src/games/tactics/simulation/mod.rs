//! Many battles between players and outside programs, without a window: the game's half of a tournament.
//!
//! Two battles after each other begin alike, with the sides exchanged: the same random obstacles and
//! the same random first turns. Everything random comes from the seed of the simulation and the number of the battle, so
//! a battle repeats to the bit unless a limit in time decides.
//!
//! | file | subject |
//! |---|---|
//! | `round` | what a battle leaves behind |
//! | `summary` | the table and the JSON object of many battles |

mod round;
mod summary;

pub use crate::arena::RecordingProblem;
pub use crate::arena::{Forfeit, Leash};
pub use round::PlayedRound;
pub use summary::{SideSummary, Summary, VICTORIES};

use super::Position;
use super::player::{PlayerKind, random_action};
use super::setup::Setup;
use crate::arena::{self, Clock, CommandLine, Contest, Pairing, Standing, Standings, derived_seed};
use crate::base::{Budget, rng};
use serde_json::Value;

/// A recorded battle.
pub type Recording = arena::Recording<Position>;

/// One side of a simulation.
pub type Side = arena::Side<PlayerKind>;

/// What is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    pub sides: [Side; 2],
    /// How every battle begins, apart from its seed.
    pub setup: Setup,
    /// Turns of each side that are played at random at the beginning.
    pub opening: u16,
    /// Turns of a side after which a battle is drawn.
    pub limit: u16,
    /// Limits of outside programs.
    pub leash: Leash,
    pub seed: u64,
}

impl Contest for Simulation {
    type Round = PlayedRound;
    type Summary = Summary;

    const NAME: &'static str = "tactics";

    fn cycle(&self) -> u32 {
        2
    }

    fn programs(&self) -> Vec<&CommandLine> {
        self.sides.iter().filter_map(Side::command).collect()
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.sides)
    }

    fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<PlayedRound>, String> {
        let mut setup = self.setup.clone();
        setup.seed = derived_seed(self.seed, "board", number / 2, 0);
        let sides = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let player = |side: usize| (&self.sides[side], derived_seed(self.seed, "player", number, side));
        let seats = sides.map(player).to_vec();
        let pairing = Pairing { seats, leash: self.leash, most: self.limit.into(), clock };
        let mut rng = rng::stream(derived_seed(self.seed, "opening", number / 2, 0), "tactics opening");
        let random = |game: &Position| (game.turns() < 2 * self.opening).then(|| random_action(game, &mut rng));
        let played = pairing.play(&setup, limit, random)?;
        Ok(played.map(|played| PlayedRound::of(&played, number, setup, sides)))
    }

    fn add(&self, summary: &mut Summary, round: &PlayedRound) {
        summary.add(round);
    }

    fn sides(summary: &Summary) -> Vec<&Standing> {
        summary.sides.iter().map(|side| &side.standing).collect()
    }

    fn standings(summary: &Summary) -> Standings {
        summary.standings()
    }

    fn record(&self, round: &PlayedRound) -> Result<String, String> {
        let line = round.recording(&self.sides).and_then(|recording| recording.line());
        line.map_err(|problem| problem.to_string())
    }

    /// The table of the command line.
    fn log(&self, summary: &Summary) -> String {
        let [first, second] = &self.sides;
        format!("{} against {}\nbattles: {}\n\n{}", first.name, second.name, summary.rounds, summary.table())
    }

    fn report(summary: &Summary) -> (String, Value) {
        (summary.table(), summary.json())
    }
}
