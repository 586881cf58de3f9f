//! Puzzles: positions with a task that can be fulfilled whatever the other side does, and what the game needs to set
//! them: the list, a verdict after each action, the best defence, the solution.
//!
//! A judge looks only at the position that it is given, so actions may be taken back and tried again. Its first answer
//! about a puzzle may take some tenths of a second, what it found out it remembers: keep it for the puzzle, and ask it in
//! the background.
//!
//! | file | subject |
//! |---|---|
//! | `file` | `levels/tactics/puzzles/*.ron` |
//! | `solver` | the proof: every line of both sides |
//! | `judge` | verdicts, defences and solutions |

mod file;
mod judge;
mod solver;

pub use crate::arena::puzzle::Verdict;
pub(super) use file::VERSION;
pub use file::{MAX_GRADE, PuzzleError, PuzzleProblem, load, load_all, parse};
pub use judge::Judge;
pub use solver::Solver;

use super::field::Field;
use super::file::{MIN_STARTS, TacticsLevel};
use super::placement::Placement;
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::Side;
use super::setup::Setup;
use super::square::Square;
use crate::arena::puzzle;

/// What is to be done. A round is a turn of the one who solves and the other side's turn after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    Win(u16),
    /// The character that stands here must live until this many rounds are over, or the battle be won before; a drawn
    /// battle is enough, a lost one is not.
    Save(Square, u16),
}

impl Goal {
    pub const fn rounds(self) -> u16 {
        match self {
            Self::Win(rounds) | Self::Save(_, rounds) => rounds,
        }
    }
}

/// Most rounds of a puzzle. Within them no position can come for the third time, which would end the battle as a draw:
/// so what a position is worth does not depend on the way to it, and the proofs may remember it.
pub(crate) const MAX_ROUNDS: u16 = 4;

#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The name of its file without its ending; the same for ever, to remember that it was solved.
    pub id: String,
    pub title: String,
    /// What it is about, in a few words: `focus fire`, `the hill`.
    pub theme: String,
    pub hint: String,
    pub goal: Goal,
    /// How hard it is, from 1.
    pub grade: u8,
    /// How many of the first actions lead to the goal: mostly one. Proved by a test for those that the game ships with.
    pub openings: usize,
    /// How it begins, for the judge.
    position: Position,
}

impl Puzzle {
    /// The side that solves; it is to move.
    pub fn side(&self) -> Side {
        self.position.side()
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How it begins, as for any other battle.
    pub fn setup(&self) -> Setup {
        let scene = self.position.scene();
        let (placement, squads) = Placement::of(&self.position);
        let starts = [0, 1].map(|side| starts(&scene.field, &placement, side));
        let level = TacticsLevel {
            name: self.title.clone(),
            description: self.task(),
            ground: scene.field.ground().clone(),
            starts,
            marks: scene.marks.clone(),
        };
        Setup {
            level,
            rules: scene.rules,
            squads,
            first: self.side(),
            obstacles: 0,
            seed: 1,
            placement: Some(placement),
        }
    }

    /// The slot of the character that must live, if that is the task.
    pub(super) fn ward(&self) -> Option<usize> {
        match self.goal {
            Goal::Save(at, _) => self.position.slot_on(at).filter(|slot| slot / MAX_SQUAD == self.side().index()),
            Goal::Win(_) => None,
        }
    }
}

impl puzzle::Puzzle for Puzzle {
    type Game = Position;
    type Judge = Judge;

    fn id(&self) -> &str {
        &self.id
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn task(&self) -> String {
        self.task()
    }

    fn grade(&self) -> u8 {
        self.grade
    }

    fn seat(&self) -> usize {
        self.side().index()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }

    fn judge(&self) -> Judge {
        Judge::new(self)
    }
}

/// The squares on which a side stands, and as many free ones as a level needs.
fn starts(field: &Field, placement: &Placement, side: usize) -> Vec<Square> {
    let own: Vec<Square> = placement.characters[side].iter().map(|(at, _)| *at).collect();
    let taken: Vec<Square> = placement.characters.iter().flatten().map(|(at, _)| *at).collect();
    // Every second free square is for side A, so that the lists have nothing in common.
    let free = field.open().iter().filter(|at| !taken.contains(at)).skip(side).step_by(2);
    let missing = MIN_STARTS.saturating_sub(own.len());
    own.iter().copied().chain(free.take(missing)).collect()
}
