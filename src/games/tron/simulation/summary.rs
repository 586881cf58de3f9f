//! What came of many rounds: a table for people, a JSON object for programs, and the source's log.

use super::{Round, Side};
use crate::arena::{Score, Times};
use crate::base::Fingerprint;
use crate::games::tron::position::{Death, Order, Outcome};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;

/// Characters of a name in the table.
const LONGEST_NAME: usize = 36;

/// What came of many rounds for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideSummary {
    /// The side as it was written.
    pub name: String,
    /// Its own wins, draws and losses.
    pub score: Score,
    /// How often it went out for each reason of [`Death::ALL`], in draws too.
    pub deaths: [u32; Death::ALL.len()],
    /// How long its moves took.
    pub times: Times,
    /// Positions that it visited, and in how many moves it said so.
    pub nodes: (u64, u64),
}

/// What came of many rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Rounds played.
    pub rounds: u32,
    /// Rounds without a winner.
    pub draws: u32,
    /// In the order of the sides.
    pub sides: Vec<SideSummary>,
    /// Steps of all rounds together.
    pub steps: u64,
    /// Depends on boards, moves and ends of all rounds, not on times.
    pub fingerprint: u64,
}

impl Summary {
    /// The summary of rounds between `sides`.
    #[must_use]
    pub fn of(rounds: &[Round], sides: &[Side]) -> Self {
        let mut summary = Self::new(sides);
        let mut print = Fingerprint::new();
        for round in rounds {
            summary.add(round);
            round.arena.heights().values().iter().for_each(|height| {
                print.add(*height);
            });
            for orders in &round.orders {
                print.add_u64(orders.len() as u64);
                orders.iter().for_each(|order| {
                    print.add(number(*order));
                });
            }
            print.add(match round.outcome {
                Outcome::Win(seat) => seat as i64,
                Outcome::Draw => -1,
            });
        }
        summary.fingerprint = print.finish();
        summary
    }

    /// The summary of no rounds yet, for a table that grows with [`Self::add`].
    #[must_use]
    pub fn new(sides: &[Side]) -> Self {
        let side = |side: &Side| SideSummary {
            name: side.name.clone(),
            score: Score::default(),
            deaths: [0; Death::ALL.len()],
            times: Times::default(),
            nodes: (0, 0),
        };
        Self { rounds: 0, draws: 0, sides: sides.iter().map(side).collect(), steps: 0, fingerprint: 0 }
    }

    /// Adds a round, in whatever order rounds end; the fingerprint stays.
    pub fn add(&mut self, round: &Round) {
        self.rounds += 1;
        self.draws += u32::from(round.outcome == Outcome::Draw);
        self.steps += u64::from(round.length);
        for (number, side) in self.sides.iter_mut().enumerate() {
            let Some(seat) = round.seat_of(number) else { continue };
            side.score += round.score(seat);
            side.times.append(&round.times[seat]);
            side.nodes.0 += round.nodes[seat].0;
            side.nodes.1 += round.nodes[seat].1;
            let reason =
                round.deaths[seat].and_then(|(reason, _)| Death::ALL.iter().position(|other| *other == reason));
            if let Some(index) = reason {
                side.deaths[index] += 1;
            }
        }
    }

