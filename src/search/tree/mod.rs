//! The tree that a search has gone through, for those who want to look at it: which moves it tried, what they were
//! worth, what it left out and why.
//!
//! | file | subject |
//! |---|---|
//! | `listener` | what a search tells of itself |
//! | `recorder` | keeps it |
//! | `outline` | the rows of a tree of which parts are open, and filters |
//! | `icicle` | the whole tree as a small picture |
//! | `export`, `svg`, `trace` | as JSON, as a picture for a paper, as a trace for programs that show searches |
//!
//! A [`Tree`] is one search from the root to one depth. Its nodes are visits: a move that was searched twice (with a
//! null window, then with an open one) is there twice, the first time marked as [superseded](Node::superseded). They
//! lie in the order of the visits, so that all below a node follows it.

pub mod export;
pub mod icicle;
mod listener;
pub mod outline;
mod recorder;
pub mod svg;
pub mod trace;

pub(crate) use listener::Heard;
pub use listener::{Entered, Listener, OPEN, Why};
pub use recorder::{MOST_NODES, Pass, Recorder, Recording};

use super::table::Bound;

/// One visit of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node<M> {
    /// The node above; the root is its own.
    pub parent: u32,
    /// Kept nodes from this one on that belong to it, itself included.
    pub kept: u32,
    /// Visits below it, itself included, kept or not.
    pub visits: u64,
    /// What the search kept it under: nodes of one key are the same position for it.
    pub key: u64,
    /// The move that led here; none at the root.
    pub step: Option<M>,
    /// The window, for the side to move.
    pub alpha: i32,
    pub beta: i32,
    /// For the side to move; means nothing where the budget ended.
    pub score: i32,
    pub bound: Bound,
    pub why: Why,
    /// Moves that were not tried after a cut.
    pub untried: u32,
    /// The side to move.
    pub side: u8,
    pub ply: u8,
    /// Plies that were to be searched below it.
    pub depth: u8,
    /// Whether the same move was searched again, with another window or depth.
    pub superseded: bool,
}

impl<M> Node<M> {
    /// The same with another move.
    fn with<N>(&self, step: Option<N>) -> Node<N> {
        Node {
            step,
            parent: self.parent,
            kept: self.kept,
            visits: self.visits,
            key: self.key,
            alpha: self.alpha,
            beta: self.beta,
            score: self.score,
            bound: self.bound,
            why: self.why,
            untried: self.untried,
            side: self.side,
            ply: self.ply,
            depth: self.depth,
            superseded: self.superseded,
        }
    }

    /// What is known of its value for a side; nothing where the budget ended.
    pub fn value(&self, side: u8) -> Option<(i32, Bound)> {
        if self.why == Why::Stopped {
            return None;
        }
        Some(match (self.side == side, self.bound) {
            (true, bound) => (self.score, bound),
            (false, Bound::Exact) => (-self.score, Bound::Exact),
            (false, Bound::Lower) => (-self.score, Bound::Upper),
            (false, Bound::Upper) => (-self.score, Bound::Lower),
        })
    }

    /// Whether a move below it was too good for the other side to let it come to this.
    pub const fn is_cut(&self) -> bool {
        self.score >= self.beta && matches!(self.why, Why::Searched | Why::Quiet)
    }
}

/// One search from the root to one depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    /// The expected line; empty if the search did not say it.
    pub(super) line: Vec<M>,
    /// Nodes deeper than this are counted and not kept.
    pub(super) deepest: Option<u8>,
}

impl<M: Copy + PartialEq> Tree<M> {
    /// The nodes that are kept; the first is the root.
    pub fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }

    pub fn node(&self, node: u32) -> &Node<M> {
        &self.nodes[node as usize]
    }

    pub fn root(&self) -> &Node<M> {
        &self.nodes[0]
    }

    /// The last ply of which nodes are kept, if there were too many of them.
    pub const fn deepest(&self) -> Option<u8> {
        self.deepest
    }

    /// Nodes that were visited and not kept.
    pub fn lost(&self) -> u64 {
        self.root().visits - self.nodes.len() as u64
    }

    /// The kept nodes right below a node, in the order in which they were searched.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + use<'_, M> {
        let end = node + self.node(node).kept;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next += self.node(child).kept;
                child
            })
        })
    }

    /// The moves from the root to a node.
    pub fn way(&self, mut node: u32) -> Vec<M> {
        let mut way = Vec::new();
        while let Some(step) = self.node(node).step {
            way.push(step);
            node = self.node(node).parent;
        }
        way.reverse();
        way
    }

    /// What is expected after a node: below the root the line that the search told; else the first move of the best
    /// value. It ends where nothing is kept, or where no value is exact.
    pub fn expected(&self, node: u32) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = node;
        if node == 0 && !self.line.is_empty() {
            for step in &self.line {
                let Some(next) = self.children(at).filter(|child| self.node(*child).step == Some(*step)).last() else {
                    break;
                };
                line.push(next);
                at = next;
            }
            return line;
        }
        while let Some(next) = self.best(at) {
            line.push(next);
            at = next;
        }
        line
    }

    /// The child from which a node has its value: of what came after a cut or was not better there is none.
    fn best(&self, node: u32) -> Option<u32> {
        let Node { score, side, .. } = *self.node(node);
        let gives = |child: &u32| {
            let child = self.node(*child);
            !child.superseded && child.value(side).is_some_and(|(value, bound)| value == score && bound != Bound::Upper)
        };
        self.children(node).find(gives)
    }

    /// For every node the one where the search first looked into the same position, if the table answered here: none
    /// where that was in an earlier search.
    pub fn twins(&self) -> Vec<Option<u32>> {
        let mut searched: Vec<(u64, u32)> = (0..self.nodes.len() as u32)
            .filter(|node| !matches!(self.node(*node).why, Why::Table | Why::Stopped))
            .map(|node| (self.node(node).key, node))
            .collect();
        searched.sort_unstable();
        let twin = |(index, node): (usize, &Node<M>)| {
            if node.why != Why::Table {
                return None;
            }
            let first = searched.partition_point(|(key, _)| *key < node.key);
            let found = searched.get(first).filter(|(key, at)| *key == node.key && (*at as usize) < index);
            found.map(|(_, at)| *at)
        };
        self.nodes.iter().enumerate().map(twin).collect()
    }
}
