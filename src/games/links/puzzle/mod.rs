//! Puzzles: positions in which the side to move wins in a number of own pegs whatever the other does, or has only one peg
//! that keeps the other from it; all of them proved.
//!
//! | file | subject |
//! |---|---|
//! | [`prover`] | the proof: who wins in how many pegs, and with which |
//! | `judge` | verdicts, defences and solutions of a puzzle that is played |
//! | `file` | `levels/links/puzzles.ron` |
//! | [`maker`], `names` | new puzzles from matches between levels of the engine |

mod file;
mod judge;
pub mod maker;
mod names;
pub mod prover;

pub(super) use file::VERSION;
pub use file::{PuzzleError, PuzzleProblem, load, parse, write};
pub use judge::Judge;

use super::hole::Hole;
use super::position::Position;
use super::setup::{Setup, SetupProblem};
use super::step::Step;
use crate::base::Budget;
use prover::{Prover, Spent};

/// The hardest grade; the easiest is 1.
pub const MAX_GRADE: u8 = 4;

/// What is to be done by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Win in so many own pegs, against every defence.
    Win(u8),
    /// Find the only peg after which the other side does not win in so many of its own.
    Hold(u8),
}

impl Task {
    /// The most pegs of a task.
    pub const MOST: u8 = 5;

    /// Own pegs that solve it.
    pub const fn pegs(self) -> u8 {
        match self {
            Self::Win(pegs) => pegs,
            Self::Hold(_) => 1,
        }
    }

    /// Pegs within which somebody wins or not.
    pub const fn horizon(self) -> u8 {
        match self {
            Self::Win(pegs) | Self::Hold(pegs) => pegs,
        }
    }
}

/// A puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The same for ever, to remember that it was solved.
    pub name: String,
    pub task: Task,
    /// How hard it is, from 1 to [`MAX_GRADE`].
    pub grade: u8,
    /// The only first peg that solves it.
    pub solution: Hole,
    setup: Setup,
    position: Position,
}

impl Puzzle {
    /// A puzzle that begins after the opening of a set-up; see [`Self::proved`].
    ///
    /// # Errors
    /// If nobody can play from there.
    pub fn new(name: String, task: Task, grade: u8, solution: Hole, setup: Setup) -> Result<Self, SetupProblem> {
        let position = setup.begin()?;
        Ok(Self { name, task, grade, solution, setup, position })
    }

    /// The side that solves; it is to move.
    pub fn side(&self) -> usize {
        self.position.side()
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether its task is what it says and its solution the only one, to be found out under a budget.
    ///
    /// # Errors
    /// If the budget ends before the proof.
    pub fn proved(&self, budget: Budget) -> Result<bool, Spent> {
        Ok(only(&mut Prover::new(budget), &self.position, self.task)? == Some(self.solution))
    }
}

/// The only first peg that solves a task in a position; `None` if there is another, or none, or if fewer pegs are enough.
fn only(prover: &mut Prover, position: &Position, task: Task) -> Result<Option<Hole>, Spent> {
    let found = match task {
        Task::Win(pegs) => {
            if prover.wins_in(position, pegs)? != Some(pegs) {
                return Ok(None);
            }
            prover.winners(position, pegs, 2)?
        }
        Task::Hold(pegs) => {
            let mut other = position.clone();
            other.pass();
            if prover.wins_in(&other, pegs)? != Some(pegs) || prover.wins_in(position, pegs)?.is_some() {
                return Ok(None);
            }
            prover.holding(position, pegs, 2)?
        }
    };
    Ok(if let [only] = found[..] { Some(only) } else { None })
}

/// The steps of a line of pegs.
fn pegs(holes: &[Hole]) -> Vec<Step> {
    holes.iter().map(|hole| Step::Peg(*hole)).collect()
}
