//! Depth-limited search: depth-first, but no deeper than a limit.
//!
//! Complete exactly if a goal lies within the limit, optimal in the number of operators exactly if none lies nearer than
//! the limit. [`super::outcome::End::CutOff`] says that there was more beyond it.

use super::deepening::{Diver, Limit};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::Space;
use crate::base::Budget;

/// Some way of at most `depth` operators.
pub fn search<S: Space, L: Listener>(
    space: &S,
    depth: u32,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    let mut diver = Diver::new(space, |_| 0, check, budget, listener);
    let dived = diver.dive(Limit::Depth(depth));
    diver.answer(dived)
}
