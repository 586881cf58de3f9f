//! `levels/links/puzzles.ron`: all puzzles in one RON file, told in `levels/links/README.md`.

use super::{MAX_GRADE, Puzzle, Task};
use crate::base::outline::Outline;
use crate::base::versioned::{Unread, read as read_ron};
use crate::base::{FileError, Place};
use crate::files;
use crate::games::links::hole::HoleProblem;
use crate::games::links::position::Position;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::setup::{Setup, SetupProblem};
use crate::games::links::step::Step;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;
use thiserror::Error;

pub(crate) const VERSION: u32 = 1;

#[derive(Deserialize)]
#[serde(rename = "Puzzles", deny_unknown_fields)]
struct FileSpec {
    version: u32,
    puzzles: Vec<PuzzleSpec>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields)]
struct PuzzleSpec {
    name: String,
    task: TaskSpec,
    grade: u8,
    size: u8,
    variant: Variant,
    solution: String,
    moves: String,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
#[serde(rename = "Task")]
enum TaskSpec {
    Win(u8),
    Hold(u8),
}

/// Why a file has no puzzles.
pub type PuzzleError = FileError<PuzzleProblem>;

/// What is wrong with a file of puzzles.
#[derive(Debug, Error)]
pub enum PuzzleProblem {
    Unreadable(std::io::Error),
    Syntax(String),
    Version(u32),
    /// Of this puzzle: a number that is not from 1 to the second one.
    Range(String, &'static str, u8, u8),
    /// A name that is empty, or that of another.
    Name(String),
    Solution(String, HoleProblem),
    /// No peg can be placed where the solution is.
    Taken(String, Step),
    Setup(String, SetupProblem),
}

type Located = (Option<Place>, PuzzleProblem);

/// Reads a file of puzzles.
///
/// # Errors
/// A sentence with the place of the first fault.
pub fn load(path: &Path) -> Result<Vec<Puzzle>, PuzzleError> {
    let file = path.display().to_string();
    match files::read_text(path, files::MAX_TEXT) {
        Ok(text) => parse(&text, &file),
        Err(error) => Err(PuzzleError { file, place: None, problem: PuzzleProblem::Unreadable(error) }),
    }
}

/// Reads a text of this form.
///
/// # Errors
/// See [`load`].
pub fn parse(text: &str, file: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    read(text).map_err(|(place, problem)| PuzzleError { file: file.to_string(), place, problem })
}

fn read(text: &str) -> Result<Vec<Puzzle>, Located> {
    let outline = Outline::of(text);
    let spec = read_ron(text, VERSION, |spec: &FileSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (outline.field("version"), PuzzleProblem::Version(version)),
        Unread::Syntax { line, column, message } => (Some(Place { line, column }), PuzzleProblem::Syntax(message)),
    })?;
    let mut names = BTreeSet::new();
    let read = spec.puzzles.into_iter().enumerate().map(|(index, spec)| {
        if spec.name.trim().is_empty() || !names.insert(spec.name.clone()) {
            return Err((outline.element("puzzles", index), PuzzleProblem::Name(spec.name)));
        }
        puzzle(spec).map_err(|problem| (outline.element("puzzles", index), problem))
    });
    read.collect()
}

fn puzzle(spec: PuzzleSpec) -> Result<Puzzle, PuzzleProblem> {
    let PuzzleSpec { name, task, grade, size, variant, solution, moves } = spec;
    let range = |field: &'static str, number: u8, most: u8| {
        let problem = || PuzzleProblem::Range(name.clone(), field, most, number);
        (1..=most).contains(&number).then_some(()).ok_or_else(problem)
    };
    let task = match task {
        TaskSpec::Win(pegs) => Task::Win(pegs),
        TaskSpec::Hold(pegs) => Task::Hold(pegs),
    };
    range("task", task.horizon(), Task::MOST)?;
    range("grade", grade, MAX_GRADE)?;
    let hole = solution.parse().map_err(|problem| PuzzleProblem::Solution(name.clone(), problem))?;
    let of_setup = |problem| PuzzleProblem::Setup(name.clone(), problem);
    let rules = Rules { size, variant, pie: false };
    rules.check().map_err(|problem| of_setup(problem.into()))?;
    let step = |(index, word): (usize, &str)| {
        word.parse().map_err(|_| of_setup(SetupProblem::NoStep(index + 1, word.to_string())))
    };
    let opening = moves.split_whitespace().enumerate().map(step).collect::<Result<_, _>>()?;
    let setup = Setup { rules, opening, seed: 1 };
    let puzzle = Puzzle::new(name.clone(), task, grade, hole, setup).map_err(of_setup)?;
    if !Position::is_legal(puzzle.position(), Step::Peg(hole)) {
        return Err(PuzzleProblem::Taken(name, Step::Peg(hole)));
    }
    Ok(puzzle)
}

/// The text of a file.
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut text = format!("(\n    version: {VERSION},\n    puzzles: [\n");
    for puzzle in puzzles {
        let Puzzle { name, task, grade, solution, setup, .. } = puzzle;
        let Rules { size, variant, .. } = setup.rules;
        let moves: Vec<String> = setup.opening.iter().map(ToString::to_string).collect();
        text += &format!(
            "        (\n            name: {name:?}, task: {task:?}, grade: {grade}, size: {size}, variant: {variant}, \
             solution: \"{solution}\",\n            moves: \"{}\",\n        ),\n",
            moves.join(" ")
        );
    }
    text + "    ],\n)\n"
}
