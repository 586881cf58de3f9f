//! Groups that are made one after another: the first node that has none becomes a seed and gathers others around it.
//!
//! Radius, star, line and node-limit differ in the order of the seeds and in what a seed gathers. After an edit not
//! everything is done again: the seeds around the change are asked anew, in the order of all seeds; where one gathers other
//! nodes than before, those that looked at these nodes later are asked, too. So the groups are always those that a build
//! from nothing makes, and the work is that of the groups that become others (U. A. Acar, "Self-Adjusting Computation",
//! 2005, in its simplest form). A build from nothing is the repair of a map on which everything is new.
//!
//! **What it rests on**: a seed looks at links of members of its group only and at whether their neighbours are free; a
//! seed comes before all that it gathers.

use super::graph::{Changed, Dirty, Graph};
use super::node::{NOBODY, Name};
use crate::base::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How one kind makes its groups.
pub(super) trait Gather {
    /// The place of a node among the seeds: less is earlier, and of equals the lower name.
    fn rank(&self, graph: &Graph, name: Name) -> u32;

    /// Adds to `group`, which holds the seed, what it gathers of the nodes that are free.
    fn gather(&self, graph: &Graph, group: &mut Vec<Name>, is_free: impl Fn(Name) -> bool);
}

/// The repair of one level.
struct Repair<'a, G> {
    rule: &'a G,
    graph: &'a mut Graph,
    above: &'a Graph,
    changed: Changed,
    /// Seeds, or nodes that may become some, by their place in the order.
    due: BinaryHeap<Reverse<(u32, Name)>>,
}

/// Gives every node of `graph` a group again after `dirty` nodes have changed; `above` holds the groups from before. `None`
/// if the budget is spent: then `graph` is of no more use.
pub(super) fn regroup(
    rule: &impl Gather,
    graph: &mut Graph,
    above: &Graph,
    dirty: &Dirty,
    budget: &Budget,
) -> Option<Changed> {
    let mut repair = Repair { rule, graph, above, changed: Changed::new(), due: BinaryHeap::new() };
    for (name, group) in dirty {
        if *group != NOBODY {
            repair.dissolve(*group);
        }
        if repair.graph.has(*name) {
            repair.graph.set_parent(*name, NOBODY);
            repair.push(*name);
            repair.wake(*name, NOBODY, (0, 0));
        }
    }
    repair.run(budget)?;
    let mut changed = repair.changed;
    changed.retain(|seed, members| above.children(*seed) != members);
    Some(changed)
}

impl<G: Gather> Repair<'_, G> {
    fn place(&self, name: Name) -> (u32, Name) {
        (self.rule.rank(self.graph, name), name)
    }

    fn push(&mut self, name: Name) {
        self.due.push(Reverse(self.place(name)));
    }

    /// The members of a group as last written down; some may be with others by now.
    fn written(&self, seed: Name) -> &[Name] {
        self.changed.get(&seed).map_or_else(|| self.above.children(seed), Vec::as_slice)
    }

    /// Frees all members of a group that a change has touched.
    fn dissolve(&mut self, seed: Name) {
        let members = self.written(seed).to_vec();
        self.changed.insert(seed, Vec::new());
        for name in members {
            // A node that is gone has no parent either.
            if self.graph.parent(name) == seed {
                self.graph.set_parent(name, NOBODY);
                self.push(name);
                self.wake(name, seed, (0, 0));
            }
        }
    }

    /// Asks the groups anew that have looked at a node, if they come later than `place`.
    fn wake(&mut self, name: Name, but: Name, place: (u32, Name)) {
        for index in 0..self.graph.neighbours(name).len() {
            let seed = self.graph.parent(self.graph.neighbours(name)[index]);
            if seed != NOBODY && seed != but && self.graph.has(seed) && self.place(seed) >= place {
                self.push(seed);
            }
        }
    }

    fn run(&mut self, budget: &Budget) -> Option<()> {
        let mut last = None;
        let mut asked = 0;
        while let Some(Reverse(place)) = self.due.pop() {
            let seed = place.1;
            if last.replace(place) == Some(place) || !self.graph.has(seed) {
                continue;
            }
            asked += 1;
            if budget.is_spent_within(asked, 1024) {
                return None;
            }
            let is_earlier = |name: Name| {
                let group = self.graph.parent(name);
                group != NOBODY && group != seed && self.place(group) < place
            };
            let mut group = Vec::new();
            if !is_earlier(seed) {
                group.push(seed);
                self.rule.gather(self.graph, &mut group, |name| !is_earlier(name));
                group.sort_unstable();
            }
            self.settle(place, group);
        }
        Some(())
    }

    /// Writes down what a seed has gathered and wakes whom it concerns.
    fn settle(&mut self, place: (u32, Name), group: Vec<Name>) {
        let seed = place.1;
        if self.written(seed) == group && group.iter().all(|name| self.graph.parent(*name) == seed) {
            return;
        }
        let before = self.written(seed).to_vec();
        let mut others = Vec::new();
        for name in before {
            if self.graph.has(name) && self.graph.parent(name) == seed && group.binary_search(&name).is_err() {
                self.graph.set_parent(name, NOBODY);
                self.push(name);
                others.push(name);
            }
        }
        for name in &group {
            let former = self.graph.parent(*name);
            if former == seed {
                continue;
            }
            if former != NOBODY {
                // The other one has lost a member: it is later, as the node was free.
                let members = self.written(former).to_vec();
                self.changed.entry(former).or_insert(members);
                self.push(former);
            }
            self.graph.set_parent(*name, seed);
            others.push(*name);
        }
        for name in others {
            self.wake(name, seed, place);
        }
        self.changed.insert(seed, group);
    }
}
