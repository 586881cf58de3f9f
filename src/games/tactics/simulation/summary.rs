//! What came of many battles: a table for people, a JSON object for programs.

use super::{PlayedRound, Side};
use crate::arena::{Score, SideRow, Standing, Standings};
use crate::base::Fingerprint;
use crate::games::tactics::protocol::answer;
use crate::games::tactics::rules::{self, Ending};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Turns of a side within which the default mode is meant to be decided.
const SWIFT: u16 = 60;

/// The ways in which a side can win.
pub const VICTORIES: [Ending; 5] =
    [Ending::Eliminated, Ending::Hill, Ending::Flag, Ending::Arrived, Ending::LeaderLost];

/// What came of many battles for one side.
pub struct SideSummary {
    /// Score, times and nodes.
    pub standing: Standing,
    /// Plies of depth and characters of the turns that were thought about: their quotient is turns looked ahead.
    pub(crate) depths: (u64, u64),
    /// How often it won in each of [`VICTORIES`].
    pub(crate) victories: [u32; VICTORIES.len()],
}

/// What came of many battles.
pub struct Summary {
    pub rounds: u32,
    pub sides: Vec<SideSummary>,
    /// The score of side A of the rules, which moves first unless the set-up says otherwise.
    pub first: Score,
    /// Battles with a winner within 60 turns of a side.
    pub(crate) swift: u32,
    pub reasons: Vec<(&'static str, u32)>,
    pub turns: u64,
    /// Turns until the first damage, summed, and battles with any.
    pub(crate) first_damage: (u64, u32),
    /// Wins and battles by class of the characters at the start.
    pub classes: Vec<(String, u32, u32)>,
    /// Depends on turns and ends of all battles, not on times.
    print: Fingerprint,
}

impl Summary {
    /// The summary of no battles yet, for a table that grows with [`Self::add`].
    pub fn new(sides: &[Side; 2]) -> Self {
        let side = |side: &Side| SideSummary {
            standing: Standing::new(&side.name),
            depths: (0, 0),
            victories: [0; VICTORIES.len()],
        };
        Self {
            rounds: 0,
            sides: sides.iter().map(side).collect(),
            first: Score::default(),
            swift: 0,
            reasons: Vec::new(),
            turns: 0,
            first_damage: (0, 0),
            classes: Vec::new(),
            print: Fingerprint::new(),
        }
    }

    /// Adds a battle. The fingerprint depends on the order of the battles, nothing else does.
    pub fn add(&mut self, round: &PlayedRound) {
        self.rounds += 1;
        self.turns += u64::from(round.length);
        self.first += round.score(round.setup.first);
        self.swift += u32::from(round.winner().is_some() && round.length <= SWIFT);
        if let Some(turn) = round.first_damage {
            self.first_damage.0 += u64::from(turn);
            self.first_damage.1 += 1;
        }
        let reason = round.reason();
        match self.reasons.iter_mut().find(|(name, _)| *name == reason) {
            Some((_, count)) => *count += 1,
            None => self.reasons.push((reason, 1)),
        }
        let order = |name: &str| Ending::ALL.iter().position(|ending| ending.name() == name).unwrap_or(99);
        self.reasons.sort_by_key(|(name, _)| (order(name), *name));
        for side in rules::Side::BOTH {
            let index = side.index();
            let own = &mut self.sides[round.sides[index]];
            own.standing.add(round.score(side), &round.times[index], round.nodes[index]);
            let way = VICTORIES.iter().position(|ending| round.end.is_some_and(|end| end.ending == *ending));
            if let (Some(way), true) = (way, round.winner() == Some(side)) {
                own.victories[way] += 1;
            }
            own.depths.0 += round.depths[index].0;
            own.depths.1 += round.depths[index].1;
            for class in &round.setup.squads[index] {
                let won = u32::from(round.winner() == Some(side));
                match self.classes.iter_mut().find(|(name, ..)| *name == class.name) {
                    Some((_, wins, all)) => {
                        *wins += won;
                        *all += 1;
                    }
                    None => self.classes.push((class.name.clone(), won, 1)),
                }
            }
        }
        self.classes.sort();
        for turn in &round.turns {
            self.print.add_bytes(answer(turn).as_bytes());
        }
        self.print.add(round.winner().map_or(-1, |side| side.index() as i64));
    }

