//! Every sentence of the rules of Links for people. Nothing in the rules reads them.

use super::engine::MAX_LEVEL;
use super::game::Refusal;
use super::hole::{HoleProblem, MAX_SIZE};
use super::player::PlayerKindProblem;
use super::protocol::{ProtocolProblem, QuestionProblem};
use super::rules::{MIN_SIZE, RulesProblem, VariantProblem};
use super::setup::SetupProblem;
use super::step::StepProblem;
use std::fmt::{Display, Formatter, Result};

impl Display for HoleProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no hole, expected a letter for the column and a number for the row, for example f6", self.0)
    }
}

impl Display for StepProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no move, expected a hole, for example f6, or swap, offer, draw or resign", self.0)
    }
}

impl Display for VariantProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no variant, expected pp or standard", self.0)
    }
}

impl Display for RulesProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "a board of {0} × {0} holes, expected an even number from {MIN_SIZE} to {MAX_SIZE}", self.0)
    }
}

impl Display for PlayerKindProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Name(name) => {
                write!(f, "{name:?} is no Links player, expected random, seed or engine:1..{MAX_LEVEL}")
            }
            Self::Level(name) => write!(f, "{name:?}: the level of engine is 1 to {MAX_LEVEL}"),
        }
    }
}

impl Display for SetupProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Rules(problem) => problem.fmt(f),
            Self::NoStep(number, word) => write!(f, "opening: move {number}: {}", StepProblem(word.clone())),
            Self::Illegal(number, step) => write!(f, "opening: move {number}: {step} is not legal there"),
            Self::Over => write!(f, "opening: the match is over after it"),
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::NoHole(hole) => write!(f, "the board has no hole {hole}"),
            Self::Taken(hole) => write!(f, "a peg stands on {hole}"),
            Self::OtherBorder(hole) => write!(f, "{hole} lies on a border line of the other side"),
            Self::NoSwap => write!(f, "only the first peg can be taken over, in place of the second"),
            Self::Offered => write!(f, "a draw is offered already"),
            Self::NothingOffered => write!(f, "nobody has offered a draw"),
            Self::NotNow(reason) => reason.fmt(f),
        }
    }
}

impl Display for QuestionProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Line(line) => write!(f, "{line:?} is no line of a question"),
            Self::NoEnd => write!(f, "the question does not end with go"),
            Self::Rules(problem) => problem.fmt(f),
            Self::Variant(problem) => problem.fmt(f),
            Self::Step(problem) => problem.fmt(f),
            Self::Illegal(step) => write!(f, "{step} is not legal there"),
            Self::NothingToDo => write!(f, "there is nothing to do for this player"),
        }
    }
}

impl Display for ProtocolProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}
