//! Recorded games and puzzles of others, and what of them agrees with ours.
//!
//! Files are JSON lines. Games: `size`, `variant` (`pp` or `std`), `moves`, `new_links` (for every move the holes to which it
//! is linked, by column and row), `winner` (1, 2 or nothing). Puzzles: `size`, `variant`, `moves`, `kind`, `solutions`; or
//! a file of our own.

use crate::base::Budget;
use crate::cli::{CliError, read};
use crate::files::MAX_RECORDING;
use crate::games::links::engine::Engine;
use crate::games::links::hole::Hole;
use crate::games::links::position::Position;
use crate::games::links::puzzle::{Puzzle, Task, load};
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::step::Step;
use crate::search::Outcome;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// A recorded game, or a puzzle.
#[derive(Debug, Deserialize)]
struct Line {
    size: u8,
    variant: Variant,
    moves: Vec<String>,
    #[serde(default)]
    new_links: Vec<Vec<String>>,
    #[serde(default)]
    winner: Option<usize>,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    solutions: Vec<String>,
}

impl Line {
    fn rules(&self) -> Rules {
        Rules { size: self.size, variant: self.variant, pie: true }
    }

    /// Makes the moves; `each` hears of the position before and after every one.
    fn play(&self, mut each: impl FnMut(usize, &Position, &Position, Step)) -> Result<Position, String> {
        self.rules().check().map_err(|problem| problem.to_string())?;
        let mut position = Position::new(self.rules());
        for (index, word) in self.moves.iter().enumerate() {
            let step: Step = word.parse().map_err(|problem| format!("move {}: {problem}", index + 1))?;
            if !position.is_legal(step) {
                return Err(format!("move {}: {step} is not legal there", index + 1));
            }
            let before = position.clone();
            position.make(step);
            each(index, &before, &position, step);
        }
        Ok(position)
    }
}

/// Games or puzzles of JSON lines, or our own puzzles.
fn lines(path: &Path) -> Result<Vec<(String, Line)>, CliError> {
    if path.extension().is_some_and(|extension| extension == "ron") {
        return Ok(load(path)?
            .iter()
            .map(|puzzle| (format!("{}: {}", path.display(), puzzle.name), own(puzzle)))
            .collect());
    }
    let (text, name) = read(path, MAX_RECORDING)?;
    let parsed = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| {
        let place = format!("{name}: line {}", index + 1);
        let line = serde_json::from_str(line).map_err(|error| CliError::Other(format!("{place}: {error}")))?;
        Ok((place, line))
    });
    parsed.collect()
}

/// A puzzle of ours as a line.
fn own(puzzle: &Puzzle) -> Line {
    let Rules { size, variant, .. } = puzzle.position().rules();
    let kind = match puzzle.task {
        Task::Win(pegs) => format!("win{pegs}"),
        Task::Hold(pegs) => format!("hold{pegs}"),
    };
    let moves = puzzle.position().steps().map(|step| step.to_string()).collect();
    let (new_links, winner, solutions) = (Vec::new(), None, vec![puzzle.solution.to_string()]);
    Line { size, variant, moves, new_links, winner, kind, solutions }
}

/// How many games and plies there are, and in how many of those the new links are the recorded ones.
///
/// # Errors
/// If the file cannot be read, a move is not legal, or another one has won.
pub fn agreement(path: &Path) -> Result<Value, CliError> {
    let (mut games, mut plies, mut agree) = (0, 0, 0);
    for (place, line) in lines(path)? {
        games += 1;
        let compare = |index: usize, before: &Position, after: &Position, step: Step| {
            let Step::Peg(hole) = step else { return };
            plies += 1;
            let side = before.side();
            let mut linked: Vec<Hole> = after.links(side)[before.links(side).len()..]
                .iter()
                .map(|link| if link.ends().0 == hole { link.ends().1 } else { link.ends().0 })
                .collect();
            linked.sort_by_key(|hole| (hole.column(), hole.row()));
            let ours: Vec<String> = linked.iter().map(ToString::to_string).collect();
            agree += u32::from(line.new_links.get(index) == Some(&ours));
        };
        let last = line.play(compare).map_err(|problem| CliError::Other(format!("{place}: {problem}")))?;
        let winner =
            last.end().and_then(|end| if let Outcome::Win(side) = end.outcome { Some(side + 1) } else { None });
        if winner != line.winner {
            return Err(CliError::Other(format!("{place}: the winner is {winner:?}, expected {:?}", line.winner)));
        }
    }
    Ok(json!({"games": games, "plies": plies, "agree": agree}))
}

/// How many puzzles a level of our engine solves, of every kind.
///
/// # Errors
/// If the file cannot be read, or a move of a position is not legal.
pub fn solve(path: &Path, level: u8, budget: impl Fn() -> Budget) -> Result<Value, CliError> {
    let mut kinds: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (place, line) in lines(path)? {
        let position = line.play(|_, _, _, _| {}).map_err(|problem| CliError::Other(format!("{place}: {problem}")))?;
        let best = Engine::new(level, 0).think(&position, &budget(), &mut |_| {}).best;
        let count = kinds.entry(line.kind).or_default();
        count[0] += u32::from(best.is_some_and(|best| line.solutions.contains(&best.to_string())));
        count[1] += 1;
    }
    let [solved, total] = kinds.values().fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]]);
    Ok(json!({"total": total, "solved": solved, "kinds": kinds}))
}