    /// Mean number of steps of a round.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        self.steps as f64 / f64::from(self.rounds.max(1))
    }

    /// The object of `--json`.
    #[must_use]
    pub fn json(&self) -> Value {
        let side = |side: &SideSummary| {
            let interval = side.score.interval();
            let reasons = Death::ALL.iter().zip(side.deaths).map(|(death, count)| (death.name().into(), count.into()));
            json!({
                "name": side.name,
                "wins": side.score.wins,
                "draws": side.score.draws,
                "losses": side.score.losses,
                "score": side.score.share(),
                "score_low": interval.low,
                "score_high": interval.high,
                "deaths": reasons.collect::<Map<String, Value>>(),
                "mean_move_ms": side.times.mean_ms(),
                "p99_move_ms": side.times.percentile_ms(99),
                "max_move_ms": side.times.max_ms(),
                "mean_nodes": side.mean_nodes(),
            })
        };
        let elo = self.sides[0].score.elo();
        json!({
            "rounds": self.rounds,
            "draws": self.draws,
            "results": self.sides.iter().map(side).collect::<Vec<_>>(),
            "mean_length": self.mean_length(),
            "elo": elo.difference,
            "error": elo.error,
            "elo_is_bound": elo.is_bound,
            "fingerprint": format!("{:016x}", self.fingerprint),
        })
    }

    /// The table for people.
    #[must_use]
    pub fn table(&self) -> String {
        let width = self.sides.iter().map(|side| side.short_name().chars().count()).max().unwrap_or(0).max(4);
        let mut text = format!(
            "{:width$}   wins  draws  losses   score   95 % interval   mean ms    p99 ms    max ms  mean nodes\n",
            "side"
        );
        for side in &self.sides {
            let (score, interval) = (side.score, side.score.interval());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:width$}  {:5}  {:5}  {:6}  {:5.1} %  {:5.1} – {:5.1}  {:8.3}  {:8.3}  {:8.3}  {:10.0}",
                side.short_name(),
                score.wins,
                score.draws,
                score.losses,
                100.0 * score.share(),
                100.0 * interval.low,
                100.0 * interval.high,
                side.times.mean_ms(),
                side.times.percentile_ms(99),
                side.times.max_ms(),
                side.mean_nodes()
            );
        }
        text.push('\n');
        for side in &self.sides {
            let reasons: Vec<String> = (Death::ALL.iter().zip(side.deaths))
                .filter(|(_, count)| *count > 0)
                .map(|(death, count)| format!("{} {count}", death.name()))
                .collect();
            let reasons = if reasons.is_empty() { "never".to_string() } else { reasons.join(", ") };
            let _ = writeln!(text, "{:width$}  went out: {reasons}", side.short_name());
        }
        let elo = self.sides[0].score.elo();
        let sign = match (elo.is_bound, elo.difference > 0.0) {
            (false, _) => "",
            (true, true) => "at least about ",
            (true, false) => "at most about ",
        };
        let _ = writeln!(text, "\n{} rounds, {:.1} steps a round", self.rounds, self.mean_length());
        let _ = writeln!(
            text,
            "{}: {sign}{:+.0} Elo, ± {:.0} with 95 % confidence",
            self.sides[0].short_name(),
            elo.difference,
            elo.error
        );
        text
    }

    /// The source's log: draws, wins of each, average step time, average length.
    #[must_use]
    pub fn log(&self) -> String {
        let mut text = format!("rounds: {}\ndraws: {}\n", self.rounds, self.draws);
        for (number, side) in self.sides.iter().enumerate() {
            let _ = writeln!(text, "player {}: {}", number + 1, side.name);
            let _ = writeln!(text, "  wins: {}", side.score.wins);
            let _ = writeln!(text, "  average step time: {:.3} ms", side.times.mean_ms());
        }
        let _ = writeln!(text, "average length: {:.1} steps", self.mean_length());
        text
    }

    /// Writes [`Self::log`] to a file.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn write_log(&self, path: &Path) -> Result<(), String> {
        crate::files::write_whole(path, &self.log())
            .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    }
}

impl SideSummary {
    /// The name as far as it fits into a table: of a long command line the end says more.
    fn short_name(&self) -> String {
        let length = self.name.chars().count();
        if length <= LONGEST_NAME {
            return self.name.clone();
        }
        std::iter::once('…').chain(self.name.chars().skip(length + 1 - LONGEST_NAME)).collect()
    }

    fn mean_nodes(&self) -> f64 {
        self.nodes.0 as f64 / self.nodes.1.max(1) as f64
    }
}

fn number(order: Order) -> i64 {
    match order {
        Order::Go(dir) => dir as i64,
        Order::Boost(dir) => 8 + dir as i64,
        Order::Forfeit(reason) => 16 + reason as i64,
    }
}
