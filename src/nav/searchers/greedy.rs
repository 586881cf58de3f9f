//! Greedy best-first search: the state that seems nearest to the goal comes next, whatever it has cost.
//!
//! J. E. Doran and D. Michie, "Experiments with the Graph Traverser Program", Proceedings of the Royal Society A 294, 1966.
//! Quick where the estimate is good. Not optimal; complete only in finite spaces with the check of visited states. A
//! closed state is not opened again: the rank does not depend on the way to it.

use super::best_first::{Policy, search as best_first};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, Space};
use crate::base::Budget;

/// Some way, by the estimated cost of the rest from a state.
pub fn search<S: Space, L: Listener>(
    space: &S,
    estimate: impl Fn(S::State) -> Cost,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    best_first(space, &Policy { estimate, rank: |_, h| h, check, reopens: false }, budget, listener)
}
