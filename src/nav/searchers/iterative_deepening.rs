//! Iterative deepening: depth-limited search with the limits 0, 1, 2 …
//!
//! R. E. Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial Intelligence 27, 1985.
//! Complete, and optimal in the number of operators, with little more memory than one way. There is no way when nothing was
//! cut off by a limit.

use super::deepening::{Dived, Diver, Limit};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::Space;
use crate::base::Budget;

/// A way of the fewest operators.
pub fn search<S: Space, L: Listener>(space: &S, check: CycleCheck, budget: &Budget, listener: &mut L) -> Answer<S> {
    let mut diver = Diver::new(space, |_| 0, check, budget, listener);
    let mut depth = 0;
    loop {
        let dived = diver.dive(Limit::Depth(depth));
        if !matches!(dived, Dived::Cut(_)) {
            return diver.answer(dived);
        }
        depth += 1;
    }
}
