//! Which pegs hang together: union by size without path compression, so that the last union can be taken back
//! (R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", 1984, section 3).

use crate::games::links::hole::PLACES;

/// The border lines of the sides are nodes, too: two for each.
const NODES: usize = PLACES + 4;

/// The node of a border line of a side: its top or left one, or the other.
pub(super) const fn border(side: usize, is_far: bool) -> usize {
    PLACES + side * 2 + is_far as usize
}

/// Sets of pegs and border lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unions {
    parent: Box<[u16; NODES]>,
    size: Box<[u16; NODES]>,
    /// The roots that were put under others, in order.
    joined: Vec<u16>,
}

impl Default for Unions {
    fn default() -> Self {
        let parent = Box::new(std::array::from_fn(|node| node as u16));
        Self { parent, size: Box::new([1; NODES]), joined: Vec::new() }
    }
}

impl Unions {
    fn root(&self, mut node: usize) -> usize {
        while usize::from(self.parent[node]) != node {
            node = self.parent[node].into();
        }
        node
    }

    pub(super) fn are_joined(&self, a: usize, b: usize) -> bool {
        self.root(a) == self.root(b)
    }

    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (low, high) = if self.size[a] <= self.size[b] { (a, b) } else { (b, a) };
        self.parent[low] = high as u16;
        self.size[high] += self.size[low];
        self.joined.push(low as u16);
    }

    /// Unions that were made.
    pub(super) fn count(&self) -> usize {
        self.joined.len()
    }

    /// Takes unions back until so many are left.
    pub(super) fn back_to(&mut self, count: usize) {
        while self.joined.len() > count
            && let Some(low) = self.joined.pop()
        {
            let high = usize::from(std::mem::replace(&mut self.parent[usize::from(low)], low));
            self.size[high] -= self.size[usize::from(low)];
        }
    }
}
