//! The players of Tactics by name. A position that is no continuation of the one before is noticed by each.

use super::action::Action;
use super::engine::{Engine, MAX_LEVEL};
use super::evaluation::{Style, Weights};
use super::position::Position;
use super::source::SourcePlayer;
use crate::arena::{self, Choice, Player};
use crate::base::{Budget, rng};
use crate::search::Thought;
use rand::RngExt;
use std::str::FromStr;
use thiserror::Error;

impl Player<Position> for Engine {
    fn choose(&mut self, position: &Position, _seat: usize, budget: &Budget) -> Choice<Position> {
        let (step, thought) = Self::choose(self, position, budget);
        Choice { step, thought }
    }
}

impl Player<Position> for SourcePlayer {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        let (step, nodes) = Self::choose(self, position);
        let thought = Thought { best: Some(step), depth: 2, nodes, ..Thought::default() };
        Choice { step, thought: (nodes > 0).then_some(thought) }
    }
}

/// Plays any legal action.
struct RandomPlayer(rng::Rng);

impl Player<Position> for RandomPlayer {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        Choice::plain(random_action(position, &mut self.0))
    }
}

/// Any legal action of a position that is not over.
pub(crate) fn random_action(position: &Position, rng: &mut rng::Rng) -> Action {
    let mut all = Vec::new();
    position.actions(&mut all);
    all[rng.random_range(0..all.len())]
}

/// Kinds of players, as named on the command line and in the set-up screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    /// `random`.
    Random,
    /// `seed`: the source's opponent.
    Source,
    /// `engine:LEVEL`, or `engine` for the strongest.
    Engine {
        /// 1 to [`MAX_LEVEL`].
        level: u8,
        /// `style=` on the command line.
        style: Style,
        /// Other weights than those of the style; for tuning.
        weights: Option<Weights>,
    },
}

/// Why a name is no player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerKindProblem {
    #[error("{0:?} is no Tactics player, expected random, seed or engine:1..5")]
    Name(String),
    #[error("{0:?}: the level of engine is 1 to 5")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::PlayerKind as _;
    use crate::games::tactics::position::tests::picture;
    use crate::games::tactics::rules::{Mode, Rules};

    #[test]
    fn names_are_read() {
        assert_eq!("random".parse(), Ok(PlayerKind::Random));
        assert_eq!("seed".parse(), Ok(PlayerKind::Source));
        assert_eq!("engine".parse(), Ok(PlayerKind::engine(5)));
        assert_eq!("engine:2".parse(), Ok(PlayerKind::engine(2)));
        for wrong in ["", "human", "engine:0", "engine:6", "engine:x", "seed:2", "random:1"] {
            assert!(wrong.parse::<PlayerKind>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn everybody_plays_legally_to_the_end() {
        let text = ". s . ^ . S .\n. . . # . . .\n. a . ^ . B .";
        for kind in ["random", "seed", "engine:1", "engine:3", "engine:5"] {
            let mut player = kind.parse::<PlayerKind>().expect("a player").player(3);
            let mut position = picture(text, Rules { points: 3, ..Rules::default() });
            while position.end().is_none() {
                let action = player.choose(&position, position.side().index(), &Budget::nodes(300)).step;
                assert!(position.is_legal(action), "{kind}: {action}");
                position.make(action);
            }
        }
    }

    #[test]
    fn the_engine_thinks_once_a_turn_and_repeats() {
        let position = picture("s . . S\ns . . S\n. . . .", Rules::of(Mode::Classic));
        let play = || {
            let (mut game, mut engine) = (position.clone(), Engine::new(5, Style::Bold, 1));
            let (first, thought) = engine.choose(&game, &Budget::nodes(3000));
            game.make(first);
            let (second, none) = engine.choose(&game, &Budget::nodes(3000));
            assert!(none.is_none() && thought.is_some_and(|thought| thought.line.starts_with(&[first, second])));
            (first, second)
        };
        assert_eq!(play(), play());
    }
}
