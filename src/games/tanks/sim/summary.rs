//! What came of many matches: a table for people, a JSON object for programs, a log.

use super::Side;
use super::duel::level_name;
use super::round::{End, PlayedRound};
use crate::arena::{Score, Standing};
use crate::base::Fingerprint;
use crate::games::tanks::rules::TICKS;
use crate::games::tanks::setup::Level;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// What came of many matches for one side.
pub struct SideSummary {
    /// Score, times and nodes.
    pub standing: Standing,
    /// How often its matches ended in each of the ways of [`End::ALL`].
    pub ends: [u32; End::ALL.len()],
    pub points: u64,
    /// Answers that were none.
    pub faults: u32,
    /// The reasons of the first of each match, each once.
    pub reasons: Vec<&'static str>,
}

/// What came of many matches.
pub struct Summary {
    pub rounds: u32,
    /// Matches without a winner.
    pub draws: u32,
    /// The sides, and at the end the wave where there is one.
    pub sides: Vec<SideSummary>,
    pub ticks: u64,
    /// What the matches against each level of the wave were for it: a win is a stage that was lost.
    pub levels: Vec<(Level, Score)>,
    /// The same by stage, with its name.
    pub stages: Vec<(String, Score)>,
    has_waves: bool,
    print: Fingerprint,
}

impl Summary {
    /// The summary of no matches yet.
    pub fn new(sides: &[Side], levels: &[Level], stages: Vec<String>) -> Self {
        let side = |name: &str| SideSummary {
            standing: Standing::new(name),
            ends: Default::default(),
            points: 0,
            faults: 0,
            reasons: Vec::new(),
        };
        let wave = match levels {
            [] => None,
            [level] => Some(format!("wave:{}", level_name(*level))),
            _ => Some("wave".into()),
        };
        Self {
            rounds: 0,
            draws: 0,
            sides: sides.iter().map(|one| side(&one.name)).chain(wave.as_deref().map(side)).collect(),
            ticks: 0,
            levels: levels.iter().map(|level| (*level, Score::default())).collect(),
            stages: stages.into_iter().map(|name| (name, Score::default())).collect(),
            has_waves: !levels.is_empty(),
            print: Fingerprint::new(),
        }
    }

    /// Adds a match.
    pub fn add(&mut self, round: &PlayedRound) {
        self.rounds += 1;
        self.draws += u32::from(round.winner.is_none());
        self.ticks += u64::from(round.ticks);
        self.print.add_u64(round.print).add_u64(u64::from(round.ticks));
        for (index, side) in self.sides.iter_mut().enumerate() {
            side.standing.score += round.score(index);
            side.ends[End::ALL.iter().position(|end| *end == round.end).unwrap_or_default()] += 1;
            for (seat, _) in round.sides.iter().enumerate().filter(|(_, other)| **other == index) {
                side.standing.times.append(&round.times[seat]);
                side.points += u64::from(round.points.get(seat).copied().unwrap_or_default());
                let (count, reason) = round.faults[seat];
                side.faults += count;
                side.reasons.extend(reason.map(|reason| reason.name()));
                side.reasons.sort_unstable();
                side.reasons.dedup();
            }
        }
        let Some(level) = round.level else { return };
        let lost = round.score(self.sides.len() - 1);
        self.levels.iter_mut().filter(|(of, _)| *of == level).for_each(|(_, score)| *score += lost);
        if let Some((_, score)) = self.stages.get_mut(round.place) {
            *score += lost;
        }
    }

    /// A number for what happened in all matches.
    pub fn fingerprint(&self) -> u64 {
        self.print.clone().finish()
    }

    /// Mean number of ticks of a match.
    pub fn mean_length(&self) -> f64 {
        self.ticks as f64 / f64::from(self.rounds.max(1))
    }

    /// The object of `--json`.
    pub fn json(&self) -> Value {
        let side = |side: &SideSummary| {
            let ends = End::ALL.iter().zip(side.ends).map(|(end, count)| (end.name().into(), count.into()));
            let mut object = side.standing.json();
            object.insert("ends".into(), ends.collect::<Map<String, Value>>().into());
            object.insert("points".into(), side.points.into());
            object.insert("faults".into(), side.faults.into());
            object.insert("reasons".into(), json!(side.reasons));
            Value::Object(object)
        };
        let share = |name: &str, value: &str, score: Score| {
            let interval = score.interval();
            json!({
                name: value, "stages": score.rounds(), "lost": score.wins, "unfinished": score.draws,
                "share_lost": score.share(), "low": interval.low, "high": interval.high,
            })
        };
        let elo = self.sides[0].standing.score.elo();
        let mut object = json!({
            "rounds": self.rounds,
            "draws": self.draws,
            "results": self.sides.iter().map(side).collect::<Vec<_>>(),
            "mean_length": self.mean_length(),
            "elo": elo.difference,
            "error": elo.error,
            "elo_is_bound": elo.is_bound,
            "fingerprint": format!("{:016x}", self.fingerprint()),
        });
        if self.has_waves {
            let levels = self.levels.iter().map(|(level, score)| share("level", level_name(*level), *score));
            object["levels"] = levels.collect();
            let met = self.stages.iter().filter(|(_, score)| score.rounds() > 0);
            object["stages"] = met.map(|(name, score)| share("name", name, *score)).collect();
        }
        object
    }

    /// The table for people.
    pub fn table(&self) -> String {
        let standings = self.sides.iter().map(|side| &side.standing);
        let width = Standing::width(standings.clone());
        let mut text = Standing::table(standings) + "\n";
        let told: Vec<String> = (End::ALL.iter().zip(self.sides[0].ends))
            .filter(|(_, count)| *count > 0)
            .map(|(end, count)| format!("{} {count}", end.name()))
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "ends: {}", told.join(", "));
        for side in self.sides.iter().filter(|side| side.faults > 0) {
            let name = side.standing.short_name();
            let _ = writeln!(text, "{name:width$}  {} answers were none: {}", side.faults, side.reasons.join(", "));
        }
        for (level, score) in &self.levels {
            let interval = score.interval();
            let _ = writeln!(
                text,
                "stages lost to wave:{:8}  {:5.1} %  {:5.1} – {:5.1}  ({} of {})",
                level_name(*level),
                100.0 * score.share(),
                100.0 * interval.low,
                100.0 * interval.high,
                score.wins,
                score.rounds()
            );
        }
        let mut hardest: Vec<_> = self.stages.iter().filter(|(_, score)| score.wins > 0).collect();
        hardest.sort_by(|one, other| other.1.share().total_cmp(&one.1.share()));
        if !hardest.is_empty() {
            let told =
                hardest.iter().take(6).map(|(name, score)| format!("{name} {} of {}", score.wins, score.rounds()));
            let _ = writeln!(text, "hardest: {}", told.collect::<Vec<_>>().join(", "));
        }
        let seconds = self.mean_length() / f64::from(TICKS);
        let _ = writeln!(text, "\n{} matches, {seconds:.0} s of the game each", self.rounds);
        text + &self.sides[0].standing.elo_line()
    }

    /// The log for people.
    pub fn log(&self) -> String {
        let mut text = format!("matches: {}\ndraws: {}\n", self.rounds, self.draws);
        for (number, side) in self.sides.iter().enumerate() {
            let _ = writeln!(text, "side {}: {}", number + 1, side.standing.name);
            let _ = writeln!(text, "  wins: {}", side.standing.score.wins);
            let _ = writeln!(text, "  points: {}", side.points);
        }
        let _ = writeln!(text, "average length: {:.0} ticks", self.mean_length());
        text
    }
}
