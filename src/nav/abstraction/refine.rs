//! From an abstract way to a way of cells, one level a step.
//!
//! N. R. Sturtevant and M. Buro, "Partial Pathfinding Using Map Abstraction and Refinement" (AAAI 2005), PRA*(∞): a search
//! on some level gives an abstract way; on the level below the next search may use the children of that way only, its
//! *corridor*, and so on down to the cells. As groups are connected and abstract edges stand for edges of children, there
//! is always a way in the corridor. As in the paper, the first level is half of the one at which both ends are one node,
//! if no other is asked for. Where we differ: the corridor may be wider, by all nodes that are so many edges (the *rim*)
//! beside the abstract way.
//!
//! An abstract edge is as long as the way between the middles of both nodes, which is also the estimate. On the level of
//! cells that is the exact length.

use super::graph::Graph;
use super::hierarchy::Hierarchy;
use super::node::Name;
use crate::base::{Budget, Cell};
use crate::nav::coop::mapf::Moves;
use crate::nav::octile::{Length, STRAIGHT};
use crate::nav::searchers::{Cost, Counts, CycleCheck, End, Listener, Space, a_star};

/// A part of one level as a space to search.
#[derive(Debug, Clone, Copy)]
pub struct Region<'a> {
    pub graph: &'a Graph,
    /// Nodes that may be used, in order; `None`: all.
    pub corridor: Option<&'a [Name]>,
    pub start: Name,
    pub goal: Name,
    /// Whether diagonal steps shorten ways.
    pub diagonals: bool,
    /// Cells of the map: all names are below.
    pub cells: usize,
}

impl Region<'_> {
    fn apart(&self, a: Name, b: Name) -> Length {
        match (self.graph.get(a), self.graph.get(b)) {
            (Some(a), Some(b)) => a.apart(b, self.diagonals),
            _ => 0,
        }
    }

    /// The length of the straight way to the goal.
    pub fn estimate(&self, name: Name) -> Cost {
        self.apart(name, self.goal)
    }
}

impl Space for Region<'_> {
    type State = Name;
    /// The node that is gone to.
    type Operator = Name;

    fn start(&self) -> Name {
        self.start
    }

    fn is_goal(&self, name: Name) -> bool {
        name == self.goal
    }

    fn key(&self, name: Name) -> u64 {
        u64::from(name)
    }

    fn keys(&self) -> Option<usize> {
        Some(self.cells)
    }

    fn unit(&self) -> Cost {
        STRAIGHT
    }

    fn each_step(&self, from: Name, mut visit: impl FnMut(Name, Name, Cost)) {
        for to in self.graph.neighbours(from) {
            if self.corridor.is_none_or(|corridor| corridor.binary_search(to).is_ok()) {
                visit(*to, *to, self.apart(from, *to));
            }
        }
    }
}

/// The search on one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stage {
    pub level: usize,
    /// The nodes that it could use, in order; `None`: all of its level.
    pub corridor: Option<Vec<Name>>,
    /// The way with both ends.
    pub path: Vec<Name>,
    /// Length of the way, between the middles of nodes, in the unit of [`crate::nav::octile`].
    pub length: Length,
    pub counts: Counts,
}

/// A way that becomes finer step by step.
#[derive(Debug, Clone)]
pub struct Refinement<'a> {
    hierarchy: &'a Hierarchy,
    from: Cell,
    to: Cell,
    rim: u32,
    next: Option<usize>,
    stages: Vec<Stage>,
}

impl<'a> Refinement<'a> {
    /// A way between two cells that begins on some level, by default half of the one at which both are one node, and has
    /// corridors with a rim of so many edges. `None` if there is no way.
    pub fn new(hierarchy: &'a Hierarchy, from: Cell, to: Cell, level: Option<usize>, rim: u32) -> Option<Self> {
        if !hierarchy.is_reachable(from, to) {
            return None;
        }
        let same = |level: &usize| hierarchy.node_of(from, *level) == hierarchy.node_of(to, *level);
        let meets = (0..hierarchy.levels().len()).find(same).unwrap_or(0);
        let first = level.unwrap_or(meets / 2).min(hierarchy.levels().len() - 1);
        Some(Self { hierarchy, from, to, rim, next: Some(first), stages: Vec::new() })
    }

    /// The level of the coming search; `None` when the way is one of cells.
    pub const fn next_level(&self) -> Option<usize> {
        self.next
    }

    /// The searches so far, the most abstract first.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Nodes that all searches so far have expanded.
    pub fn expanded(&self) -> u64 {
        self.stages.iter().map(|stage| stage.counts.expanded).sum()
    }

    /// The way of cells, once it is found.
    pub fn cells(&self) -> Option<Vec<Cell>> {
        let last = self.stages.last().filter(|stage| stage.level == 0)?;
        Some(last.path.iter().map(|name| self.hierarchy.levels()[0].cell(*name)).collect())
    }

    /// The children of the way of a stage and of the nodes in its rim, in order.
    fn corridor(&self, stage: &Stage) -> Vec<Name> {
        let graph = &self.hierarchy.levels()[stage.level];
        let mut nodes = stage.path.clone();
        for _ in 0..self.rim {
            let beside: Vec<Name> = nodes.iter().flat_map(|name| graph.neighbours(*name)).copied().collect();
            nodes.extend(beside);
            nodes.sort_unstable();
            nodes.dedup();
        }
        let mut children: Vec<Name> = nodes.iter().flat_map(|name| graph.children(*name)).copied().collect();
        children.sort_unstable();
        children
    }

    /// Searches on the next level. `None` if the way is one of cells already, or the budget is spent: then the same level
    /// comes next again.
    pub fn step(&mut self, budget: &Budget, listener: &mut impl Listener) -> Option<&Stage> {
        let level = self.next?;
        let graph = &self.hierarchy.levels()[level];
        let corridor = self.stages.last().map(|stage| self.corridor(stage));
        let (start, goal) = (self.hierarchy.node_of(self.from, level)?, self.hierarchy.node_of(self.to, level)?);
        let diagonals = self.hierarchy.moves() == Moves::Eight;
        let cells = self.hierarchy.passable().len();
        let region = Region { graph, corridor: corridor.as_deref(), start, goal, diagonals, cells };
        let found = a_star::search(&region, |name| region.estimate(name), CycleCheck::Visited, budget, listener);
        if found.end != End::Found {
            return None;
        }
        let length = found.cost.unwrap_or(0);
        self.stages.push(Stage { level, corridor, path: found.path, length, counts: found.counts });
        self.next = level.checked_sub(1);
        self.stages.last()
    }

    /// Searches down to the cells. Whether the way is one of cells now; not if the budget is spent.
    pub fn finish(&mut self, budget: &Budget) -> bool {
        while self.next.is_some() {
            if self.step(&budget.rest(self.expanded()), &mut ()).is_none() {
                return false;
            }
        }
        true
    }
}
