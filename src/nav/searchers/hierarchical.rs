//! Hierarchical A*: A* whose estimate is the true distance in an abstract space, that is found by A* with the true distance
//! in a yet more abstract space, and so on.
//!
//! R. C. Holte, M. B. Perez, R. M. Zimmer and A. J. MacDonald, "Hierarchical A*: Searching Abstraction Hierarchies
//! Efficiently", AAAI 1996. Optimal. What makes it pay is that results of the abstract searches are used again.
//!
//! Where we differ: instead of caching results of many abstract searches there is one search a level, resumed until it has
//! closed the node that is asked for; to be of use to the level below it runs the other way than that: on odd levels back
//! from the goal, on even ones from the start (B. J. Larsen, E. Burns, W. Ruml and R. C. Holte, "Searching Without a
//! Heuristic: Efficient Use of Abstraction", AAAI 2010, there called Switchback). So no abstract node is expanded twice.

use super::a_star;
use super::best_first::LOOK;
use super::levels::{Level, Levels};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, TwoWay, UNREACHABLE};
use crate::base::Budget;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The resumable search of a level.
struct Resumed<'a> {
    level: &'a Level,
    /// The end that the search leads away from.
    root: u32,
    is_back: bool,
    costs: Vec<Cost>,
    is_closed: Vec<bool>,
    heap: BinaryHeap<Reverse<(Cost, Cost, u32)>>,
}

/// All levels above the space that is searched, the lowest first.
struct Tower<'a> {
    searches: Vec<Resumed<'a>>,
    budget: &'a Budget,
    expanded: u64,
}

/// The distance of a node from the root of the lowest of some searches.
fn distance(searches: &mut [Resumed<'_>], node: u32, budget: &Budget, expanded: &mut u64) -> Cost {
    let Some((search, above)) = searches.split_first_mut() else { return 0 };
    let estimate = |above: &mut [Resumed<'_>], node: u32, expanded: &mut u64| match above.first() {
        // Two levels that run against each other: the root of the one above is the abstract target of this one.
        Some(_) => distance(above, search.level.parents[node as usize], budget, expanded),
        None => 0,
    };
    if search.heap.is_empty() && search.costs[search.root as usize] == UNREACHABLE {
        search.costs[search.root as usize] = 0;
        let h = estimate(above, search.root, expanded);
        search.heap.push(Reverse((h, Cost::MAX, search.root)));
    }
    while !search.is_closed[node as usize] {
        if budget.is_spent_within(*expanded, LOOK) {
            return 0;
        }
        let Some(Reverse((_, cost, from))) = search.heap.pop() else { return UNREACHABLE };
        let cost = !cost;
        if search.is_closed[from as usize] || search.costs[from as usize] != cost {
            continue;
        }
        search.is_closed[from as usize] = true;
        *expanded += 1;
        let links = if search.is_back { &search.level.back } else { &search.level.ahead };
        for (to, price) in links.of(from).iter().copied() {
            let g = cost + price;
            if g < search.costs[to as usize] {
                search.costs[to as usize] = g;
                let h = estimate(above, to, expanded);
                search.heap.push(Reverse((g.saturating_add(h), !g, to)));
            }
        }
    }
    search.costs[node as usize]
}

impl<'a> Tower<'a> {
    fn new(levels: &'a Levels, start: u32, goal: u32, budget: &'a Budget) -> Self {
        let (mut start, mut goal) = (start, goal);
        let mut searches = Vec::new();
        for pair in levels.levels.windows(2) {
            (start, goal) = (pair[0].parents[start as usize], pair[0].parents[goal as usize]);
            let is_back = searches.len() % 2 == 0;
            let root = if is_back { goal } else { start };
            let (costs, is_closed) = (vec![UNREACHABLE; pair[1].nodes], vec![false; pair[1].nodes]);
            searches.push(Resumed { level: &pair[1], root, is_back, costs, is_closed, heap: BinaryHeap::new() });
        }
        Self { searches, budget, expanded: 0 }
    }

    /// The distance to the goal on the lowest abstract level.
    fn estimate(&mut self, node: u32) -> Cost {
        distance(&mut self.searches, node, self.budget, &mut self.expanded)
    }
}

/// The cheapest way. A state that the levels do not know is taken to be at the goal.
pub fn search<S: TwoWay, L: Listener>(
    space: &S,
    levels: &Levels,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    let number = |state: S::State| levels.number(space.key(state));
    let (Some(start), Some(goal)) = (number(space.start()), number(space.goal())) else {
        return a_star::search(space, |_| 0, check, budget, listener);
    };
    let tower = RefCell::new(Tower::new(levels, start, goal, budget));
    let estimate = |state: S::State| {
        let parent = number(state).and_then(|number| levels.levels[0].parents.get(number as usize));
        parent.map_or(0, |parent| tower.borrow_mut().estimate(*parent))
    };
    let mut answer = a_star::search(space, estimate, check, budget, listener);
    answer.counts.abstract_expanded = tower.borrow().expanded;
    answer
}
