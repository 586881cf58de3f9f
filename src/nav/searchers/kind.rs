//! The searchers as a list, and one door to all of them.

use super::levels::Levels;
use super::listener::Listener;
use super::outcome::{Answer, CycleCheck};
use super::space::{Cost, TwoWay};
use crate::base::Budget;

/// Who searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Searcher {
    BreadthFirst,
    UniformCost,
    DepthFirst,
    DepthLimited,
    IterativeDeepening,
    Greedy,
    #[default]
    AStar,
    WeightedAStar,
    IdaStar,
    HierarchicalAStar,
    Bidirectional,
    BidirectionalAStar,
    Jps,
    ThetaStar,
}

/// What the way that a searcher finds is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Promise {
    /// The cheapest, with an estimate that is never too high.
    Cheapest,
    /// That of the fewest operators.
    Shortest,
    /// At most the weight times as dear as the cheapest.
    Bounded,
    /// Any.
    Some,
}

impl Searcher {
    pub const ALL: [Self; 14] = [
        Self::BreadthFirst,
        Self::UniformCost,
        Self::DepthFirst,
        Self::DepthLimited,
        Self::IterativeDeepening,
        Self::Greedy,
        Self::AStar,
        Self::WeightedAStar,
        Self::IdaStar,
        Self::HierarchicalAStar,
        Self::Bidirectional,
        Self::BidirectionalAStar,
        Self::Jps,
        Self::ThetaStar,
    ];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BreadthFirst => "breadth-first",
            Self::UniformCost => "uniform-cost",
            Self::DepthFirst => "depth-first",
            Self::DepthLimited => "depth-limited",
            Self::IterativeDeepening => "iterative-deepening",
            Self::Greedy => "greedy",
            Self::AStar => "a-star",
            Self::WeightedAStar => "weighted-a-star",
            Self::IdaStar => "ida-star",
            Self::HierarchicalAStar => "hierarchical-a-star",
            Self::Bidirectional => "bidirectional",
            Self::BidirectionalAStar => "bidirectional-a-star",
            Self::Jps => "jps",
            Self::ThetaStar => "theta-star",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The name on the screen.
    pub const fn title(self) -> &'static str {
        match self {
            Self::BreadthFirst => "Breadth-first",
            Self::UniformCost => "Uniform-cost",
            Self::DepthFirst => "Depth-first",
            Self::DepthLimited => "Depth-limited",
            Self::IterativeDeepening => "Iterative deepening",
            Self::Greedy => "Greedy",
            Self::AStar => "A*",
            Self::WeightedAStar => "Weighted A*",
            Self::IdaStar => "IDA*",
            Self::HierarchicalAStar => "Hierarchical A*",
            Self::Bidirectional => "Bidirectional",
            Self::BidirectionalAStar => "Bidirectional A*",
            Self::Jps => "Jump point search",
            Self::ThetaStar => "Theta*",
        }
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::BreadthFirst => {
                "The state with the fewest operators from the start is next. Finds the fewest operators."
            }
            Self::UniformCost => "The state that is cheapest to reach is next. Finds the cheapest way.",
            Self::DepthFirst => "Always on from the state that was reached last. Keeps little, finds some way.",
            Self::DepthLimited => "Depth-first, but no deeper than a limit.",
            Self::IterativeDeepening => "Depth-limited with 0, 1, 2 …: the fewest operators with little memory.",
            Self::Greedy => "The state that seems nearest to the goal is next. Quick, and not the cheapest way.",
            Self::AStar => "The least cost so far and estimate together is next. The cheapest way with less looking.",
            Self::WeightedAStar => {
                "A* that trusts its estimate more. At most the weight times as dear as the cheapest."
            }
            Self::IdaStar => {
                "Depth-first up to a limit of cost and estimate that grows. The cheapest way, little memory."
            }
            Self::HierarchicalAStar => "A* that gets its estimates from searches in ever coarser copies of the space.",
            Self::Bidirectional => "Breadth-first from the start and back from the goal until both meet.",
            Self::BidirectionalAStar => "A* from both ends that meet in the middle. Finds the cheapest way.",
            Self::Jps => "A* that jumps along straight lines to where a way may turn. Eight directions, one price.",
            Self::ThetaStar => {
                "A* whose ways may run in any direction: a cell is linked to the last corner that sees it."
            }
        }
    }

    /// What is said about its ways.
    pub const fn promise(self) -> Promise {
        match self {
            Self::BreadthFirst | Self::IterativeDeepening | Self::Bidirectional => Promise::Shortest,
            Self::UniformCost
            | Self::AStar
            | Self::IdaStar
            | Self::HierarchicalAStar
            | Self::BidirectionalAStar
            | Self::Jps => Promise::Cheapest,
            Self::WeightedAStar => Promise::Bounded,
            Self::DepthFirst | Self::DepthLimited | Self::Greedy | Self::ThetaStar => Promise::Some,
        }
    }

    /// Whether it asks for an estimate.
    pub const fn estimates(self) -> bool {
        matches!(
            self,
            Self::Greedy
                | Self::AStar
                | Self::WeightedAStar
                | Self::IdaStar
                | Self::BidirectionalAStar
                | Self::Jps
                | Self::ThetaStar
        )
    }

    /// Whether the cycle check is a choice.
    pub const fn checks(self) -> bool {
        !matches!(self, Self::Bidirectional | Self::BidirectionalAStar | Self::Jps | Self::ThetaStar)
    }

    /// Whether it works on maps only.
    pub const fn needs_map(self) -> bool {
        matches!(self, Self::Jps | Self::ThetaStar)
    }
}

