//! The levels over a map, made and kept up.

use super::graph::{Changed, Dirty, Graph};
use super::kind::Kind;
use super::node::{NOBODY, Name, Node};
use crate::base::{Budget, Cell, Dir, Grid};
use crate::nav::coop::mapf::Moves;
use std::collections::BTreeSet;

/// All levels of an abstraction of a map.
///
/// **Invariants**: every node but those of the last level has a parent, every node but cells has children, and both say the
/// same; a group is connected in itself; two nodes are linked exactly if some of their children are; the last level is the
/// first one without an edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hierarchy {
    kind: Kind,
    moves: Moves,
    passable: Grid<bool>,
    levels: Vec<Graph>,
}

/// What an edit took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edited {
    /// Nodes of all levels that are new or gone, or have other links.
    pub nodes: usize,
    /// Groups that are new or gone, or have other members.
    pub groups: usize,
    /// Levels that had to be looked at.
    pub levels: usize,
}

impl Hierarchy {
    /// All levels over a map. `None` if the budget is spent before they are made.
    pub fn build(passable: &Grid<bool>, moves: Moves, kind: Kind, budget: &Budget) -> Option<Self> {
        let blocked = passable.map(|_| false);
        let levels = vec![Graph::new(0, passable.width(), passable.len())];
        let mut made = Self { kind, moves, passable: blocked, levels };
        let all: Vec<(Cell, bool)> = passable.iter().filter(|(_, free)| **free).map(|(cell, _)| (cell, true)).collect();
        made.change(&all, budget)?;
        Some(made)
    }

    /// How groups are made.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The steps between cells.
    pub const fn moves(&self) -> Moves {
        self.moves
    }

    /// The map as it is now.
    pub const fn passable(&self) -> &Grid<bool> {
        &self.passable
    }

    /// The levels, that of the cells first.
    pub fn levels(&self) -> &[Graph] {
        &self.levels
    }

    /// The node of a level that stands for a cell; `None` for blocked cells, those outside of the map, and levels that
    /// there are not.
    pub fn node_of(&self, cell: Cell, level: usize) -> Option<Name> {
        let free = self.passable.get(cell) == Some(&true) && level < self.levels.len();
        free.then(|| self.ancestors(self.passable.index(cell) as Name).nth(level)).flatten()
    }

