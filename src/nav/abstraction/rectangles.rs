//! Rectangles: free space cut into rectangles, none of which could be made larger ([`crate::nav::rectangles`]), as the
//! nodes of level 1.
//!
//! The cut says nothing of levels above; here rectangles join as stars do ([`super::star`]). The cut goes row by row over
//! the whole map, so an edit has the connected piece around it cut anew; the other pieces keep their rectangles.

use super::graph::{Changed, Dirty, Graph};
use super::node::{NOBODY, Name};
use super::pieces::{loosened, replaced};
use crate::base::{Budget, Cell, Grid};
use crate::nav::rectangles::Rectangles;
use std::collections::BTreeSet;

/// The groups of level 0; `None` if the budget is spent.
pub(super) fn regroup(
    passable: &Grid<bool>,
    graph: &mut Graph,
    above: &Graph,
    dirty: &Dirty,
    budget: &Budget,
) -> Option<Changed> {
    let mut before: BTreeSet<Name> = dirty.values().copied().filter(|group| *group != NOBODY).collect();
    let mut reached = passable.map(|_| false);
    let mut queue: Vec<Name> = Vec::new();
    let mut reach = |name: Name, queue: &mut Vec<Name>| {
        if !std::mem::replace(&mut reached.values_mut()[name as usize], true) {
            queue.push(name);
        }
    };
    loosened(graph, above, dirty).into_iter().for_each(|name| reach(name, &mut queue));
    let mut next = 0;
    while let Some(name) = queue.get(next).copied() {
        next += 1;
        if budget.is_spent_within(next as u64, 1024) {
            return None;
        }
        graph.neighbours(name).iter().for_each(|other| reach(*other, &mut queue));
    }
    let cut = Rectangles::new(passable.width(), passable.height(), |cell| reached[cell]);
    let mut new = Changed::new();
    for rectangle in cut.all() {
        let (first, last) = (rectangle.first, rectangle.last);
        let cells = (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| Cell::new(x, y)));
        let members: Vec<Name> = cells.map(|cell| passable.index(cell) as Name).collect();
        for member in &members {
            let group = graph.parent(*member);
            if group != NOBODY {
                before.insert(group);
            }
            graph.set_parent(*member, members[0]);
        }
        new.insert(members[0], members);
    }
    Some(replaced(above, new, before))
}
