//! Puzzles in the window: the page that lists them, and the box beside the board of the one that is played. The game gives
//! its words and its picture of a position.
//!
//! | file | subject |
//! |---|---|
//! | `list` | the page with the puzzle of the day, solved marks, the one that is chosen |
//! | `attempt` | task, state, help and solution at the board; the end |
//! | `solved` | which were solved |

mod attempt;
mod list;
mod solved;

pub use attempt::AttemptButton;
pub(crate) use list::{Chosen, Picture};
pub use list::{PuzzleButton, PuzzlePlace, Today};
pub use solved::Solved;
pub(crate) use solved::solved;

use crate::arena::TurnGame;
use crate::arena::puzzle::{Puzzle, Verdict};
use crate::shell::states::Screen;
use crate::table::Playable;
use bevy::prelude::*;
use std::path::Path;

pub(crate) type StepOf<P> = <<P as Puzzle>::Game as TurnGame>::Step;

/// A puzzle in the window.
pub trait PuzzlePage: Puzzle<Game: Playable<Setup: Send + Sync + 'static>> {
    type Solved: Solved;

    /// The list, and the page before it.
    const PAGE: Screen;
    const SETUP: Screen;
    /// Where the puzzles are that the game ships with, from the folder of the program.
    const PLACE: &'static str;
    /// Who sits in the place of the defender until that takes it.
    const DEFENDER: <Self::Game as TurnGame>::Kind;

    /// Reads the puzzles, and tells what is none: a file, and the reason as a sentence.
    fn read(place: &Path) -> (Vec<Self>, Vec<(String, String)>);

    /// What is written over those of its kind in the list, if anything is.
    fn group(&self) -> Option<String>;

    /// A word about a puzzle for the dialog at its end.
    fn theme(&self) -> String;

    /// What is played for besides the task.
    fn about(&self) -> String;

    /// The name of a side, and its colour.
    fn side(seat: usize) -> (&'static str, Color);

    /// How it stands, in words.
    fn state(&self, verdict: Option<Verdict>, position: &Self::Game) -> (String, Color);

    /// How often help can be asked for, and whether the judge is asked for it.
    const HELP: (usize, bool);

    /// What is told when help was asked for so many times; `step` is what the judge has found, once it has.
    fn help(&self, times: usize, step: Option<Option<StepOf<Self>>>) -> String;

    /// A line of play with a line of text for each turn.
    fn lines(&self, steps: &[StepOf<Self>]) -> Vec<String>;

    /// Takes back what has spoilt it.
    fn take_back(&self, world: &mut World);

    /// Where the box stands beside the board.
    fn place_box(&self) -> Node;
}

/// The list and the box of a game's puzzles.
pub(crate) fn plugin<P: PuzzlePage>(app: &mut App) {
    app.add_plugins((list::plugin::<P>, attempt::plugin::<P>));
}
