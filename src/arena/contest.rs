//! Many rounds of a game between fixed sides, as the command line and the window play them.

use super::{Clock, CommandLine, Elo, Score, Standing};
use crate::base::Budget;
use serde_json::Value;

/// A game's tournament between fixed sides.
pub trait Contest: Clone + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// What a round leaves behind.
    type Round: Send;
    /// What is known after some rounds.
    type Summary: Send + 'static;

    /// The first word of the names of logs.
    const NAME: &'static str;

    /// How many rounds it takes until every side has had every place.
    fn cycle(&self) -> u32;

    /// The outside programs among the sides.
    fn programs(&self) -> Vec<&CommandLine>;

    /// The summary of no rounds yet.
    fn summary(&self) -> Self::Summary;

    /// Plays the round `number`, from 0; `None` if `limit` is spent before it is over. It is asked between the turns and
    /// counts no nodes: how long a player thinks about a turn is said by its side.
    fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<Self::Round>, String>;

    /// Plays the round `number` to its end.
    fn play(&self, number: usize, clock: &Clock) -> Result<Self::Round, String> {
        let round = self.play_within(number, clock, &Budget::unlimited())?;
        round.ok_or_else(|| "a round without a limit was not played to its end".into())
    }

    /// Adds a round to a summary of this contest.
    fn add(&self, summary: &mut Self::Summary, round: &Self::Round);

    /// The summary of these rounds.
    fn summary_of(&self, rounds: &[Self::Round]) -> Self::Summary {
        let mut summary = self.summary();
        rounds.iter().for_each(|round| self.add(&mut summary, round));
        summary
    }

    /// What is known of each side.
    fn sides(summary: &Self::Summary) -> Vec<&Standing>;

    /// What the table of the window shows of a summary.
    fn standings(summary: &Self::Summary) -> Standings;

    /// A round as a line of JSON, without its end, that can be played again.
    fn record(&self, round: &Self::Round) -> Result<String, String>;

    /// The log for people.
    fn log(&self, summary: &Self::Summary) -> String;

    /// What the command line prints, and its `--json`.
    fn report(summary: &Self::Summary) -> (String, Value);
}

/// One side of the [`Standings`].
#[derive(Debug, Clone, PartialEq)]
pub struct SideRow {
    /// The side as it was written.
    pub name: String,
    /// Wins, draws, losses.
    pub score: Score,
    /// How often its rounds ended in each of the game's ways.
    pub reasons: Vec<u32>,
    /// Mean time of a move in milliseconds.
    pub(crate) mean_ms: f64,
    /// The time in milliseconds that 99 of 100 moves do not exceed.
    pub(crate) p99_ms: f64,
    /// The difference in strength to the others.
    pub elo: Elo,
}

impl SideRow {
    /// The row of a side.
    pub fn of(standing: &Standing, reasons: &[u32]) -> Self {
        Self {
            name: standing.name.clone(),
            score: standing.score,
            reasons: reasons.to_vec(),
            mean_ms: standing.times.mean_ms(),
            p99_ms: standing.times.percentile_ms(99),
            elo: standing.score.elo(),
        }
    }
}

/// The table of a series.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standings {
    pub rounds: u32,
    /// Of them without a winner.
    pub draws: u32,
    /// Length of a round on average, in the steps or turns of the game.
    pub mean_length: f64,
    /// What only this game tells of all rounds; may be empty.
    pub note: String,
    /// In the order of the sides.
    pub sides: Vec<SideRow>,
}