/// What searchers can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// Of all but two-way searches, jump point search and Theta*.
    pub check: CycleCheck,
    /// Of weighted A*, in hundredths.
    pub weight: u32,
    /// Of depth-limited search, in operators.
    pub depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { check: CycleCheck::Visited, weight: 200, depth: 20 }
    }
}

/// How estimates are got: to the goal, and from the start for two-way searches.
#[derive(Debug, Clone, Copy)]
pub struct Estimates<ToGoal, FromStart> {
    pub to_goal: ToGoal,
    pub from_start: FromStart,
}

/// Searches a space. `levels` are asked by hierarchical A* only. `None` for searchers that need a map.
pub fn search<S: TwoWay, L: Listener>(
    searcher: Searcher,
    space: &S,
    options: &Options,
    estimates: &Estimates<impl Fn(S::State) -> Cost, impl Fn(S::State) -> Cost>,
    levels: Option<&Levels>,
    budget: &Budget,
    listener: &mut L,
) -> Option<Answer<S>> {
    let (check, estimate) = (options.check, &estimates.to_goal);
    Some(match searcher {
        Searcher::BreadthFirst => super::breadth_first::search(space, check, budget, listener),
        Searcher::UniformCost => super::uniform_cost::search(space, check, budget, listener),
        Searcher::DepthFirst => super::depth_first::search(space, check, budget, listener),
        Searcher::DepthLimited => super::depth_limited::search(space, options.depth, check, budget, listener),
        Searcher::IterativeDeepening => super::iterative_deepening::search(space, check, budget, listener),
        Searcher::Greedy => super::greedy::search(space, estimate, check, budget, listener),
        Searcher::AStar => super::a_star::search(space, estimate, check, budget, listener),
        Searcher::WeightedAStar => {
            super::weighted_a_star::search(space, estimate, options.weight, check, budget, listener)
        }
        Searcher::IdaStar => super::ida_star::search(space, estimate, check, budget, listener),
        Searcher::HierarchicalAStar => super::hierarchical::search(space, levels?, check, budget, listener),
        Searcher::Bidirectional => super::bidirectional::search(space, budget, listener),
        Searcher::BidirectionalAStar => {
            super::bidirectional_a_star::search(space, estimate, &estimates.from_start, budget, listener)
        }
        Searcher::Jps | Searcher::ThetaStar => return None,
    })
}
