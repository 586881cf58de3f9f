//! One battle as the tables of Tactics see it.

use super::{Recording, RecordingProblem, Side};
use crate::arena::{Forfeit, Score, Times, Transcript};
use crate::games::tactics::action::Action;
use crate::games::tactics::position::{End, Position};
use crate::games::tactics::rules;
use crate::games::tactics::setup::Setup;
use crate::search::Outcome;

/// A battle that was played. Lists are in the order of the rules' sides, A first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedRound {
    /// Number in the simulation, from 0.
    pub number: usize,
    pub setup: Setup,
    /// Which side of the simulation played A and B.
    pub sides: [usize; 2],
    /// Turns, the random ones of the opening included.
    pub turns: Vec<Vec<Action>>,
    /// How it ended by the rules; `None` if a player lost otherwise or it took too long.
    pub end: Option<End>,
    /// Who lost otherwise, and how.
    pub forfeit: Option<(rules::Side, Forfeit)>,
    /// Turns of a side.
    pub length: u16,
    /// The turn, from 1, of the first damage.
    pub(crate) first_damage: Option<u16>,
    /// How long the turns of each took.
    pub times: [Times; 2],
    /// Positions that each visited, and in how many turns it said so.
    pub nodes: [(u64, u64); 2],
    /// Plies of full depth that each reached, summed over the turns in which it had all its characters to move.
    pub(crate) depths: [(u64, u64); 2],
}

impl PlayedRound {
    pub(super) fn of(played: &Transcript<Position>, number: usize, setup: Setup, sides: [usize; 2]) -> Self {
        let mut position = played.first.clone();
        let health = |position: &Position| position.health(rules::Side::A) + position.health(rules::Side::B);
        let (mut turns, mut first_damage, mut depths) = (Vec::new(), None, [(0, 0); 2]);
        for turn in &played.turns {
            if let Some((_, depth)) = turn.effort {
                depths[turn.seat].0 += u64::from(depth);
                depths[turn.seat].1 += u64::from(position.count(rules::Side::of(turn.seat)));
            }
            let (before, number) = (health(&position), position.turns() + 1);
            turn.steps.iter().for_each(|action| position.make(*action));
            if health(&position) < before {
                first_damage.get_or_insert(number);
            }
            turns.extend(Some(turn.steps.clone()).filter(|steps| !steps.is_empty()));
        }
        Self {
            number,
            setup,
            sides,
            turns,
            end: played.position.end(),
            forfeit: played.forfeit.map(|(seat, forfeit)| (rules::Side::of(seat), forfeit)),
            length: played.position.turns(),
            first_damage,
            times: [0, 1].map(|seat| played.times(seat)),
            nodes: [0, 1].map(|seat| played.nodes(seat)),
            depths,
        }
    }

    /// The recording of the battle between `sides` of the simulation.
    ///
    /// # Errors
    /// If its turns do not fit to its set-up.
    pub fn recording(&self, sides: &[Side; 2]) -> Result<Recording, RecordingProblem> {
        let steps: Vec<Action> = self.turns.iter().flatten().copied().collect();
        let names = self.sides.map(|side| sides[side].name.clone());
        let times = [0, 1].map(|side| self.times[side].micros().collect());
        let ended = (self.winner().map(rules::Side::index), self.reason());
        Recording::of_round((self.number, &self.setup, &steps), names, times, ended)
    }

    pub fn winner(&self) -> Option<rules::Side> {
        match (self.forfeit, self.end.map(|end| end.outcome)) {
            (Some((loser, _)), _) => Some(loser.other()),
            (None, Some(Outcome::Win(winner))) => Some(rules::Side::of(winner)),
            (None, Some(Outcome::Draw) | None) => None,
        }
    }

    /// Why it ended, for tables and records: the name of an [`Ending`](rules::Ending), of a [`Forfeit`], or `limit`.
    pub fn reason(&self) -> &'static str {
        match (self.forfeit, self.end) {
            (Some((_, forfeit)), _) => forfeit.name(),
            (None, Some(end)) => end.ending.name(),
            (None, None) => "limit",
        }
    }

    /// What the battle was for A or B: one win, draw or loss.
    pub fn score(&self, side: rules::Side) -> Score {
        Score::of(self.winner().map(rules::Side::index), side.index())
    }
}
