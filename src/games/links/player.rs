//! The players of Links by name.

use super::engine::{Engine, MAX_LEVEL};
use super::hole::Hole;
use super::position::Position;
use super::source::{MAX_DEPTH, Searcher, Thinker, Wish};
use super::step::Step;
use crate::arena::{self, Choice, Player};
use crate::base::{Budget, rng};
use crate::search::tree::{MOST_NODES, Recorder, Recording};
use rand::RngExt;
use std::str::FromStr;
use thiserror::Error;

impl Player<Position> for Engine {
    fn choose(&mut self, position: &Position, _seat: usize, budget: &Budget) -> Choice<Position> {
        let thought = self.think(position, budget, &mut |_| {});
        Choice { step: thought.best.unwrap_or(Step::Resign), thought: Some(thought) }
    }

    fn use_threads(&mut self, threads: usize) {
        Self::use_threads(self, threads);
    }

    fn keep_trees(&mut self) {
        self.recorder = Some(Recorder::new(MOST_NODES));
    }

    fn take_tree(&mut self) -> Option<Recording<Step>> {
        self.recorder.as_mut()?.take()
    }
}

struct SourcePlayer {
    thinker: Thinker,
    recorder: Option<Recorder<Step>>,
}

impl Player<Position> for SourcePlayer {
    fn choose(&mut self, position: &Position, _seat: usize, budget: &Budget) -> Choice<Position> {
        let thought = match &mut self.recorder {
            Some(recorder) => self.thinker.think_heard(position, budget, recorder),
            None => self.thinker.think(position, budget),
        };
        Choice { step: thought.best.unwrap_or(Step::Resign), thought: Some(thought) }
    }

    fn keep_trees(&mut self) {
        self.recorder = Some(Recorder::new(MOST_NODES));
    }

    fn take_tree(&mut self) -> Option<Recording<Step>> {
        self.recorder.as_mut()?.take()
    }
}

struct RandomPlayer(rng::Rng);

impl Player<Position> for RandomPlayer {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        Choice::plain(random_step(position, &mut self.0))
    }
}

/// Any peg in a position that is not over.
pub fn random_step(position: &Position, rng: &mut rng::Rng) -> Step {
    let free: Vec<Hole> = position.free(position.side()).iter().collect();
    if free.is_empty() { Step::Resign } else { Step::Peg(free[rng.random_range(0..free.len())]) }
}

/// Kinds of players, as named on the command line and in the set-up screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerKind {
    Random,
    /// `seed`: a thinker of the source, with `search=`, `wish=` and `depth=`.
    Source(Thinker),
    /// `engine:LEVEL`, or `engine` for the strongest; with `book=no` it searches its first moves, too.
    Engine {
        level: u8,
        book: bool,
    },
}

impl PlayerKind {
    /// Our engine as it plays, with its opening book.
    pub const fn engine(level: u8) -> Self {
        Self::Engine { level, book: true }
    }
}

/// A word is no player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerKindProblem {
    Name(String),
    Level(String),
}

impl FromStr for PlayerKind {
    type Err = PlayerKindProblem;

    fn from_str(text: &str) -> Result<Self, PlayerKindProblem> {
        match text.split_once(':').map_or((text, None), |(name, level)| (name, Some(level))) {
            ("random", None) => Ok(Self::Random),
            ("seed", None) => Ok(Self::Source(Thinker::default())),
            ("engine", level) => match level.map_or(Some(MAX_LEVEL), |level| level.parse().ok()) {
                Some(level) if (1..=MAX_LEVEL).contains(&level) => Ok(Self::engine(level)),
                _ => Err(PlayerKindProblem::Level(text.to_string())),
            },
            _ => Err(PlayerKindProblem::Name(text.to_string())),
        }
    }
}

impl std::fmt::Display for PlayerKind {
    /// `random`, `engine:3`, `seed,search=heuristic,wish=mixed,depth=3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Random => write!(f, "random"),
            Self::Source(Thinker { searcher, wish, depth }) => {
                write!(f, "seed,search={},wish={},depth={depth}", searcher.name(), wish.name())
            }
            Self::Engine { level, book } => write!(f, "engine:{level}{}", if *book { "" } else { ",book=no" }),
        }
    }
}

impl arena::PlayerKind for PlayerKind {
    type Game = Position;

    const OPTIONS: &'static str = "time=MILLISECONDS or nodes=NUMBER; of engine also book=no; of seed also \
        search=minimax, alpha-beta or heuristic, wish=obstructing, winning or mixed, depth=1 to 6";

    fn is_engine(&self) -> bool {
        !matches!(self, Self::Random)
    }

    fn set(&mut self, option: &str, value: &str) -> bool {
        let thinker = match self {
            Self::Random => return false,
            Self::Engine { book, .. } => {
                let known = [("yes", true), ("no", false)].into_iter().find(|(word, _)| *word == value);
                return option == "book" && set(book, known.map(|(_, is_used)| is_used));
            }
            Self::Source(thinker) => thinker,
        };
        match option {
            "search" => set(&mut thinker.searcher, Searcher::ALL.into_iter().find(|one| one.name() == value)),
            "wish" => set(&mut thinker.wish, Wish::ALL.into_iter().find(|one| one.name() == value)),
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                set(&mut thinker.depth, depth)
            }
            _ => false,
        }
    }

    fn searching(self) -> Self {
        if let Self::Engine { level, .. } = self { Self::Engine { level, book: false } } else { self }
    }

    fn player(self, seed: u64) -> Box<dyn Player<Position>> {
        match self {
            Self::Random => Box::new(RandomPlayer(rng::stream(seed, "links random"))),
            Self::Source(thinker) => Box::new(SourcePlayer { thinker, recorder: None }),
            Self::Engine { level, book: true } => Box::new(Engine::new(level, seed).with_book()),
            Self::Engine { level, book: false } => Box::new(Engine::new(level, seed)),
        }
    }
}

/// Sets an option to a value that was found. Whether it was.
fn set<T>(option: &mut T, found: Option<T>) -> bool {
    found.map(|found| *option = found).is_some()
}
