//! What one agent can do in the next few steps.
//!
//! Operations of several actions after E. Yukhnevich, A. Andreychuk, "Enhancing PIBT via Multi-Action Operations", AAAI 2026
//! (arXiv 2511.09193). Where we differ: they are found for each agent at each step and not kept in a table, and of those that
//! take the same cells at the same times only the one that ends nearest to the goal is kept, so that turns at the end need
//! no operations of their own.

use super::fields::{FACINGS, FAR, ahead_right_left};
use super::flow::STEP;
use super::roads::{NONE, Roads};

/// Steps of the longest operation.
pub const LONGEST: usize = 6;

/// What an agent does in the next steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operation {
    /// The cell where it is after each step.
    pub cells: [u32; LONGEST],
    /// The node where it is after the first step.
    pub first: u32,
    /// The less, the better: 1/[`FINE`] of the price of the way that is left, and a little of what is left on the way.
    pub value: i32,
    /// Tells operations apart that take other cells: digits to the base of five.
    pub shape: u32,
}

/// Parts of an eighth of a step.
const FINE: i32 = 64;

/// The way of one agent that operations are for.
#[derive(Debug, Clone, Copy)]
pub struct Outlook<'a> {
    pub roads: &'a Roads,
    /// Price of the way that is left from each node.
    pub field: &'a [u16],
    pub goal: u32,
    /// Steps of an operation, at most [`LONGEST`].
    pub depth: usize,
    /// Turns take time.
    pub turns: bool,
}

/// An operation half made.
#[derive(Debug, Clone, Copy)]
struct Draft {
    made: Operation,
    steps: usize,
    node: u32,
    /// Turns since the last step that moved it, to the right; -1 for one to the left.
    turned: i8,
    /// Step in which it is at its goal.
    arrival: Option<usize>,
}

impl Outlook<'_> {
    const fn facings(&self) -> u32 {
        if self.turns { FACINGS } else { 1 }
    }

    /// All operations from a node, the best first, written to `list`.
    pub fn list(&self, node: u32, list: &mut Vec<Operation>) {
        list.clear();
        self.go_on(Draft { made: Operation::default(), steps: 0, node, turned: 0, arrival: None }, list);
        list.sort_unstable_by_key(|operation| (operation.shape, operation.value, operation.first));
        list.dedup_by_key(|operation| operation.shape);
        list.sort_unstable_by_key(|operation| (operation.value, operation.shape));
    }

    fn left(&self, node: u32) -> i32 {
        // Farther than the field reaches is as bad as the farthest place that it reaches.
        i32::from(self.field.get(node as usize).copied().unwrap_or(FAR) / 2)
    }

    fn go_on(&self, draft: Draft, list: &mut Vec<Operation>) {
        if draft.steps == self.depth {
            let mut made = draft.made;
            // Who arrives early has steps to spare for its next goal.
            let left = match draft.arrival {
                Some(step) => -((self.depth - step) as i32) * STEP as i32,
                None => 2 * self.left(draft.node),
            };
            made.value += left * FINE;
            list.push(made);
            return;
        }
        let node = draft.node;
        self.add(draft, node, draft.turned, 0, list);
        if self.turns {
            let (ahead, [right, left]) = ahead_right_left(self.roads, node);
            if let Some(ahead) = ahead {
                self.add(draft, ahead, 0, 1 + node % FACINGS, list);
            }
            // More than two turns on one cell, or to and fro, lead nowhere that fewer do not.
            if matches!(draft.turned, 0 | 1) {
                self.add(draft, right, draft.turned + 1, 0, list);
            }
            if draft.turned == 0 {
                self.add(draft, left, -1, 0, list);
            }
        } else {
            for (digit, dir) in (1..).zip([0, 2, 4, 6]) {
                let to = self.roads.links(node)[dir];
                if to != NONE {
                    self.add(draft, to, 0, digit, list);
                }
            }
        }
    }

    /// Goes on with one more step, to `node`.
    fn add(&self, mut draft: Draft, node: u32, turned: i8, digit: u32, list: &mut Vec<Operation>) {
        let cell = node / self.facings();
        draft.made.cells[draft.steps] = cell;
        if draft.steps == 0 {
            draft.made.first = node;
        }
        draft.steps += 1;
        draft.node = node;
        draft.turned = turned;
        draft.made.shape = draft.made.shape * 5 + digit;
        if cell == self.goal {
            draft.arrival = draft.arrival.or(Some(draft.steps));
        }
        if draft.arrival.is_none() {
            // Of ways that end alike the one that moves first is better: what comes later may still change.
            draft.made.value += self.left(node) * 2 / FINE;
        }
        self.go_on(draft, list);
    }
}
