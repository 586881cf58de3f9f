//! A queue of numbered nodes in the order of whole costs: a list for every cost (R. Dial, "Algorithm 360: shortest-path forest
//! with topological ordering", Communications of the ACM 12, 1969). Of those of one cost the last that was added comes first.

/// None.
const NONE: u32 = u32::MAX;

/// Nodes that wait, by their numbers: each is added once, in the order of the numbers.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// By cost: the first node.
    heads: Vec<u32>,
    /// By node: the one after it.
    next: Vec<u32>,
    /// No node costs less.
    least: usize,
}

impl Queue {
    /// Adds the next node.
    pub(super) fn push(&mut self, cost: u32) {
        let cost = cost as usize;
        if cost >= self.heads.len() {
            self.heads.resize(cost + 1, NONE);
        }
        let number = self.next.len() as u32;
        self.next.push(self.heads[cost]);
        self.heads[cost] = number;
        self.least = self.least.min(cost);
    }

    /// Takes out a node that costs least.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let far = self.heads.get(self.least..)?.iter().position(|head| *head != NONE)?;
        self.least += far;
        let number = self.heads[self.least];
        self.heads[self.least] = self.next[number as usize];
        Some(number)
    }
}
