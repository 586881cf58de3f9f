//! A match as the tables of Tanks see it.

use super::duel::{Duel, Pitch};
use crate::arena::{Forfeit, Score, Times, Transcript};
use crate::games::tanks::setup::{Level, OURS, WAVE};
use crate::games::tanks::world::Outcome;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// All enemies of the wave are gone.
    Held,
    /// The base fell to the wave.
    Base,
    /// The lives are gone.
    Lives,
    /// A side won against another.
    Won,
    /// The rules ended it without a winner.
    Drawn,
    /// It took too long.
    Time,
}

impl End {
    pub const ALL: [Self; 6] = [Self::Held, Self::Base, Self::Lives, Self::Won, Self::Drawn, Self::Time];

    /// For tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Base => "base fell",
            Self::Lives => "lives gone",
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Time => "time",
        }
    }
}

/// A match that was played. Lists are in the order of the seats unless they say otherwise.
#[derive(Debug, Clone)]
pub struct PlayedRound {
    /// Number in the simulation, from 0.
    pub number: usize,
    /// The number of the stage in the simulation, from 0.
    pub place: usize,
    pub pitch: Pitch,
    /// How well the wave plays, where there is one.
    pub level: Option<Level>,
    /// Which side of the simulation sat on each seat.
    pub sides: Vec<usize>,
    /// The side of the simulation that won; the number of sides stands for the wave.
    pub winner: Option<usize>,
    pub end: End,
    pub ticks: u32,
    pub points: Vec<u32>,
    /// How many answers were none, and the first reason.
    pub faults: Vec<(u32, Option<Forfeit>)>,
    /// How long each answer took.
    pub times: Vec<Times>,
    /// The match as a file.
    pub replay: String,
    /// Equal for equal ends.
    pub print: u64,
}

impl PlayedRound {
    pub(super) fn of(played: &Transcript<Duel>, (number, place): (usize, usize), sides: Vec<usize>) -> Self {
        let duel = &played.position;
        let (pitch, world) = (duel.pitch().clone(), duel.played().world());
        let (setup, has_waves) = (&pitch.setup, pitch.setup.mode.has_waves());
        let all = sides.iter().max().map_or(0, |last| last + 1);
        let fell = |side: u8| world.field().bases().iter().any(|base| base.side == side && !base.stands);
        let of_side = |side: u8| (0..sides.len()).find(|seat| setup.side(*seat) == side).map(|seat| sides[seat]);
        let (winner, end) = match world.outcome() {
            None => (None, End::Time),
            Some(Outcome::Draw) => (None, End::Drawn),
            Some(Outcome::Won(OURS)) if has_waves => (Some(0), End::Held),
            Some(Outcome::Won(WAVE)) if has_waves && fell(OURS) => (Some(all), End::Base),
            Some(Outcome::Won(_)) if has_waves => (Some(all), End::Lives),
            Some(Outcome::Won(side)) => (of_side(side), End::Won),
        };
        Self {
            number,
            place,
            level: has_waves.then_some(setup.level),
            winner,
            end,
            ticks: world.tick(),
            points: world.seats().iter().map(|seat| seat.score.points).collect(),
            faults: duel.faults().to_vec(),
            times: (0..sides.len()).map(|seat| played.times(seat)).collect(),
            replay: duel.replay(),
            print: duel.played().fingerprint(),
            sides,
            pitch,
        }
    }

    /// What the match was for a side of the simulation; the number of sides stands for the wave. Against waves all sides
    /// win and lose together.
    pub fn score(&self, side: usize) -> Score {
        let is_wave = |side: usize| side > self.sides.iter().copied().max().unwrap_or_default();
        match self.winner {
            Some(winner) if self.level.is_some() => {
                Score::of(Some(usize::from(is_wave(winner))), usize::from(is_wave(side)))
            }
            winner => Score::of(winner, side),
        }
    }
}
