//! Abstract spaces above a space, each of which leaves something out, for [`super::hierarchical`].
//!
//! A level puts the states below it into groups; two groups are linked at the cost of the cheapest operator between their
//! members. So every way below has one above that costs no more: distances above are never too high, and monotone.
//!
//! Groups are stars, as in R. C. Holte, T. Mkadmi, R. M. Zimmer and A. J. MacDonald, "Speeding up problem solving by
//! abstraction: a graph oriented approach", Artificial Intelligence 85, 1996: the free state with the most links, with all
//! free ones that are linked to it; what stays alone joins a group that it is linked to. Up to a level on which nothing is
//! linked.

use super::best_first::LOOK;
use super::space::{Cost, Space};
use super::table::Table;
use crate::base::Budget;

/// No group.
const NOBODY: u32 = u32::MAX;

/// A level is not worth having that is not smaller than this share of the one below it.
const SHRINKS: f64 = 0.95;

/// Links of the nodes of a level, in one direction.
#[derive(Debug, Clone, Default)]
pub(super) struct Links {
    /// Where the links of each node begin, and the end.
    first: Vec<u32>,
    to: Vec<(u32, Cost)>,
}

impl Links {
    /// From links as (from, to, cost) in any order: the cheapest of each pair, none from a node to itself.
    fn new(nodes: usize, mut links: Vec<(u32, u32, Cost)>) -> Self {
        links.retain(|(from, to, _)| from != to);
        links.sort_unstable();
        links.dedup_by_key(|(from, to, _)| (*from, *to));
        let mut first = vec![0; nodes + 1];
        for (from, _, _) in &links {
            first[*from as usize + 1] += 1;
        }
        for node in 0..nodes {
            first[node + 1] += first[node];
        }
        Self { first, to: links.into_iter().map(|(_, to, cost)| (to, cost)).collect() }
    }

    /// Where links lead from a node, and what they cost.
    #[inline]
    pub(super) fn of(&self, node: u32) -> &[(u32, Cost)] {
        &self.to[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    fn all(&self) -> impl Iterator<Item = (u32, u32, Cost)> + '_ {
        (0..self.first.len() as u32 - 1).flat_map(|from| self.of(from).iter().map(move |(to, cost)| (from, *to, *cost)))
    }
}

/// One level.
#[derive(Debug, Clone)]
pub(super) struct Level {
    pub(super) nodes: usize,
    pub(super) ahead: Links,
    pub(super) back: Links,
    /// The group that each node belongs to on the level above; empty on the last.
    pub(super) parents: Vec<u32>,
}

/// The levels above a space.
#[derive(Debug, Clone)]
pub struct Levels {
    /// The node of each state on the lowest level, by keys.
    numbers: Table<u32>,
    pub(super) levels: Vec<Level>,
}

impl Levels {
    /// The levels above all states that can be reached from some. `None` if the budget is spent before they are made.
    pub fn new<S: Space>(space: &S, seeds: impl IntoIterator<Item = S::State>, budget: &Budget) -> Option<Self> {
        let mut numbers = Table::new(space, NOBODY);
        let (mut states, mut links) = (Vec::new(), Vec::new());
        for seed in seeds {
            let mut next = states.len();
            number(space, &mut numbers, &mut states, seed);
            while next < states.len() {
                if budget.is_spent_within(next as u64, LOOK) {
                    return None;
                }
                let from = states[next];
                space.each_step(from, |_, to, cost| {
                    links.push((next as u32, number(space, &mut numbers, &mut states, to), cost));
                });
                next += 1;
            }
        }
        let mut levels = vec![level(states.len(), links)];
        while let Some(last) = levels.last_mut() {
            if budget.is_spent(0) {
                return None;
            }
            let (parents, groups) = stars(last);
            if groups as f64 > last.nodes as f64 * SHRINKS {
                break;
            }
            let links = last.ahead.all().map(|(from, to, cost)| (parents[from as usize], parents[to as usize], cost));
            let above = level(groups, links.collect());
            last.parents = parents;
            levels.push(above);
        }
        Some(Self { numbers, levels })
    }

    /// Nodes of each level, the states themselves first.
    pub fn sizes(&self) -> Vec<usize> {
        self.levels.iter().map(|level| level.nodes).collect()
    }

    /// The node of a state on the lowest level, if it was there when the levels were made.
    pub(super) fn number(&self, key: u64) -> Option<u32> {
        Some(self.numbers.get(key)).filter(|number| *number != NOBODY)
    }
}

/// The number of a state, which is new if it has none.
fn number<S: Space>(space: &S, numbers: &mut Table<u32>, states: &mut Vec<S::State>, state: S::State) -> u32 {
    let key = space.key(state);
    let known = numbers.get(key);
    if known != NOBODY {
        return known;
    }
    numbers.set(key, states.len() as u32);
    states.push(state);
    states.len() as u32 - 1
}

fn level(nodes: usize, links: Vec<(u32, u32, Cost)>) -> Level {
    let back = Links::new(nodes, links.iter().map(|(from, to, cost)| (*to, *from, *cost)).collect());
    Level { nodes, ahead: Links::new(nodes, links), back, parents: Vec::new() }
}

/// The group of each node, and how many groups there are.
fn stars(level: &Level) -> (Vec<u32>, usize) {
    let mut order: Vec<u32> = (0..level.nodes as u32).collect();
    order.sort_by_key(|node| std::cmp::Reverse(level.ahead.of(*node).len()));
    let mut parents = vec![NOBODY; level.nodes];
    let mut groups = 0;
    for hub in order {
        if parents[hub as usize] != NOBODY {
            continue;
        }
        let around = || level.ahead.of(hub).iter().chain(level.back.of(hub)).map(|(to, _)| *to);
        let is_alone = around().all(|to| parents[to as usize] != NOBODY);
        if let Some(neighbour) = around().next().filter(|_| is_alone) {
            parents[hub as usize] = parents[neighbour as usize];
            continue;
        }
        parents[hub as usize] = groups;
        let free: Vec<u32> = around().filter(|to| parents[*to as usize] == NOBODY).collect();
        for to in free {
            parents[to as usize] = groups;
        }
        groups += 1;
    }
    (parents, groups as usize)
}
