//! Line: chains of up to k nodes that have no group yet, depth first.
//!
//! A chain begins at the first free node in the order of rows and goes on to the first free neighbour of its end; where
//! there is none it stays shorter.

use super::graph::Graph;
use super::greedy::Gather;
use super::node::Name;

/// The rule: the most nodes of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line(pub(super) u32);

impl Gather for Line {
    fn rank(&self, _graph: &Graph, _name: Name) -> u32 {
        0
    }

    fn gather(&self, graph: &Graph, group: &mut Vec<Name>, is_free: impl Fn(Name) -> bool) {
        while group.len() < self.0 as usize {
            let end = group[group.len() - 1];
            let next = graph.neighbours(end).iter().find(|next| is_free(**next) && !group.contains(next));
            let Some(next) = next else { return };
            group.push(*next);
        }
    }
}