    /// What the table of the window shows.
    pub fn standings(&self) -> Standings {
        Standings {
            rounds: self.rounds,
            draws: self.first.draws,
            mean_length: self.mean_length(),
            note: self.note(),
            sides: self.sides.iter().map(|side| SideRow::of(&side.standing, &side.victories)).collect(),
        }
    }

    /// How draws came about, and how who moves first did.
    fn note(&self) -> String {
        if self.rounds == 0 {
            return String::new();
        }
        let is_draw = |name: &str| VICTORIES.iter().all(|ending| ending.name() != name);
        let draws: Vec<String> = (self.reasons.iter().filter(|(name, _)| is_draw(name)))
            .map(|(name, count)| format!("{count} by {}", if *name == "limit" { "length" } else { name }))
            .collect();
        let first = format!("Who moves first scores {:.1} %.", 100.0 * self.first.share());
        if draws.is_empty() { first } else { format!("Drawn: {}. {first}", draws.join(", ")) }
    }

    /// Mean number of turns of a battle.
    pub fn mean_length(&self) -> f64 {
        self.turns as f64 / f64::from(self.rounds.max(1))
    }

    pub fn mean_first_damage(&self) -> f64 {
        self.first_damage.0 as f64 / f64::from(self.first_damage.1.max(1))
    }

    /// The object of `--json`.
    pub fn json(&self) -> Value {
        let side = |side: &SideSummary| {
            let mut object = side.standing.json();
            object.insert("mean_turns_ahead".into(), json!(side.turns_ahead()));
            Value::Object(object)
        };
        let elo = self.sides[0].standing.score.elo();
        let reasons: Map<String, Value> =
            self.reasons.iter().map(|(name, count)| ((*name).into(), json!(count))).collect();
        let classes: Map<String, Value> =
            self.classes.iter().map(|(name, wins, all)| (name.clone(), json!({"wins": wins, "played": all}))).collect();
        json!({
            "rounds": self.rounds,
            "draws": self.first.draws,
            "results": self.sides.iter().map(side).collect::<Vec<_>>(),
            "first_player": {"wins": self.first.wins, "draws": self.first.draws, "losses": self.first.losses,
                "score": self.first.share()},
            "decided_within_60": self.swift,
            "reasons": reasons,
            "classes": classes,
            "mean_length": self.mean_length(),
            "mean_first_damage": self.mean_first_damage(),
            "elo": elo.difference,
            "error": elo.error,
            "elo_is_bound": elo.is_bound,
            "fingerprint": format!("{:016x}", self.print.clone().finish()),
        })
    }

    pub fn table(&self) -> String {
        let mut text = Standing::table(self.sides.iter().map(|side| &side.standing)) + "\n";
        let first = self.first;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "who moves first: {} won, {} drawn, {} lost, {:.1} %",
            first.wins,
            first.draws,
            first.losses,
            100.0 * first.share()
        );
        let reasons: Vec<String> = self.reasons.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let _ = writeln!(text, "ended by: {}; {} won within {SWIFT} turns", reasons.join(", "), self.swift);
        for side in self.sides.iter().filter(|side| side.depths.1 > 0) {
            let _ = writeln!(text, "{} looks {:.1} turns ahead", side.standing.short_name(), side.turns_ahead());
        }
        let _ = writeln!(
            text,
            "{} battles, {:.1} turns each, first damage in turn {:.1}",
            self.rounds,
            self.mean_length(),
            self.mean_first_damage()
        );
        text + &self.sides[0].standing.elo_line()
    }
}

impl SideSummary {
    /// Turns of a side that it looks ahead on average: plies by living characters.
    pub(crate) fn turns_ahead(&self) -> f64 {
        self.depths.0 as f64 / self.depths.1.max(1) as f64
    }
}
