//! What is told of many skirmishes: standings, factions, seats, stalls, idle stock.

use super::RtsArgs;
use super::series::{Round, Series};
use crate::arena::ladder::{Bout, Ladder, Rating};
use crate::arena::{Pairs, Score, Standing};
use crate::cli::sim::sprt_json;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Figures of many matches that are about no single player.
#[derive(Debug, Default)]
pub(super) struct Figures {
    /// Of each faction against other ones, and of each seat.
    pub(super) factions: BTreeMap<String, Score>,
    pub(super) seats: BTreeMap<usize, Score>,
    pub(super) stalls: u32,
    pub(super) late: u32,
    pub(super) without_winner: u32,
    /// Why programs from outside have lost without the rules, and how often.
    pub(super) faults: BTreeMap<String, u32>,
    idle: (u64, u64),
}

impl Figures {
    pub(super) fn of<'a>(rounds: impl IntoIterator<Item = &'a Round>) -> Self {
        let mut all = Self::default();
        for round in rounds {
            for (side, faction) in round.factions.iter().enumerate() {
                let score = Score::of(round.winner, round.teams.get(side).copied().unwrap_or_default());
                // A faction is measured only against another one.
                if round.factions.iter().any(|other| other != faction) {
                    *all.factions.entry(faction.clone()).or_default() += score;
                }
                *all.seats.entry(round.seats.get(side).copied().unwrap_or_default()).or_default() += score;
            }
            all.stalls += round.stalls.iter().sum::<u32>();
            all.late += round.late.iter().sum::<u32>();
            all.without_winner += u32::from(round.winner.is_none());
            for fault in round.faults.iter().flatten() {
                // When it was is another thing each time.
                let what = fault.split_once(": ").map_or(fault.as_str(), |(_, what)| what);
                *all.faults.entry(what.into()).or_default() += 1;
            }
            let sum = |list: &[u32]| list.iter().map(|number| u64::from(*number)).sum::<u64>();
            all.idle = (all.idle.0 + sum(&round.idle), all.idle.1 + sum(&round.looks));
        }
        all
    }

    /// Share of the looks at which more lay in stock than is earned in half a minute.
    pub(super) fn idle_stock(&self) -> f64 {
        self.idle.0 as f64 / self.idle.1.max(1) as f64
    }

    pub(super) fn shares(&self) -> Value {
        let factions: BTreeMap<&String, f64> =
            self.factions.iter().map(|(name, score)| (name, score.share())).collect();
        let seats: Vec<f64> = self.seats.values().map(|score| score.share()).collect();
        json!({ "faction": factions, "seat": seats })
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (name, Score { wins, draws, losses }) in &self.factions {
            text += &format!("{name}: {wins} won, {draws} drawn, {losses} lost against other factions\n");
        }
        for (seat, score) in &self.seats {
            text += &format!("seat {}: {:.1} % of the points\n", seat + 1, 100.0 * score.share());
        }
        for (fault, count) in &self.faults {
            text += &format!("lost without the rules: {fault}: {count}\n");
        }
        text + &format!(
            "{} stalls, {} late answers, {} matches without a winner, idle stock at {:.1} % of the looks\n",
            self.stalls,
            self.late,
            self.without_winner,
            100.0 * self.idle_stock()
        )
    }
}

fn score_json(name: Value, score: Score) -> Value {
    json!({ "name": name, "wins": score.wins, "draws": score.draws, "losses": score.losses })
}

