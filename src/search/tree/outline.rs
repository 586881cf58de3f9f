//! The rows of a tree: a row a node, in the order in which they are read. Below a node that is open lie its children;
//! a filter leaves some out.
//!
//! Opening and closing change only the rows below a node, so that 100,000 open rows stay quick.

use super::super::table::Bound;
use super::{Node, Tree, Why};

/// For whom values are good when they are high.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
    Side(u8),
    /// Whoever makes the move.
    Mover,
}

impl Perspective {
    /// What is known of the value of a node.
    pub fn value<M: Copy + PartialEq>(self, tree: &Tree<M>, node: u32) -> Option<(i32, Bound)> {
        let shown = tree.node(node);
        let side = match self {
            Self::Side(side) => side,
            Self::Mover => tree.node(shown.parent).side,
        };
        shown.value(side)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sorting {
    /// The best for who makes them first.
    #[default]
    Value,
    /// As they were tried.
    Search,
}

/// What is left of a tree. Moves that are not wanted go with all that is below them; a value or a text is looked for
/// everywhere, and what leads to it stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// From and to, from the perspective of the outline.
    pub values: (Option<i32>, Option<i32>),
    /// At most so far below the best move of the same position, for who makes it.
    pub near: Option<i32>,
    /// Only the expected line.
    pub line: bool,
    /// No moves of which is only known that they are not better than another.
    pub no_worse: bool,
    /// No visits that were done again.
    pub no_superseded: bool,
    /// Moves with this in their name.
    pub text: String,
}

impl Filter {
    /// Whether something is looked for in the whole tree.
    pub fn seeks(&self) -> bool {
        self.values != (None, None) || !self.text.is_empty()
    }
}

/// Of so many finds the way to each is opened.
const MOST_OPENED: usize = 2000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    open: Vec<bool>,
    /// What a filter leaves; all without one.
    shown: Option<Vec<bool>>,
    /// Nodes that were looked for.
    found: usize,
    rows: Vec<u32>,
    order: Sorting,
    perspective: Perspective,
}

impl Outline {
    /// Nothing is open but the root.
    pub fn new<M: Copy + PartialEq>(tree: &Tree<M>, perspective: Perspective) -> Self {
        let mut open = vec![false; tree.nodes().len()];
        open[0] = true;
        let order = Sorting::default();
        let mut outline = Self { open, shown: None, found: 0, rows: Vec::new(), order, perspective };
        outline.rebuild(tree);
        outline
    }

