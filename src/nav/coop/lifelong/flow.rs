//! The traffic that is to be expected: who means to make which step.
//!
//! Z. Chen, D. Harabor, J. Li, P. J. Stuckey, "Traffic Flow Optimisation for Lifelong Multi-Agent Path Finding", AAAI
//! 2024, §4: a step is the dearer the more agents mean to make it the other way (contraflow), and a cell the more agents
//! mean to enter it (vertex congestion). Where we differ: both are taken as rates, that is by the mean length of the ways
//! that are still ahead, and added to the length of the step; and only what is still ahead counts.

use super::roads::{NONE, Roads};

/// The price of a step where there is no traffic. Prices are in eighths of a step.
pub const STEP: u32 = 8;

/// Who heeds traffic in full.
pub const ALL: u32 = 16;

/// The dearest step.
pub const DEAREST: u32 = 255;

/// How much traffic counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Eighths of a step that a step costs more for each agent and tick that makes it the other way.
    pub contraflow: u32,
    /// Eighths of a step that a cell costs more for each agent and tick that enters it.
    pub visits: u32,
}

/// Planned steps of all agents.
#[derive(Debug, Clone)]
pub struct Flow {
    /// Agents that mean to make the step from a cell in a direction.
    steps: Vec<[u16; 8]>,
    /// Agents that mean to enter a cell.
    visits: Vec<u16>,
    /// All planned steps.
    total: u64,
    weights: Weights,
    /// [`Weights`] by the mean way ahead, in 1/65,536.
    rates: Weights,
}

impl Flow {
    /// No traffic yet on so many cells.
    pub fn new(cells: usize, weights: Weights) -> Self {
        let rates = Weights { contraflow: 0, visits: 0 };
        Self { steps: vec![[0; 8]; cells], visits: vec![0; cells], total: 0, weights, rates }
    }

    /// Takes the mean way ahead of `agents` agents for what prices are reckoned with from now on.
    pub fn reckon(&mut self, agents: usize) {
        let length = (self.total / agents.max(1) as u64).max(8);
        let rate = |weight: u32| ((u64::from(weight) << 16) / length) as u32;
        self.rates = Weights { contraflow: rate(self.weights.contraflow), visits: rate(self.weights.visits) };
    }

    /// What the step to `to` costs that its own step in `back` leads back, for one who heeds traffic by so many of
    /// [`ALL`].
    pub fn price(&self, to: u32, back: usize, heed: u32) -> u32 {
        let against = u32::from(self.steps[to as usize][back]) * self.rates.contraflow;
        let entering = u32::from(self.visits[to as usize]) * self.rates.visits;
        let traffic = (against.saturating_add(entering) >> 16).min(DEAREST);
        (STEP + traffic * heed / ALL).min(DEAREST)
    }

    /// Adds or takes back a step from a cell in a direction to another.
    pub fn change(&mut self, from: u32, dir: usize, to: u32, adds: bool) {
        let (step, visit) = (&mut self.steps[from as usize][dir], &mut self.visits[to as usize]);
        if adds {
            (*step, *visit) = (step.saturating_add(1), visit.saturating_add(1));
            self.total += 1;
        } else {
            (*step, *visit) = (step.saturating_sub(1), visit.saturating_sub(1));
            self.total = self.total.saturating_sub(1);
        }
    }

    /// The same with all steps of a way.
    pub fn change_way(&mut self, roads: &Roads, way: &[u32], adds: bool) {
        for pair in way.windows(2) {
            if let Some(dir) = roads.links(pair[0]).iter().position(|to| *to == pair[1] && *to != NONE) {
                self.change(pair[0], dir, pair[1], adds);
            }
        }
    }
}
