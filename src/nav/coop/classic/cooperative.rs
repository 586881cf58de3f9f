//! CA*, HCA* and WHCA* (D. Silver, "Cooperative Pathfinding", AIIDE 2005), which differ in their [`Manner`] only:
//! agents plan one after another around the reservations of the others and then reserve their own routes; all go by
//! their routes; who is held up plans anew.
//!
//! What the paper leaves open, and how it is here: at first those with the shortest ways plan; that gives the lowest
//! costs on open maps, because nobody has to wait until the last one has come through his goal, and locks out agents in
//! narrow ones (on den520d with 500 agents HCA* costs 1.02 times the lower bound, in the order of their numbers 1.08,
//! with the longest first 1.15; of 100 on random-32-32-20 it gets 97, 98 and 100 home). Planners of whole routes move
//! nobody until every agent has tried to plan once, which may take several steps; with windows everybody goes as soon as
//! there is a route. An agent without a route stands, reserves its cell for the
//! time until it tries again, and is planned before the others then. Whose step is dropped by [`super::safe`] has lost
//! its place in the timetable, gives its reservations back and plans anew at the next step.

use super::distance::Distances;
use super::safe::SafeStep;
use super::space_time::{Request, Route, Search, Table, Tick, Until};
use super::{NODES_OF_WHOLE_PLANS, NODES_PER_STEP, Ways};
use crate::base::Cell;
use crate::nav::coop::insight::{Insight, Looked};
use crate::nav::coop::mapf::{Instance, OnlinePlanner};

/// How one planner of the family differs from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Ticks of a route; without it routes lead to the goal.
    pub window: Option<u32>,
    /// Whether the search is guided by true distances or by straight ones.
    pub true_distances: bool,
    pub max_expanded: u32,
    /// Nodes of one step after which no new search begins.
    pub nodes_per_step: u64,
    /// Longest time that an agent without a route waits before it tries again; the time doubles from 1 with every
    /// failure.
    pub longest_wait: u32,
}

/// Cooperative A* (§3.1): everybody plans once, all the way to the goal, around those before, by straight distances, so that
/// dead ends are searched at every tick anew. Where we differ: agents that find no path or fall behind their timetable try
/// again; in the paper that is the end. A search has about half a second; what needs more counts as "no path".
pub const CA: Manner = Manner {
    window: None,
    true_distances: false,
    max_expanded: 100_000,
    nodes_per_step: NODES_OF_WHOLE_PLANS,
    longest_wait: 32,
};

/// Hierarchical Cooperative A* (§3.2–3.3): the estimate is the true distance without other agents, from an RRA* of each agent
/// that lives as long as the goal does. A search that succeeds takes little more than the length of its route, so half of the
/// nodes of [`CA`] is plenty, and what fails fails sooner.
pub const HCA: Manner = Manner { true_distances: true, max_expanded: 50_000, ..CA };

/// Windowed Hierarchical Cooperative A* (§3.4): the search is cut off at a fixed depth, the 16 ticks of the paper's
/// experiments, where a node is finished with its abstract distance; agents keep cooperating at their goals; each plans anew
/// when half of its window is used up, and the turns rotate. Where we differ: an agent that finds no way through its window
/// keeps the rest of its old one, and then stands and tries again at every step: a window costs a few dozen nodes. The nodes
/// are more than the cells times ticks that can be reached within 16 ticks on open ground, 17 × 33².
pub const WHCA: Manner = Manner {
    window: Some(16),
    true_distances: true,
    max_expanded: 20_000,
    nodes_per_step: NODES_PER_STEP,
    longest_wait: 1,
};

/// The agents with their routes.
#[derive(Debug, Clone)]
pub struct Cooperative {
    manner: Manner,
    ways: Ways,
    goals: Vec<Cell>,
    /// Begun when first needed.
    distances: Vec<Option<Distances>>,
    routes: Vec<Option<Route>>,
    /// Failures since the last route.
    failures: Vec<u32>,
    table: Table,
    search: Search,
    commit: SafeStep,
    now: Tick,
    /// Those who have not tried to plan yet, the first last; none in windows.
    untried: Vec<u32>,
    distance_nodes: u64,
    /// The order of planning at the last step.
    order: Vec<u32>,
    is_watched: bool,
}

impl Cooperative {
    /// All agents of an instance, without routes.
    pub fn new(instance: &Instance, manner: Manner) -> Self {
        let ways = Ways::new(instance);
        let (width, height) = ways.size();
        let count = instance.goals.len();
        let length = |agent: u32| {
            let agent = agent as usize;
            ways.straight_distance(instance.starts[agent], instance.goals[agent])
        };
        let planned_at_once = if manner.window.is_none() { count as u32 } else { 0 };
        let mut untried: Vec<u32> = (0..planned_at_once).rev().collect();
        untried.sort_by_key(|agent| std::cmp::Reverse(length(*agent)));
        Self {
            manner,
            ways,
            goals: instance.goals.clone(),
            distances: vec![None; count],
            routes: vec![None; count],
            failures: vec![0; count],
            table: Table::new(width, height),
            search: Search::default(),
            commit: SafeStep::new(width, height),
            now: 0,
            untried,
            distance_nodes: 0,
            order: Vec::new(),
            is_watched: false,
        }
    }

