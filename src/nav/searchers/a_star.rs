//! A*: the state with the least sum of its cost and its estimate comes next.
//!
//! P. E. Hart, N. J. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE
//! Transactions on Systems Science and Cybernetics 4(2), 1968. Complete, and optimal with an estimate that is never too
//! high; where it is not monotone, closed states are opened again. Equal sums: the deeper state first.

use super::best_first::{Policy, search as best_first};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, Space};
use crate::base::Budget;

/// The cheapest way, by the estimated cost of the rest from a state.
pub fn search<S: Space, L: Listener>(
    space: &S,
    estimate: impl Fn(S::State) -> Cost,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    let rank = |g: Cost, h: Cost| g.saturating_add(h);
    best_first(space, &Policy { estimate, rank, check, reopens: true }, budget, listener)
}
