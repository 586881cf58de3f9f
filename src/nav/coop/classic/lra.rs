//! Local Repair A* (LRA*): everybody plans alone and repairs the route when somebody is in the way.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §2, after A. Zelinsky, "A Mobile Robot Exploration Algorithm"
//! (1992): each agent searches with A*, "ignoring all other agents except for its current neighbours", and follows its
//! route until a collision is imminent; then it searches again. To get out of cycles each agent has an *agitation
//! level*, which grows by one whenever it has to plan anew, and random noise in proportion to it is added to the
//! distance estimate. Where we differ: all agents step at once, so an agent notices that it is blocked when its step
//! is dropped, and plans anew at the next one; arriving soothes it.

use super::safe::SafeStep;
use super::{NODES_PER_STEP, Ways};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir, Grid};
use crate::nav::coop::insight::{Insight, Route};
use crate::nav::coop::mapf::{Instance, OnlinePlanner};
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Parts of a step in which the noise is measured: at agitation level 4 estimates are off by up to one step.
const STEP: u32 = 4;

/// Noise grows up to two dozen steps, more than the width of any jam that it could get an agent around; without an end
/// every search would become a flood.
const MOST_AGITATED: u32 = 100;

/// What a search knows of a cell.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// The search that wrote the rest.
    round: u32,
    cost: u32,
    closed: bool,
    by: Dir,
}

#[derive(Debug, Clone)]
pub struct Lra {
    ways: Ways,
    goals: Vec<Cell>,
    /// The cells still to go, the next one last.
    routes: Vec<Vec<Cell>>,
    /// How often each agent was blocked of late: the higher, the more it strays.
    pub agitation: Vec<u32>,
    taken: Grid<bool>,
    seen: Grid<Seen>,
    round: u32,
    open: BinaryHeap<Reverse<(u32, Reverse<u32>, Cell)>>,
    commit: SafeStep,
    rng: Rng,
    now: u32,
    /// Who came first at the last step.
    order: Vec<u32>,
    expanded: u64,
}

impl Lra {
    /// A planner for an instance; the noise comes from `seed`.
    pub fn new(instance: &Instance, seed: u64) -> Self {
        let ways = Ways::new(instance);
        let (width, height) = ways.size();
        let count = instance.goals.len();
        let blank = Seen { round: 0, cost: 0, closed: false, by: Dir::North };
        Self {
            ways,
            goals: instance.goals.clone(),
            routes: vec![Vec::new(); count],
            agitation: vec![0; count],
            taken: Grid::filled(width, height, false),
            seen: Grid::filled(width, height, blank),
            round: 0,
            open: BinaryHeap::new(),
            commit: SafeStep::new(width, height),
            rng: stream(seed, "local repair"),
            now: 0,
            order: Vec::new(),
            expanded: 0,
        }
    }

    fn estimate(&mut self, agent: usize, cell: Cell) -> u32 {
        let noise = match self.agitation[agent] {
            0 => 0,
            level => self.rng.random_range(0..=level.min(MOST_AGITATED)),
        };
        self.ways.straight_distance(cell, self.goals[agent]) * STEP + noise
    }

    /// A route around the present neighbours; none if there is no way or they stand on the goal.
    fn plan(&mut self, agent: usize, from: Cell) -> Vec<Cell> {
        let goal = self.goals[agent];
        let is_blocked = |taken: &Grid<bool>, cell: Cell| from.chebyshev(cell) == 1 && taken[cell];
        // Without this look a neighbour on the goal would cost a flood of the map at every step.
        let enclosed = self.ways.from(from).all(|dir| is_blocked(&self.taken, from.step(dir)));
        if enclosed || is_blocked(&self.taken, goal) {
            return Vec::new();
        }
        self.round += 1;
        self.open.clear();
        self.seen[from] = Seen { round: self.round, cost: 0, closed: false, by: Dir::North };
        let whole = self.estimate(agent, from);
        self.open.push(Reverse((whole, Reverse(0), from)));
        while let Some(Reverse((_, Reverse(cost), cell))) = self.open.pop() {
            if std::mem::replace(&mut self.seen[cell].closed, true) {
                continue;
            }
            if cell == goal {
                return self.trace(from, goal);
            }
            self.expanded += 1;
            for dir in self.ways.from(cell) {
                let (next, cost) = (cell.step(dir), cost + STEP);
                let known = self.seen[next];
                let is_better = known.round != self.round || !known.closed && cost < known.cost;
                if is_better && !is_blocked(&self.taken, next) {
                    self.seen[next] = Seen { round: self.round, cost, closed: false, by: dir };
                    let whole = cost + self.estimate(agent, next);
                    self.open.push(Reverse((whole, Reverse(cost), next)));
                }
            }
        }
        Vec::new()
    }

    fn trace(&self, from: Cell, goal: Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut cell = goal;
        while cell != from {
            cells.push(cell);
            cell = cell.step(self.seen[cell].by.reverse());
        }
        cells
    }
}

impl OnlinePlanner for Lra {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        let count = positions.len();
        positions.iter().for_each(|cell| self.taken[*cell] = true);
        let limit = self.expanded + NODES_PER_STEP;
        // Everybody is first in turn, so that those whom the nodes do not suffice for change.
        let first = self.now as usize % count.max(1);
        let order: Vec<u32> = (first..count).chain(0..first).map(|agent| agent as u32).collect();
        for agent in &order {
            let (agent, from) = (*agent as usize, positions[*agent as usize]);
            if from == self.goals[agent] {
                self.agitation[agent] = 0;
            } else if self.routes[agent].is_empty() && self.expanded < limit {
                self.routes[agent] = self.plan(agent, from);
            }
        }
        positions.iter().for_each(|cell| self.taken[*cell] = false);
        let mut next: Vec<Cell> =
            (0..count).map(|agent| self.routes[agent].last().copied().unwrap_or(positions[agent])).collect();
        self.commit.commit(positions, &mut next, &order);
        for (agent, route) in self.routes.iter_mut().enumerate().filter(|(_, route)| !route.is_empty()) {
            if next[agent] == positions[agent] {
                route.clear();
                self.agitation[agent] += 1;
            } else {
                route.pop();
            }
        }
        self.now += 1;
        self.order = order;
        next
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }

    fn insight(&self, positions: &[Cell]) -> Insight {
        let route = |(own, route): (&Cell, &Vec<Cell>)| {
            let cells = std::iter::once(*own).chain(route.iter().rev().copied()).collect();
            (!route.is_empty()).then_some(Route { start: self.now, cells, rests: false })
        };
        let routes = positions.iter().zip(&self.routes).map(route).collect();
        Insight { order: self.order.clone(), routes, pressure: self.agitation.clone(), ..Insight::default() }
    }
}
