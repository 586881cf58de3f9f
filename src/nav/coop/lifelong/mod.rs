//! Lifelong problems: who arrives gets another goal at once, and what counts is how many goals are reached.
//!
//! The form of J. Li et al., "Lifelong Multi-Agent Path Finding in Large-Scale Warehouses", AAAI 2021, with the laws of
//! [`super::mapf`]: one agent in a cell, no exchange, steps of one tick in four or eight directions. Turns take no time, or,
//! as in the League of Robot Runners, a tick for each by 90 degrees: then an agent goes ahead, turns to the right or to the
//! left, or waits. Several agents may have the same goal. An agent knows its present goal and none of the later ones.
//!
//! * [`guided`]: the planner that takes one step at a time;
//! * [`windowed`]: the planner that looks some steps ahead;
//! * [`operations`]: what one agent can do in these steps;
//! * `plans`: what all of them mean to do;
//! * [`guidance`]: where each agent means to go, and by how much traffic that leads;
//! * [`fields`]: how far it is to each goal with the traffic in it;
//! * [`flow`]: that traffic, from the ways that the agents mean to go;
//! * [`roads`]: the passable cells, numbered without gaps.

pub mod fields;
pub mod flow;
pub mod guidance;
pub mod guided;
pub mod operations;
mod plans;
pub mod roads;
pub mod windowed;

use super::mapf::Moves;
use crate::base::{Cell, Dir, Grid};

/// One problem: where agents stand, and which goals there are for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifelong {
    pub passable: Grid<bool>,
    pub moves: Moves,
    /// Turns take time.
    pub turns: bool,
    /// The cell of each agent, all different.
    pub starts: Vec<Cell>,
    /// The goals: of `n` agents the first has number 0, n, 2n and so on, the second 1, n + 1 and so on, and after the
    /// last goal comes the first again.
    tasks: Vec<Cell>,
}

impl Lifelong {
    /// A problem of these starts and goals without time for turns.
    ///
    /// # Errors
    /// One sentence: there are no agents or no goals, or a cell is not passable, or two agents stand in one.
    pub fn new(passable: Grid<bool>, moves: Moves, starts: Vec<Cell>, tasks: Vec<Cell>) -> Result<Self, String> {
        if starts.is_empty() || tasks.is_empty() {
            return Err("at least one agent and one goal are needed".into());
        }
        let mut standing = passable.map(|_| 0);
        for (number, start) in (1..).zip(&starts) {
            if passable.get(*start) != Some(&true) {
                return Err(format!("the start {start} of agent {number} is not passable"));
            }
            let first = std::mem::replace(&mut standing[*start], number);
            if first != 0 {
                return Err(format!("the start {start} of agent {number} is that of agent {first} as well"));
            }
        }
        if let Some(number) = tasks.iter().position(|goal| passable.get(*goal) != Some(&true)) {
            return Err(format!("goal {} at {} is not passable", number + 1, tasks[number]));
        }
        Ok(Self { passable, moves, turns: false, starts, tasks })
    }

    /// The goal that an agent has after it has reached `reached` others.
    pub fn goal(&self, agent: usize, reached: usize) -> Cell {
        self.tasks[(reached * self.starts.len() + agent) % self.tasks.len()]
    }
}

/// Which way agents look at the beginning where turns take time: east, as in the League of Robot Runners.
pub const FIRST_FACING: u32 = 1;

/// Whether an agent that needs time for turns can be in cell `to` and look that way a step after it is in `from`: ahead, or at
/// most one turn by 90 degrees on the spot. Facings count clockwise from north.
pub fn is_in_time(from: (Cell, u32), to: (Cell, u32)) -> bool {
    let turn = (to.1 + 4 - from.1) % 4;
    if from.0 == to.0 { turn != 2 } else { turn == 0 && from.0.step(Dir::ALL[from.1 as usize * 2]) == to.0 }
}

/// A planner that is asked at every step where the agents go next.
pub trait LifelongPlanner {
    /// Where each agent will stand after the coming step: its present cell or a neighbour. `positions` are the cells
    /// that the last call gave; `goals` are those of the last call but for agents that have arrived since.
    ///
    /// The work of one call is bounded by counts of nodes, never by the clock.
    fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell>;

    /// Which way each agent looks after the last call, clockwise from north; empty where turns take no time.
    fn facings(&self) -> &[u32] {
        &[]
    }

    /// Search nodes of all sorts since the planner was made.
    fn expanded(&self) -> u64;
}
