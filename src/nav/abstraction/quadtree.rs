//! Quadtree: a square is split into four until all its cells are passable or all are blocked; the passable ones are the
//! nodes of level 1.
//!
//! R. A. Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys" (1974); H. Samet, "The
//! Quadtree and Related Hierarchical Data Structures" (ACM Computing Surveys 16, 1984). The first square is the smallest
//! power of two that holds the map; what lies beyond the rim counts as blocked. The tree says nothing about how nodes join
//! above that: here the squares are put together again, so that the groups of level i are the connected pieces in squares
//! of 2ⁱ ([`super::pieces`]); larger leaves stay alone until their turn comes.

use super::graph::{Changed, Dirty, Graph};
use super::node::{NOBODY, Name};
use super::pieces::{self, loosened, replaced};
use crate::base::{Budget, Cell, Grid};
use std::collections::BTreeSet;

/// The leaf that holds a passable cell: its top left cell and its side.
pub(super) fn leaf(passable: &Grid<bool>, cell: Cell) -> (Cell, u16) {
    let is_whole = |corner: Cell, side: i16| {
        (0..side).all(|y| (0..side).all(|x| passable.get(Cell::new(corner.x + x, corner.y + y)) == Some(&true)))
    };
    let (mut corner, mut side) = (cell, 1);
    while side < passable.width().max(passable.height()) {
        let wider = 2 * side as i16;
        let around = Cell::new(cell.x / wider * wider, cell.y / wider * wider);
        if !is_whole(around, wider) {
            break;
        }
        (corner, side) = (around, 2 * side);
    }
    (corner, side)
}

/// Groups by leaves at level 0, by pieces in squares above; `None` if the budget is spent.
pub(super) fn regroup(
    passable: &Grid<bool>,
    level: usize,
    graph: &mut Graph,
    above: &Graph,
    dirty: &Dirty,
    budget: &Budget,
) -> Option<Changed> {
    if level > 0 {
        return pieces::regroup(1u32.checked_shl(level as u32).unwrap_or(u32::MAX), graph, above, dirty, budget);
    }
    let mut before: BTreeSet<Name> = dirty.values().copied().filter(|group| *group != NOBODY).collect();
    let mut seen = BTreeSet::new();
    let mut new = Changed::new();
    let mut looked = 0;
    for name in loosened(graph, above, dirty) {
        if seen.contains(&name) {
            continue;
        }
        let (corner, side) = leaf(passable, graph.cell(name));
        looked += u64::from(side) * u64::from(side);
        if budget.is_spent(looked) {
            return None;
        }
        let rows = (0..side as i16).flat_map(|y| (0..side as i16).map(move |x| (x, y)));
        let members: Vec<Name> =
            rows.map(|(x, y)| passable.index(Cell::new(corner.x + x, corner.y + y)) as Name).collect();
        for member in &members {
            seen.insert(*member);
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
