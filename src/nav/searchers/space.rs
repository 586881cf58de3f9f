//! What is searched: states, a start, goals, and operators with preconditions and costs.
//!
//! The form of textbooks (S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", chapter "Solving
//! Problems by Searching"): operators whose precondition fails in a state are not visited there. Two-way searches also
//! ask for the operators turned round ([`TwoWay`]).

use std::fmt::Debug;

/// What operators and ways cost: whole numbers, so that sums are exact. Every space has its own unit.
pub type Cost = u64;

/// A cost that no way has.
pub const UNREACHABLE: Cost = Cost::MAX;

/// States and the operators between them.
pub trait Space {
    type State: Copy + PartialEq + Debug;
    type Operator: Copy + PartialEq + Debug;

    fn start(&self) -> Self::State;

    fn is_goal(&self, state: Self::State) -> bool;

    /// The number of a state: different ones have different numbers.
    fn key(&self, state: Self::State) -> u64;

    /// All keys are below this, and there are so few that a search may keep a word for each; `None` where there are too many.
    fn keys(&self) -> Option<usize> {
        None
    }

    /// What people call a cost of 1.
    fn unit(&self) -> Cost {
        1
    }

    /// Every operator whose precondition holds in a state, in a fixed order: the operator, where it leads, its cost.
    fn each_step(&self, from: Self::State, visit: impl FnMut(Self::Operator, Self::State, Cost));
}

/// A space that can be searched from its only goal, too.
pub trait TwoWay: Space {
    fn goal(&self) -> Self::State;

    /// Every operator that leads to a state, in a fixed order: the operator, where from, its cost.
    fn each_step_back(&self, to: Self::State, visit: impl FnMut(Self::Operator, Self::State, Cost));
}

/// A space turned round: from the goal to the start, with inverse operators.
#[derive(Debug, Clone, Copy)]
pub struct Backward<'a, S>(pub &'a S);

impl<S: TwoWay> Space for Backward<'_, S> {
    type State = S::State;
    type Operator = S::Operator;

    fn start(&self) -> S::State {
        self.0.goal()
    }

    fn is_goal(&self, state: S::State) -> bool {
        state == self.0.start()
    }

    #[inline]
    fn key(&self, state: S::State) -> u64 {
        self.0.key(state)
    }

    fn keys(&self) -> Option<usize> {
        self.0.keys()
    }

    fn unit(&self) -> Cost {
        self.0.unit()
    }

    #[inline]
    fn each_step(&self, from: S::State, visit: impl FnMut(S::Operator, S::State, Cost)) {
        self.0.each_step_back(from, visit);
    }
}

impl<S: TwoWay> TwoWay for Backward<'_, S> {
    fn goal(&self) -> S::State {
        self.0.start()
    }

    fn each_step_back(&self, to: S::State, visit: impl FnMut(S::Operator, S::State, Cost)) {
        self.0.each_step(to, visit);
    }
}
