//! Breadth-first search: the state with the fewest operators from the start comes next.
//!
//! E. F. Moore, "The shortest path through a maze", 1959. Complete; optimal in the number of operators, whatever they cost.
//! A state is asked whether it is the goal when it is its turn, not when it is reached.

use super::best_first::LOOK;
use super::listener::{EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::Space;
use crate::base::Budget;

/// A way of the fewest operators.
pub fn search<S: Space, L: Listener>(space: &S, check: CycleCheck, budget: &Budget, listener: &mut L) -> Answer<S> {
    let mut nodes = Nodes::new(space, check, Side::Forward, 0);
    let mut counts = Counts { generated: 1, peak_open: 1, peak_stored: 1, rounds: 1, ..Counts::default() };
    nodes.tell(space, listener, EventKind::Generate, 0, 0);
    // Nodes are numbered in the order in which they are reached, so the numbers themselves are the queue.
    let mut number = 0;
    while let Some(node) = nodes.list.get(number as usize) {
        let (from, cost) = (node.state, node.g);
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Outcome::without_way(End::Stopped, counts);
        }
        counts.expanded += 1;
        nodes.tell(space, listener, EventKind::Expand, number, cost);
        if space.is_goal(from) {
            return nodes.found(number, counts);
        }
        space.each_step(from, |operator, to, price| {
            if nodes.of(space.key(to)) != NOBODY || nodes.refuses(number, to) {
                counts.refused += 1;
                return;
            }
            let g = cost + price;
            let node = Node { state: to, operator: Some(operator), is_closed: false, parent: number, g, h: 0 };
            let new = nodes.add(space, node);
            counts.generated += 1;
            nodes.tell(space, listener, EventKind::Generate, new, g);
        });
        nodes.tell(space, listener, EventKind::Close, number, cost);
        number += 1;
        counts.peak_open = counts.peak_open.max(nodes.list.len() as u64 - u64::from(number));
        counts.peak_stored = nodes.list.len() as u64;
    }
    Outcome::without_way(End::NoWay, counts)
}
