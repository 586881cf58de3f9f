//! What a player does, and its notation.

use super::hole::{Hole, HoleProblem};
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;
use thiserror::Error;

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Places a peg.
    Peg(Hole),
    /// Takes over the first peg, mirrored on the main diagonal: the pie rule.
    Swap,
    /// Offers a draw; then the turn goes on.
    Offer,
    /// Agrees to the draw that was offered.
    Draw,
    Resign,
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Self::Peg(hole) => hole.fmt(f),
            Self::Swap => f.write_str("swap"),
            Self::Offer => f.write_str("offer"),
            Self::Draw => f.write_str("draw"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

/// A word is no step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct StepProblem(pub(super) String);

impl FromStr for Step {
    type Err = StepProblem;

    fn from_str(word: &str) -> Result<Self, StepProblem> {
        match word {
            "swap" => Ok(Self::Swap),
            "offer" => Ok(Self::Offer),
            "draw" => Ok(Self::Draw),
            "resign" => Ok(Self::Resign),
            hole => hole.parse().map(Self::Peg).map_err(|_: HoleProblem| StepProblem(word.to_string())),
        }
    }
}
