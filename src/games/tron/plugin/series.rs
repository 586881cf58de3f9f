//! Many rounds of Tron in the background: the same rounds as those of `gridmarch sim tron`.

use crate::arena::Clock;
use crate::base::Budget;
use crate::games::tron::simulation::{Round, SideSummary, Simulation, Summary};
use crate::table::series::{self, Contest, Standing, Standings};
use std::path::Path;

/// What is asked of the series of Tron.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tron that is played, or was played last.
pub type Series = series::Series<Simulation>;

impl Contest for Simulation {
    type Round = Round;
    type Summary = Summary;

    const NAME: &'static str = "tron";

    fn cycle(&self) -> u32 {
        self.sides.len() as u32
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.sides)
    }

    fn play(&self, number: usize, clock: &Clock, limit: &Budget) -> Option<Round> {
        self.play_within(number, clock, limit).ok().flatten()
    }

    fn add(&self, summary: &mut Summary, round: &Round) {
        summary.add(round);
    }

    fn standings(summary: &Summary) -> Standings {
        let side = |side: &SideSummary| Standing {
            name: side.name.clone(),
            score: side.score,
            reasons: side.deaths.to_vec(),
            mean_ms: side.times.mean_ms(),
            p99_ms: side.times.percentile_ms(99),
            elo: side.score.elo(),
        };
        Standings {
            rounds: summary.rounds,
            draws: summary.draws,
            mean_length: summary.mean_length(),
            note: String::new(),
            sides: summary.sides.iter().map(side).collect(),
        }
    }

    fn write_log(summary: &Summary, path: &Path) -> Result<(), String> {
        summary.write_log(path)
    }
}
