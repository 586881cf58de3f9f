//! Hierarchical Cooperative A* (HCA*): Cooperative A* with the true distance without other agents as the estimate.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.2–3.3, after R. Holte et al., "Hierarchical A*: Searching
//! Abstraction Hierarchies Efficiently" (AAAI 1996): the abstraction leaves out the other agents and time, and its
//! distances come from an RRA* of each agent ([`super::distance`]), which lives as long as the goal does. Everything
//! else is as in [`super::ca`].

use super::NODES_OF_WHOLE_PLANS;
use super::cooperative::{Cooperative, Manner};
use crate::base::Cell;
use crate::nav::coop::mapf::{Instance, OnlinePlanner};

/// Nodes of one search. With true distances a search that succeeds takes little more than the length of its route, so
/// half of what Cooperative A* gets is plenty, and what fails fails sooner.
const MAX_EXPANDED: u32 = 50_000;

/// Longest pause of an agent that finds no path, in ticks.
const LONGEST_WAIT: u32 = 32;

/// Hierarchical Cooperative A*.
#[derive(Debug, Clone)]
pub struct Hca(Cooperative);

impl Hca {
    /// A planner for an instance.
    #[must_use]
    pub fn new(instance: &Instance) -> Self {
        let manner = Manner {
            window: None,
            true_distances: true,
            max_expanded: MAX_EXPANDED,
            nodes_per_step: NODES_OF_WHOLE_PLANS,
            longest_wait: LONGEST_WAIT,
        };
        Self(Cooperative::new(instance, manner))
    }
}

impl OnlinePlanner for Hca {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        self.0.next(positions)
    }

    fn has_plan(&self) -> bool {
        self.0.has_plan()
    }

    fn expanded(&self) -> u64 {
        self.0.expanded()
    }
}

#[cfg(test)]
mod tests {
    use super::super::ca::Ca;
    use super::super::tests::{picture, run};
    use super::*;
    use crate::nav::coop::mapf::Moves;

    #[test]
    fn true_distances_give_the_same_costs_for_fewer_nodes() {
        let rows = [".....#....", ".###.#.##.", "a..#.#.#.A", ".###.#.##.", "b.......#B"];
        for moves in [Moves::Four, Moves::Eight] {
            let instance = picture(&rows, moves);
            let (mut plain, mut guided) = (Ca::new(&instance), Hca::new(&instance));
            let (first, second) = (run(&instance, &mut plain, 60), run(&instance, &mut guided, 60));
            assert!(first.is_solution() && second.is_solution());
            assert_eq!(first.sum_of_costs, second.sum_of_costs);
            assert!(guided.expanded() < plain.expanded(), "{} < {}", guided.expanded(), plain.expanded());
        }
    }
}
