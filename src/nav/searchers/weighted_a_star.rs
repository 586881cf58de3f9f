//! Weighted A*: A* that believes its estimate more than it should, and is so the sooner at the goal.
//!
//! I. Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence 1, 1970. The way costs at most
//! `weight` times as much as the cheapest if the estimate is monotone. With weight 1 it is A*, with weight 0 uniform-cost
//! search.
//!
//! A closed state is not opened again: the bound holds without that (M. Likhachev, G. Gordon and S. Thrun, "ARA*: Anytime
//! A* with Provable Bounds on Sub-Optimality", NIPS 2003), and opening again what was closed too early made it look at 27
//! times as many cells as A* on a large open map (Aftershock, weight 2).

use super::best_first::{Policy, search as best_first};
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, Space};
use crate::base::Budget;

/// A way that costs at most `weight` hundredths of the cheapest, by the estimated cost of the rest from a state. The
/// estimate counts `weight` hundredths; below 100 the way is the cheapest.
pub fn search<S: Space, L: Listener>(
    space: &S,
    estimate: impl Fn(S::State) -> Cost,
    weight: u32,
    check: CycleCheck,
    budget: &Budget,
    listener: &mut L,
) -> Answer<S> {
    // Rounded down, which keeps the bound.
    let rank = |g: Cost, h: Cost| g.saturating_add(h.saturating_mul(weight.into()) / 100);
    best_first(space, &Policy { estimate, rank, check, reopens: false }, budget, listener)
}
