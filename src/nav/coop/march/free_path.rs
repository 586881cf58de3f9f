//! The free way of one who has stood for long.
//!
//! A unit before a crowd waits for its turn, and most of the time that is right. But now and then a way of free cells
//! opens that no single step tells of, because it begins with some that lead away. A unit that has stood for two and a
//! half seconds looks for one, by A* (P. Hart, N. Nilsson and B. Raphael, 1968) over cells that nobody holds or enters,
//! and follows it for as long as it stays free. Lanes one cell wide are left out: who may enter them and when has rules
//! of its own.
//!
//! Bounded: all looks of one tick together close at most [`CELLS`] cells.

use super::corridors;
use super::{Agent, Scene};
use crate::base::{Cell, Chunked, Dir};
use crate::nav::occupancy::{Occupancy, body, covers};
use crate::nav::open_list::{Entry, OpenList};
use crate::nav::step::{Tick, UnitId};
use crate::nav::walk::{Walk, WalkMap};
use std::collections::BTreeMap;

/// Ticks of standing after which a unit looks for a free way: two and a half seconds.
const STOOD: Tick = 50;
/// Ticks until it looks again: half a second, because gaps in a stream close fast.
const LOOKS_AGAIN: Tick = 10;
/// Cells that all looks of a tick may close.
const CELLS: usize = 1_000;

/// A way of free cells.
#[derive(Debug, Clone)]
pub struct Way {
    goal: Cell,
    /// The cells to come, the last first.
    pub cells: Vec<Cell>,
}

/// The ways of all who follow one.
#[derive(Debug, Clone, Default)]
pub(super) struct FreePaths(BTreeMap<UnitId, Way>);

impl FreePaths {
    /// Goes on with the ways that are still free and looks for new ones; calls `force` with the position of everybody who
    /// follows one among the agents, and the step. `is_led` says who is led by a joint plan.
    pub(super) fn tick(
        &mut self,
        agents: &[Agent],
        scene: &Scene<'_, '_>,
        is_led: impl Fn(usize) -> bool,
        mut force: impl FnMut(usize, Dir),
    ) {
        let find = |unit: UnitId| agents.binary_search_by_key(&unit, |agent| agent.unit).ok();
        self.0.retain(|unit, way| {
            let Some(index) = find(*unit).filter(|index| !is_led(*index)) else { return false };
            way.goes_on(&agents[index], scene.occupancy)
        });
        let mut left = CELLS;
        for (index, agent) in agents.iter().enumerate() {
            if left > 0 && is_due(agent, scene.now) && !is_led(index) && !self.0.contains_key(&agent.unit) {
                let map = scene.views[usize::from(agent.view)].map;
                if let Some(way) = look(agent, map, scene.occupancy, &mut left) {
                    self.0.insert(agent.unit, way);
                }
            }
        }
        for (unit, way) in &self.0 {
            let Some(index) = find(*unit) else { continue };
            if let Some(dir) = way.cells.last().and_then(|next| agents[index].at.dir_to(*next)) {
                force(index, dir);
            }
        }
    }
}

/// Whether a unit looks for a free way at this tick.
fn is_due(agent: &Agent, now: Tick) -> bool {
    let stood = now.saturating_sub(agent.still_since);
    agent.step.is_none()
        && !agent.holds
        && stood >= STOOD
        && (stood - STOOD).is_multiple_of(LOOKS_AGAIN)
        && agent.goal.is_some_and(|goal| goal != agent.at)
}

impl Way {
    /// Notes how far the unit has come. `false` if the way has come to its end or is not free any more.
    fn goes_on(&mut self, agent: &Agent, occupancy: &Occupancy) -> bool {
        if agent.goal != Some(self.goal) {
            return false;
        }
        if self.cells.last() == Some(&agent.at) {
            self.cells.pop();
        }
        match self.cells.last() {
            Some(next) if agent.step.is_none() => agent.at.chebyshev(*next) == 1 && has_room(agent, occupancy, *next),
            next => next.is_some(),
        }
    }
}

/// Whether nobody else holds or enters what a unit would cover with its anchor on a cell.
fn has_room(agent: &Agent, occupancy: &Occupancy, anchor: Cell) -> bool {
    body(anchor, agent.size).all(|cell| occupancy.is_free(cell) || covers(agent.at, agent.size, cell))
}

/// A way over free cells to the goal of a unit, if there is one and it is found with the cells that are left: every cell that
/// is closed is taken off `left`.
pub fn look(agent: &Agent, map: &WalkMap, occupancy: &Occupancy, left: &mut usize) -> Option<Way> {
    let goal = agent.goal.filter(|goal| has_room(agent, occupancy, *goal))?;
    let (width, height) = map.extent();
    // The least cost so far, and the direction of the step that it came by.
    let mut known: Chunked<(u32, u8)> = Chunked::new(width, height, 1, (u32::MAX, 0));
    let mut open = OpenList::default();
    known.touch(agent.at)[0] = (0, 0);
    open.push(Entry::new(map.octile(agent.at, goal), 0, agent.at, None));
    while let Some(entry) = open.pop() {
        let at = entry.cell();
        if known.touch(at)[0].0 != entry.cost() {
            continue;
        }
        if at == goal {
            let back = |cell: &Cell| {
                let by = Dir::ALL[usize::from(known.get(*cell)?[0].1)];
                Some(cell.step(by.reverse())).filter(|before| *before != agent.at)
            };
            return Some(Way { goal, cells: std::iter::successors(Some(goal), back).collect() });
        }
        *left = left.checked_sub(1)?;
        map.each_step(at, u8::MAX, |next, dir, step| {
            if !has_room(agent, occupancy, next) || corridors::lane(map, next, dir).is_some() {
                return;
            }
            let cost = entry.cost() + step;
            let best = &mut known.touch(next)[0];
            if cost < best.0 {
                *best = (cost, dir as u8);
                open.push(Entry::new(cost + map.octile(next, goal), cost, next, None));
            }
        });
    }
    None
}
