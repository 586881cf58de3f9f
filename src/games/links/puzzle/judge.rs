//! Verdicts on what is done in a puzzle, the best defence, the solution.

use super::prover::{MAX_PEGS, Prover, Spent};
use super::{Puzzle, Task};
use crate::arena::puzzle::{self, Verdict};
use crate::base::Budget;
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::hole::Hole;
use crate::games::links::position::Position;
use crate::games::links::routes::{FAR, Routes};
use crate::games::links::step::Step;
use crate::search::Outcome;

/// Positions that an answer may look at: many times what a proof needs, so that no question about a strange position takes
/// for ever.
const LIMIT: u64 = 400_000;

/// Positions that may be looked at for a win that comes too late, and pegs of it beyond those in time.
const LATE_LIMIT: u64 = 40_000;
const LATER: u8 = 2;

/// Answers among which the one is chosen that leaves the fewest wins.
const EQUALS: usize = 8;

/// Wins that are counted after an answer.
const COUNTED: usize = 4;

/// Nodes of the engine where nothing is to be proved.
const NODES: u64 = 3000;

/// Knows everything about one puzzle.
#[derive(Debug, Clone)]
pub struct Judge {
    task: Task,
    side: usize,
    /// Turns that are over at the beginning.
    begin: u32,
    prover: Prover,
}

impl Judge {
    pub fn new(puzzle: &Puzzle) -> Self {
        Self {
            task: puzzle.task,
            side: puzzle.side(),
            begin: puzzle.position().turns(),
            prover: Prover::new(Budget::unlimited()),
        }
    }

    /// Pegs that the side that is to win has placed.
    fn placed(&self, position: &Position) -> u8 {
        let turns = position.turns().saturating_sub(self.begin);
        // Who solves begins; of a defence the other places the first that counts.
        let placed = if matches!(self.task, Task::Win(_)) { turns.div_ceil(2) } else { turns / 2 };
        u8::try_from(placed).unwrap_or(u8::MAX)
    }

    /// Pegs that it has left.
    fn left(&self, position: &Position) -> u8 {
        self.task.horizon().saturating_sub(self.placed(position))
    }

    fn judge(&mut self, position: &Position) -> Result<Verdict, Spent> {
        self.prover.renew(Budget::nodes(LIMIT));
        if let Task::Hold(pegs) = self.task {
            if position.turns() <= self.begin {
                return Ok(Verdict::Open(1));
            }
            // The first peg decides, also when the other side has moved before it was judged.
            let mut first = position.clone();
            while first.turns() > self.begin + 1 {
                first.unmake();
            }
            let is_held = first.end().is_some() || self.prover.wins_in(&first, pegs)?.is_none();
            return Ok(match position.end() {
                _ if is_held => Verdict::Solved,
                Some(_) => Verdict::Failed,
                None => Verdict::Spoilt,
            });
        }
        if let Some(end) = position.end() {
            let is_won = end.outcome == Outcome::Win(self.side) && self.placed(position) <= self.task.horizon();
            return Ok(if is_won { Verdict::Solved } else { Verdict::Failed });
        }
        let left = self.left(position);
        if let Some(pegs) = self.needed(position, left)? {
            return Ok(Verdict::Open(pegs.into()));
        }
        self.prover.renew(Budget::nodes(LATE_LIMIT));
        let late = self.needed(position, (left + LATER).min(MAX_PEGS))?;
        Ok(late.map_or(Verdict::Spoilt, |pegs| Verdict::Late(u16::from(self.placed(position)) + u16::from(pegs))))
    }

    /// The least pegs, up to `most`, with which the side that solves wins from here.
    fn needed(&mut self, position: &Position, most: u8) -> Result<Option<u8>, Spent> {
        if position.side() == self.side {
            return self.prover.wins_in(position, most);
        }
        for pegs in 1..=most {
            if self.prover.holding(position, pegs, 1)?.is_empty() {
                return Ok(Some(pegs));
            }
        }
        Ok(None)
    }

