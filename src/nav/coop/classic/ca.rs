//! Cooperative A* (CA*): everybody plans once, all the way to the goal, around those before.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.1: "The task is decoupled into a series of single agent
//! searches. The individual searches are performed in three dimensional space-time, and take account of the planned
//! routes of other agents." The estimate is the straight distance, so that dead ends are searched at every tick anew.
//! Where we differ: agents that find no path or fall behind their
//! timetable try again ([`super::cooperative`]); in the paper that is the end.

use super::NODES_OF_WHOLE_PLANS;
use super::cooperative::{Cooperative, Manner};
use crate::base::Cell;
use crate::nav::coop::mapf::{Instance, OnlinePlanner};

/// Nodes of one search, about half a second. What needs more counts as "no path".
const MAX_EXPANDED: u32 = 100_000;

/// Longest pause of an agent that finds no path, in ticks.
const LONGEST_WAIT: u32 = 32;

/// Cooperative A*.
#[derive(Debug, Clone)]
pub struct Ca(Cooperative);

impl Ca {
    /// A planner for an instance.
    #[must_use]
    pub fn new(instance: &Instance) -> Self {
        let manner = Manner {
            window: None,
            true_distances: false,
            max_expanded: MAX_EXPANDED,
            nodes_per_step: NODES_OF_WHOLE_PLANS,
            longest_wait: LONGEST_WAIT,
        };
        Self(Cooperative::new(instance, manner))
    }
}

impl OnlinePlanner for Ca {
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
    use super::super::tests::{picture, run};
    use super::*;
    use crate::nav::coop::mapf::Moves;

    #[test]
    fn the_later_agent_makes_way_in_a_niche() {
        let instance = picture(&["B.a..b..A", "###.#####"], Moves::Four);
        let report = run(&instance, &mut Ca::new(&instance), 40);
        assert!(report.is_solution(), "{:?}", report.findings.listed());
        assert_eq!(report.sum_of_costs, 5 + 8, "the shorter way goes straight, the longer one through the niche");
    }

    #[test]
    fn the_first_agent_may_rest_where_it_locks_the_second_out() {
        // The first is home at once, in the only passage: planned one by one, it never learns to make way.
        let instance = picture(&["##.##", "b.a.B"], Moves::Four);
        assert_eq!(run(&instance, &mut Ca::new(&instance), 200).arrived, 1);
    }
}
