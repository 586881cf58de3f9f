//! What came of many matches for one side, and the columns of a table that every game has.

use super::{Score, Times};
use serde_json::{Map, Value, json};

/// Characters of a name in a table.
const LONGEST_NAME: usize = 36;

/// What came of many matches for one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The side as it was written.
    pub name: String,
    /// Its own wins, draws and losses.
    pub score: Score,
    /// How long its moves took.
    pub times: Times,
    /// Positions that it visited, and in how many moves it said so.
    pub nodes: (u64, u64),
}

impl Standing {
    /// A side that has not played yet.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), score: Score::default(), times: Times::default(), nodes: (0, 0) }
    }

    /// The name as far as it fits into a table: of a long command line the end says more.
    pub fn short_name(&self) -> String {
        let length = self.name.chars().count();
        if length <= LONGEST_NAME {
            return self.name.clone();
        }
        std::iter::once('…').chain(self.name.chars().skip(length + 1 - LONGEST_NAME)).collect()
    }

    /// Mean number of positions of a move.
    pub fn mean_nodes(&self) -> f64 {
        self.nodes.0 as f64 / self.nodes.1.max(1) as f64
    }

    /// The keys that every game has in `--json`.
    pub fn json(&self) -> Map<String, Value> {
        let interval = self.score.interval();
        let fields = [
            ("name", json!(self.name)),
            ("wins", json!(self.score.wins)),
            ("draws", json!(self.score.draws)),
            ("losses", json!(self.score.losses)),
            ("score", json!(self.score.share())),
            ("score_low", json!(interval.low)),
            ("score_high", json!(interval.high)),
            ("mean_move_ms", json!(self.times.mean_ms())),
            ("p99_move_ms", json!(self.times.percentile_ms(99))),
            ("max_move_ms", json!(self.times.max_ms())),
            ("mean_nodes", json!(self.mean_nodes())),
        ];
        fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
    }

    /// Adds a round: its score, how long its moves took, positions visited and the moves that said so.
    pub fn add(&mut self, score: Score, times: &Times, nodes: (u64, u64)) {
        self.score += score;
        self.times.append(times);
        self.nodes.0 += nodes.0;
        self.nodes.1 += nodes.1;
    }

    /// How wide the column of names is.
    pub fn width<'a>(standings: impl Iterator<Item = &'a Self>) -> usize {
        standings.map(|one| one.short_name().chars().count()).max().unwrap_or(0).max(4)
    }

    /// The table of all sides, with the line of columns.
    pub fn table<'a>(standings: impl Iterator<Item = &'a Self> + Clone) -> String {
        let width = Self::width(standings.clone());
        let mut text = format!(
            "{:width$}   wins  draws  losses   score   95 % interval   mean ms    p99 ms    max ms  mean nodes\n",
            "side"
        );
        for one in standings {
            let (score, interval) = (one.score, one.score.interval());
            text += &format!(
                "{:width$}  {:5}  {:5}  {:6}  {:5.1} %  {:5.1} – {:5.1}  {:8.3}  {:8.3}  {:8.3}  {:10.0}\n",
                one.short_name(),
                score.wins,
                score.draws,
                score.losses,
                100.0 * score.share(),
                100.0 * interval.low,
                100.0 * interval.high,
                one.times.mean_ms(),
                one.times.percentile_ms(99),
                one.times.max_ms(),
                one.mean_nodes()
            );
        }
        text
    }

    /// The difference in strength to the others, as a sentence.
    pub fn elo_line(&self) -> String {
        let elo = self.score.elo();
        let sign = match (elo.is_bound, elo.difference > 0.0) {
            (false, _) => "",
            (true, true) => "at least about ",
            (true, false) => "at most about ",
        };
        let name = self.short_name();
        format!("{name}: {sign}{:+.0} Elo, ± {:.0} with 95 % confidence\n", elo.difference, elo.error)
    }
}
