//! Uniform-cost search: the state that is cheapest to reach comes next.
//!
//! E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959, that ends at the goal.
//! Complete and optimal, as no cost is negative.

use super::best_first::{Policy, search as best_first};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::Space;
use crate::base::Budget;

/// The cheapest way.
pub fn search<S: Space, L: Listener>(space: &S, check: CycleCheck, budget: &Budget, listener: &mut L) -> Answer<S> {
    let policy = Policy { estimate: |_| 0, rank: |g, _| g, check, reopens: true };
    best_first(space, &policy, budget, listener)
}
