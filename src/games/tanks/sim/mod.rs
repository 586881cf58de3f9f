//! Many matches of Tanks between programs, without a window: levels against each other and against a scripted average
//! player, on stages against waves, or side against side.
//!
//! Everything random in a match comes from the seed of the simulation and the number of the match, so that a match repeats to
//! the bit whoever plays it, unless an outside program answers otherwise.
//!
//! **Against waves** all sides play together on one stage after the other, each stage once against every level of enemies with
//! the same seed; the share of stages that are lost is what levels are measured by. **Side against side** as many matches
//! as there are sides have the same stage and seed, and the sides change seats.
//!
//! | file | subject |
//! |---|---|
//! | `look` | what a seat sees, as a value and as a line of JSON |
//! | `average` | the scripted player by which levels are measured |
//! | `passing` | whether tanks can get past each other |
//! | `pilot` | a program of ours that plays by looks alone |
//! | `duel` | a match in turns of a few ticks: the door for players and outside programs |
//! | `errands` | how well friends get past each other |
//! | `raids` | how long a lone tank takes to bring down a base, beside what the cheapest way costs |
//! | `round` | what a match leaves behind |
//! | `recording` | a match as one JSON line, and back |
//! | `stages` | on which stages it is played |
//! | `summary` | the table, the JSON object and the log of many matches |

pub mod average;
pub mod duel;
pub mod errands;
pub mod look;
pub mod passing;
pub mod pilot;
pub mod raids;
pub mod recording;
pub mod round;
pub mod stages;
pub mod summary;

pub use crate::arena::Leash;
pub use duel::{Duel, Kind, Pitch, Step, level_name, level_named};
pub use look::{Answer, EVERY, Hello, Known, Look};
pub use recording::Recording;
pub use round::{End, PlayedRound};
pub use summary::{SideSummary, Summary};

use super::rules::{Rules, TICKS};
use super::setup::{FriendlyFire, Level, Mode, OURS, Seat, Setup};
use super::stage::Stage;
use crate::arena::{
    self, Agent, Clock, CommandLine, Contest, Pairing, SideRow, Standing, Standings, Transcript, derived_seed,
};
use crate::base::Budget;
use serde_json::Value;
use std::sync::Arc;

/// One side of a simulation.
pub type Side = arena::Side<Kind>;

/// The minutes of the game after which a match is broken off, unless something else is said.
pub const MINUTES: u32 = 10;

/// The turns of so many minutes.
pub const fn turns(minutes: u32) -> u32 {
    minutes * 60 * TICKS / EVERY
}

/// What is played.
#[derive(Debug, Clone)]
pub struct Simulation {
    pub rules: Arc<Rules>,
    pub sides: Vec<Side>,
    /// Tanks that each side has.
    pub team: usize,
    pub mode: Mode,
    /// The levels of the waves that are met; nothing where there are none.
    pub levels: Vec<Level>,
    /// The stages, in the order in which they are played.
    pub stages: Vec<Arc<Stage>>,
    pub lives: u8,
    /// Enemies at a time; none: as many as the stage says.
    pub at_a_time: Option<u8>,
    pub friendly_fire: FriendlyFire,
    /// Turns after which a match is broken off and drawn.
    pub most: u32,
    /// Limits of outside programs.
    pub leash: Leash,
    pub seed: u64,
}

impl PartialEq for Simulation {
    fn eq(&self, other: &Self) -> bool {
        let fields = |one: &Self| (one.team, one.mode, one.lives, one.at_a_time, one.friendly_fire, one.most, one.seed);
        fields(self) == fields(other)
            && (&self.sides, &self.levels, &self.stages) == (&other.sides, &other.levels, &other.stages)
            && (&self.rules, &self.leash) == (&other.rules, &other.leash)
    }
}

impl Simulation {
    /// The campaign as it is shipped: one tank after three lives against each of `levels` on each of `stages`.
    pub fn campaign(sides: Vec<Side>, levels: Vec<Level>, stages: Vec<Arc<Stage>>, seed: u64) -> Self {
        Self {
            rules: Arc::new(Rules::built_in()),
            sides,
            team: 1,
            mode: Mode::Campaign,
            levels,
            stages,
            lives: Setup::default().lives,
            at_a_time: None,
            friendly_fire: FriendlyFire::default(),
            most: turns(MINUTES),
            leash: Leash::default(),
            seed,
        }
    }

    /// Whether every match can be played.
    ///
    /// # Errors
    /// A sentence.
    pub fn check(&self) -> Result<(), String> {
        if self.stages.is_empty() {
            return Err("there is no stage that such a match can be played on".into());
        }
        if self.mode.has_waves() == self.levels.is_empty() {
            return Err("levels of enemies are for matches against waves, and needed there".into());
        }
        (0..self.stages.len() * self.pace()).try_for_each(|number| {
            let (pitch, ..) = self.pitch(number);
            pitch.setup.fits(&pitch.stage).map_err(|problem| format!("{}: {problem}", pitch.stage.name))
        })
    }

