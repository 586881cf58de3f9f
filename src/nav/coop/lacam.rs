//! LaCAM: a complete search over joint positions that lets one-tick planning choose the way.
//!
//! K. Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023, and "Improving LaCAM for
//! Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023. Depth-first over configurations (one cell per
//! agent); the successor of a configuration is what [`super::pibt`] makes of it under constraints ("this agent goes
//! there") that are added one by one, in breadth-first order, each time the search comes back. So every joint step is
//! tried in the end and the search is complete, while usually the first try is good enough.
//!
//! Where we differ: the first solution ends the search, because improving a plan agent by agent ([`super::lns`]) gains
//! more per node than rewiring configurations does; and the search can be put aside after a number of joint steps and
//! resumed, as in "Real-Time LaCAM" (arXiv 2504.06091).

use super::lattice::{Lattice, Vertex};
use super::pibt::{Pibt, World};
use crate::base::rng::Rng;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::BTreeMap;

/// How a search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The goal configuration has been reached: see [`Lacam::solution`].
    Solved,
    /// Every configuration that can be reached has been seen: there is no solution.
    Unsolvable,
    /// The budget is used up; call [`Lacam::search`] again.
    Unfinished,
}

/// One joint position that the search has seen.
#[derive(Debug, Clone)]
struct Node {
    vertices: Box<[Vertex]>,
    parent: u32,
    /// Ticks away from the goal, for the order; agents that wait longest choose first.
    waits: Box<[u16]>,
    order: Box<[u32]>,
    /// The tree of constraints in breadth-first order: position of the parent, agent, where it goes.
    constraints: Vec<(u32, u32, Vertex)>,
    /// How many of `constraints` have been tried.
    tried: usize,
}

/// A search that can be put aside and resumed.
#[derive(Debug, Clone)]
pub struct Lacam {
    goals: Vec<Vertex>,
    nodes: Vec<Node>,
    /// Nodes by hash of their configuration; equal hashes are chained by scanning the few nodes of a list.
    known: BTreeMap<u64, Vec<u32>>,
    open: Vec<u32>,
    first_order: Box<[u32]>,
    solved: Option<u32>,
    pibt: Pibt,
    joint_steps: u64,
    style: Style,
}

/// Variants of the search, none of which is best everywhere: what one is caught in another one gets through
/// ([`super::restarts`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// One of a thousand times that the search comes back to a configuration it goes on from the start instead
    /// (the random restarts of LaCAM\*).
    pub leaps: bool,
    /// Who is as long away as another chooses by the way that it had at the start, not by the order so far.
    pub keeps_ranks: bool,
    /// Ties between cells are broken by chance alone.
    pub is_plain: bool,
}

/// How rarely the search leaps back to the start.
const LEAP_OF: u32 = 1_000;

/// Stands for the empty constraint at the root of a tree.
const ROOT: u32 = u32::MAX;

impl Lacam {
    /// A search for the way of all agents from `starts` to the goals of `world`, which must be the same in each call.
    pub fn new(world: World<'_>, starts: &[Vertex], rng: Rng) -> Self {
        Self::with_style(world, starts, rng, Style::default())
    }

    /// The same in a certain style.
    pub fn with_style(world: World<'_>, starts: &[Vertex], rng: Rng, style: Style) -> Self {
        let mut search = Self {
            goals: world.goals.to_vec(),
            nodes: Vec::new(),
            known: BTreeMap::new(),
            open: Vec::new(),
            first_order: Box::default(),
            solved: None,
            pibt: Pibt::new(world.lattice, rng),
            joint_steps: 0,
            style,
        };
        search.pibt.set_plain(style.is_plain);
        let mut order: Vec<u32> = (0..starts.len() as u32).collect();
        order.shuffle(search.pibt.rng());
        order.sort_by_key(|agent| std::cmp::Reverse(world.distances.steps(*agent as usize, starts[*agent as usize])));
        let waits = vec![0; starts.len()].into();
        search.first_order = order.clone().into();
        search.push(starts.into(), ROOT, waits, order.into());
        search
    }

    /// Joint steps made so far, the measure of work: each takes time in proportion to the number of agents.
    pub const fn joint_steps(&self) -> u64 {
        self.joint_steps
    }

    fn push(&mut self, vertices: Box<[Vertex]>, parent: u32, waits: Box<[u16]>, order: Box<[u32]>) {
        let number = self.nodes.len() as u32;
        if *vertices == *self.goals {
            self.solved = Some(number);
        }
        self.known.entry(hash(&vertices)).or_default().push(number);
        self.open.push(number);
        self.nodes.push(Node { vertices, parent, waits, order, constraints: vec![(ROOT, 0, 0)], tried: 0 });
    }

