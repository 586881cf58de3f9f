//! Windowed Hierarchical Cooperative A* (WHCA*): Hierarchical Cooperative A* that looks a few ticks ahead.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005), §3.4: the search is cut off at a fixed depth, where a node is
//! finished with its abstract distance; agents keep cooperating at their goals, where resting costs nothing and making
//! way costs little; each agent plans anew when half of its window is used up, and the turns are spread over the
//! agents and rotate, so that everybody has the highest priority for a while. Where we differ: an agent that finds no
//! way through its window keeps the rest of its old one, and then stands ([`super::cooperative`]).

use super::NODES_PER_STEP;
use super::cooperative::{Cooperative, Manner};
use crate::base::Cell;
use crate::nav::coop::mapf::{Instance, OnlinePlanner};

/// Ticks of a window: the 16 of the paper's experiments.
pub(crate) const WINDOW: u32 = 16;

/// Nodes of one search: more than the cells times ticks that can be reached within 16 ticks on open ground, 17 × 33².
const MAX_EXPANDED: u32 = 20_000;

/// An agent that stands tries again at every step: a window costs a few dozen nodes.
const LONGEST_WAIT: u32 = 1;

/// Windowed Hierarchical Cooperative A*.
#[derive(Debug, Clone)]
pub struct Whca(Cooperative);

impl Whca {
    /// A planner for an instance with windows of `window` ticks, at least 1.
    #[must_use]
    pub fn new(instance: &Instance, window: u32) -> Self {
        let manner = Manner {
            window: Some(window.max(1)),
            true_distances: true,
            max_expanded: MAX_EXPANDED,
            nodes_per_step: NODES_PER_STEP,
            longest_wait: LONGEST_WAIT,
        };
        Self(Cooperative::new(instance, manner))
    }
}

impl OnlinePlanner for Whca {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        self.0.next(positions)
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
    fn an_agent_at_its_goal_makes_way_and_returns() {
        let instance = picture(&["##.##", "b.a.B"], Moves::Four);
        let report = run(&instance, &mut Whca::new(&instance, WINDOW), 200);
        assert!(report.is_solution(), "{:?}", report.findings.listed());
        assert!(report.sum_of_costs > 4, "the first has moved too");
    }

    #[test]
    fn a_window_longer_than_the_way_is_as_good_as_a_whole_plan() {
        let instance = picture(&["aB.bA", "##.##"], Moves::Four);
        let report = run(&instance, &mut Whca::new(&instance, WINDOW), 40);
        assert!(report.is_solution(), "{:?}", report.findings.listed());
    }

    #[test]
    fn a_crowd_on_open_ground_comes_home() {
        let rows = ["abcd....ABCD", "efgh....EFGH", "............", "ijkl....IJKL"];
        for (moves, window) in [(Moves::Four, 16), (Moves::Eight, 16), (Moves::Eight, 5)] {
            let instance = picture(&rows, moves);
            let report = run(&instance, &mut Whca::new(&instance, window), 100);
            assert!(report.is_solution(), "{moves:?} {window}: {:?}", report.findings.listed());
        }
    }
}
