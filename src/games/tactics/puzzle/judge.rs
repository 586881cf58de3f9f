//! Verdicts on what a player does, the best defence, the solution.

use super::{Goal, Puzzle, Solver};
use crate::arena::puzzle::{self, Verdict};
use crate::games::tactics::action::Action;
use crate::games::tactics::position::Position;
use std::collections::BTreeSet;

/// Knows everything about one puzzle; see [`super`].
#[derive(Debug, Clone)]
pub struct Judge {
    goal: Goal,
    solver: Solver,
    /// Turns of a side that are over at the beginning, and when time is up.
    begin: u16,
    end: u16,
}

impl Judge {
    pub fn new(puzzle: &Puzzle) -> Self {
        let begin = puzzle.position().turns();
        Self { goal: puzzle.goal, solver: Solver::new(puzzle), begin, end: begin + 2 * puzzle.goal.rounds() }
    }

    pub fn verdict(&mut self, position: &Position) -> Verdict {
        let mut game = fresh(position);
        // Whether something is out of reach is a proof of the solver's, not an end.
        let is_over = game.end().is_some() || game.turns() >= self.end;
        match self.solver.settled(&game, self.end) {
            Some(true) => return Verdict::Solved,
            Some(false) if is_over || matches!(self.goal, Goal::Save(..)) => return Verdict::Failed,
            Some(false) | None => {}
        }
        match self.rounds(&mut game) {
            Some(rounds) => Verdict::Open(rounds),
            None => Verdict::Spoilt,
        }
    }

    /// The actions after which the goal can still be reached in time.
    pub fn keeping(&mut self, position: &Position) -> Vec<Action> {
        self.solver.keeping(&mut fresh(position), self.end)
    }

    /// The whole turn of the side to move in a position that is not over, at its best: who solves goes the shortest way;
    /// the other side refutes if it can, else holds out as long as it can and leaves as few good answers as it can.
    pub fn defence(&mut self, position: &Position) -> Vec<Action> {
        let mut game = fresh(position);
        let mut turns = Vec::new();
        all_turns(&mut game, position.turns(), &mut BTreeSet::new(), &mut Vec::new(), &mut turns);
        let mut best: Option<((bool, u16, usize), Vec<Action>)> = None;
        for turn in turns {
            turn.iter().for_each(|action| game.make(*action));
            let rank = match self.rounds(&mut game) {
                None => (true, 0, 0),
                Some(rounds) => {
                    let answers = self.solver.keeping(&mut game, self.end).len();
                    (false, rounds, usize::MAX - answers)
                }
            };
            turn.iter().for_each(|_| game.unmake());
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, turn));
            }
        }
        best.map_or_else(Vec::new, |(_, turn)| turn)
    }

    /// From a position to the goal, both sides at their best; empty if it cannot be forced.
    pub fn solution(&mut self, position: &Position) -> Vec<Action> {
        let mut game = fresh(position);
        let mut line = Vec::new();
        while let Some(rounds) = self.rounds(&mut game)
            && self.solver.settled(&game, self.end) != Some(true)
        {
            if game.side() != self.solver.side() {
                let turn = self.defence(&game);
                turn.iter().for_each(|action| game.make(*action));
                line.extend(turn);
                continue;
            }
            // An own action after which no more rounds are needed than before.
            let end = self.end_in(&game, rounds);
            let Some(action) = self.solver.keeping(&mut game, end).first().copied() else { break };
            game.make(action);
            line.push(action);
        }
        line
    }

    /// Rounds within which the goal can be forced from here, if it can in time.
    fn rounds(&mut self, game: &mut Position) -> Option<u16> {
        let most = (self.end - game.turns().min(self.end)).div_ceil(2);
        if matches!(self.goal, Goal::Save(..)) {
            return self.solver.solves(game, self.end).then_some(most);
        }
        (0..=most).find(|rounds| {
            let end = self.end_in(game, *rounds);
            self.solver.solves(game, end)
        })
    }

    /// When time is up for a number of rounds from here: rounds end with the turn of who did not begin.
    fn end_in(&self, game: &Position, rounds: u16) -> u16 {
        let is_half = (game.turns() - self.begin) % 2;
        (game.turns() + 2 * rounds - is_half.min(2 * rounds)).min(self.end)
    }
}

impl puzzle::Judge<Position> for Judge {
    fn verdict(&mut self, position: &Position) -> Verdict {
        self.verdict(position)
    }

    fn defence(&mut self, position: &Position) -> Action {
        self.defence(position).first().copied().unwrap_or_else(|| {
            // Not in a position that is not over: everybody has a turn.
            let mut all = Vec::new();
            position.actions(&mut all);
            all[0]
        })
    }

    fn solution(&mut self, position: &Position) -> Vec<Action> {
        self.solution(position)
    }
}

/// The position without the actions that led to it.
fn fresh(position: &Position) -> Position {
    let mut game = position.clone();
    game.settle();
    game
}

/// All turns of the side to move, one for each position that they lead to.
fn all_turns(
    game: &mut Position,
    begun: u16,
    seen: &mut BTreeSet<u64>,
    line: &mut Vec<Action>,
    turns: &mut Vec<Vec<Action>>,
) {
    if game.end().is_some() || game.turns() != begun {
        turns.push(line.clone());
        return;
    }
    for action in game.legal() {
        game.make(action);
        if seen.insert(game.key()) {
            line.push(action);
            all_turns(game, begun, seen, line, turns);
            line.pop();
        }
        game.unmake();
    }
}
