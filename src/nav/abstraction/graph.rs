//! One level of a hierarchy: named nodes, links between them, and where each belongs above and below.

use super::node::{NOBODY, Name, Node};
use super::store::Store;
use crate::base::Cell;
use std::collections::BTreeMap;

/// Nodes whose links have changed, and that are new or gone: each with the group that it was in before, or [`NOBODY`].
pub(super) type Dirty = BTreeMap<Name, Name>;

/// Groups that are new or have other members, by their seeds; without members: gone.
pub(super) type Changed = BTreeMap<Name, Vec<Name>>;

/// One level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    width: u16,
    nodes: Store,
    count: usize,
    /// Twice the number of edges.
    ends: usize,
}

impl Graph {
    /// A level without nodes over a map of so many cells.
    pub(super) fn new(level: usize, width: u16, cells: usize) -> Self {
        Self { width, nodes: Store::new(level, cells), count: 0, ends: 0 }
    }

    /// How many nodes there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How many edges there are.
    pub const fn edges(&self) -> usize {
        self.ends / 2
    }

    /// The node with a name, if there is one.
    pub fn get(&self, name: Name) -> Option<&Node> {
        self.nodes.get(name)
    }

    /// All nodes in the order of their names.
    pub fn nodes(&self) -> impl Iterator<Item = (Name, &Node)> {
        self.nodes.iter()
    }

    /// The cell that a node is named by.
    pub const fn cell(&self, name: Name) -> Cell {
        Cell::new((name % self.width as u32) as i16, (name / self.width as u32) as i16)
    }

    pub(super) fn has(&self, name: Name) -> bool {
        self.nodes.get(name).is_some()
    }

    /// The links of a node, which exists.
    pub(super) fn neighbours(&self, name: Name) -> &[Name] {
        self.nodes.get(name).map_or(&[], |node| &node.neighbours)
    }

    /// The group of a node, or [`NOBODY`].
    pub(super) fn parent(&self, name: Name) -> Name {
        self.nodes.get(name).map_or(NOBODY, |node| node.parent)
    }

    /// The members of a group, if this is the level of groups.
    pub(super) fn children(&self, name: Name) -> &[Name] {
        self.nodes.get(name).map_or(&[], |node| &node.children)
    }

    pub(super) fn set_parent(&mut self, name: Name, parent: Name) {
        if let Some(node) = self.nodes.get_mut(name) {
            node.parent = parent;
        }
    }

    /// Puts a node without links where none was.
    pub(super) fn insert(&mut self, name: Name, children: Vec<Name>, (cells, sum): (u32, (u64, u64))) {
        let node = Node { parent: NOBODY, children, neighbours: Vec::new(), cells, sum };
        self.nodes.insert(name, node);
        self.count += 1;
    }

    /// Takes a node out; those that it was linked to are set right by the caller. Gives its group and its links.
    pub(super) fn remove(&mut self, name: Name) -> Option<(Name, Vec<Name>)> {
        let node = self.nodes.remove(name)?;
        self.count -= 1;
        self.ends -= node.neighbours.len();
        Some((node.parent, node.neighbours))
    }

    /// Gives a node its links; whether they are others than before.
    pub(super) fn link(&mut self, name: Name, neighbours: Vec<Name>) -> bool {
        let Some(node) = self.nodes.get_mut(name) else { return false };
        let is_new = node.neighbours != neighbours;
        self.ends = self.ends + neighbours.len() - node.neighbours.len();
        node.neighbours = neighbours;
        is_new
    }

    pub(super) fn set_children(&mut self, name: Name, children: Vec<Name>) {
        if let Some(node) = self.nodes.get_mut(name) {
            node.children = children;
        }
    }

    pub(super) fn set_size(&mut self, name: Name, (cells, sum): (u32, (u64, u64))) {
        if let Some(node) = self.nodes.get_mut(name) {
            (node.cells, node.sum) = (cells, sum);
        }
    }

    /// Cells and sums of several nodes together.
    pub(super) fn size(&self, names: &[Name]) -> (u32, (u64, u64)) {
        let nodes = names.iter().filter_map(|name| self.get(*name));
        nodes.fold((0, (0, 0)), |(cells, sum), node| (cells + node.cells, (sum.0 + node.sum.0, sum.1 + node.sum.1)))
    }

    /// Makes this the top: nobody has a group.
    pub(super) fn forget_parents(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.parent = NOBODY);
    }
}
