//! What came of many matches: a table for people, a JSON object for programs.

use super::{PlayedRound, Side};
use crate::arena::{Score, SideRow, Standing, Standings};
use crate::base::Fingerprint;
use crate::games::links::position::Ending;
use serde_json::{Map, Value, json};

/// The ways in which a player can win by the rules.
pub const VICTORIES: [Ending; 2] = [Ending::Joined, Ending::Resigned];

/// What came of many matches for one side.
pub struct SideSummary {
    /// Score, times and nodes.
    pub standing: Standing,
    /// How often it won in each of [`VICTORIES`].
    victories: [u32; VICTORIES.len()],
}

/// What came of many matches.
pub struct Summary {
    pub rounds: u32,
    pub sides: Vec<SideSummary>,
    /// The score of player 1.
    pub first: Score,
    pub reasons: Vec<(&'static str, u32)>,
    turns: u64,
    /// Depends on steps and ends of all matches, not on times.
    print: Fingerprint,
}

impl Summary {
    /// The summary of no matches yet.
    pub fn new(sides: &[Side; 2]) -> Self {
        let side = |side: &Side| SideSummary { standing: Standing::new(&side.name), victories: [0; VICTORIES.len()] };
        Self {
            rounds: 0,
            sides: sides.iter().map(side).collect(),
            first: Score::default(),
            reasons: Vec::new(),
            turns: 0,
            print: Fingerprint::new(),
        }
    }

    /// Adds a match. The fingerprint depends on the order of the matches, nothing else does.
    pub fn add(&mut self, round: &PlayedRound) {
        self.rounds += 1;
        self.turns += u64::from(round.length);
        self.first += round.score(0);
        let reason = round.reason();
        match self.reasons.iter_mut().find(|(name, _)| *name == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason, 1)),
        }
        self.reasons.sort_unstable();
        for seat in 0..2 {
            let own = &mut self.sides[round.sides[seat]];
            own.standing.add(round.score(seat), &round.times[seat], round.nodes[seat]);
            let way = VICTORIES.iter().position(|ending| round.end.is_some_and(|end| end.ending == *ending));
            if let (Some(way), true) = (way, round.winner() == Some(seat)) {
                own.victories[way] += 1;
            }
        }
        for step in &round.steps {
            self.print.add_bytes(step.to_string().as_bytes());
        }
        self.print.add(round.winner().map_or(-1, |seat| seat as i64));
    }

    /// What the table of the window shows.
    pub fn standings(&self) -> Standings {
        let first = format!("Who moves first scores {:.1} %.", 100.0 * self.first.share());
        Standings {
            rounds: self.rounds,
            draws: self.first.draws,
            mean_length: self.mean_length(),
            note: if self.rounds == 0 { String::new() } else { first },
            sides: self.sides.iter().map(|side| SideRow::of(&side.standing, &side.victories)).collect(),
        }
    }

    /// Mean number of turns of a match.
    pub fn mean_length(&self) -> f64 {
        self.turns as f64 / f64::from(self.rounds.max(1))
    }

    /// The object of `--json`.
    pub fn json(&self) -> Value {
        let elo = self.sides[0].standing.score.elo();
        let reasons: Map<String, Value> =
            self.reasons.iter().map(|(name, count)| ((*name).into(), json!(count))).collect();
        let results: Vec<Value> = self.sides.iter().map(|side| Value::Object(side.standing.json())).collect();
        json!({
            "rounds": self.rounds,
            "draws": self.first.draws,
            "results": results,
            "first_player": {"wins": self.first.wins, "draws": self.first.draws, "losses": self.first.losses,
                "score": self.first.share()},
            "reasons": reasons,
            "mean_length": self.mean_length(),
            "elo": elo.difference,
            "error": elo.error,
            "elo_is_bound": elo.is_bound,
            "fingerprint": format!("{:016x}", self.print.clone().finish()),
        })
    }

    /// The table for people.
    pub fn table(&self) -> String {
        let text = Standing::table(self.sides.iter().map(|side| &side.standing));
        let Score { wins, draws, losses } = self.first;
        let share = 100.0 * self.first.share();
        let reasons: Vec<String> = self.reasons.iter().map(|(name, count)| format!("{name} {count}")).collect();
        format!(
            "{text}\nwho moves first: {wins} won, {draws} drawn, {losses} lost, {share:.1} %\nended by: {}\n\
             {} matches, {:.1} turns each\n{}",
            reasons.join(", "),
            self.rounds,
            self.mean_length(),
            self.sides[0].standing.elo_line()
        )
    }
}
