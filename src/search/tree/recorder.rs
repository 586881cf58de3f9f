//! Keeps the tree of a search while it goes on.
//!
//! Only one search from the root is kept whole: the last one that was finished, and beside it the one in which the
//! budget ended. If there are too many nodes the deepest plies are given up, so that what is near the root is always
//! whole.

use super::super::table::Bound;
use super::listener::{Entered, Listener, Why};
use super::{Node, Tree};

/// Nodes of a tree that are kept for people to look at: two plies of the largest board, some 20 MB.
pub const MOST_NODES: usize = 300_000;

/// One search from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    pub depth: u32,
    pub window: (i32, i32),
    /// For the side to move at the root; none if the budget ended.
    pub score: Option<i32>,
    /// Whether the value lies within the window. Otherwise it was searched again with a wider one.
    pub is_exact: bool,
    pub nodes: u64,
}

/// What is left of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording<M> {
    /// All searches from the root, in their order.
    pub passes: Vec<Pass>,
    /// The last one that was finished, and the one in which the budget ended, as far as they are there.
    pub trees: Vec<Tree<M>>,
}

impl<M: PartialEq> Recording<M> {
    /// The tree from which the move came: the one in which the budget ended only if it has changed the expected line.
    pub fn played(&self) -> usize {
        let [finished, .., stopped] = self.trees.as_slice() else { return 0 };
        usize::from(finished.line != stopped.line)
    }
}

impl<M: Copy> Recording<M> {
    /// The same with other moves.
    pub fn map<N>(&self, mut other: impl FnMut(M) -> N) -> Recording<N> {
        let trees = self.trees.iter().map(|tree| Tree {
            nodes: tree.nodes.iter().map(|node| node.with(node.step.map(&mut other))).collect(),
            line: tree.line.iter().map(|step| other(*step)).collect(),
            deepest: tree.deepest,
        });
        Recording { trees: trees.collect(), passes: self.passes.clone() }
    }
}

/// A node whose end has not come.
struct Open<M> {
    /// Its place, if it is kept.
    index: Option<u32>,
    visits: u64,
    /// The last child that is kept.
    last: Option<u32>,
    why: Option<(Why, Bound)>,
    untried: u32,
    entered: Entered,
    /// The move to its next child.
    step: Option<M>,
}

pub struct Recorder<M> {
    most: usize,
    passes: Vec<Pass>,
    finished: Option<Tree<M>>,
    stopped: Option<Tree<M>>,
    nodes: Vec<Node<M>>,
    open: Vec<Open<M>>,
    deepest: Option<u8>,
    /// Whether the last search was stopped.
    is_stopped: bool,
}

impl<M: Copy + PartialEq> Recorder<M> {
    /// Keeps about so many nodes of a search at most.
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            passes: Vec::new(),
            finished: None,
            stopped: None,
            nodes: Vec::new(),
            open: Vec::new(),
            deepest: None,
            is_stopped: false,
        }
    }

    /// What it has heard since it was last asked; `None` if there was no search.
    pub fn take(&mut self) -> Option<Recording<M>> {
        let heard = std::mem::replace(self, Self::new(self.most));
        let trees: Vec<Tree<M>> = heard.finished.into_iter().chain(heard.stopped).collect();
        (!trees.is_empty()).then_some(Recording { passes: heard.passes, trees })
    }

    /// Gives up the deepest plies until there is room again.
    fn make_room(&mut self) {
        let mut plies = vec![0_usize; 256];
        self.nodes.iter().for_each(|node| plies[usize::from(node.ply)] += 1);
        let mut sum = 0;
        let is_low = |count: &&usize| {
            sum += **count;
            sum <= self.most * 9 / 10
        };
        let deepest = plies.iter().take_while(is_low).count().saturating_sub(1) as u8;
        self.deepest = Some(deepest);
        let mut places = Vec::with_capacity(self.nodes.len());
        let mut count = 0;
        for node in &self.nodes {
            places.push((node.ply <= deepest).then_some(count));
            count += u32::from(node.ply <= deepest);
        }
        let place = |index: u32| places[index as usize];
        self.nodes.retain_mut(|node| {
            node.parent = place(node.parent).unwrap_or(0);
            node.ply <= deepest
        });
        for open in &mut self.open {
            open.index = open.index.and_then(place);
            open.last = open.last.and_then(place);
        }
    }

    /// The tree of the search that has ended.
    fn end(&mut self) -> Tree<M> {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.iter_mut().for_each(|node| node.kept = 1);
        for index in (1..nodes.len()).rev() {
            let Node { parent, kept, .. } = nodes[index];
            nodes[parent as usize].kept += kept;
        }
        Tree { nodes, line: Vec::new(), deepest: self.deepest.take() }
    }
}

