//! A match move by move, from its end to its beginning: what is found about later positions stays in the table and helps with
//! earlier ones, so that a lost position is known as lost further ahead than a single search would see.

use super::analyst::{Analyst, Candidate, before};
use super::chance::chance;
use crate::arena::TurnGame as _;
use crate::base::Budget;
use crate::games::links::game::Match;
use crate::games::links::position::Position;
use crate::games::links::step::Step;
use crate::search::{Outcome, WIN, is_decided, plies_to_end};

/// What a move costs at least in chance to win to be marked.
const INACCURACY: f64 = 0.1;
const MISTAKE: f64 = 0.2;
const BLUNDER: f64 = 0.3;
/// How much worse the second move is where there is only one.
const ONLY: f64 = 0.2;
/// Moves that are valued where all lose.
const LOSING: usize = 12;
/// Plies of the deepest search.
const DEEPEST: u32 = 60;

/// How bad a move was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// A move of a match and what it was worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Ply {
    /// Steps of the match before it, offers of draws among them.
    pub at: usize,
    /// Its number, from 1.
    pub number: u32,
    pub side: usize,
    pub played: Step,
    /// The best move; the hardest to refute, where all lose.
    pub best: Step,
    /// What is expected after the best move, which comes first.
    pub line: Vec<Step>,
    /// The value for the first side if the best move is made, and after the one that was. Wins count from before the move.
    pub before: i32,
    pub after: i32,
    /// The first side's chances to win with them.
    pub chances: [f64; 2],
    /// Chance to win that the move cost its side, from 0 to 1.
    pub loss: f64,
    pub mark: Option<Mark>,
    /// It was the only move that did not cost much.
    pub is_only: bool,
    /// Plies of the win that it let slip.
    pub missed: Option<u32>,
    /// Plies that the best move and the played one hold out, where both lose.
    pub resistance: Option<[u32; 2]>,
    /// Plies of the search.
    pub depth: u32,
    pub nodes: u64,
}

impl Ply {
    /// Whether another move was better, or held out longer.
    pub fn is_improvable(&self) -> bool {
        let gave_in = self.resistance.is_some_and(|[best, played]| played < best);
        self.best != self.played && (self.mark.is_some() || self.missed.is_some() || gave_in)
    }
}

/// The moves of a side together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Totals {
    pub moves: u32,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
    pub missed_wins: u32,
    /// Mean chance to win that its moves did not cost, from 0 to 1; 1 without moves.
    pub accuracy: f64,
}

/// What the moves of each side cost together.
pub fn totals<'a>(plies: impl IntoIterator<Item = &'a Ply>) -> [Totals; 2] {
    let mut totals = [Totals::default(); 2];
    let mut losses = [0.0; 2];
    for ply in plies {
        let of_side = &mut totals[ply.side];
        of_side.moves += 1;
        of_side.inaccuracies += u32::from(ply.mark == Some(Mark::Inaccuracy));
        of_side.mistakes += u32::from(ply.mark == Some(Mark::Mistake));
        of_side.blunders += u32::from(ply.mark == Some(Mark::Blunder));
        of_side.missed_wins += u32::from(ply.missed.is_some());
        losses[ply.side] += ply.loss;
    }
    for (of_side, loss) in totals.iter_mut().zip(losses) {
        of_side.accuracy = 1.0 - loss / f64::from(of_side.moves.max(1));
    }
    totals
}

/// A match under analysis.
pub struct Review {
    analyst: Analyst,
    /// The moves with the steps before each, and the position before each; those that are not looked at yet.
    left: Vec<(usize, Step, Position)>,
    /// What is known of the position after the last of them.
    later: Option<Later>,
    last: Position,
}

impl Review {
    /// A match from its beginning to where it stands.
    pub fn new(played: &Match) -> Self {
        let mut position = played.at(0).position().clone();
        let mut left = Vec::new();
        for (at, (step, seat)) in played.steps().iter().zip(played.seats()).enumerate() {
            if matches!(step, Step::Resign | Step::Draw) {
                break;
            }
            if *step != Step::Offer {
                left.push((at, *step, position.clone()));
            }
            if position.apply(&[(*seat, *step)]).is_err() {
                unreachable!("the steps of a match are legal");
            }
        }
        Self { analyst: Analyst::default(), left, later: None, last: position }
    }

    /// Moves that are not looked at yet.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Looks at the last move that is left. With a budget of nodes the answer is always the same; they are for this move. If
    /// the budget is stopped meanwhile there is no answer, and the move is left.
    pub fn go_on(&mut self, budget: &Budget) -> Option<Ply> {
        let (at, played, position) = self.left.last()?.clone();
        let later = self.later.clone().unwrap_or_else(|| self.worth(budget));
        let mut look = self.compare(&position, played, &later, budget);
        if is_lost(look.best.score) {
            self.hold_out(&position, &mut look, budget);
        }
        if budget.is_spent(0) {
            return None;
        }
        self.left.pop();
        let ply = look.ply(at, played, &position);
        let score = if ply.side == 0 { ply.before } else { -ply.before };
        self.later = Some(Later { score, line: ply.line.clone(), is_over: false });
        Some(ply)
    }

