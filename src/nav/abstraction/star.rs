//! Star: a node gathers its neighbours that have no group yet; those with the most neighbours come first.
//!
//! The degree that decides is that in the whole level, not among the free nodes. So the seeds are the independent set that
//! is found greedily in that order, and an edit changes the order around it only.

use super::graph::Graph;
use super::greedy::Gather;
use super::node::Name;

/// The rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Star;

impl Gather for Star {
    fn rank(&self, graph: &Graph, name: Name) -> u32 {
        u32::MAX - graph.neighbours(name).len() as u32
    }

    fn gather(&self, graph: &Graph, group: &mut Vec<Name>, is_free: impl Fn(Name) -> bool) {
        group.extend(graph.neighbours(group[0]).iter().copied().filter(|next| is_free(*next)));
    }
}
