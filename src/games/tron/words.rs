//! Every sentence of Tron's rules for people. Nothing in the rules reads them.

use super::arena::{ArenaProblem, FormProblem, MAX_SEATS, MAX_SIDE};
use super::contest::MapProblem;
use super::game::Refusal;
use super::player::PlayerKindProblem;
use std::fmt::{Display, Formatter, Result};

impl Display for ArenaProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Size(width, height, least) => {
                write!(f, "the board is {width} x {height} cells, its sides must be {least} to {MAX_SIDE}")
            }
            Self::Starts(count) => write!(f, "the board has {count} starts, it needs 2 to {MAX_SEATS}"),
            Self::StartOutside(start, cell) => write!(f, "start {start} at {cell} is not on the board"),
            Self::StartOnObstacle(start, cell) => write!(f, "start {start} at {cell} is on an obstacle"),
            Self::StartTwice(one, other, cell) => write!(f, "starts {one} and {other} are both at {cell}"),
            Self::Heading(start) => {
                write!(f, "start {start} looks in a diagonal direction, it must look up, right, down or left")
            }
        }
    }
}

impl Display for FormProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Size(problem) => write!(f, "`rows`: {problem}"),
            Self::UnevenRow { row, length, expected } => {
                write!(f, "`rows`: row {row} has {length} cells, the first row has {expected}")
            }
            Self::Symbol { row, low, high } => {
                write!(f, "`rows`: row {row}: expected `.` or a height from {low} to {high}")
            }
            Self::Heading { heading, first } => {
                write!(f, "`starts`: the heading {heading}, expected {first} to {}", first + 3)
            }
            Self::Arena(problem) => write!(f, "`starts`: {problem}"),
        }
    }
}

impl Display for MapProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Header => write!(f, "line 1: expected `WIDTH HEIGHT`, two whole numbers"),
            Self::Size(width, height) => {
                write!(f, "line 1: the board is {width} x {height} cells, its sides must be 1 to {MAX_SIDE}")
            }
            Self::MissingRow { line, row, rows } => {
                write!(f, "line {line}: expected row {row} of {rows}, the text ends")
            }
            Self::LongRow { line, length, expected } => {
                write!(f, "line {line}: the row has {length} characters, the header says {expected}")
            }
            Self::Symbol { line, column, symbol } => {
                write!(f, "line {line}, column {column}: {symbol:?} is none of `#`, space and 1 to {MAX_SEATS}")
            }
            Self::Player(player, count) => write!(f, "player {player} is on the map {count} times, expected once"),
            Self::Arena(problem) => problem.fmt(f),
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::NoPerson(seat) => write!(f, "no person plays on seat {seat}"),
            Self::NotRiding(seat) => write!(f, "seat {seat} does not ride"),
            Self::NotOne(seat) => write!(f, "seat {seat} has no order, or two"),
            Self::NoBoost => write!(f, "nobody boosts by these rules"),
        }
    }
}

impl Display for PlayerKindProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Name(name) => write!(
                f,
                "{name:?} is no Tron player, expected random, random-source, wallhugger:2..10, separator:2..10 or \
                 engine:1..10"
            ),
            Self::Level(text, name, levels) => write!(f, "{text:?}: the level of {name} is {levels}"),
        }
    }
}