    /// What the last position is worth.
    fn worth(&mut self, budget: &Budget) -> Later {
        let Some(end) = self.last.end() else {
            let thought = self.analyst.think(&self.last, &[], DEEPEST, budget);
            return Later { score: thought.score, line: thought.line, is_over: false };
        };
        let score = match end.outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == self.last.side() => WIN,
            Outcome::Win(_) => -WIN,
        };
        Later { score, line: Vec::new(), is_over: true }
    }

    /// Values the best move and the one that was played, as deep as each other. What is certain after a move is certain
    /// before it.
    fn compare(&mut self, position: &Position, played: Step, later: &Later, budget: &Budget) -> Look {
        let thought = self.analyst.think(position, &[], DEEPEST, &part(budget, 80));
        let (mut nodes, depth) = (thought.nodes, thought.depth.max(2));
        let step = thought.best.unwrap_or(played);
        let mut best = Candidate { step, score: thought.score, line: thought.line, depth };
        let followed = || {
            let line = std::iter::once(played).chain(later.line.iter().copied()).collect();
            Candidate { step: played, score: before(later.score), line, depth }
        };
        let own = if later.is_over || is_decided(later.score) {
            followed()
        } else if best.step == played {
            best.clone()
        } else {
            let limits = part(budget, 90).rest(nodes);
            self.analyst.value(position, played, depth, &limits, &mut nodes).unwrap_or_else(followed)
        };
        let mut is_only = false;
        if best.step == played {
            best = own.clone();
            let second = self.analyst.think(position, &[played], depth, &budget.rest(nodes));
            nodes += second.nodes;
            if let Some(step) = second.best {
                let size = position.rules().size;
                if is_lost(own.score) && second.score > own.score {
                    // It loses after all, which the search from here has not seen.
                    best = Candidate { step, score: second.score, line: second.line, depth };
                } else if second.depth >= depth && !is_decided(own.score) {
                    is_only = chance(own.score, size) - chance(second.score, size) >= ONLY;
                }
            }
        } else if own.score > best.score {
            best = own.clone();
        }
        Look { best, own, is_only, resistance: None, nodes }
    }

    /// Where all moves lose, looks for the one that is the hardest to refute.
    fn hold_out(&mut self, position: &Position, look: &mut Look, budget: &Budget) {
        let found = self.analyst.candidates(position, LOSING, &budget.rest(look.nodes), &mut |_| {});
        let longest = found.into_iter().next().filter(|first| is_lost(first.score) && first.score >= look.best.score);
        look.best = longest.unwrap_or_else(|| look.best.clone());
        // Nothing holds out longer than the best move, though it may not have been refuted in time.
        look.own.score = look.own.score.min(look.best.score);
        let plies = |score: i32| plies_to_end(score).unwrap_or_default();
        look.resistance = Some([plies(look.best.score), plies(look.own.score)]);
    }
}

/// What is known of a position further on.
#[derive(Clone)]
struct Later {
    /// For the side to move there.
    score: i32,
    line: Vec<Step>,
    is_over: bool,
}

/// The best move and the one that was played; values are for who makes them.
struct Look {
    best: Candidate,
    own: Candidate,
    is_only: bool,
    resistance: Option<[u32; 2]>,
    nodes: u64,
}

impl Look {
    fn ply(self, at: usize, played: Step, position: &Position) -> Ply {
        let (side, size) = (position.side(), position.rules().size);
        let (best, own) = (self.best.score, self.own.score);
        let loss = (chance(best, size) - chance(own, size)).max(0.0);
        let is_won = |score: i32| is_decided(score) && score > 0;
        let for_first = |score: i32| if side == 0 { score } else { -score };
        let marks = [(BLUNDER, Mark::Blunder), (MISTAKE, Mark::Mistake), (INACCURACY, Mark::Inaccuracy)];
        Ply {
            at,
            number: position.turns() + 1,
            side,
            played,
            best: self.best.step,
            before: for_first(best),
            after: for_first(own),
            chances: [best, own].map(|score| chance(for_first(score), size)),
            loss,
            mark: marks.into_iter().find_map(|(least, mark)| (loss >= least).then_some(mark)),
            is_only: self.is_only,
            missed: plies_to_end(best).filter(|_| is_won(best) && !is_won(own)),
            resistance: self.resistance,
            depth: self.best.depth,
            line: self.best.line,
            nodes: self.nodes,
        }
    }
}

fn is_lost(score: i32) -> bool {
    is_decided(score) && score < 0
}

/// So many of a hundred nodes of a budget.
fn part(budget: &Budget, share: u64) -> Budget {
    budget.clone().and_nodes((budget.node_limit() / 100).saturating_mul(share))
}
