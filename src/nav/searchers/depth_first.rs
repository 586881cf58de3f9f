//! Depth-first search: always on from the state that was reached last.
//!
//! Keeps little: the way and what waits beside it. Not optimal. Complete only on finite trees, or in finite spaces with a
//! check of ancestors or visited states.

use super::deepening::{Diver, Limit};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::Space;
use crate::base::Budget;

/// Some way: that of the first operators.
pub fn search<S: Space, L: Listener>(space: &S, check: CycleCheck, budget: &Budget, listener: &mut L) -> Answer<S> {
    let mut diver = Diver::new(space, |_| 0, check, budget, listener);
    let dived = diver.dive(Limit::None);
    diver.answer(dived)
}
