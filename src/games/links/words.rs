//! Every sentence of the rules of Links for people. Nothing in the rules reads them.

use super::book::{self, BookProblem};
use super::engine::MAX_LEVEL;
use super::game::Refusal;
use super::hole::{HoleProblem, MAX_SIZE};
use super::player::PlayerKindProblem;
use super::protocol::{ProtocolProblem, QuestionProblem};
use super::puzzle::{self, PuzzleProblem, Task};
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

impl Display for Task {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Win(1) => write!(f, "Win with one peg."),
            Self::Win(pegs) => write!(f, "Win in {pegs} pegs at most, whatever the other side does."),
            Self::Hold(pegs) => {
                write!(f, "Find the only peg after which the other side does not win in {pegs} pegs.")
            }
        }
    }
}

impl Display for PuzzleProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Unreadable(error) => write!(f, "cannot be read: {error}"),
            Self::Syntax(message) => f.write_str(message),
            Self::Version(found) => {
                write!(f, "`version` is {found}, this program reads version {} of puzzles", puzzle::VERSION)
            }
            Self::Range(name, field, most, found) => {
                write!(f, "puzzle {name:?}: `{field}` is {found}, expected 1 to {most}")
            }
            Self::Name(name) => write!(f, "`name` is {name:?}, expected one that no other puzzle has"),
            Self::Solution(name, problem) => write!(f, "puzzle {name:?}: `solution`: {problem}"),
            Self::Taken(name, step) => write!(f, "puzzle {name:?}: `solution`: no peg can be placed on {step}"),
            Self::Setup(name, problem) => write!(f, "puzzle {name:?}: `moves`: {problem}"),
        }
    }
}

impl Display for BookProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Syntax(message) => f.write_str(message),
            Self::Version(found) => {
                write!(f, "`version` is {found}, this program reads version {} of opening books", book::VERSION)
            }
            Self::Rules(problem) => problem.fmt(f),
            Self::Again(size, variant) => write!(f, "{size} × {size} holes, {variant}: this board was there before"),
            Self::Hole(problem) => problem.fmt(f),
            Self::Number(word, least, most) => write!(f, "{word:?} is no number from {least} to {most}"),
            Self::Alone(hole) => write!(f, "{hole} has no number behind it"),
            Self::First(hole) => {
                write!(f, "{hole} is no first hole of the upper left quarter, or was there before")
            }
            Self::Balanced(hole) => write!(f, "`balanced`: {hole} is none of `firsts`, or was there before"),
            Self::NoLine => write!(f, "expected pegs, a colon and answers with their values, for example \"c3: f6 4\""),
            Self::Illegal(hole) => write!(f, "no peg can be placed on {hole} there"),
            Self::Known => write!(f, "another line comes to the same position, perhaps mirrored"),
        }
    }
}