    /// Goes on for at most `budget` joint steps.
    pub fn search(&mut self, world: World<'_>, budget: u64) -> Progress {
        let last = self.joint_steps + budget;
        while self.solved.is_none() {
            let Some(top) = self.open.last().copied() else { return Progress::Unsolvable };
            if self.joint_steps >= last {
                return Progress::Unfinished;
            }
            let node = &mut self.nodes[top as usize];
            if node.tried == node.constraints.len() {
                self.open.pop();
                // Never looked at again, and configurations are many.
                (node.constraints, node.order, node.waits) = (Vec::new(), Box::default(), Box::default());
                node.tried = 0;
                continue;
            }
            let fixed = constraints_of(node, world.lattice, self.pibt.rng());
            self.joint_steps += 1;
            let node = &self.nodes[top as usize];
            let Some(next) = self.pibt.step(world, &node.vertices, &node.order, &fixed) else { continue };
            let same = self.known.get(&hash(next));
            let same = same.and_then(|list| list.iter().find(|known| *self.nodes[**known as usize].vertices == *next));
            match same {
                // Comes on top again: its own constraints go on from where they were.
                Some(known) => {
                    let leaps = self.style.leaps && self.pibt.rng().random_range(0..LEAP_OF) == 0;
                    let known = if leaps { 0 } else { *known };
                    if known != top && !self.nodes[known as usize].constraints.is_empty() {
                        self.open.push(known);
                    }
                }
                None => {
                    let next: Box<[Vertex]> = next.into();
                    let (waits, order) = self.ranks(&self.nodes[top as usize], &next);
                    self.push(next, top, waits, order);
                }
            }
        }
        Progress::Solved
    }

    /// The order of a new configuration: who has been away from its goal longest chooses first.
    fn ranks(&self, parent: &Node, next: &[Vertex]) -> (Box<[u16]>, Box<[u32]>) {
        let waits: Box<[u16]> = parent
            .waits
            .iter()
            .enumerate()
            .map(|(agent, waits)| if next[agent] == self.goals[agent] { 0 } else { waits.saturating_add(1) })
            .collect();
        let mut order = if self.style.keeps_ranks { self.first_order.clone() } else { parent.order.clone() };
        // Stable: among equals the order of the parent, in the end that of the distances at the start.
        order.sort_by_key(|agent| std::cmp::Reverse(waits[*agent as usize]));
        (waits, order)
    }

    /// The configurations from the start to the goal, once there are any.
    pub fn solution(&self) -> Option<Vec<&[Vertex]>> {
        self.solved.map(|last| self.way_to(last))
    }

    fn way_to(&self, last: u32) -> Vec<&[Vertex]> {
        let nodes = std::iter::successors(Some(last), |number| {
            let parent = self.nodes[*number as usize].parent;
            (parent != ROOT).then_some(parent)
        });
        let mut way: Vec<&[Vertex]> = nodes.map(|number| &*self.nodes[number as usize].vertices).collect();
        way.reverse();
        way
    }
}

/// Takes the next set of constraints of a node and appends those that follow from it.
fn constraints_of(node: &mut Node, lattice: &Lattice, rng: &mut Rng) -> Vec<(u32, Vertex)> {
    let number = node.tried;
    node.tried += 1;
    let mut fixed = Vec::new();
    let mut at = number as u32;
    while at != ROOT {
        let (parent, agent, to) = node.constraints[at as usize];
        if parent != ROOT {
            fixed.push((agent, to));
        }
        at = parent;
    }
    if let Some(agent) = node.order.get(fixed.len()) {
        let own = node.vertices[*agent as usize];
        let first = node.constraints.len();
        let ways = std::iter::once(own).chain(lattice.neighbours(own));
        node.constraints.extend(ways.map(|to| (number as u32, *agent, to)));
        node.constraints[first..].shuffle(rng);
    }
    fixed
}

fn hash(vertices: &[Vertex]) -> u64 {
    // Multiply and rotate per word; equal hashes are compared in full.
    vertices.iter().fold(0x9E37_79B9_7F4A_7C15, |sum: u64, vertex| {
        (sum.rotate_left(5) ^ u64::from(*vertex)).wrapping_mul(0x517C_C1B7_2722_0A95)
    })
}
