//! Lifelong problems: who arrives gets another goal at once, and what counts is how many goals are reached.
//!
//! The form of J. Li et al., "Lifelong Multi-Agent Path Finding in Large-Scale Warehouses", AAAI 2021, with the laws of
//! [`super::mapf`]: one agent in a cell, no exchange, steps of one tick in four or eight directions, and no time for
//! turns. Several agents may have the same goal. An agent knows its present goal and none of the later ones.
//!
//! * [`guided`]: the planner;
//! * [`fields`]: how far it is to each goal with the traffic in it;
//! * [`flow`]: that traffic, from the ways that the agents mean to go;
//! * [`roads`]: the passable cells, numbered without gaps.

pub mod fields;
pub mod flow;
pub mod guided;
pub mod roads;

use super::mapf::Moves;
use crate::base::{Cell, Grid};

/// One problem: where agents stand, and which goals there are for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lifelong {
    pub passable: Grid<bool>,
    pub moves: Moves,
    /// The cell of each agent, all different.
    pub starts: Vec<Cell>,
    /// The goals: of `n` agents the first has number 0, n, 2n and so on, the second 1, n + 1 and so on, and after the
    /// last goal comes the first again.
    tasks: Vec<Cell>,
}

impl Lifelong {
    /// A problem of these starts and goals.
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
        Ok(Self { passable, moves, starts, tasks })
    }

    /// The goal that an agent has after it has reached `reached` others.
    pub fn goal(&self, agent: usize, reached: usize) -> Cell {
        self.tasks[(reached * self.starts.len() + agent) % self.tasks.len()]
    }
}

/// A planner that is asked at every step where the agents go next.
pub trait LifelongPlanner {
    /// Where each agent will stand after the coming step: its present cell or a neighbour. `positions` are the cells
    /// that the last call gave; `goals` are those of the last call but for agents that have arrived since.
    ///
    /// The work of one call is bounded by counts of nodes, never by the clock.
    fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell>;

    /// Search nodes of all sorts since the planner was made.
    fn expanded(&self) -> u64;
}
