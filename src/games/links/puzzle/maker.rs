//! Makes puzzles: plays matches between levels of the engine, looks at their last positions, keeps those with a task that has
//! only one solution, leaves out what looks like another, and ranks how hard they are.
//!
//! Everything comes from the seed and is limited by nodes, so the same wish gives the same puzzles.

use super::names::NAMES;
use super::prover::{Prover, Spent};
use super::{MAX_GRADE, Puzzle, Task, only};
use crate::base::{Budget, rng};
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::hole::Hole;
use crate::games::links::position::Position;
use crate::games::links::routes::Routes;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::setup::Setup;
use crate::games::links::step::Step;
use rand::RngExt;
use std::collections::BTreeSet;

/// What is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// Puzzles in all; no more than there are [names](MOST).
    pub count: usize,
    pub seed: u64,
    /// Only on boards of this size.
    pub size: Option<u8>,
    /// Only of this variant.
    pub variant: Option<Variant>,
}

/// The most puzzles of a file.
pub const MOST: usize = NAMES.len();

/// How many of a hundred puzzles have a task.
const SHARES: [(Task, usize); 7] = [
    (Task::Win(1), 10),
    (Task::Win(2), 25),
    (Task::Win(3), 25),
    (Task::Win(4), 15),
    (Task::Win(5), 5),
    (Task::Hold(2), 12),
    (Task::Hold(3), 8),
];

/// The boards of the matches, one after the other.
const BOARDS: [(u8, Variant); 12] = [
    (12, Variant::Pp),
    (18, Variant::Pp),
    (12, Variant::Standard),
    (24, Variant::Pp),
    (20, Variant::Pp),
    (12, Variant::Pp),
    (18, Variant::Pp),
    (20, Variant::Pp),
    (12, Variant::Pp),
    (24, Variant::Pp),
    (18, Variant::Standard),
    (20, Variant::Pp),
];

/// Pegs at random before a match, in the middle half of the board.
const OPENING: usize = 3;
/// Nodes of a move of a match.
const MOVE: u64 = 400;
/// Turns before the end of a match that are looked at.
const LAST: usize = 22;
/// Positions that a proof may look at: those of every puzzle can be found out anew in about a second.
pub const PROOF: u64 = 40_000;
/// Matches in vain, for each puzzle that is wanted, after which nothing more is expected.
const PATIENCE: usize = 60;

/// Makes puzzles; `tell` hears of each, and of the number of matches so far. Fewer than were wished for if no more come up.
pub fn make(wish: &Wish, tell: &mut impl FnMut(&Puzzle, usize)) -> Vec<Puzzle> {
    let count = wish.count.min(MOST);
    let quota = |share: usize| (count * share).div_ceil(100);
    let mut left: Vec<(Task, usize)> = SHARES.map(|(task, share)| (task, quota(share))).into();
    let mut patterns = BTreeSet::new();
    let mut made = Vec::new();
    for number in 0..count * PATIENCE {
        if made.len() == count || left.iter().all(|(_, left)| *left == 0) {
            break;
        }
        let mut rng = rng::stream(wish.seed.wrapping_add((number as u64) << 32), "links puzzles");
        let (size, variant) = BOARDS[number % BOARDS.len()];
        let (size, variant) = (wish.size.unwrap_or(size), wish.variant.unwrap_or(variant));
        let played = play(Rules { size, variant, pie: false }, &mut rng);
        for (position, task, solution) in finds(&played, &left) {
            let place = left.iter_mut().find(|(wanted, left)| *wanted == task && *left > 0);
            let Some((_, left)) = place.filter(|_| made.len() < count) else { continue };
            if !patterns.insert(pattern(&position, solution)) {
                continue;
            }
            let setup = Setup { rules: position.rules(), opening: position.steps().collect(), seed: 1 };
            let grade = grade(&position, task, solution);
            let Ok(puzzle) = Puzzle::new(String::new(), task, grade, solution, setup) else { continue };
            *left -= 1;
            tell(&puzzle, number + 1);
            made.push(puzzle);
        }
    }
    // Easy ones first, within their task.
    made.sort_by_key(|puzzle| (puzzle.task, puzzle.grade, puzzle.position.rules().size));
    for (puzzle, name) in made.iter_mut().zip(NAMES) {
        puzzle.name = name.to_string();
    }
    made
}

