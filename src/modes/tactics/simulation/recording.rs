//! A battle as one line of JSON that has all that is needed to play it again.

use super::{Round, Side};
use crate::modes::tactics::battle::{Battle, SaveProblem, SavedBattle};
use crate::modes::tactics::rules;
use crate::modes::tactics::setup::SetupProblem;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A recorded battle; lists are A first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    round: usize,
    sides: [String; 2],
    battle: SavedBattle,
    length: u16,
    /// Who won, none for a draw.
    winner: Option<rules::Side>,
    /// Why it ended: the name of an ending by the rules, of a forfeit, or `limit`.
    reason: String,
    /// In microseconds, turn by turn, without those of the opening.
    times_us: [Vec<u64>; 2],
}

/// Why a line is no recording, or a recording does not play as it says.
#[derive(Debug, Error)]
pub enum RecordingProblem {
    /// Not JSON, or wrong fields.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// A battle that cannot be played.
    #[error("`battle`: {0}")]
    Battle(#[from] SaveProblem),
    /// A battle that cannot begin.
    #[error("`battle`: {0}")]
    Setup(#[from] SetupProblem),
    /// It ends in another way.
    #[error("`{0}` is not what comes of the turns")]
    Difference(&'static str),
}

impl Recording {
    /// The recording of a battle between `sides`.
    ///
    /// # Errors
    /// If the turns of the round do not fit to its set-up.
    pub fn of(round: &Round, sides: &[Side; 2]) -> Result<Self, RecordingProblem> {
        let mut battle = Battle::new(round.setup.clone())?;
        for action in round.turns.iter().flatten() {
            let done = battle.act(*action).is_ok();
            if !done || battle.is_complete() && battle.end_turn().is_err() {
                return Err(RecordingProblem::Difference("turns"));
            }
        }
        Ok(Self {
            round: round.number,
            sides: round.sides.map(|side| sides[side].name.clone()),
            battle: battle.saved(),
            length: round.length,
            winner: round.winner(),
            reason: round.reason().into(),
            times_us: [0, 1].map(|side| round.times[side].micros().collect()),
        })
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is no recording.
    pub fn parse(line: &str) -> Result<Self, RecordingProblem> {
        Ok(serde_json::from_str(line)?)
    }

    /// The line, without its end.
    ///
    /// # Errors
    /// None that is known: all fields have a JSON form.
    pub fn line(&self) -> Result<String, RecordingProblem> {
        Ok(serde_json::to_string(self)?)
    }

    /// The battle of the recording.
    #[must_use]
    pub fn battle(&self) -> &SavedBattle {
        &self.battle
    }

    /// Plays the battle again by the rules and compares how it ends.
    ///
    /// # Errors
    /// What is wrong, or the first thing that ends in another way.
    pub fn replay(&self) -> Result<Battle, RecordingProblem> {
        let battle = self.battle.restore(usize::MAX)?;
        if battle.position().turns() != self.length {
            return Err(RecordingProblem::Difference("length"));
        }
        if let Some(end) = battle.position().end() {
            let winner = match end.outcome {
                crate::search::Outcome::Win(side) => Some(rules::Side::of(side)),
                crate::search::Outcome::Draw => None,
            };
            if winner != self.winner {
                return Err(RecordingProblem::Difference("winner"));
            }
            if end.ending.name() != self.reason {
                return Err(RecordingProblem::Difference("reason"));
            }
        }
        Ok(battle)
    }
}
