//! Plays the matches of a tournament and keeps of each what the reports need.

use super::fixtures::{Fixture, Fixtures};
use super::guests::Guests;
use super::watch::{self, Watched};
use crate::files::write_text;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::skirmish::outside::Outsiders;
use crate::games::rts::sim::skirmish::{Ending, Sides, SkirmishSetup};
use crate::shell::recording::RecordTo;
use bevy::prelude::With;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a match went. Lists are by side, in the order of the command line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Round {
    #[serde(rename = "match")]
    pub(super) number: usize,
    pub(super) map: String,
    pub(super) seed: u64,
    /// The winning team, if there is one.
    pub(super) winner: Option<usize>,
    /// The team of each side.
    pub(super) teams: Vec<usize>,
    pub(super) ticks: u32,
    pub(super) factions: Vec<String>,
    /// The seat of each side.
    pub(super) seats: Vec<usize>,
    pub(super) stalls: Vec<u32>,
    /// Looks at its stock, and those at which it lay idle.
    pub(super) looks: Vec<u32>,
    pub(super) idle: Vec<u32>,
    pub(super) late: Vec<u32>,
    /// Why a program from outside has lost without the rules, if it has.
    #[serde(default)]
    pub(super) faults: Vec<Option<String>>,
    pub(super) tick_ms_mean: f64,
    pub(super) tick_ms_max: f64,
    pub(super) fingerprint: String,
}

/// What all matches have in common beside their fixtures.
pub(super) struct Series {
    pub(super) rules: Rules,
    pub(super) fixtures: Fixtures,
    pub(super) guests: Guests,
    pub(super) minutes: u32,
    pub(super) fog: bool,
    pub(super) trace: bool,
    /// Where recordings go.
    pub(super) replays: Option<PathBuf>,
}

impl Series {
    /// Plays the match of a number. The same number gives the same match.
    pub(super) fn play(&self, number: usize) -> Round {
        let Fixture { map, seed, order, seats } = self.fixtures.fixture(number);
        let level = &self.fixtures.levels[map];
        let mut skirmish =
            SkirmishSetup::on(level, &seats, &self.rules).expect("the number of starts is checked before");
        skirmish.fog = self.fog;
        let record = self.replays.as_ref().map(|folder| folder.join(format!("match-{number}.replay")));
        let mut game = Match::prepared(level.clone(), self.rules.clone(), seed, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
            app.insert_resource(self.guests.seated(&order));
            if let Some(path) = record {
                app.insert_resource(RecordTo::File(path));
            }
        });
        // Matches at the same time already use all cores.
        game.use_one_thread();
        let minute = 60 * u32::from(self.rules.tick_hz);
        let (mut sum, mut longest, mut ending) = (Duration::ZERO, Duration::ZERO, None);
        let mut watched = vec![Watched::default(); seats.len()];
        let mut boards = game.app.world_mut().query_filtered::<(&Sides, Option<&Ending>), With<Board>>();
        while game.ticks() < self.minutes * minute && ending.is_none() {
            let begin = Instant::now();
            game.tick();
            let time = begin.elapsed();
            (sum, longest) = (sum + time, longest.max(time));
            ending = boards.single(game.app.world()).ok().and_then(|(_, ending)| ending.copied());
            if watch::is_due(game.ticks(), &self.rules) {
                watch::look(&mut game, &self.rules, &mut watched);
            }
            if self.trace && game.ticks().is_multiple_of(minute) {
                self.trace(&mut game);
            }
        }
        let ticks = game.ticks();
        let mut outsiders = game.app.world_mut().remove_resource::<Outsiders>().unwrap_or_default();
        if let Ok((sides, _)) = boards.single(game.app.world()) {
            outsiders.end(sides, ending, "drawn", ticks);
        }
        if let Some(folder) = &self.replays {
            keep_notes(&folder.join(format!("match-{number}.notes.jsonl")), &outsiders);
        }
        let tally = |place: usize| outsiders.seats.get(&(place as u8)).map_or((0, None), |outsider| outsider.tally());
        let places = || (0..order.len()).map(|side| order.iter().position(|one| *one == side).unwrap_or_default());
        let of = |figure: fn(&Watched) -> u32| places().map(|place| figure(&watched[place])).collect();
        Round {
            number,
            map: level.name.clone(),
            seed,
            winner: ending.and_then(|ending| ending.winner).map(usize::from),
            teams: places().map(|place| usize::from(seats[place].team)).collect(),
            ticks,
            factions: places().map(|place| self.rules.faction(seats[place].faction).name.clone()).collect(),
            seats: places().collect(),
            stalls: of(|watched| watched.stalls),
            looks: of(|watched| watched.looks),
            idle: of(|watched| watched.idle),
            late: places().map(|place| tally(place).0).collect(),
            faults: places().map(|place| tally(place).1).collect(),
            tick_ms_mean: sum.as_secs_f64() * 1000.0 / f64::from(ticks.max(1)),
            tick_ms_max: longest.as_secs_f64() * 1000.0,
            fingerprint: format!("{:016x}", game.print().whole()),
        }
    }

    fn trace(&self, game: &mut Match) {
        let minute = game.ticks() / (60 * u32::from(self.rules.tick_hz));
        let mut boards = game.app.world_mut().query_filtered::<&Sides, With<Board>>();
        let Ok(sides) = boards.single(game.app.world()) else { return };
        for (number, side) in sides.iter().enumerate() {
            let sample = side.samples.last().copied().unwrap_or_default();
            let score = side.score;
            eprintln!(
                "{minute:3} min  seat {number} {:7} gold {:5} wood {:5} supply {:3}/{:3} workers {:3} army {:5} gathered {:6} \
                 trained {:3} built {:3} killed {:3} razed {:2} lost {:3} fallen {:2} upgrades {}",
                side.handicap.beside(&self.rules.faction(side.faction).name),
                side.stock.gold,
                side.stock.wood,
                side.supply_used,
                side.supply_given,
                sample.workers,
                sample.army,
                sample.gathered,
                score.trained,
                score.built,
                score.killed,
                score.razed,
                score.lost,
                score.fallen,
                side.upgrades.len(),
            );
        }
    }
}

/// Writes what the programs from outside have said of their thoughts, a line for each, beside the recording.
fn keep_notes(path: &Path, outsiders: &Outsiders) {
    let notes = outsiders.seats.iter().flat_map(|(side, outsider)| {
        outsider.notes().iter().map(move |(tick, note)| json!({ "tick": tick, "side": side, "note": note }))
    });
    let lines: String = notes.map(|note| format!("{note}\n")).collect();
    // Notes are no part of the result: a disk that is full is told with the journal.
    if !lines.is_empty()
        && let Err(problem) = write_text(path, &lines)
    {
        eprintln!("{problem}");
    }
}