/// A match between two levels.
fn play(rules: Rules, rng: &mut rng::Rng) -> Position {
    let mut position = Position::new(rules);
    let quarter = rules.size / 4;
    while position.turns() < OPENING as u32 {
        let place = quarter..rules.size - quarter;
        let step = Step::Peg(Hole::new(rng.random_range(place.clone()), rng.random_range(place)));
        if position.is_legal(step) {
            position.make(step);
        }
    }
    let mut sides = [0, 1].map(|_| Engine::new(rng.random_range(2..MAX_LEVEL), rng.random_range(0..u64::MAX)));
    while position.end().is_none() && position.turns() < 5 * u32::from(rules.size) {
        let thought = sides[position.side()].think(&position, &Budget::nodes(MOVE), &mut |_| {});
        let Some(step) = thought.best else { break };
        position.make(step);
    }
    position
}

/// At most one win and one defence from the end of a match, the longest that is still wanted.
fn finds(played: &Position, wanted: &[(Task, usize)]) -> Vec<(Position, Task, Hole)> {
    let is_wanted = |task: &Task| wanted.iter().any(|(wanted, left)| wanted == task && *left > 0);
    let mut position = played.clone();
    let mut best: [Option<(Position, Task, Hole)>; 2] = [None, None];
    // Proofs of neighbouring positions help each other.
    let mut prover = Prover::new(Budget::unlimited());
    for _ in 0..LAST {
        if position.turns() <= OPENING as u32 + 4 {
            break;
        }
        position.unmake();
        if position.end().is_some() {
            continue;
        }
        let task = if let Ok(Some(task)) = task(&mut prover, &position) { task } else { continue };
        let place = &mut best[usize::from(matches!(task, Task::Hold(_)))];
        if !is_wanted(&task) || place.as_ref().is_some_and(|(_, other, _)| *other >= task) {
            continue;
        }
        prover.renew(Budget::nodes(PROOF));
        if let Ok(Some(solution)) = only(&mut prover, &position, task) {
            // What was known may have made it short: it is proved once more by itself.
            if only(&mut Prover::new(Budget::nodes(PROOF)), &position, task) == Ok(Some(solution)) {
                *place = Some((position.clone(), task, solution));
            }
        }
    }
    best.into_iter().flatten().collect()
}

/// The task that a position could have.
fn task(prover: &mut Prover, position: &Position) -> Result<Option<Task>, Spent> {
    let side = position.side();
    let most = usize::from(Task::MOST);
    if Routes::of(position, side).distance <= most {
        prover.renew(Budget::nodes(PROOF));
        if let Some(pegs) = prover.wins_in(position, Task::MOST)? {
            return Ok(Some(Task::Win(pegs)));
        }
    }
    if (2..=3).contains(&Routes::of(position, 1 - side).distance) {
        let mut other = position.clone();
        other.pass();
        prover.renew(Budget::nodes(PROOF));
        if let Some(pegs) = prover.wins_in(&other, 3)? {
            return Ok(Some(Task::Hold(pegs)));
        }
    }
    Ok(None)
}

/// Columns and rows around the solution that make a pattern.
const NEAR: i8 = 4;

/// The pegs around a solution as the side to move sees them, the same however they are mirrored.
fn pattern(position: &Position, solution: Hole) -> Vec<(i8, i8, bool)> {
    let side = position.side();
    let around = |hole: Hole| {
        let (across, along) = (hole.column() as i8 - solution.column() as i8, hole.row() as i8 - solution.row() as i8);
        if side == 0 { (across, along) } else { (along, across) }
    };
    let mut near = Vec::new();
    for whose in 0..2 {
        let pegs = position.pegs(whose).iter().map(around);
        let close = pegs.filter(|(across, along)| across.abs() <= NEAR && along.abs() <= NEAR);
        near.extend(close.map(|(across, along)| (across, along, whose == side)));
    }
    let mirrors = [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(right, down)| {
        let mut all: Vec<_> = near.iter().map(|(across, along, own)| (across * right, along * down, *own)).collect();
        all.sort_unstable();
        all
    });
    mirrors.into_iter().min().unwrap_or_default()
}

/// How hard it is: more for each peg, for a solution without a link or without a threat, and for each program that fails.
fn grade(position: &Position, task: Task, solution: Hole) -> u8 {
    let side = position.side();
    let mut points = task.horizon() - 1;
    points += u8::from(position.links_of(side, solution).next().is_none());
    let mut after = position.clone();
    after.make(Step::Peg(solution));
    points += u8::from(after.end().is_none() && Routes::of(&after, side).distance > 1);
    for (level, nodes) in [(5, 300), (MAX_LEVEL, 1000)] {
        let thought = Engine::new(level, 1).think(position, &Budget::nodes(nodes), &mut |_| {});
        points += u8::from(thought.best != Some(Step::Peg(solution)));
    }
    (1 + points / 2).min(MAX_GRADE)
}
