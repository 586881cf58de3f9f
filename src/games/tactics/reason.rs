//! Why an action was chosen: what its player expects, and which terms of the evaluation gain by it.
//!
//! A search says what an action is worth and how it goes on. The reason is the difference that the expected line makes:
//! every weighted term at the end of the line less the same term now. These differences add up to what the player
//! expects to gain, so that the largest ones are what it acts for.

use super::action::Action;
use super::evaluation::{Evaluation, Style, Term, Weights};
use super::position::Position;
use super::rules::Side;
use crate::search::{Outcome, Thought, is_decided, plies_to_end};
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It wins by force in so many actions of both sides together.
    Wins(u32),
    /// It loses by force in so many.
    Loses(u32),
    /// Nobody can win, known for certain.
    Draw,
    /// An estimate in units of the evaluation, in which a point of health is about 20.
    Estimate(i32),
}

/// Why a player acts as it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub side: Side,
    /// The position it was found in: its key.
    pub key: u64,
    pub verdict: Verdict,
    pub depth: u32,
    pub nodes: u64,
    pub line: Vec<Action>,
    /// How many of them belong to this turn.
    pub own: usize,
    /// What the weighted terms gain by the end of the line, the largest first; terms that do not change are left out.
    pub gains: Vec<(Term, i32)>,
}

impl Reason {
    /// The reason of what was thought about a position; `None` if nothing was found, as by players that do not search.
    pub fn of(position: &Position, thought: &Thought<Action>, style: Style) -> Option<Self> {
        thought.best?;
        let side = position.side();
        let evaluation = Evaluation::new(Weights::of(position.scene().rules.mode, style), Arc::default());
        let mut after = position.clone();
        let (mut line, mut own) = (Vec::new(), 0);
        for action in thought.line.iter().chain(thought.best.iter().filter(|_| thought.line.is_empty())) {
            if !after.is_legal(*action) {
                break;
            }
            own += usize::from(after.side() == side && after.turns() == position.turns());
            after.make(*action);
            line.push(*action);
        }
        let now = evaluation.terms(position, side);
        let then = evaluation.terms(&after, side);
        let mut gains: Vec<(Term, i32)> =
            now.iter().zip(then).map(|(now, then)| (now.0, then.1 - now.1)).filter(|(_, gain)| *gain != 0).collect();
        gains.sort_by_key(|(term, gain)| (std::cmp::Reverse(gain.abs()), *term));
        Some(Self {
            side,
            key: position.key(),
            verdict: verdict(thought, &after, side),
            depth: thought.depth,
            nodes: thought.nodes,
            line,
            own,
            gains,
        })
    }
}

fn verdict(thought: &Thought<Action>, after: &Position, side: Side) -> Verdict {
    match plies_to_end(thought.score) {
        Some(plies) if is_decided(thought.score) && thought.score > 0 => Verdict::Wins(plies.max(1)),
        Some(plies) => Verdict::Loses(plies.max(1)),
        None => match after.end().map(|end| end.outcome) {
            Some(Outcome::Draw) => Verdict::Draw,
            Some(Outcome::Win(winner)) if winner == side.index() => Verdict::Wins(thought.line.len() as u32),
            _ => Verdict::Estimate(thought.score),
        },
    }
}