/// Prints what came of the matches.
pub(super) fn print(args: &RtsArgs, series: &Series, rounds: &[Round]) {
    let mut sides: Vec<Standing> = args.sides.iter().map(|side| Standing::new(&side.spec)).collect();
    for round in rounds {
        for (standing, team) in sides.iter_mut().zip(&round.teams) {
            standing.score += Score::of(round.winner, *team);
        }
    }
    let figures = Figures::of(rounds);
    let ticks: u64 = rounds.iter().map(|round| u64::from(round.ticks)).sum();
    let mean_minutes = ticks as f64 / rounds.len().max(1) as f64 / 60.0 / f64::from(series.rules.tick_hz);
    let times: f64 = rounds.iter().map(|round| round.tick_ms_mean * f64::from(round.ticks)).sum();
    let mean_tick_ms = times / ticks.max(1) as f64;
    let longest = rounds.iter().map(|round| round.tick_ms_max).fold(0.0, f64::max);
    let print = |round: &Round| u64::from_str_radix(&round.fingerprint, 16).unwrap_or_default();
    let print = rounds.iter().fold(0_u64, |sum, round| sum.rotate_left(7) ^ print(round));
    let scores: Vec<Score> = rounds.iter().map(|round| Score::of(round.winner, 0)).collect();
    // Of two teams: paired outcomes, and from them the difference in strength.
    let pairs = (series.fixtures.teams().len() == 2).then(|| Pairs::of(&scores));
    let elo = pairs.map(|_| {
        let mut ladder = Ladder::new(2);
        scores.iter().enumerate().for_each(|(round, score)| ladder.add(Bout { a: 0, b: 1, round }, *score));
        let [first, second] = [0, 1].map(|player| ladder.ratings()[player]);
        // Both are rated about their mean.
        Rating { elo: first.elo - second.elo, error: first.error + second.error }
    });
    if args.json {
        let side = |(number, standing): (usize, &Standing)| {
            let mut object = standing.json();
            let sum = |list: fn(&Round) -> &[u32]| -> u64 {
                rounds.iter().map(|round| u64::from(list(round).get(number).copied().unwrap_or_default())).sum()
            };
            let (idle, looks) = (sum(|round| &round.idle), sum(|round| &round.looks));
            object.insert("stalls".into(), json!(sum(|round| &round.stalls)));
            object.insert("late".into(), json!(sum(|round| &round.late)));
            object.insert("idle_stock".into(), json!(idle as f64 / looks.max(1) as f64));
            Value::from(object)
        };
        let mut object = json!({
            "rounds": rounds.len(),
            "results": sides.iter().enumerate().map(side).collect::<Vec<_>>(),
            "factions": figures.factions.iter().map(|(name, score)| score_json(json!(name), *score)).collect::<Vec<_>>(),
            "seats": figures.seats.iter().map(|(seat, score)| score_json(json!(seat + 1), *score)).collect::<Vec<_>>(),
            "shares": figures.shares(),
            "stalls": figures.stalls,
            "idle_stock": figures.idle_stock(),
            "late": figures.late,
            "faults": figures.faults,
            "without_winner": figures.without_winner,
            "mean_length": ticks / rounds.len().max(1) as u64,
            "mean_minutes": mean_minutes,
            "tick_ms_mean": mean_tick_ms,
            "tick_ms_max": longest,
            "fingerprint": format!("{print:016x}"),
        });
        if let (Some(pairs), Some(elo)) = (pairs, elo) {
            object["pairs"] = json!(pairs.0);
            object["elo"] = json!(elo.elo);
            object["error"] = json!(elo.error);
            if let Some(test) = args.sprt {
                object["sprt"] = sprt_json(test, pairs);
            }
        }
        println!("{object}");
        return;
    }
    print!("{}{}", Standing::table(sides.iter()), figures.text());
    if let (Some(pairs), Some(elo)) = (pairs, elo) {
        println!("{pairs}\nthe first: {:+.0} Elo, ± {:.0} with 95 % confidence", elo.elo, elo.error);
        if let Some(test) = args.sprt {
            println!("{}", test.sentence(pairs));
        }
    }
    println!(
        "{} matches of {mean_minutes:.1} minutes; a tick takes {mean_tick_ms:.3} ms, at most {longest:.1} ms; fingerprint {print:016x}",
        rounds.len()
    );
}