    /// Those stages that this can be played on; random ones where there are none.
    pub fn fitting(&self, mut all: Vec<Arc<Stage>>) -> Vec<Arc<Stage>> {
        all.retain(|stage| Self { stages: vec![stage.clone()], ..self.clone() }.check().is_ok());
        if all.is_empty() { stages::random(self.mode, stages::RANDOM, self.seed) } else { all }
    }

    /// How many matches follow one another on the same stage.
    fn pace(&self) -> usize {
        if self.mode.has_waves() { self.levels.len().max(1) } else { self.sides.len().max(1) }
    }

    /// The match of a number, the place of its stage, and the side that sits on each seat.
    pub fn pitch(&self, number: usize) -> (Pitch, usize, Vec<usize>) {
        let (group, turn) = (number / self.pace(), number % self.pace());
        let place = group % self.stages.len().max(1);
        let (count, has_waves) = (self.sides.len(), self.mode.has_waves());
        let shift = if has_waves { 0 } else { turn };
        let sides: Vec<usize> = (0..count * self.team).map(|seat| (seat + shift) % count).collect();
        let seat = |(seat, side): (usize, &usize)| {
            let kind = match &self.sides[*side].agent {
                Agent::Player { kind, .. } => Some(*kind),
                Agent::Program(_) => None,
            };
            Seat::new(duel::hand(kind), if has_waves { OURS } else { (seat % count) as u8 })
        };
        let setup = Setup {
            mode: self.mode,
            seats: sides.iter().enumerate().map(seat).collect(),
            level: self.levels.get(turn).copied().unwrap_or_default(),
            at_a_time: self.at_a_time,
            stage: place as u16 + 1,
            lives: self.lives,
            friendly_fire: self.friendly_fire,
            seed: derived_seed(self.seed, "match", group, 0),
            ..Setup::default()
        };
        (Pitch { rules: self.rules.clone(), setup, stage: self.stages[place].clone() }, place, sides)
    }
}

impl Contest for Simulation {
    type Round = PlayedRound;
    type Summary = Summary;

    const NAME: &'static str = "tanks";

    fn cycle(&self) -> u32 {
        self.pace() as u32
    }

    fn programs(&self) -> Vec<&CommandLine> {
        self.sides.iter().filter_map(Side::command).collect()
    }

    fn summary(&self) -> Summary {
        Summary::new(&self.sides, &self.levels, self.stages.iter().map(|stage| stage.name.clone()).collect())
    }

    fn play_within(&self, number: usize, clock: &Clock, limit: &Budget) -> Result<Option<PlayedRound>, String> {
        let (pitch, place, sides) = self.pitch(number);
        let seed = |seat| derived_seed(self.seed, "player", number, seat);
        let wave = Side::player("wave", Kind::Wave(pitch.setup.level), 1);
        let mut seats: Vec<(&Side, u64)> =
            sides.iter().enumerate().map(|(seat, side)| (&self.sides[*side], seed(seat))).collect();
        if self.mode.has_waves() {
            seats.push((&wave, 0));
        }
        let pairing = Pairing { seats, leash: self.leash, most: self.most, clock };
        let played: Option<Transcript<Duel>> = pairing.play(&pitch, limit, |_| None)?;
        Ok(played.map(|played| PlayedRound::of(&played, (number, place), sides)))
    }

    fn add(&self, summary: &mut Summary, round: &PlayedRound) {
        summary.add(round);
    }

    fn sides(summary: &Summary) -> Vec<&Standing> {
        summary.sides.iter().map(|side| &side.standing).collect()
    }

    fn standings(summary: &Summary) -> Standings {
        let told =
            |(level, score): &(Level, arena::Score)| format!("{} {:.0} %", level_name(*level), 100.0 * score.share());
        let levels: Vec<String> = summary.levels.iter().map(told).collect();
        Standings {
            rounds: summary.rounds,
            draws: summary.draws,
            mean_length: summary.mean_length(),
            note: if levels.is_empty() { String::new() } else { format!("Stages lost: {}", levels.join(", ")) },
            sides: summary.sides.iter().map(|side| SideRow::of(&side.standing, &side.ends)).collect(),
        }
    }

    fn record(&self, round: &PlayedRound) -> Result<String, String> {
        Ok(Recording::of(round, &self.sides).line())
    }

    fn log(&self, summary: &Summary) -> String {
        summary.log()
    }

    fn report(summary: &Summary) -> (String, Value) {
        (summary.table(), summary.json())
    }
}
