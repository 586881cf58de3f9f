//! Bidirectional A*, front to end: one search towards the goal, one back towards the start, that meet in the middle.
//!
//! MM of R. C. Holte, A. Felner, G. Sharon and N. R. Sturtevant, "Bidirectional Search That Is Guaranteed to Meet in the
//! Middle", AAAI 2016: each half gives the state of the least max(f, 2g) first, so that none goes past the middle of the
//! cheapest way. It ends when no way that is not known yet can be cheaper, by the least rank, the least f of either half or
//! the sum of the least g. Optimal with estimates that are never too high; they need not be monotone.
//!
//! Where we differ: of equal ranks the state with the larger g comes first, and the half with the lesser rank, or with as
//! small a one and fewer open states.

use super::best_first::LOOK;
use super::listener::{EventKind, Listener, Side};
use super::nodes::{NOBODY, Node, Nodes};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Backward, Cost, Space, TwoWay, UNREACHABLE};
use crate::base::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A number to order by, a cost turned round, a node. What was overtaken stays inside until it comes up.
type Heap = BinaryHeap<Reverse<(Cost, Cost, u32)>>;

struct Half<State, Operator> {
    nodes: Nodes<State, Operator>,
    /// The open nodes by rank, by f and by g.
    heaps: [Heap; 3],
    open: u64,
}

impl<State: Copy + PartialEq, Operator: Copy + PartialEq> Half<State, Operator> {
    /// Puts a node into the open list.
    fn push(&mut self, number: u32) {
        let node = &self.nodes.list[number as usize];
        let (f, g) = (node.g.saturating_add(node.h), node.g);
        for (heap, order) in self.heaps.iter_mut().zip([rank(f, g), f, g]) {
            heap.push(Reverse((order, !g, number)));
        }
    }

    /// The least of a heap that is still open, with its node.
    fn least(&mut self, heap: usize) -> Option<(Cost, u32)> {
        while let Some(Reverse((order, cost, number))) = self.heaps[heap].peek().copied() {
            let node = &self.nodes.list[number as usize];
            if !node.is_closed && node.g == !cost {
                return Some((order, number));
            }
            self.heaps[heap].pop();
        }
        None
    }
}

fn rank(f: Cost, g: Cost) -> Cost {
    f.max(g.saturating_mul(2))
}

/// The best way so far: its cost, the nodes of both halves that it meets in.
struct Met {
    cost: Cost,
    ahead: u32,
    behind: u32,
}

/// The cheapest way, by the estimated cost from a state to the goal and from the start to a state.
pub fn search<S: TwoWay, L: Listener>(
    space: &S,
    to_goal: impl Fn(S::State) -> Cost,
    from_start: impl Fn(S::State) -> Cost,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    let back = Backward(space);
    let mut ahead = Half {
        nodes: Nodes::new(space, CycleCheck::Visited, Side::Forward, to_goal(space.start())),
        heaps: Default::default(),
        open: 1,
    };
    let mut behind = Half {
        nodes: Nodes::new(&back, CycleCheck::Visited, Side::Backward, from_start(space.goal())),
        heaps: Default::default(),
        open: 1,
    };
    let mut counts = Counts { generated: 2, peak_open: 2, peak_stored: 2, rounds: 1, ..Counts::default() };
    ahead.push(0);
    behind.push(0);
    ahead.nodes.tell(space, listener, EventKind::Generate, 0, ahead.nodes.list[0].h);
    behind.nodes.tell(&back, listener, EventKind::Generate, 0, behind.nodes.list[0].h);
    let mut met = Met { cost: UNREACHABLE, ahead: NOBODY, behind: NOBODY };
    if space.start() == space.goal() {
        met = Met { cost: 0, ahead: 0, behind: 0 };
    }
    while let (Some((rank_ahead, next_ahead)), Some((rank_behind, next_behind))) = (ahead.least(0), behind.least(0)) {
        let mut least = |heap: usize| {
            let of = |half: Option<(Cost, u32)>| half.map_or(UNREACHABLE, |(least, _)| least);
            (of(ahead.least(heap)), of(behind.least(heap)))
        };
        let ((f_ahead, f_behind), (g_ahead, g_behind)) = (least(1), least(2));
        let bound = rank_ahead.min(rank_behind).max(f_ahead).max(f_behind).max(g_ahead.saturating_add(g_behind));
        if met.cost <= bound {
            break;
        }
        if budget.is_spent_within(counts.expanded, LOOK) {
            return Outcome::without_way(End::Stopped, counts);
        }
        if (rank_ahead, ahead.open) <= (rank_behind, behind.open) {
            expand(space, &mut ahead, &behind, next_ahead, &to_goal, &mut counts, listener, |cost, here, there| {
                (cost < met.cost).then(|| met = Met { cost, ahead: here, behind: there }).is_some()
            });
        } else {
            expand(&back, &mut behind, &ahead, next_behind, &from_start, &mut counts, listener, |cost, here, there| {
                (cost < met.cost).then(|| met = Met { cost, ahead: there, behind: here }).is_some()
            });
        }
        counts.peak_open = counts.peak_open.max(ahead.open + behind.open);
        counts.peak_stored = (ahead.nodes.list.len() + behind.nodes.list.len()) as u64;
    }
    if met.cost == UNREACHABLE {
        return Outcome::without_way(End::NoWay, counts);
    }
    ahead.nodes.joined(met.ahead, &behind.nodes, met.behind, counts)
}

/// Expands a node of a half. `meet` hears of ways through both halves, and says whether one is the best so far.
#[expect(clippy::too_many_arguments, reason = "both halves share it, and most of what a search has")]
fn expand<S: Space, L: Listener>(
    space: &S,
    half: &mut Half<S::State, S::Operator>,
    other: &Half<S::State, S::Operator>,
    number: u32,
    estimate: &impl Fn(S::State) -> Cost,
    counts: &mut Counts,
    listener: &mut L,
    mut meet: impl FnMut(Cost, u32, u32) -> bool,
) {
    let node = &mut half.nodes.list[number as usize];
    node.is_closed = true;
    let (from, cost, f) = (node.state, node.g, node.g.saturating_add(node.h));
    half.open -= 1;
    counts.expanded += 1;
    half.nodes.tell(space, listener, EventKind::Expand, number, rank(f, cost));
    space.each_step(from, |operator, to, price| {
        let g = cost + price;
        let known = half.nodes.of(space.key(to));
        let (reached, kind) = if known == NOBODY {
            let h = estimate(to);
            let node = Node { state: to, operator: Some(operator), is_closed: false, parent: number, g, h };
            half.open += 1;
            (half.nodes.add(space, node), EventKind::Generate)
        } else {
            let node = &mut half.nodes.list[known as usize];
            if g >= node.g {
                counts.refused += 1;
                return;
            }
            if node.is_closed {
                counts.reopened += 1;
                half.open += 1;
                node.is_closed = false;
            }
            (node.g, node.parent, node.operator) = (g, number, Some(operator));
            (known, EventKind::Update)
        };
        counts.generated += 1;
        half.push(reached);
        let order = rank(g.saturating_add(half.nodes.list[reached as usize].h), g);
        half.nodes.tell(space, listener, kind, reached, order);
        let there = other.nodes.of(space.key(to));
        if there != NOBODY && meet(g + other.nodes.list[there as usize].g, reached, there) {
            half.nodes.tell(space, listener, EventKind::Meet, reached, order);
        }
    });
    half.nodes.tell(space, listener, EventKind::Close, number, rank(f, cost));
}