    /// The nodes of the rows.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    pub fn row_of(&self, node: u32) -> Option<usize> {
        self.rows.iter().position(|row| *row == node)
    }

    pub fn is_open(&self, node: u32) -> bool {
        self.open[node as usize]
    }

    pub const fn order(&self) -> Sorting {
        self.order
    }

    pub const fn perspective(&self) -> Perspective {
        self.perspective
    }

    /// Nodes that were looked for; `None` if nothing was.
    pub fn found(&self) -> Option<usize> {
        (self.found > 0 || self.shown.is_some()).then_some(self.found)
    }

    pub fn set_order<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, order: Sorting) {
        self.order = order;
        self.rebuild(tree);
    }

    pub const fn set_perspective(&mut self, perspective: Perspective) {
        self.perspective = perspective;
    }

    /// The children of a node that are shown, in the order of the outline.
    pub fn children<M: Copy + PartialEq>(&self, tree: &Tree<M>, node: u32) -> Vec<u32> {
        let mut children: Vec<u32> = tree.children(node).filter(|child| self.is_shown(*child)).collect();
        if self.order == Sorting::Value {
            // What is not known comes last, and a bound after a value: it may be worse.
            let rank = |child: &u32| {
                let value = Perspective::Mover.value(tree, *child);
                std::cmp::Reverse(value.map(|(value, bound)| (value, bound != Bound::Upper)))
            };
            children.sort_by_key(rank);
        }
        children
    }

    pub fn has_children<M: Copy + PartialEq>(&self, tree: &Tree<M>, node: u32) -> bool {
        tree.node(node).kept > 1 && tree.children(node).any(|child| self.is_shown(child))
    }

    fn is_shown(&self, node: u32) -> bool {
        self.shown.as_ref().is_none_or(|shown| shown[node as usize])
    }

    pub fn expand<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, node: u32) {
        if !std::mem::replace(&mut self.open[node as usize], true)
            && let Some(row) = self.row_of(node)
        {
            let mut below = Vec::new();
            self.write_below(tree, node, &mut below);
            self.rows.splice(row + 1..row + 1, below);
        }
    }

    pub fn collapse<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, node: u32) {
        if std::mem::replace(&mut self.open[node as usize], false)
            && let Some(row) = self.row_of(node)
        {
            let end = node + tree.node(node).kept;
            let below = self.rows[row + 1..].iter().take_while(|other| (node + 1..end).contains(other)).count();
            self.rows.drain(row + 1..row + 1 + below);
        }
    }

    /// Opens a node and everything below it.
    pub fn expand_all<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, node: u32) {
        self.collapse(tree, node);
        let end = node + tree.node(node).kept;
        self.open[node as usize + 1..end as usize].fill(true);
        self.expand(tree, node);
    }

    /// Closes everything below a node.
    pub fn collapse_all<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, node: u32) {
        self.collapse(tree, node);
        let end = node + tree.node(node).kept;
        self.open[node as usize..end as usize].fill(false);
        if node == 0 {
            self.expand(tree, 0);
        }
    }

    /// Opens what is above a node, so that it has a row unless a filter leaves it out.
    pub fn reveal<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, node: u32) {
        let mut above = Vec::new();
        let mut at = node;
        while at != 0 {
            at = tree.node(at).parent;
            above.push(at);
        }
        above.into_iter().rev().for_each(|node| self.expand(tree, node));
    }

    /// Leaves out what a filter does not want; `names` tells whether the name of a move has the text.
    pub fn filter<M: Copy + PartialEq>(&mut self, tree: &Tree<M>, filter: &Filter, names: impl Fn(M) -> bool) {
        (self.shown, self.found) = (None, 0);
        if *filter != Filter::default() {
            let mut shown = self.wanted(tree, filter);
            if filter.seeks() {
                self.seek(tree, filter, names, &mut shown);
            }
            self.shown = Some(shown);
        }
        self.rebuild(tree);
    }

    /// Everything but what goes with all that is below it.
    fn wanted<M: Copy + PartialEq>(&self, tree: &Tree<M>, filter: &Filter) -> Vec<bool> {
        let nodes = tree.nodes();
        let mover = |node: u32| Perspective::Mover.value(tree, node);
        let mut best = vec![i32::MIN; nodes.len()];
        for index in 1..nodes.len() as u32 {
            let above = &mut best[tree.node(index).parent as usize];
            let value = mover(index).filter(|_| !tree.node(index).superseded);
            *above = value.map_or(*above, |(value, _)| value.max(*above));
        }
        let mut in_line = vec![false; if filter.line { nodes.len() } else { 0 }];
        if filter.line {
            tree.expected(0).into_iter().for_each(|node| in_line[node as usize] = true);
        }
        let mut shown = vec![true; nodes.len()];
        for index in 1..nodes.len() {
            let Node { parent, superseded, .. } = nodes[index];
            let value = mover(index as u32);
            let is_worse = value.is_some_and(|(_, bound)| bound == Bound::Upper);
            let is_far = filter.near.is_some_and(|near| {
                value.is_none_or(|(value, _)| value < best[parent as usize].saturating_sub(near.max(0)))
            });
            shown[index] = shown[parent as usize]
                && !(filter.no_superseded && superseded || filter.no_worse && is_worse || is_far)
                && (!filter.line || in_line[index]);
        }
        shown
    }

    /// Of what is wanted only what is looked for, and what leads there.
    fn seek<M: Copy + PartialEq>(
        &mut self,
        tree: &Tree<M>,
        filter: &Filter,
        names: impl Fn(M) -> bool,
        shown: &mut [bool],
    ) {
        let (least, most) = filter.values;
        let is_found = |index: usize| {
            let node = tree.node(index as u32);
            let in_range =
                |value: i32| least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most);
            let is_named = filter.text.is_empty() || node.step.is_some_and(&names);
            let has_value = filter.values == (None, None)
                || self.perspective.value(tree, index as u32).is_some_and(|(value, _)| in_range(value));
            is_named && has_value && node.why != Why::Stopped
        };
        let found: Vec<usize> = (1..shown.len()).filter(|index| shown[*index] && is_found(*index)).collect();
        self.found = found.len();
        shown.fill(false);
        shown[0] = true;
        for index in &found {
            shown[*index] = true;
            let mut at = *index as u32;
            while at != 0 {
                at = tree.node(at).parent;
                if std::mem::replace(&mut shown[at as usize], true) && found.len() > MOST_OPENED {
                    break;
                }
                if found.len() <= MOST_OPENED {
                    self.open[at as usize] = true;
                }
            }
        }
    }

    fn rebuild<M: Copy + PartialEq>(&mut self, tree: &Tree<M>) {
        let mut rows = vec![0];
        if self.open[0] {
            self.write_below(tree, 0, &mut rows);
        }
        self.rows = rows;
    }

    /// The rows below an open node.
    fn write_below<M: Copy + PartialEq>(&self, tree: &Tree<M>, node: u32, rows: &mut Vec<u32>) {
        let mut stack = self.children(tree, node);
        stack.reverse();
        while let Some(next) = stack.pop() {
            rows.push(next);
            if self.is_open(next) && tree.node(next).kept > 1 {
                let below = self.children(tree, next);
                stack.extend(below.into_iter().rev());
            }
        }
    }
}
