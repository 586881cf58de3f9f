//! True distances from one state to all others: E. W. Dijkstra's algorithm without a goal.

use super::best_first::LOOK;
use super::space::{Cost, Space, UNREACHABLE};
use super::table::Table;
use crate::base::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of the cheapest way to states, by their keys.
#[derive(Debug, Clone)]
pub struct Field<State> {
    costs: Table<Cost>,
    /// All states that can be reached, the nearest first.
    pub reached: Vec<State>,
}

impl<State: Copy + PartialEq> Field<State> {
    /// Distances from the start of a space; `None` if the budget is spent before all are known. Turned round
    /// ([`super::space::Backward`]) they are those to the goal.
    pub fn from_start<S: Space<State = State>>(space: &S, budget: &Budget) -> Option<Self> {
        let mut field = Self { costs: Table::new(space, UNREACHABLE), reached: Vec::new() };
        let mut waiting = vec![space.start()];
        field.costs.set(space.key(space.start()), 0);
        let mut heap = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((cost, number))) = heap.pop() {
            let from = waiting[number];
            if field.costs.get(space.key(from)) != cost {
                continue;
            }
            if budget.is_spent_within(field.reached.len() as u64, LOOK) {
                return None;
            }
            // Twice in the list at the same cost it cannot be: only less cost puts it there again.
            field.reached.push(from);
            space.each_step(from, |_, to, price| {
                let key = space.key(to);
                if cost + price < field.costs.get(key) {
                    field.costs.set(key, cost + price);
                    heap.push(Reverse((cost + price, waiting.len())));
                    waiting.push(to);
                }
            });
        }
        Some(field)
    }

    /// The cost of the cheapest way to the state of a key, [`UNREACHABLE`] if there is none.
    #[inline]
    pub fn cost(&self, key: u64) -> Cost {
        self.costs.get(key)
    }
}
