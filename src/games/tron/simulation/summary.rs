//! What came of many rounds: a table for people, a JSON object for programs, and the source's log.

use super::{PlayedRound, Side};
use crate::arena::Standing;
use crate::base::Fingerprint;
use crate::games::tron::position::{Death, Order, Outcome};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// What came of many rounds for one side.
pub struct SideSummary {
    /// Score, times and nodes.
    pub standing: Standing,
    /// How often it went out for each reason of [`Death::ALL`], in draws too.
    pub deaths: [u32; Death::ALL.len()],
}

/// What came of many rounds.
pub struct Summary {
    pub rounds: u32,
    /// Rounds without a winner.
    pub draws: u32,
    pub sides: Vec<SideSummary>,
    pub steps: u64,
    /// Depends on boards, moves and ends of all rounds, not on times.
    print: Fingerprint,
}

impl Summary {
    /// The summary of no rounds yet, for a table that grows with [`Self::add`].
    pub fn new(sides: &[Side]) -> Self {
        let side = |side: &Side| SideSummary { standing: Standing::new(&side.name), deaths: Default::default() };
        let print = Fingerprint::new();
        Self { rounds: 0, draws: 0, sides: sides.iter().map(side).collect(), steps: 0, print }
    }

    /// Adds a round. The fingerprint depends on the order of the rounds, nothing else does.
    pub fn add(&mut self, round: &PlayedRound) {
        self.rounds += 1;
        self.draws += u32::from(round.outcome == Outcome::Draw);
        self.steps += u64::from(round.length);
        for (number, side) in self.sides.iter_mut().enumerate() {
            let Some(seat) = round.seat_of(number) else { continue };
            side.standing.add(round.score(seat), &round.times[seat], round.nodes[seat]);
            let reason =
                round.deaths[seat].and_then(|(reason, _)| Death::ALL.iter().position(|other| *other == reason));
            if let Some(index) = reason {
                side.deaths[index] += 1;
            }
        }
        for height in round.arena.heights().values() {
            self.print.add(*height);
        }
        for orders in &round.orders {
            self.print.add_u64(orders.len() as u64);
            orders.iter().for_each(|order| _ = self.print.add(number(*order)));
        }
        self.print.add(match round.outcome {
            Outcome::Win(seat) => seat as i64,
            Outcome::Draw => -1,
        });
    }

    /// A number for boards, moves and ends of all rounds.
    pub fn fingerprint(&self) -> u64 {
        self.print.clone().finish()
    }

    /// Mean number of steps of a round.
    pub fn mean_length(&self) -> f64 {
        self.steps as f64 / f64::from(self.rounds.max(1))
    }

    /// The object of `--json`.
    pub fn json(&self) -> Value {
        let side = |side: &SideSummary| {
            let reasons = Death::ALL.iter().zip(side.deaths).map(|(death, count)| (death.name().into(), count.into()));
            let mut object = side.standing.json();
            object.insert("deaths".into(), reasons.collect::<Map<String, Value>>().into());
            Value::Object(object)
        };
        let elo = self.sides[0].standing.score.elo();
        json!({
            "rounds": self.rounds,
            "draws": self.draws,
            "results": self.sides.iter().map(side).collect::<Vec<_>>(),
            "mean_length": self.mean_length(),
            "elo": elo.difference,
            "error": elo.error,
            "elo_is_bound": elo.is_bound,
            "fingerprint": format!("{:016x}", self.fingerprint()),
        })
    }

    pub fn table(&self) -> String {
        let standings = self.sides.iter().map(|side| &side.standing);
        let width = Standing::width(standings.clone());
        let mut text = Standing::table(standings) + "\n";
        for side in &self.sides {
            let reasons: Vec<String> = (Death::ALL.iter().zip(side.deaths))
                .filter(|(_, count)| *count > 0)
                .map(|(death, count)| format!("{} {count}", death.name()))
                .collect();
            let reasons = if reasons.is_empty() { "never".to_string() } else { reasons.join(", ") };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:width$}  went out: {reasons}", side.standing.short_name());
        }
        let _ = writeln!(text, "\n{} rounds, {:.1} steps a round", self.rounds, self.mean_length());
        text + &self.sides[0].standing.elo_line()
    }

    /// The source's log: draws, wins of each, average step time, average length.
    pub fn log(&self) -> String {
        let mut text = format!("rounds: {}\ndraws: {}\n", self.rounds, self.draws);
        for (number, side) in self.sides.iter().enumerate() {
            let _ = writeln!(text, "player {}: {}", number + 1, side.standing.name);
            let _ = writeln!(text, "  wins: {}", side.standing.score.wins);
            let _ = writeln!(text, "  average step time: {:.3} ms", side.standing.times.mean_ms());
        }
        let _ = writeln!(text, "average length: {:.1} steps", self.mean_length());
        text
    }
}

fn number(order: Order) -> i64 {
    match order {
        Order::Go(dir) => dir as i64,
        Order::Boost(dir) => 8 + dir as i64,
        Order::Forfeit(reason) => 16 + reason as i64,
    }
}