impl<M: Copy + PartialEq> Listener<M> for Recorder<M> {
    fn step(&mut self, step: M) {
        if let Some(open) = self.open.last_mut() {
            open.step = Some(step);
        }
    }

    fn enter(&mut self, entered: Entered) {
        let ply = self.open.len();
        let step = self.open.last().and_then(|open| open.step);
        if self.nodes.len() >= self.most {
            self.make_room();
        }
        let parent = self.open.last().map(|open| open.index);
        let is_kept = parent != Some(None) && self.deepest.is_none_or(|deepest| ply <= usize::from(deepest));
        let index = is_kept.then(|| {
            let index = self.nodes.len() as u32;
            if let Some(above) = self.open.last_mut() {
                let last = above.last.replace(index).map(|last| &mut self.nodes[last as usize]);
                if let Some(last) = last.filter(|last| last.step == step) {
                    last.superseded = true;
                }
            }
            self.nodes.push(Node {
                parent: parent.flatten().unwrap_or(0),
                kept: 1,
                visits: 1,
                key: entered.key,
                step,
                alpha: entered.window.0,
                beta: entered.window.1,
                score: 0,
                bound: Bound::Exact,
                why: Why::Stopped,
                untried: 0,
                side: entered.side as u8,
                ply: ply.min(255) as u8,
                depth: entered.depth.min(255) as u8,
                superseded: false,
            });
            index
        });
        self.open.push(Open { index, visits: 1, last: None, why: None, untried: 0, entered, step: None });
    }

    fn why(&mut self, why: Why, bound: Bound) {
        if let Some(open) = self.open.last_mut() {
            open.why = Some((why, bound));
        }
    }

    fn untried(&mut self, count: usize) {
        if let Some(open) = self.open.last_mut() {
            open.untried = count as u32;
        }
    }

    fn leave(&mut self, score: Option<i32>) {
        let Some(left) = self.open.pop() else { return };
        let (alpha, beta) = left.entered.window;
        let by_window = |score: i32| match score {
            high if high >= beta => Bound::Lower,
            low if low <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let (why, bound) = match (score, left.why) {
            (None, _) => (Why::Stopped, Bound::Exact),
            (Some(score), None) => (Why::Searched, by_window(score)),
            (Some(score), Some((Why::Quiet, _))) => (Why::Quiet, by_window(score)),
            (Some(_), Some(told)) => told,
        };
        if let Some(index) = left.index {
            let node = &mut self.nodes[index as usize];
            node.visits = left.visits;
            node.score = score.unwrap_or(0);
            (node.why, node.bound, node.untried) = (why, bound, left.untried);
        }
        if let Some(above) = self.open.last_mut() {
            above.visits += left.visits;
            return;
        }
        let is_exact = score.is_some() && bound == Bound::Exact;
        let Entered { depth, window, .. } = left.entered;
        self.passes.push(Pass { depth, window, score, is_exact, nodes: left.visits });
        let tree = self.end();
        self.is_stopped = score.is_none();
        if self.is_stopped {
            self.stopped = Some(tree);
        } else if is_exact {
            self.finished = Some(tree);
        }
    }

    fn line(&mut self, line: &[M]) {
        let last = if self.is_stopped { &mut self.stopped } else { &mut self.finished };
        if let Some(tree) = last {
            tree.line = line.to_vec();
        }
    }
}