    /// The order of planning: those who have lost their routes, those who have one, those who have never planned, whose
    /// distances are dear. In windows the whole order rotates from turn to turn, so that everybody has the first choice
    /// for a while.
    fn order(&self, count: usize) -> Vec<u32> {
        let first = self.manner.window.map_or(0, |window| {
            let turns = self.turns(window);
            (self.now / turns * turns) as usize % count.max(1)
        });
        let mut order: Vec<u32> = (first..count).chain(0..first).map(|agent| agent as u32).collect();
        order.sort_by_key(|agent| {
            let agent = *agent as usize;
            match self.has_step(agent) {
                true => 1,
                false if self.manner.true_distances && self.distances[agent].is_none() => 2,
                false => 0,
            }
        });
        order
    }

    /// Ticks until everybody's turn to plan has come: half a window.
    fn turns(&self, window: u32) -> u32 {
        (window / 2).max(1)
    }

    fn has_step(&self, agent: usize) -> bool {
        self.routes[agent].as_ref().is_some_and(|route| route.at(self.now + 1).is_some())
    }

    fn is_due(&self, agent: usize) -> bool {
        let turn = self.manner.window.map(|window| self.turns(window));
        !self.has_step(agent) || turn.is_some_and(|turns| agent as u32 % turns == self.now % turns)
    }

    fn forget(&mut self, agent: usize) {
        if let Some(route) = self.routes[agent].take() {
            self.table.release(agent as u32, &route);
        }
    }

    /// Gives an agent a route from where it stands, or keeps what is left of its old one, or lets it stand.
    fn plan(&mut self, agent: usize, from: Cell) {
        let old = self.routes[agent].take();
        if let Some(route) = &old {
            self.table.release(agent as u32, route);
        }
        let route = self.find(agent, from);
        self.failures[agent] = if route.is_some() { 0 } else { self.failures[agent] + 1 };
        let now = self.now;
        let route = route.or_else(|| old.filter(|old| old.at(now + 1).is_some())).unwrap_or_else(|| {
            let wait = (1 << (self.failures[agent] - 1).min(16)).min(self.manner.longest_wait);
            Route { start: now, cells: vec![from; wait as usize + 1], rests: false }
        });
        self.table.reserve(agent as u32, &route);
        self.routes[agent] = Some(route);
    }

    fn find(&mut self, agent: usize, from: Cell) -> Option<Route> {
        let goal = self.goals[agent];
        let until = self.manner.window.map_or(Until::Rest, Until::Window);
        let request = Request { from, now: self.now, goal, until, max_expanded: self.manner.max_expanded };
        let (ways, table) = (&self.ways, &self.table);
        if !self.manner.true_distances {
            return self.search.route(ways, table, &request, |cell| Some(ways.straight_distance(cell, goal)));
        }
        let is_watched = self.is_watched;
        let distances = self.distances[agent].get_or_insert_with(|| {
            let begun = Distances::new(ways, goal, from);
            if is_watched { begun.watched() } else { begun }
        });
        let before = distances.expanded();
        let route = self.search.route(ways, table, &request, |cell| distances.of(ways, cell));
        self.distance_nodes += distances.expanded() - before;
        route
    }
}

impl OnlinePlanner for Cooperative {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        let limit = self.expanded() + self.manner.nodes_per_step;
        while let Some(agent) = self.untried.last().map(|agent| *agent as usize) {
            if self.expanded() >= limit {
                return positions.to_vec();
            }
            self.plan(agent, positions[agent]);
            self.untried.pop();
        }
        let order = self.order(positions.len());
        for agent in &order {
            let agent = *agent as usize;
            if self.is_due(agent) && self.expanded() < limit {
                self.plan(agent, positions[agent]);
            }
        }
        let mut steps: Vec<Cell> = (0..positions.len())
            .map(|agent| {
                self.routes[agent].as_ref().and_then(|route| route.at(self.now + 1)).unwrap_or(positions[agent])
            })
            .collect();
        let planned = steps.clone();
        self.commit.commit(positions, &mut steps, &order);
        for agent in (0..positions.len()).filter(|agent| steps[*agent] != planned[*agent]) {
            self.forget(agent);
        }
        self.now += 1;
        self.order = order;
        steps
    }

    /// Whether everybody has a route that ends at the goal for good; they are made around each other.
    fn has_plan(&self) -> bool {
        let rests = |route: &Option<Route>| route.as_ref().is_some_and(|route| route.rests);
        self.manner.window.is_none() && self.untried.is_empty() && self.routes.iter().all(rests)
    }

    fn expanded(&self) -> u64 {
        self.search.expanded() + self.distance_nodes
    }

    fn watch(&mut self) {
        self.is_watched = true;
    }

    fn insight(&self, _positions: &[Cell]) -> Insight {
        let (order, routes, pressure) = (self.order.clone(), self.routes.clone(), self.failures.clone());
        Insight { order, routes, pressure, ..Insight::default() }
    }

    fn looked(&self, agent: usize) -> &[Looked] {
        self.distances[agent].as_ref().map_or(&[], Distances::looked)
    }
}