    /// A cell and the nodes that stand for it, level by level to the top.
    fn ancestors(&self, cell: Name) -> impl Iterator<Item = Name> + '_ {
        let mut levels = self.levels.iter();
        let parent = move |name: &Name| levels.next().and_then(|level| level.get(*name)).and_then(Node::parent);
        std::iter::successors(Some(cell), parent)
    }

    /// Whether there is a way between two cells: whether they have the same node at the top.
    pub fn is_reachable(&self, from: Cell, to: Cell) -> bool {
        let top = self.levels.len() - 1;
        self.node_of(from, top).is_some_and(|node| Some(node) == self.node_of(to, top))
    }

    /// The cells that a node stands for, in order.
    pub fn cells(&self, level: usize, name: Name) -> Vec<Cell> {
        let mut names = vec![name];
        for graph in self.levels[1..=level].iter().rev() {
            names = names.iter().flat_map(|name| graph.children(*name)).copied().collect();
        }
        names.sort_unstable();
        names.into_iter().map(|name| self.levels[0].cell(name)).collect()
    }

    /// Makes cells passable or blocked and mends all levels. Cells outside of the map are left out. At worst it takes as
    /// long as [`Self::build`].
    pub fn edit(&mut self, changes: &[(Cell, bool)]) -> Edited {
        // Without a limit it goes on to its end.
        self.change(changes, &Budget::unlimited()).unwrap_or_default()
    }

    fn change(&mut self, changes: &[(Cell, bool)], budget: &Budget) -> Option<Edited> {
        let mut dirty = self.change_cells(changes);
        let mut resized = BTreeSet::new();
        let mut edited = Edited::default();
        for level in 0.. {
            edited.nodes += dirty.len();
            if self.levels[level].edges() == 0 {
                self.levels.truncate(level + 1);
                self.levels[level].forget_parents();
                break;
            }
            if dirty.is_empty() && resized.is_empty() {
                break;
            }
            if self.levels.len() == level + 1 {
                dirty = self.levels[level].nodes().map(|(name, _)| (name, NOBODY)).collect();
                self.levels.push(Graph::new(level + 1, self.passable.width(), self.passable.len()));
            }
            let (lower, upper) = self.levels.split_at_mut(level + 1);
            let (below, above) = (&mut lower[level], &mut upper[0]);
            let changed = self.kind.regroup(&self.passable, level, (below, above), &dirty, budget)?;
            edited.groups += changed.len();
            edited.levels = level + 1;
            (dirty, resized) = lift(below, above, changed, &dirty, &resized);
        }
        Some(edited)
    }

    /// Changes level 0; gives the cells that are new or gone or have other steps.
    fn change_cells(&mut self, changes: &[(Cell, bool)]) -> Dirty {
        let mut dirty = Dirty::new();
        let mut around = Vec::new();
        for (cell, free) in changes {
            let Some(was_free) = self.passable.get_mut(*cell) else { continue };
            if std::mem::replace(was_free, *free) == *free {
                continue;
            }
            let name = self.passable.index(*cell) as Name;
            if *free {
                self.levels[0].insert(name, Vec::new(), (1, (cell.x as u64, cell.y as u64)));
                dirty.entry(name).or_insert(NOBODY);
            } else if let Some((group, _)) = self.levels[0].remove(name) {
                dirty.entry(name).or_insert(group);
            }
            around.push(*cell);
            around.extend(Dir::ALL.map(|dir| cell.step(dir)).into_iter().filter(|next| self.passable.contains(*next)));
        }
        around.sort_unstable();
        around.dedup();
        for cell in around {
            let name = self.passable.index(cell) as Name;
            let group = self.levels[0].parent(name);
            let mut links: Vec<Name> = if self.passable[cell] { self.steps(cell).collect() } else { Vec::new() };
            links.sort_unstable();
            if self.levels[0].link(name, links) {
                dirty.entry(name).or_insert(group);
            }
        }
        dirty
    }

    /// The cells that one can step to from a passable one: diagonally only between passable cells.
    fn steps(&self, cell: Cell) -> impl Iterator<Item = Name> + '_ {
        let free = |cell: Cell| self.passable.get(cell) == Some(&true);
        let is_legal = move |dir: &&Dir| {
            let (dx, dy) = dir.offset();
            let sides =
                !dir.is_diagonal() || free(Cell::new(cell.x + dx, cell.y)) && free(Cell::new(cell.x, cell.y + dy));
            sides && free(cell.step(**dir))
        };
        self.moves.dirs().iter().filter(is_legal).map(move |dir| self.passable.index(cell.step(*dir)) as Name)
    }
}

/// Brings the level above in line with new groups of the one below. Gives what has changed there, and the nodes that stand
/// for other cells than before.
fn lift(
    below: &Graph,
    above: &mut Graph,
    changed: Changed,
    dirty: &Dirty,
    resized: &BTreeSet<Name>,
) -> (Dirty, BTreeSet<Name>) {
    let mut next = Dirty::new();
    let mut larger: BTreeSet<Name> =
        resized.iter().filter(|name| below.has(**name)).map(|name| below.parent(*name)).collect();
    let mut looked: Vec<Name> = Vec::new();
    let around = |name: Name, looked: &mut Vec<Name>| {
        looked.push(below.parent(name));
        looked.extend(below.neighbours(name).iter().map(|other| below.parent(*other)));
    };
    for (seed, members) in changed {
        looked.extend_from_slice(above.neighbours(seed));
        members.iter().for_each(|member| around(*member, &mut looked));
        if members.is_empty() {
            if let Some((group, _)) = above.remove(seed) {
                next.insert(seed, group);
            }
        } else if above.has(seed) {
            above.set_children(seed, members);
            larger.insert(seed);
        } else {
            let size = below.size(&members);
            above.insert(seed, members, size);
            next.insert(seed, NOBODY);
        }
    }
    dirty.keys().filter(|name| below.has(**name)).for_each(|name| around(*name, &mut looked));
    looked.sort_unstable();
    looked.dedup();
    looked.retain(|name| *name != NOBODY && above.has(*name));
    for name in looked {
        let members = above.children(name).iter();
        let mut links: Vec<Name> =
            members.flat_map(|member| below.neighbours(*member)).map(|other| below.parent(*other)).collect();
        links.sort_unstable();
        links.dedup();
        links.retain(|other| *other != name);
        let group = above.parent(name);
        if above.link(name, links) {
            next.entry(name).or_insert(group);
        }
    }
    for name in &larger {
        let size = below.size(above.children(*name));
        above.set_size(*name, size);
    }
    larger.retain(|name| above.has(*name));
    (next, larger)
}
