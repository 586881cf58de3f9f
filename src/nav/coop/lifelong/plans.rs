//! The operations that all agents mean to do, no two of which collide, and how one changes for another.
//!
//! Priority inheritance over whole operations (EPIBT; E. Yukhnevich, A. Andreychuk, "Enhancing PIBT via Multi-Action
//! Operations", AAAI 2026, arXiv 2511.09193): an agent takes the best operation that is free, or one that only one other is in
//! the way of, if that one finds another in the same way. Nobody is ever without an operation: what was there stays
//! when nothing is found. Improvement afterwards is a large neighbourhood search of the same moves, begun by agents drawn at
//! random, that keeps what is no worse in sum.

use super::operations::{LONGEST, Operation};
use crate::base::rng::Rng;
use rand::RngExt;

const NOBODY: u32 = u32::MAX;

/// Agents that may be displaced for one that chooses.
const CHAIN: u32 = 1000;

/// Agents that may be displaced for one whose choice is improved. Most longer chains end in nothing (MR23-I-08 with turns, 300
/// steps: 1,175 goals, with chains of 100 996, of 1,000 791, of 5 1,003).
const SHORT_CHAIN: u32 = 20;

/// In improvement, of a hundred times that an agent could displace another it goes on to its next operation so often: the
/// same beginning leads to other chains.
const OVERLOOKED: u32 = 30;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hit {
    Nobody,
    One(u32),
    Several,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// All have operations again.
    Done,
    /// Nothing is free for this one.
    Blocked,
    /// All have operations again, but they are worse in sum.
    Worse,
}

#[derive(Debug)]
pub(super) struct Plans {
    depth: usize,
    /// The cell of each agent now.
    from: Vec<u32>,
    /// The operations of each agent, the best first.
    pub(super) choices: Vec<Vec<Operation>>,
    /// The operation that each means to do.
    pub(super) chosen: Vec<Operation>,
    /// How much the value of an agent's operation counts.
    pub(super) weights: Vec<i64>,
    /// Who is in a cell now and after each step.
    holders: Vec<Vec<u32>>,
    /// The change in which an agent had its turn last.
    seen: Vec<u64>,
    changes: u64,
    /// Agents displaced in this change.
    displaced: u32,
    /// Sum of values by weight.
    sum: i64,
    /// Operations tried since the beginning.
    tried: u64,
    rng: Rng,
}

impl Plans {
    pub(super) fn new(cells: usize, agents: usize, depth: usize, rng: Rng) -> Self {
        Self {
            depth: depth.clamp(1, LONGEST),
            from: Vec::new(),
            choices: vec![Vec::new(); agents],
            chosen: vec![Operation::default(); agents],
            weights: vec![1; agents],
            holders: vec![vec![NOBODY; cells]; depth.clamp(1, LONGEST) + 1],
            seen: vec![0; agents],
            changes: 0,
            displaced: 0,
            sum: 0,
            tried: 0,
            rng,
        }
    }

    pub(super) const fn depth(&self) -> usize {
        self.depth
    }

    /// Operations tried since the beginning.
    pub(super) const fn tried(&self) -> u64 {
        self.tried
    }

    /// Begins a step with [`Self::choices`] and [`Self::weights`] for it: each agent, now in the cell `from`, goes on with what
    /// it meant to do and waits at the end, which collides with nobody because nothing did before.
    pub(super) fn begin(&mut self, from: &[u32]) {
        let depth = self.depth;
        let find = |agent: usize, cells: &[u32]| {
            let mut choices = self.choices[agent].iter();
            choices.find(|choice| choice.cells[..depth] == *cells).copied()
        };
        let goes_on = |(agent, chosen): (usize, &Operation)| {
            let mut cells = chosen.cells;
            cells.copy_within(1..depth, 0);
            find(agent, &cells[..depth])
        };
        // At the first step nobody meant to do anything. All stand: no two are in one cell.
        let stands = |(agent, cell): (usize, &u32)| find(agent, &[*cell; LONGEST][..depth]).unwrap_or_default();
        self.chosen = match self.chosen.iter().enumerate().map(goes_on).collect() {
            Some(chosen) if self.tried > 0 => chosen,
            _ => from.iter().enumerate().map(stands).collect(),
        };
        for cells in &mut self.holders {
            cells.fill(NOBODY);
        }
        self.from.clear();
        self.from.extend_from_slice(from);
        self.sum = 0;
        for (agent, cell) in (0..).zip(from) {
            self.holders[0][*cell as usize] = agent;
            self.hold(agent, true);
        }
    }

