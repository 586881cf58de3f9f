//! The players of Tron by name, and what they tell of their searches. A new round needs a new player or a position that is
//! not a continuation, which every player notices itself.

use super::engine::{Engine, MAX_LEVEL};
use super::position::Position;
use super::random::RandomPlayer;
use super::source::{Rule, SourcePlayer};
use crate::arena::{self, Player};
use crate::base::{Cell, Dir};
use std::str::FromStr;
use thiserror::Error;

pub type Choice = arena::Choice<Position>;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Thought {
    /// The value of the position for the own side: about hundredths of a cell of advantage for our engine; a won round
    /// is far above, a lost one far below.
    pub score: i32,
    /// Complete depth: single moves for the source's players, full turns for our engine, own cells once separated.
    pub depth: u32,
    pub nodes: u64,
    pub(crate) evaluations: u64,
    /// The expected line: own cells and the opponent's, as far as the search knows it.
    pub line: Vec<Cell>,
    /// The opponent's cells of the expected line.
    pub(crate) reply: Vec<Cell>,
    /// The probability of each move in percent where the search mixed them, best first; else the move alone.
    pub mix: Vec<(Dir, u8)>,
}

/// Kinds of players, as named on the command line and in the set-up screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// `random`: random, but avoids dead ends.
    Random,
    /// `random-source`: the source's plain Random.
    RandomSource,
    Wallhugger(u8),
    Separator(u8),
    /// `engine:LEVEL`, or `engine` for the full strength that the budget allows.
    Engine(u8),
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerKindProblem {
    Name(String),
    Level(String, &'static str, &'static str),
}

impl FromStr for PlayerKind {
    type Err = PlayerKindProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, level) = text.split_once(':').map_or((text, None), |(name, level)| (name, Some(level)));
        let number = level.map(|level| level.parse::<u8>().unwrap_or(0));
        let source = |name| match number {
            Some(level) if (2..=10).contains(&level) && level % 2 == 0 => Ok(level),
            _ => Err(PlayerKindProblem::Level(text.to_string(), name, "2, 4, 6, 8 or 10")),
        };
        match name {
            "random" if level.is_none() => Ok(Self::Random),
            "random-source" if level.is_none() => Ok(Self::RandomSource),
            "wallhugger" => source("wallhugger").map(Self::Wallhugger),
            "separator" => source("separator").map(Self::Separator),
            "engine" => match number.unwrap_or(MAX_LEVEL) {
                level if (1..=MAX_LEVEL).contains(&level) => Ok(Self::Engine(level)),
                _ => Err(PlayerKindProblem::Level(text.to_string(), "engine", "1 to 10")),
            },
            _ => Err(PlayerKindProblem::Name(text.to_string())),
        }
    }
}

impl std::fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::RandomSource => write!(f, "random-source"),
            Self::Wallhugger(level) => write!(f, "wallhugger:{level}"),
            Self::Separator(level) => write!(f, "separator:{level}"),
            Self::Engine(level) => write!(f, "engine:{level}"),
        }
    }
}

impl arena::PlayerKind for PlayerKind {
    type Game = Position;

    fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_))
    }

    fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(RandomPlayer::careful(seed)),
            Self::RandomSource => Box::new(RandomPlayer::of_the_source(seed)),
            Self::Wallhugger(level) => Box::new(SourcePlayer::new(Rule::Wallhugger, level)),
            Self::Separator(level) => Box::new(SourcePlayer::new(Rule::Separator, level)),
            Self::Engine(level) => Box::new(Engine::new(level, seed)),
        }
    }
}