    /// Who is to win: goes the shortest way. Who is to hinder it: refutes if it can, else holds out as long as it can and
    /// leaves as few wins as it can.
    fn best(&mut self, position: &Position) -> Result<Option<Hole>, Spent> {
        self.prover.renew(Budget::nodes(LIMIT));
        let left = self.left(position);
        let attacker = if matches!(self.task, Task::Win(_)) { self.side } else { 1 - self.side };
        if position.side() == attacker {
            let Some(pegs) = self.prover.wins_in(position, left)? else { return Ok(None) };
            return Ok(self.prover.winners(position, pegs, 1)?.first().copied());
        }
        if let Some(own) = Routes::of(position, position.side()).wins().iter().next() {
            return Ok(Some(own));
        }
        // The most pegs within which an answer holds out.
        let mut longest = Vec::new();
        for pegs in (1..=left).rev() {
            longest = self.prover.holding(position, pegs, EQUALS)?;
            if !longest.is_empty() {
                let rank = |judge: &mut Self, hole: Hole| -> Result<_, Spent> {
                    let mut after = position.clone();
                    after.make(Step::Peg(hole));
                    // A refutation leaves none.
                    let needed = if pegs < left { judge.prover.wins_in(&after, pegs + 1)? } else { None };
                    let wins = match needed {
                        Some(needed) => judge.prover.winners(&after, needed, COUNTED)?.len(),
                        None => 0,
                    };
                    Ok((wins, cost(&after, attacker)))
                };
                let mut best = None;
                for hole in longest {
                    let rank = rank(self, hole)?;
                    if best.is_none_or(|(least, _)| rank < least) {
                        best = Some((rank, hole));
                    }
                }
                return Ok(best.map(|(_, hole)| hole));
            }
        }
        // All lose at once: it stands in the way of what it can.
        longest.extend(position.free(position.side()).iter());
        Ok(longest.into_iter().min_by_key(|hole| {
            let mut after = position.clone();
            after.make(Step::Peg(*hole));
            cost(&after, attacker)
        }))
    }

    fn line(&mut self, position: &Position) -> Result<Vec<Hole>, Spent> {
        self.prover.renew(Budget::nodes(LIMIT));
        let mut position = position.clone();
        let mut line = Vec::new();
        if let Task::Hold(pegs) = self.task {
            if position.turns() == self.begin {
                line.extend(self.prover.holding(&position, pegs, 1)?);
            }
            return Ok(line);
        }
        while position.end().is_none() && matches!(self.judge(&position)?, Verdict::Open(_)) {
            let Some(hole) = self.best(&position)? else { break };
            position.make(Step::Peg(hole));
            line.push(hole);
        }
        Ok(line)
    }
}

/// How good a position is for who wants to win: what a defence wants to be small.
fn cost(position: &Position, attacker: usize) -> (usize, u32, usize) {
    let [attack, own] = [attacker, 1 - attacker].map(|side| Routes::of(position, side));
    (FAR - attack.distance.min(FAR), attack.holes[0].len(), own.distance)
}

impl puzzle::Judge<Position> for Judge {
    /// What cannot be proved counts as spoilt.
    fn verdict(&mut self, position: &Position) -> Verdict {
        self.judge(position).unwrap_or(Verdict::Spoilt)
    }

    fn defence(&mut self, position: &Position) -> Step {
        if let Ok(Some(hole)) = self.best(position) {
            return Step::Peg(hole);
        }
        let thought = Engine::new(MAX_LEVEL, 1).think(position, &Budget::nodes(NODES), &mut |_| {});
        thought.best.unwrap_or(Step::Resign)
    }

    fn solution(&mut self, position: &Position) -> Vec<Step> {
        super::pegs(&self.line(position).unwrap_or_default())
    }
}

impl puzzle::Puzzle for Puzzle {
    type Game = Position;
    type Judge = Judge;

    fn id(&self) -> &str {
        &self.name
    }

    fn title(&self) -> &str {
        &self.name
    }

    fn task(&self) -> String {
        self.task.to_string()
    }

    fn grade(&self) -> u8 {
        self.grade
    }

    fn seat(&self) -> usize {
        self.side()
    }

    fn setup(&self) -> super::Setup {
        self.setup().clone()
    }

    fn judge(&self) -> Judge {
        Judge::new(self)
    }
}
