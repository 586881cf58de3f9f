//! What is played over the network: the text that a host sends in, a server keeps and clients fetch.

use super::arena::{Arena, MAX_SEATS};
use super::generate::{MAX_OBSTACLES, RandomArena, Starts};
use super::player::PlayerKind;
use super::position::Options;
use super::simulation::Board;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of the game in files and addresses.
pub(crate) const NAME: &str = "tron";

/// The version of the form, of the rules, and of the boards that a seed gives.
pub const VERSION: u32 = 1;

/// Milliseconds of the fastest step, 15 a second, and of the slowest.
pub const STEP_MS: (u64, u64) = (66, 1000);

/// The most rounds of a match.
const MAX_ROUNDS: u32 = 99;

/// The letter before that of height 1, as in replays.
const FLOOR: u8 = b'a' - 1;

/// How a seat of a person is called.
pub(crate) const PERSON: &str = "human";

/// A match before it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    game: String,
    version: u32,
    /// `human` or the name of a program for each seat, two to four.
    pub seats: Vec<String>,
    pub board: BoardText,
    /// Milliseconds between two steps.
    pub step_ms: u64,
    /// Decided rounds at most.
    pub best_of: u32,
    pub vanish: bool,
    pub wrap: bool,
    pub boost: bool,
    /// Of random boards and programs; for 0 the server draws another one.
    pub seed: u64,
}

/// The board of the rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum BoardText {
    /// A fresh one every round: sides, and obstacles in percent.
    Random { width: u16, height: u16, obstacles: u8 },
    /// Heights as in replays; column, row and heading of each start.
    Fixed { name: String, rows: Vec<String>, starts: Vec<(i16, i16, u8)> },
}

/// Why a text describes no match.
#[derive(Debug, Error)]
pub enum DescriptionProblem {
    #[error("the description of the match cannot be read: {0}")]
    Form(#[from] serde_json::Error),
    #[error("`game`: a match of {0:?}, expected {NAME:?}")]
    Game(String),
    #[error("`version` is {0}, this program plays version {VERSION}")]
    Version(u32),
    #[error("`seats`: a match has 2 to {MAX_SEATS} seats, not {0}")]
    Seats(usize),
    #[error("`seats`: {0}")]
    Player(String),
    #[error("`step_ms`: a step takes {least} to {most} milliseconds, not {0}", least = STEP_MS.0, most = STEP_MS.1)]
    Pace(u64),
    #[error("`best_of`: a match has 1 to {MAX_ROUNDS} rounds, not {0}")]
    Rounds(u32),
    #[error("`board`: {0}")]
    Board(String),
}

impl BoardText {
    /// A board that comes from a file.
    pub(crate) fn fixed(name: &str, arena: &Arena) -> Self {
        let (rows, starts) = arena.written(FLOOR, 0);
        Self::Fixed { name: name.into(), rows, starts }
    }

    fn board(&self, seats: usize, wrap: bool) -> Result<Board, String> {
        match self {
            Self::Random { width, height, obstacles } => {
                let (width, height, obstacles) = (*width, *height, *obstacles);
                if obstacles > MAX_OBSTACLES {
                    return Err(format!("at most {MAX_OBSTACLES} percent of a board are obstacles, not {obstacles}"));
                }
                let wish = RandomArena { width, height, obstacles, starts: Starts::usual(wrap), seats };
                wish.check().map_err(|problem| problem.to_string())?;
                Ok(Board::Random(wish))
            }
            Self::Fixed { rows, starts, .. } => {
                let arena = Arena::read(rows, starts, FLOOR, 0).map_err(|problem| problem.to_string())?;
                match arena.starts().len() {
                    starts if starts < seats => Err(format!("{seats} players need {seats} starts, it has {starts}")),
                    _ => Ok(Board::Fixed(arena)),
                }
            }
        }
    }
}

impl Description {
    /// A match with these seats, which are `human` or names of programs.
    pub fn new(seats: Vec<String>, board: BoardText, step_ms: u64, best_of: u32, options: Options, seed: u64) -> Self {
        let Options { vanish, wrap, boost } = options;
        Self { game: NAME.into(), version: VERSION, seats, board, step_ms, best_of, vanish, wrap, boost, seed }
    }

    /// Reads a description, as if a stranger had written it.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, DescriptionProblem> {
        let described: Self = serde_json::from_slice(bytes)?;
        match &described {
            Self { game, .. } if game != NAME => Err(DescriptionProblem::Game(game.clone())),
            Self { version, .. } if *version != VERSION => Err(DescriptionProblem::Version(*version)),
            Self { seats, .. } if !(2..=MAX_SEATS).contains(&seats.len()) => {
                Err(DescriptionProblem::Seats(seats.len()))
            }
            Self { step_ms, .. } if !(STEP_MS.0..=STEP_MS.1).contains(step_ms) => {
                Err(DescriptionProblem::Pace(*step_ms))
            }
            Self { best_of, .. } if !(1..=MAX_ROUNDS).contains(best_of) => Err(DescriptionProblem::Rounds(*best_of)),
            _ => Ok(()),
        }?;
        described.programs()?;
        described.arenas()?;
        Ok(described)
    }

    /// The bytes of it.
    pub fn bytes(&self) -> Vec<u8> {
        // Strings and numbers in structures: there is nothing that JSON cannot hold.
        serde_json::to_vec(self).unwrap_or_default()
    }

    pub fn options(&self) -> Options {
        Options { vanish: self.vanish, wrap: self.wrap, boost: self.boost }
    }

    /// The programs of the seats; none of a person.
    pub(crate) fn programs(&self) -> Result<Vec<Option<PlayerKind>>, DescriptionProblem> {
        let program = |name: &String| match name.as_str() {
            PERSON => Ok(None),
            name => name.parse().map(Some),
        };
        let programs = self.seats.iter().map(program).collect::<Result<_, _>>();
        programs.map_err(|problem: super::player::PlayerKindProblem| DescriptionProblem::Player(problem.to_string()))
    }

    /// Where the rounds are played.
    pub(crate) fn arenas(&self) -> Result<Board, DescriptionProblem> {
        self.board.board(self.seats.len(), self.wrap).map_err(DescriptionProblem::Board)
    }

    /// The board of the first round.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn first_arena(&self) -> Result<Arena, String> {
        match self.board.board(self.seats.len(), self.wrap)? {
            Board::Fixed(arena) => Ok(arena),
            Board::Random(wish) => wish.generate(self.seed).map_err(|problem| problem.to_string()),
        }
    }

    /// What lists say about it.
    pub fn title(&self) -> String {
        let board = match &self.board {
            BoardText::Random { width, height, .. } => format!("{width}×{height}"),
            BoardText::Fixed { name, .. } => name.chars().take(30).collect(),
        };
        let rounds = if self.best_of == 1 { "one round".into() } else { format!("best of {}", self.best_of) };
        format!("{board}, {rounds}")
    }
}
