//! What is wrong with a text, in sentences.

use super::transcript::Wrong;
use super::{FileProblem, FormatProblem};
use crate::games::links::step::StepProblem;
use std::fmt::{Display, Formatter, Result};

impl Display for FormatProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{:?} is no form of a match, expected links, T1, tsgf or txt", self.0)
    }
}

impl Display for FileProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.what)
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Own(problem) => f.write_str(problem),
            Self::Step(word) => StepProblem(word.clone()).fmt(f),
            Self::Refused(step, refusal) => write!(f, "{step}: {refusal}"),
            Self::Rules(problem) => problem.fmt(f),
            Self::Variant(problem) => problem.fmt(f),
            Self::Oblong(columns, rows) => {
                write!(f, "a board of {columns} × {rows} holes; only square boards can be played here")
            }
            Self::Field(name, found, expected) => write!(f, "{name}: {found:?}, expected {expected}"),
            Self::Missing(name) => write!(f, "{name} is missing"),
            Self::Number(found, expected) => write!(f, "move number {found}, expected {expected}: a move is missing"),
            Self::Open(sign) => write!(f, "{sign:?} is never closed"),
            Self::Turn(name) => write!(f, "a move of {name}, but the other side is to move"),
            Self::Variation => write!(f, "a second line of play; only one can be held here"),
            Self::SetUp(name) => write!(f, "{name}: pegs that nobody has placed cannot be held here"),
            Self::Letter(found) => write!(f, "{found:?} stands where `(;` or a property like b[dd] was expected"),
            Self::Long => write!(f, "no match has so many moves"),
            Self::Empty => write!(f, "there is no match in it"),
        }
    }
}
