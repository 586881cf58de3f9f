//! Groups that are connected pieces within squares of the map: sectors, and the upper levels of a quadtree.
//!
//! After an edit the pieces that hold a changed node are found again by breadth-first search; what that reaches is made
//! anew, nothing else.

use super::graph::{Changed, Dirty, Graph};
use super::node::{NOBODY, Name};
use crate::base::Budget;
use std::collections::BTreeSet;

/// Nodes of changed pieces: the changed ones themselves and all that were in a group with one, in order.
pub(super) fn loosened(graph: &Graph, above: &Graph, dirty: &Dirty) -> BTreeSet<Name> {
    let groups: BTreeSet<Name> = dirty.values().copied().filter(|group| *group != NOBODY).collect();
    let members = groups.iter().flat_map(|group| above.children(*group));
    dirty.keys().chain(members).copied().filter(|name| graph.has(*name)).collect()
}

/// The groups that are gone or new, from new ones and all groups from before that these take the place of.
pub(super) fn replaced(above: &Graph, mut new: Changed, before: BTreeSet<Name>) -> Changed {
    for group in before {
        new.entry(group).or_default();
    }
    new.retain(|seed, members| above.children(*seed) != members);
    new
}

/// Groups by connected pieces within squares of `side` cells; `None` if the budget is spent.
pub(super) fn regroup(side: u32, graph: &mut Graph, above: &Graph, dirty: &Dirty, budget: &Budget) -> Option<Changed> {
    let square = |graph: &Graph, name: Name| {
        let cell = graph.cell(name);
        (cell.x as u32 / side, cell.y as u32 / side)
    };
    let mut before: BTreeSet<Name> = dirty.values().copied().filter(|group| *group != NOBODY).collect();
    let mut new = Changed::new();
    let mut seen = BTreeSet::new();
    let mut looked = 0;
    for first in loosened(graph, above, dirty) {
        if !seen.insert(first) {
            continue;
        }
        let own = square(graph, first);
        let mut members = vec![first];
        let mut next = 0;
        while let Some(name) = members.get(next).copied() {
            next += 1;
            looked += 1;
            if budget.is_spent_within(looked, 1024) {
                return None;
            }
            let inside = |other: &Name| square(graph, *other) == own && seen.insert(*other);
            members.extend(graph.neighbours(name).iter().copied().filter(inside));
        }
        members.sort_unstable();
        let seed = members[0];
        for name in &members {
            let group = graph.parent(*name);
            if group != NOBODY {
                before.insert(group);
            }
            graph.set_parent(*name, seed);
        }
        new.insert(seed, members);
    }
    Some(replaced(above, new, before))
}