    /// Lets agents choose in this order, each once.
    pub(super) fn choose(&mut self, order: &[u32]) {
        self.changes += 1;
        for agent in order {
            if self.seen[*agent as usize] != self.changes {
                self.change(*agent, None);
            }
        }
    }

    /// Tries so many operations for agents drawn at random.
    pub(super) fn improve(&mut self, trials: u64) {
        let end = self.tried + trials;
        while self.tried < end {
            self.tried += 1;
            self.changes += 1;
            let agent = self.rng.random_range(0..self.from.len() as u32);
            self.change(agent, Some(self.sum));
        }
    }

    /// Gives an agent another operation if the sum is no more than `most` then.
    fn change(&mut self, agent: u32, most: Option<i64>) {
        self.displaced = 0;
        self.hold(agent, false);
        if self.place(agent, most) != Change::Done {
            self.hold(agent, true);
        }
    }

    /// Finds an operation for an agent that holds none.
    fn place(&mut self, agent: u32, most: Option<i64>) -> Change {
        let own = agent as usize;
        self.seen[own] = self.changes;
        let (before, chain) = (self.chosen[own], if most.is_some() { SHORT_CHAIN } else { CHAIN });
        for place in 0..self.choices[own].len() {
            let choice = self.choices[own][place];
            self.tried += 1;
            match self.hit(agent, &choice) {
                Hit::Several => {}
                Hit::Nobody => {
                    self.chosen[own] = choice;
                    self.hold(agent, true);
                    if most.is_none_or(|most| self.sum <= most) {
                        return Change::Done;
                    }
                    self.hold(agent, false);
                    self.chosen[own] = before;
                    return Change::Worse;
                }
                Hit::One(other) => {
                    let is_overlooked = most.is_some() && self.rng.random_range(0..100) < OVERLOOKED;
                    if is_overlooked || self.seen[other as usize] == self.changes || self.displaced >= chain {
                        continue;
                    }
                    self.displaced += 1;
                    self.hold(other, false);
                    self.chosen[own] = choice;
                    self.hold(agent, true);
                    let change = self.place(other, most);
                    if change == Change::Done {
                        return Change::Done;
                    }
                    self.hold(agent, false);
                    self.chosen[own] = before;
                    self.hold(other, true);
                    if change == Change::Worse {
                        return Change::Worse;
                    }
                }
            }
        }
        // It may have another turn once others have changed.
        self.seen[own] = 0;
        Change::Blocked
    }

    /// Who is in the way of an operation of an agent that holds none: in one of its cells at the same time, or in exchange.
    fn hit(&self, agent: u32, operation: &Operation) -> Hit {
        let (mut before, mut hit) = (self.from[agent as usize], Hit::Nobody);
        for (step, cell) in operation.cells[..self.depth].iter().enumerate() {
            let there = self.holders[step + 1][*cell as usize];
            let was_there = self.holders[step][*cell as usize];
            let exchanges =
                *cell != before && was_there != NOBODY && self.holders[step + 1][before as usize] == was_there;
            for other in [there, if exchanges { was_there } else { NOBODY }] {
                if other == NOBODY || other == agent || hit == Hit::One(other) {
                    continue;
                }
                if hit != Hit::Nobody {
                    return Hit::Several;
                }
                hit = Hit::One(other);
            }
            before = *cell;
        }
        hit
    }

    /// Enters the operation of an agent in the tables, or takes it out.
    fn hold(&mut self, agent: u32, holds: bool) {
        let chosen = &self.chosen[agent as usize];
        for (step, cell) in chosen.cells[..self.depth].iter().enumerate() {
            self.holders[step + 1][*cell as usize] = if holds { agent } else { NOBODY };
        }
        let value = i64::from(chosen.value) * self.weights[agent as usize];
        self.sum += if holds { value } else { -value };
    }
}
