//! Bidirectional breadth-first search: a level from the start, a level back from the goal, until both have met.
//!
//! I. Pohl, "Bi-directional and heuristic search in path problems", SLAC report 104, 1969. With b operators everywhere and
//! the goal at depth d each half sees about b^(d/2) states instead of b^d. Complete, and optimal in the number of operators.
//! It needs the goal itself, inverse operators, and to know visited states again; so there is no other cycle check.
//!
//! A state is asked whether the other half has expanded it when it is its turn. As whole levels alternate, the first such
//! state lies on a way of the fewest operators: every way of that many has a state that both halves have expanded only now.

use super::best_first::LOOK;
use super::listener::{EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Backward, Space, TwoWay};
use crate::base::Budget;

/// A half: its nodes in the order in which they were reached, and how many of them have had their turn.
struct Half<State, Operator> {
    nodes: Nodes<State, Operator>,
    expanded: u32,
}

/// A way of the fewest operators.
pub fn search<S: TwoWay, L: Listener>(space: &S, budget: &Budget, listener: &mut L) -> Answer<S> {
    let back = Backward(space);
    let mut ahead = Half { nodes: Nodes::new(space, CycleCheck::Visited, Side::Forward, 0), expanded: 0 };
    let mut behind = Half { nodes: Nodes::new(&back, CycleCheck::Visited, Side::Backward, 0), expanded: 0 };
    let mut counts = Counts { generated: 2, peak_open: 2, peak_stored: 2, rounds: 1, ..Counts::default() };
    ahead.nodes.tell(space, listener, EventKind::Generate, 0, 0);
    behind.nodes.tell(&back, listener, EventKind::Generate, 0, 0);
    loop {
        match level(space, &mut ahead, &behind, &mut counts, budget, listener) {
            Level::Met(here, there) => return ahead.nodes.joined(here, &behind.nodes, there, counts),
            Level::Ended(end) => return Outcome::without_way(end, counts),
            Level::Done => {}
        }
        match level(&back, &mut behind, &ahead, &mut counts, budget, listener) {
            Level::Met(here, there) => return ahead.nodes.joined(there, &behind.nodes, here, counts),
            Level::Ended(end) => return Outcome::without_way(end, counts),
            Level::Done => {}
        }
    }
}

enum Level {
    Done,
    /// A node of this half and one of the other of the same state.
    Met(u32, u32),
    Ended(End),
}

/// Expands all nodes of a half that wait.
fn level<S: Space, L: Listener>(
    space: &S,
    half: &mut Half<S::State, S::Operator>,
    other: &Half<S::State, S::Operator>,
    counts: &mut Counts,
    budget: &Budget,
    listener: &mut L,
) -> Level {
    let end = half.nodes.list.len() as u32;
    if half.expanded == end {
        return Level::Ended(End::NoWay);
    }
    while half.expanded < end {
        let number = half.expanded;
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Level::Ended(End::Stopped);
        }
        let (from, cost) = (half.nodes.list[number as usize].state, half.nodes.list[number as usize].g);
        counts.expanded += 1;
        half.expanded += 1;
        half.nodes.tell(space, listener, EventKind::Expand, number, cost);
        let there = other.nodes.of(space.key(from));
        if there != NOBODY && there < other.expanded {
            half.nodes.tell(space, listener, EventKind::Meet, number, cost);
            return Level::Met(number, there);
        }
        space.each_step(from, |operator, to, price| {
            if half.nodes.of(space.key(to)) != NOBODY {
                counts.refused += 1;
                return;
            }
            let g = cost + price;
            let node = Node { state: to, operator: Some(operator), is_closed: false, parent: number, g, h: 0 };
            let new = half.nodes.add(space, node);
            counts.generated += 1;
            half.nodes.tell(space, listener, EventKind::Generate, new, g);
        });
        half.nodes.tell(space, listener, EventKind::Close, number, cost);
        let stored = half.nodes.list.len() + other.nodes.list.len();
        let open = stored as u64 - u64::from(half.expanded) - u64::from(other.expanded);
        counts.peak_open = counts.peak_open.max(open);
        counts.peak_stored = stored as u64;
    }
    Level::Done
}
