//! How a match begins. A [`Setup`] is all that a save or a replay needs besides the steps.

use super::position::Position;
use super::rules::{Rules, RulesProblem};
use super::step::Step;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How a match begins.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    pub rules: Rules,
    /// Steps that are made before anybody plays: an opening, or a position to play on from.
    pub opening: Vec<Step>,
    /// What random choices come from.
    pub seed: u64,
}

/// A set-up that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SetupProblem {
    Rules(#[from] RulesProblem),
    /// A step of the opening that is none, from 1, and what was written.
    NoStep(usize, String),
    Illegal(usize, Step),
    /// The opening ends the match, or nobody can join their lines after it.
    Over,
}

/// The form of a [`Setup`] in files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupRecord {
    rules: Rules,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    opening: String,
    seed: u64,
}

impl Setup {
    /// The first position.
    pub fn begin(&self) -> Result<Position, SetupProblem> {
        self.rules.check()?;
        let mut position = Position::new(self.rules);
        for (index, step) in self.opening.iter().enumerate() {
            if !matches!(step, Step::Peg(_) | Step::Swap) || !position.is_legal(*step) {
                return Err(SetupProblem::Illegal(index + 1, *step));
            }
            position.make(*step);
        }
        position.judge_dead();
        if position.end().is_some() { Err(SetupProblem::Over) } else { Ok(position) }
    }

    pub fn record(&self) -> SetupRecord {
        let opening: Vec<String> = self.opening.iter().map(ToString::to_string).collect();
        SetupRecord { rules: self.rules, opening: opening.join(" "), seed: self.seed }
    }

    pub fn from_record(record: &SetupRecord) -> Result<Self, SetupProblem> {
        let step =
            |(index, word): (usize, &str)| word.parse().map_err(|_| SetupProblem::NoStep(index + 1, word.into()));
        let opening = record.opening.split_whitespace().enumerate().map(step).collect::<Result<_, _>>()?;
        let setup = Self { rules: record.rules, opening, seed: record.seed };
        setup.begin()?;
        Ok(setup)
    }
}
