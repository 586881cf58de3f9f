//! What uniform-cost search, greedy search, A* and weighted A* have in common: the open list gives the state of the least
//! rank first.
//!
//! Of equal ranks the state furthest from the start comes first, of those the one that came last. An entry of the open list
//! that was overtaken by a cheaper way stays in it and is dropped when it comes up.

use super::listener::{EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Cost, Space};
use crate::base::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The deadline and the stop flag of a budget are looked at once in so many nodes.
pub(super) const LOOK: u64 = 256;

/// How a best-first search chooses.
pub(super) struct Policy<Estimate, Rank> {
    /// Estimated cost of the rest from a state.
    pub(super) estimate: Estimate,
    /// The rank of a state by its cost so far and its estimate.
    pub(super) rank: Rank,
    pub(super) check: CycleCheck,
    /// Whether a closed state is opened again when a cheaper way to it is found.
    pub(super) reopens: bool,
}

pub(super) fn search<S, L, Estimate, Rank>(
    space: &S,
    policy: &Policy<Estimate, Rank>,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S>
where
    S: Space,
    L: Listener,
    Estimate: Fn(S::State) -> Cost,
    Rank: Fn(Cost, Cost) -> Cost,
{
    let h = (policy.estimate)(space.start());
    let mut nodes = Nodes::new(space, policy.check, Side::Forward, h);
    let mut counts = Counts { generated: 1, peak_open: 1, peak_stored: 1, rounds: 1, ..Counts::default() };
    let rank = (policy.rank)(0, h);
    nodes.tell(space, listener, EventKind::Generate, 0, rank);
    // The least rank first; the cost is turned round, so that the larger one comes first, and so is the number.
    let mut heap = BinaryHeap::from([Reverse((rank, Cost::MAX, u32::MAX))]);
    let mut open: u64 = 1;
    while let Some(Reverse((rank, cost, number))) = heap.pop() {
        let (cost, number) = (!cost, !number);
        let node = &mut nodes.list[number as usize];
        if node.is_closed || node.g != cost {
            continue;
        }
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Outcome::without_way(End::Stopped, counts);
        }
        node.is_closed = true;
        let from = node.state;
        open -= 1;
        counts.expanded += 1;
        nodes.tell(space, listener, EventKind::Expand, number, rank);
        if space.is_goal(from) {
            return nodes.found(number, counts);
        }
        space.each_step(from, |operator, to, price| {
            let g = cost + price;
            let known = nodes.of(space.key(to));
            if known != NOBODY {
                let node = &mut nodes.list[known as usize];
                if g >= node.g || node.is_closed && !policy.reopens {
                    counts.refused += 1;
                    return;
                }
                if node.is_closed {
                    counts.reopened += 1;
                    open += 1;
                    node.is_closed = false;
                }
                (node.g, node.parent, node.operator) = (g, number, Some(operator));
                let rank = (policy.rank)(g, node.h);
                heap.push(Reverse((rank, !g, !known)));
                nodes.tell(space, listener, EventKind::Update, known, rank);
            } else if nodes.refuses(number, to) {
                counts.refused += 1;
                return;
            } else {
                let h = (policy.estimate)(to);
                let node = Node { state: to, operator: Some(operator), is_closed: false, parent: number, g, h };
                let new = nodes.add(space, node);
                let rank = (policy.rank)(g, h);
                heap.push(Reverse((rank, !g, !new)));
                open += 1;
                nodes.tell(space, listener, EventKind::Generate, new, rank);
            }
            counts.generated += 1;
        });
        counts.peak_open = counts.peak_open.max(open);
        counts.peak_stored = nodes.list.len() as u64;
        nodes.tell(space, listener, EventKind::Close, number, rank);
    }
    Outcome::without_way(End::NoWay, counts)
}
