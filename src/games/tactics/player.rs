//! The players of Tactics by name. A position that is no continuation of the one before is noticed by each.

use super::action::Action;
use super::engine::{Engine, MAX_LEVEL};
use super::evaluation::{Style, Weights};
use super::position::Position;
use super::source::SourcePlayer;
use crate::arena::{self, Choice, Player};
use crate::base::{Budget, rng};
use crate::search::Thought;
use crate::search::tree::{MOST_NODES, Recorder, Recording};
use rand::RngExt;
use std::str::FromStr;
use thiserror::Error;

impl Player<Position> for Engine {
    fn choose(&mut self, position: &Position, _seat: usize, budget: &Budget) -> Choice<Position> {
        let (step, thought) = Self::choose(self, position, budget);
        Choice { step, thought }
    }

    fn keep_trees(&mut self) {
        self.recorder = Some(Recorder::new(MOST_NODES));
    }

    fn take_tree(&mut self) -> Option<Recording<Action>> {
        self.recorder.as_mut()?.take()
    }
}

impl Player<Position> for SourcePlayer {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        let (step, nodes) = Self::choose(self, position);
        let thought = Thought { best: Some(step), depth: 2, nodes, ..Thought::default() };
        Choice { step, thought: (nodes > 0).then_some(thought) }
    }
}

struct RandomPlayer(rng::Rng);

impl Player<Position> for RandomPlayer {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        Choice::plain(random_action(position, &mut self.0))
    }
}

/// Any legal action of a position that is not over.
pub fn random_action(position: &Position, rng: &mut rng::Rng) -> Action {
    let all = position.legal();
    all[rng.random_range(0..all.len())]
}

/// Kinds of players, as named on the command line and in the set-up screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    Random,
    /// `seed`: the source's opponent.
    Source,
    /// `engine:LEVEL`, or `engine` for the strongest.
    Engine {
        level: u8,
        /// `style=` on the command line.
        style: Style,
        /// Other weights than those of the style; for tuning.
        weights: Option<Weights>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerKindProblem {
    Name(String),
    Level(String),
}

impl FromStr for PlayerKind {
    type Err = PlayerKindProblem;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':').map_or((text, None), |(name, level)| (name, Some(level))) {
            ("random", None) => Ok(Self::Random),
            ("seed", None) => Ok(Self::Source),
            ("engine", level) => match level.map_or(Some(MAX_LEVEL), |level| level.parse().ok()) {
                Some(level) if (1..=MAX_LEVEL).contains(&level) => Ok(Self::engine(level)),
                _ => Err(PlayerKindProblem::Level(text.to_string())),
            },
            _ => Err(PlayerKindProblem::Name(text.to_string())),
        }
    }
}

impl PlayerKind {
    /// The engine of a level in its usual style.
    pub const fn engine(level: u8) -> Self {
        Self::Engine { level, style: Style::Steady, weights: None }
    }
}

impl std::fmt::Display for PlayerKind {
    /// `random`, `seed`, `engine:3`, `engine:3,style=bold`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::Source => write!(f, "seed"),
            Self::Engine { level, style: Style::Steady, .. } => write!(f, "engine:{level}"),
            Self::Engine { level, style, .. } => write!(f, "engine:{level},style={}", style.name()),
        }
    }
}

impl arena::PlayerKind for PlayerKind {
    type Game = Position;

    const OPTIONS: &'static str = "time=MILLISECONDS, nodes=NUMBER or style=steady, bold or wary";

    fn is_engine(&self) -> bool {
        matches!(self, Self::Engine { .. })
    }

    fn set(&mut self, option: &str, value: &str) -> bool {
        let (Self::Engine { style, .. }, "style", Ok(named)) = (self, option, value.parse()) else { return false };
        *style = named;
        true
    }

    fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(RandomPlayer(rng::stream(seed, "tactics random"))),
            Self::Source => Box::new(SourcePlayer::default()),
            Self::Engine { level, style, weights } => {
                let engine = Engine::new(level, style, seed);
                Box::new(if let Some(weights) = weights { engine.with_weights(weights) } else { engine })
            }
        }
    }
}
