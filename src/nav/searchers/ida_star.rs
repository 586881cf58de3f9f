//! IDA*: dives up to a limit of cost and estimate together, which grows to the least sum that was beyond it.
//!
//! R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27, 1985.
//! Optimal with an estimate that is never too high. Made for spaces in which many states share a sum, like the sliding
//! puzzle: on a map with diagonal steps almost every round adds few states.
//!
//! Where we differ: the cycle check is a choice; that of visited states keeps the cost of each for the length of a dive.

use super::deepening::{Dived, Diver, Limit};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, Space, UNREACHABLE};
use crate::base::Budget;

/// The cheapest way, by the estimated cost of the rest from a state.
pub fn search<S: Space, L: Listener>(
    space: &S,
    estimate: impl Fn(S::State) -> Cost,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    let mut most = estimate(space.start());
    let mut diver = Diver::new(space, estimate, check, budget, listener);
    loop {
        match diver.dive(Limit::Sum(most)) {
            // What is infinitely far off is never reached.
            Dived::Cut(UNREACHABLE) => return diver.answer(Dived::Exhausted),
            Dived::Cut(least) => most = least,
            dived => return diver.answer(dived),
        }
    }
}
