//! A unit that follows capped searches and reaches its goal all the same.
//!
//! When the cap of a search is hit ([`super::capped`]), the unit goes to an *intermediate goal* first: the free cell on
//! the straight line to the goal whose distance from the unit is closest to a constant.
//!
//! That rule alone walks to and fro in front of a dead end. So it is taken only if it leads closer to the goal than
//! every intermediate goal before. Otherwise the follower takes a step of LSS-LRTA* (S. Koenig and X. Sun, "Comparing
//! Real-Time and Incremental Heuristic Search for Real-Time Situated Agents", JAAMAS 18(3), 2009, §3): the cells that
//! the capped search expanded learn a better heuristic from its frontier, and the unit goes to the frontier cell that
//! promises the shortest way. Learned values only grow and never exceed the true distance, so on a map that does not
//! change the unit arrives wherever there is a way. The combination is ours.
//!
//! Work of one decision: two searches of at most the cap, and one pass over the expanded cells.

use super::capped::{CappedSearch, Ending};
use super::heuristics::manhattan;
use super::regions::Regions;
use crate::base::{Cell, Chunked};

/// Steps between a unit and its intermediate goal that are preferred. Measured on the 658 reachable queries of the tank
/// arenas with [`super::capped::EXPANSIONS`]: the way walked is 1.006, 1.009, 1.014, 1.013, 1.016 and 1.019 times the
/// shortest for 4, 6, 8, 10, 12 and 16 steps. Decisions are fewer with a longer reach, so not 4.
pub const REACH: u32 = 6;

/// What a unit should do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    Step(Cell),
    /// Nothing: it is there.
    Arrived,
    /// Nothing: the map has no way.
    Unreachable,
    /// Wait: the map has a way, but what stands around now leaves none.
    Enclosed,
}

/// What a follower has needed so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Decisions (a route ran out or was blocked) for an intermediate goal on the straight line.
    pub intermediate: u32,
    /// Decisions for the frontier of a search, as the line led nowhere.
    pub detours: u32,
    /// The most cells expanded for one decision.
    pub expanded_at_once: u32,
}

/// One unit on its way to one goal by capped searches.
#[derive(Debug, Clone)]
pub struct Follower {
    goal: Cell,
    cap: u32,
    reach: u32,
    /// The way to the present aim, the next cell last.
    route: Vec<Cell>,
    /// The least distance to the goal of any intermediate goal so far.
    closest: u32,
    /// Estimates above the Manhattan distance that were learned; 0 elsewhere.
    learned: Chunked<u32>,
    effort: Effort,
}

impl Follower {
    /// A unit that wants to `goal` on a map of `width` × `height` cells, with at most `cap` expansions for one search
    /// (usually [`super::capped::EXPANSIONS`], at least 1) and intermediate goals about `reach` steps away (usually
    /// [`REACH`]).
    pub fn new((width, height): (u16, u16), goal: Cell, cap: u32, reach: u32) -> Self {
        let learned = Chunked::new(width, height, 1, 0);
        Self { goal, cap: cap.max(1), reach, route: Vec::new(), closest: u32::MAX, learned, effort: Effort::default() }
    }

    pub const fn effort(&self) -> Effort {
        self.effort
    }

    /// The cells that it means to visit next, the nearest last.
    pub fn route(&self) -> &[Cell] {
        &self.route
    }

    /// The next step of the unit that is `at` a cell. `regions` are those of its size on the map, `free` says which of
    /// its anchors can be entered now; `search` lends its memory. Asking again without having moved gives the same
    /// answer.
    pub fn advise(
        &mut self,
        at: Cell,
        regions: &Regions,
        free: impl Fn(Cell) -> bool,
        search: &mut CappedSearch,
    ) -> Advice {
        if at == self.goal {
            return Advice::Arrived;
        }
        if regions.region(at).is_none() || regions.region(at) != regions.region(self.goal) {
            return Advice::Unreachable;
        }
        if self.route.last() == Some(&at) {
            self.route.pop();
        }
        let goes_on = |next: &Cell| manhattan(*next, at, 1) == 1 && free(*next);
        if !self.route.last().is_some_and(goes_on) {
            self.route = self.decide(at, regions, free, search);
        }
        self.route.last().map_or(Advice::Enclosed, |next| Advice::Step(*next))
    }

    /// A way to the goal or to something that leads on; empty if there is none.
    fn decide(
        &mut self,
        at: Cell,
        regions: &Regions,
        free: impl Fn(Cell) -> bool,
        search: &mut CappedSearch,
    ) -> Vec<Cell> {
        let goal = self.goal;
        let estimate =
            |learned: &Chunked<u32>, cell| learned.get(cell).map_or(0, |known| known[0]).max(manhattan(cell, goal, 1));
        let ending = search.run((at, goal), self.cap, &free, |cell| estimate(&self.learned, cell));
        let mut expanded = search.expanded().len() as u32;
        let route = match ending {
            Ending::Found => search.path_to(goal),
            Ending::NoWay => Vec::new(),
            Ending::Capped => {
                let frontier = search.promising().map_or(at, |(_, cell)| cell);
                let detour = search.path_to(frontier);
                search.learn(&mut self.learned, estimate);
                let aim = self.intermediate_goal(at, regions, &free);
                let direct = aim.filter(|aim| {
                    let ending = search.run((at, *aim), self.cap, &free, |cell| manhattan(cell, *aim, 1));
                    expanded += search.expanded().len() as u32;
                    ending == Ending::Found
                });
                match direct {
                    Some(aim) => {
                        self.closest = manhattan(aim, goal, 1);
                        self.effort.intermediate += 1;
                        search.path_to(aim)
                    }
                    None => {
                        self.effort.detours += 1;
                        detour
                    }
                }
            }
        };
        self.effort.expanded_at_once = self.effort.expanded_at_once.max(expanded);
        route
    }

    /// The free cell on the straight line to the goal whose distance from the unit is closest to the constant, if it is
    /// closer to the goal than all before.
    fn intermediate_goal(&self, at: Cell, regions: &Regions, free: impl Fn(Cell) -> bool) -> Option<Cell> {
        let on_line =
            at.line_between(self.goal).filter(|cell| free(*cell) && regions.region(*cell) == regions.region(at));
        let best = on_line
            .min_by_key(|cell| (manhattan(at, *cell, 1).abs_diff(self.reach), manhattan(*cell, self.goal, 1)))?;
        (manhattan(best, self.goal, 1) < self.closest.min(manhattan(at, self.goal, 1))).then_some(best)
    }
}
