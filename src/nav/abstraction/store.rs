//! Where the nodes of a level are kept by their names: side by side in levels that hold many, in a tree in those above.

use super::node::{Name, Node};
use std::collections::BTreeMap;

/// Levels below this one keep a place for every cell of the map; from here on at most an eighth of the cells have nodes.
const SPARSE: usize = 3;

/// Nodes by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Store {
    Dense(Vec<Option<Box<Node>>>),
    Sparse(BTreeMap<Name, Node>),
}

impl Store {
    pub(super) fn new(level: usize, cells: usize) -> Self {
        if level < SPARSE { Self::Dense(vec![None; cells]) } else { Self::Sparse(BTreeMap::new()) }
    }

    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<&Node> {
        match self {
            Self::Dense(nodes) => nodes.get(name as usize)?.as_deref(),
            Self::Sparse(nodes) => nodes.get(&name),
        }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, name: Name) -> Option<&mut Node> {
        match self {
            Self::Dense(nodes) => nodes.get_mut(name as usize)?.as_deref_mut(),
            Self::Sparse(nodes) => nodes.get_mut(&name),
        }
    }

    pub(super) fn insert(&mut self, name: Name, node: Node) {
        match self {
            Self::Dense(nodes) => nodes[name as usize] = Some(Box::new(node)),
            Self::Sparse(nodes) => {
                nodes.insert(name, node);
            }
        }
    }

    pub(super) fn remove(&mut self, name: Name) -> Option<Node> {
        match self {
            Self::Dense(nodes) => nodes.get_mut(name as usize)?.take().map(|node| *node),
            Self::Sparse(nodes) => nodes.remove(&name),
        }
    }

    /// All nodes in the order of their names.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = (Name, &Node)> + '_> {
        match self {
            Self::Dense(nodes) => Box::new((0..).zip(nodes).filter_map(|(name, node)| Some((name, node.as_deref()?)))),
            Self::Sparse(nodes) => Box::new(nodes.iter().map(|(name, node)| (*name, node))),
        }
    }

    /// All nodes for change.
    pub(super) fn iter_mut(&mut self) -> Box<dyn Iterator<Item = &mut Node> + '_> {
        match self {
            Self::Dense(nodes) => Box::new(nodes.iter_mut().filter_map(Option::as_deref_mut)),
            Self::Sparse(nodes) => Box::new(nodes.values_mut()),
        }
    }
}
