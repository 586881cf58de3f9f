//! Puzzles in RON, the form of `levels/tactics/puzzles/*.ron`, told in `levels/tactics/README.md`.

use super::{Goal, MAX_ROUNDS, Puzzle};
use crate::base::outline::Outline;
use crate::base::versioned::{Unread, read as read_ron};
use crate::base::{FileError, Place};
use crate::files;
use crate::games::tactics::class::Classes;
use crate::games::tactics::file::MIN_STARTS;
use crate::games::tactics::picture::{self, PictureProblem};
use crate::games::tactics::placement::Placement;
use crate::games::tactics::rules::{Mode, Rules, RulesProblem, Side};
use crate::games::tactics::setup::SetupProblem;
use crate::games::tactics::square::{Square, SquareProblem};
use serde::Deserialize;
use std::path::Path;
use thiserror::Error;

pub(crate) const VERSION: u32 = 1;

pub const MAX_GRADE: u8 = 4;

#[derive(Deserialize)]
#[serde(rename = "Puzzle", deny_unknown_fields)]
struct PuzzleSpec {
    version: u32,
    title: String,
    theme: String,
    hint: String,
    grade: u8,
    goal: GoalSpec,
    openings: usize,
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    side: Side,
    #[serde(default)]
    points: (u8, u8),
    #[serde(default)]
    flags: Option<(String, String)>,
    rows: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename = "Goal")]
enum GoalSpec {
    Win(u16),
    Save(String, u16),
}

pub type PuzzleError = FileError<PuzzleProblem>;

#[derive(Debug, Error)]
pub enum PuzzleProblem {
    Unreadable(std::io::Error),
    Syntax(String),
    Version(u32),
    Range(&'static str, u16, u16, u16),
    Empty(&'static str),
    Rules(RulesProblem),
    Picture(PictureProblem),
    Square(&'static str, SquareProblem),
    Nobody(Square, Side),
    Idle(Side),
    Narrow(usize),
    Disconnected,
    Setup(SetupProblem),
}

type Located = (Option<Place>, PuzzleProblem);

/// Reads all puzzles of a folder, in the order of their file names; one that is wrong does not keep the others away.
///
/// # Errors
/// A sentence, if the folder cannot be read; for every file that is wrong a sentence with the place in it.
pub fn load_all(folder: &Path) -> Result<Vec<Result<Puzzle, PuzzleError>>, PuzzleError> {
    let file = folder.display().to_string();
    let paths = files::listed(folder, "ron").map_err(|error| PuzzleError {
        file,
        place: None,
        problem: PuzzleProblem::Unreadable(error),
    })?;
    Ok(paths.iter().map(|path| load(path)).collect())
}

pub fn load(path: &Path) -> Result<Puzzle, PuzzleError> {
    let file = path.display().to_string();
    let id = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match files::read_text(path, files::MAX_TEXT) {
        Ok(text) => parse(&text, &id, &file),
        Err(error) => Err(PuzzleError { file, place: None, problem: PuzzleProblem::Unreadable(error) }),
    }
}

pub fn parse(text: &str, id: &str, file: &str) -> Result<Puzzle, PuzzleError> {
    read(text, id).map_err(|(place, problem)| PuzzleError { file: file.to_string(), place, problem })
}

fn read(text: &str, id: &str) -> Result<Puzzle, Located> {
    let outline = Outline::of(text);
    let spec = read_ron(text, VERSION, |spec: &PuzzleSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => (outline.field("version"), PuzzleProblem::Version(version)),
        Unread::Syntax { line, column, message } => (Some(Place { line, column }), PuzzleProblem::Syntax(message)),
    })?;
    let at = |field: &'static str, problem: PuzzleProblem| (outline.field(field), problem);
    let range = |field: &'static str, number: u16, most: u16| {
        let problem = PuzzleProblem::Range(field, 1, most, number);
        if (1..=most).contains(&number) { Ok(()) } else { Err(at(field, problem)) }
    };
    for (field, text) in [("title", &spec.title), ("theme", &spec.theme), ("hint", &spec.hint)] {
        if text.trim().is_empty() {
            return Err(at(field, PuzzleProblem::Empty(field)));
        }
    }
    range("grade", spec.grade.into(), MAX_GRADE.into())?;
    range("openings", u16::try_from(spec.openings).unwrap_or(u16::MAX), 99)?;
    if let Some(problem) = spec.rules.problem() {
        return Err(at("rules", PuzzleProblem::Rules(problem)));
    }
    let square = |field: &'static str, text: &String| {
        text.parse::<Square>().map_err(|problem| at(field, PuzzleProblem::Square(field, problem)))
    };
    let goal = match &spec.goal {
        GoalSpec::Win(rounds) => Goal::Win(*rounds),
        GoalSpec::Save(text, rounds) => Goal::Save(square("goal", text)?, *rounds),
    };
    range("goal", goal.rounds(), MAX_ROUNDS)?;
    let flags = match &spec.flags {
        Some((a, b)) => Some([square("flags", a)?, square("flags", b)?]),
        None => None,
    };
    let position = position(&spec, flags, &outline)?;
    let puzzle = Puzzle {
        id: id.to_string(),
        title: spec.title,
        theme: spec.theme,
        hint: spec.hint,
        goal,
        grade: spec.grade,
        openings: spec.openings,
        position,
    };
    if let Goal::Save(square, _) = goal
        && puzzle.ward().is_none()
    {
        return Err(at("goal", PuzzleProblem::Nobody(square, spec.side)));
    }
    // What the game begins with must be what was drawn.
    let begun = puzzle.setup().begin().map_err(|problem| (None, PuzzleProblem::Setup(problem)))?;
    Ok(Puzzle { position: begun, ..puzzle })
}

fn position(
    spec: &PuzzleSpec,
    flags: Option<[Square; 2]>,
    outline: &Outline,
) -> Result<crate::games::tactics::Position, Located> {
    let drawn = picture::read(&spec.rows.join("\n"), spec.rules, &Classes::built_in(), spec.side, spec.side);
    let drawn = drawn.map_err(|problem| {
        let row = match &problem {
            PictureProblem::Size { row, .. } | PictureProblem::Word { row, .. } | PictureProblem::Crowd { row, .. } => {
                row - 1
            }
        };
        (outline.element("rows", row).or_else(|| outline.field("rows")), PuzzleProblem::Picture(problem))
    })?;
    let rows = |problem| Err((outline.field("rows"), problem));
    let open = drawn.scene().field.open().iter().count();
    if open < 2 * MIN_STARTS {
        return rows(PuzzleProblem::Narrow(open));
    }
    if !drawn.scene().field.is_connected() {
        return rows(PuzzleProblem::Disconnected);
    }
    let points = if spec.rules.mode == Mode::Hill { spec.points.into() } else { [0, 0] };
    let (placement, _) = Placement::of(&drawn);
    let placement = Placement { points, flags: flags.filter(|_| spec.rules.mode == Mode::Flag), ..placement };
    let position = placement.complete(drawn);
    if position.side() != spec.side || position.end().is_some() || !position.is_turn_start() {
        return rows(PuzzleProblem::Idle(spec.side));
    }
    Ok(position)
}
