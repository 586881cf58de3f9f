//! Node-limit: groups of up to k nodes that have no group yet, breadth first.
//!
//! A group begins at the first free node in the order of rows. With k = 2 it is the same as [`super::line`].

use super::graph::Graph;
use super::greedy::Gather;
use super::node::Name;

/// The rule: the most nodes of a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct NodeLimit(pub(super) u32);

impl Gather for NodeLimit {
    fn rank(&self, _graph: &Graph, _name: Name) -> u32 {
        0
    }

    fn gather(&self, graph: &Graph, group: &mut Vec<Name>, is_free: impl Fn(Name) -> bool) {
        let mut next = 0;
        while let Some(name) = group.get(next).copied() {
            next += 1;
            for other in graph.neighbours(name) {
                if group.len() >= self.0 as usize {
                    return;
                }
                if is_free(*other) && !group.contains(other) {
                    group.push(*other);
                }
            }
        }
    }
}
