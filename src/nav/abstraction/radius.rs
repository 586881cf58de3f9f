//! Radius: a node gathers all that have no group yet and are at most r edges away.
//!
//! Ways lead through nodes without a group only, so that a group is connected in itself.

use super::graph::Graph;
use super::greedy::Gather;
use super::node::Name;
use super::order::Order;
use std::collections::BTreeSet;

/// The rule of one level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Radius {
    pub(super) r: u32,
    pub(super) order: Order,
    pub(super) level: usize,
}

impl Gather for Radius {
    fn rank(&self, graph: &Graph, name: Name) -> u32 {
        self.order.rank(graph.cell(name), self.level)
    }

    fn gather(&self, graph: &Graph, group: &mut Vec<Name>, is_free: impl Fn(Name) -> bool) {
        let mut known = BTreeSet::from([group[0]]);
        let mut ring = 0;
        for _ in 0..self.r {
            let end = group.len();
            for index in ring..end {
                let next = graph.neighbours(group[index]).iter().copied();
                group.extend(next.filter(|next| is_free(*next) && known.insert(*next)));
            }
            ring = end;
        }
    }
}
