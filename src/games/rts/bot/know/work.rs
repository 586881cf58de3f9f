//! What a program computes is counted, not timed: the same match costs the same on all machines, and what is too much is
//! bounded by these counts.

use crate::games::rts::bot::fight::Outcome;
use std::cell::Cell;

/// What programs have computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Looks at the game.
    pub looks: u64,
    /// Cells and blocks of the map that were looked at.
    pub cells: u64,
    /// Fights that were computed.
    pub questions: u64,
    /// Pairs of groups in them, times steps.
    pub body_steps: u64,
}

impl Work {
    pub fn plus(self, other: Self) -> Self {
        Self {
            looks: self.looks + other.looks,
            cells: self.cells + other.cells,
            questions: self.questions + other.questions,
            body_steps: self.body_steps + other.body_steps,
        }
    }
}

/// The work of one look.
#[derive(Debug, Default)]
pub struct Tally {
    cells: Cell<u64>,
    questions: Cell<u64>,
    body_steps: Cell<u64>,
}

impl Tally {
    pub(crate) fn cells(&self, count: usize) {
        self.cells.set(self.cells.get() + count as u64);
    }

    /// Counts a fight and hands its outcome on.
    pub(crate) fn asked(&self, outcome: Outcome) -> Outcome {
        self.questions.set(self.questions.get() + 1);
        self.body_steps.set(self.body_steps.get() + u64::from(outcome.work));
        outcome
    }

    pub(crate) fn sum(&self) -> Work {
        let [cells, questions, body_steps] = [&self.cells, &self.questions, &self.body_steps].map(Cell::get);
        Work { looks: 1, cells, questions, body_steps }
    }
}
