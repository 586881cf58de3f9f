//! Puzzles: positions with a win in a given number of own turns, and the solver that checks them.
//!
//! `assets/rules/tactics/puzzles.ron` has those that the game ships with; the positions are drawn as in
//! [`super::picture`].

use super::action::Action;
use super::class::Classes;
use super::picture::read;
use super::position::Position;
use super::rules::{Mode, Rules, Side};
use crate::search::Outcome;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A position with a task: side A is to move and wins in `turns` own turns, whatever B does.
#[derive(Debug, Clone)]
pub struct Puzzle {
    /// The name shown in menus.
    pub name: String,
    /// The task in words.
    pub task: String,
    /// Own turns until the win.
    pub turns: u16,
    /// The position.
    pub position: Position,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzlesSpec {
    version: u32,
    puzzles: Vec<PuzzleSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleSpec {
    name: String,
    task: String,
    turns: u16,
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    score: (u8, u8),
    rows: Vec<String>,
}

/// The puzzles that the game ships with.
const BUILT_IN: &str = include_str!("../../../assets/rules/tactics/puzzles.ron");

/// Most own turns of a puzzle.
pub const MAX_TURNS: u16 = 6;

impl Puzzle {
    /// The puzzles that the game ships with.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        Self::parse(BUILT_IN, "puzzles.ron").expect("the built-in puzzles are checked by a test")
    }

    /// Reads puzzles from RON; `file` is for messages.
    ///
    /// # Errors
    /// A sentence with the file and the line or the puzzle.
    pub fn parse(text: &str, file: &str) -> Result<Vec<Self>, String> {
        let spec: PuzzlesSpec = ron::Options::default().from_str(text).map_err(|error| {
            format!("{file}: line {}, column {}: {}", error.span.start.line, error.span.start.col, error.code)
        })?;
        if spec.version != 1 {
            return Err(format!("{file}: `version` is {}, this program reads version 1 of puzzles", spec.version));
        }
        let classes = Classes::built_in();
        let puzzle = |spec: PuzzleSpec| {
            let wrong = |problem: String| format!("{file}: puzzle {:?}: {problem}", spec.name);
            if !(1..=MAX_TURNS).contains(&spec.turns) {
                return Err(wrong(format!("`turns`: expected 1 to {MAX_TURNS}, got {}", spec.turns)));
            }
            if let Some(problem) = spec.rules.problem() {
                return Err(wrong(format!("`rules`: {problem}")));
            }
            let position = read(&spec.rows.join("\n"), spec.rules, &classes, Side::A, Side::A);
            let position = position.map_err(|problem| wrong(format!("`rows`: {problem}")))?;
            let position =
                if spec.rules.mode == Mode::Hill { position.with(spec.score.into(), 0, 0, 0) } else { position };
            if position.side() != Side::A || position.end().is_some() {
                return Err(wrong("side A has nothing to do".into()));
            }
            Ok(Self { name: spec.name.clone(), task: spec.task.clone(), turns: spec.turns, position })
        };
        spec.puzzles.into_iter().map(puzzle).collect()
    }
}

/// Finds out whether a side wins by force within a number of its own turns. Remembers what it knows of positions.
#[derive(Debug, Default)]
pub struct Solver {
    /// By key: own turns within which the win is certain, and within which it is refuted.
    known: BTreeMap<(u64, u16), bool>,
}

impl Solver {
    /// Whether `side` wins within `turns` own turns, one of which may be half done, from a position.
    pub fn wins(&mut self, position: &mut Position, side: Side, turns: u16) -> bool {
        match position.end().map(|end| end.outcome) {
            Some(Outcome::Win(winner)) => return winner == side.index(),
            Some(Outcome::Draw) => return false,
            None if turns == 0 => return false,
            None => {}
        }
        let key = (position.key(), turns);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mover = position.side();
        let mut actions = Vec::new();
        position.actions(&mut actions);
        // Attacks come first in the list; for the side that wants to win they are tried first.
        let found = if mover == side {
            actions.into_iter().any(|action| self.after(position, action, side, turns))
        } else {
            actions.into_iter().all(|action| self.after(position, action, side, turns))
        };
        self.known.insert(key, found);
        found
    }

    fn after(&mut self, position: &mut Position, action: Action, side: Side, turns: u16) -> bool {
        let (mover, turn) = (position.side(), position.turns());
        position.make(action);
        // A turn of the enemy that was skipped counts as none, a second own one as one more.
        let own_turns = if mover == side && position.turns() != turn { 1 } else { 0 };
        let found = self.wins(position, side, turns - own_turns);
        position.unmake();
        found
    }

    /// All first actions that keep a win within `turns` own turns.
    pub fn solutions(&mut self, position: &mut Position, turns: u16) -> Vec<Action> {
        let (side, mut actions) = (position.side(), Vec::new());
        position.actions(&mut actions);
        actions.retain(|action| self.after(position, *action, side, turns));
        actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_puzzles_are_won_in_their_turns_and_not_before_with_few_first_actions() {
        let puzzles = Puzzle::built_in();
        assert!(puzzles.len() >= 12, "{}", puzzles.len());
        for mut puzzle in puzzles {
            let mut solver = Solver::default();
            let (name, turns) = (&puzzle.name, puzzle.turns);
            assert!(solver.wins(&mut puzzle.position, Side::A, turns), "{name}: no win");
            assert!(!solver.wins(&mut puzzle.position, Side::A, turns - 1), "{name}: shorter");
            let solutions = solver.solutions(&mut puzzle.position, turns);
            let mut all = Vec::new();
            puzzle.position.actions(&mut all);
            assert!(solutions.len() * 2 <= all.len() && !puzzle.task.is_empty(), "{name}: {solutions:?}");
        }
    }

    #[test]
    fn wrong_puzzles_are_told() {
        let told = |from: &str, to: &str| Puzzle::parse(&BUILT_IN.replacen(from, to, 1), "p.ron").expect_err("wrong");
        assert!(told("version: 1", "version: 2").starts_with("p.ron: `version` is 2"));
        assert!(told("turns: ", "turns: 9").contains("`turns`: expected 1 to 6"));
        assert!(told("turns", "moves").starts_with("p.ron: line "));
    }
}
