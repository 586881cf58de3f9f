//! What a search comes back with, and what all searches can be told.

use super::space::{Cost, Space};

/// Which states a search refuses because they were there before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CycleCheck {
    /// None: every way to a state is a state of its own, and a search may run in circles.
    None,
    /// The state that it has just come from.
    Parent,
    /// Any state on the way from the start.
    Ancestors,
    /// Any state that was reached before at no more cost, on whatever way.
    #[default]
    Visited,
}

impl CycleCheck {
    pub const ALL: [Self; 4] = [Self::None, Self::Parent, Self::Ancestors, Self::Visited];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Parent => "parent",
            Self::Ancestors => "ancestors",
            Self::Visited => "visited",
        }
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::None => "Every way to a state counts as a state of its own; the search may run in circles.",
            Self::Parent => "A step straight back is refused.",
            Self::Ancestors => {
                "A state that is on the way already is refused: no circles, but the same state on other ways."
            }
            Self::Visited => "A state that was reached before as cheaply is refused; all states are kept for that.",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }
}

/// How a search has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    Found,
    /// Everything that can be reached was looked at.
    NoWay,
    /// Nothing within the limit of depth, but there is more beyond it.
    CutOff,
    /// The budget was spent.
    Stopped,
}

impl End {
    pub const ALL: [Self; 4] = [Self::Found, Self::NoWay, Self::CutOff, Self::Stopped];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::NoWay => "no way",
            Self::CutOff => "cut off",
            Self::Stopped => "stopped",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|end| end.name() == name)
    }

    /// A few words for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Found => "a way was found",
            Self::NoWay => "there is no way",
            Self::CutOff => "there is no way within the limit",
            Self::Stopped => "stopped before it was over",
        }
    }
}

/// What a search has cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Counts {
    /// States taken out of the open list and asked whether they are the goal; every time counts.
    pub expanded: u64,
    /// States that operators led to, and the start; those that a cycle check refused do not count.
    pub generated: u64,
    /// States that a cycle check refused.
    pub refused: u64,
    /// Closed states that were opened again because a cheaper way was found.
    pub reopened: u64,
    /// Most states in the open list at a time.
    pub peak_open: u64,
    /// Most states kept at a time, in the open list, on the way or to know them again.
    pub peak_stored: u64,
    /// How often the search has begun anew: limits of iterative deepening.
    pub rounds: u64,
    /// States of abstract spaces that were expanded for the estimates.
    pub abstract_expanded: u64,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<State, Operator> {
    pub end: End,
    /// The states of the way with both ends; empty if none was found.
    pub path: Vec<State>,
    /// The operators of the way, one fewer than states. Empty where a way jumps.
    pub operators: Vec<Operator>,
    /// Cost of the way, if there is one.
    pub cost: Option<Cost>,
    pub counts: Counts,
}

/// The result of a search in a space.
pub type Answer<S> = Outcome<<S as Space>::State, <S as Space>::Operator>;

impl<State, Operator> Outcome<State, Operator> {
    /// A search that has found nothing.
    pub(super) const fn without_way(end: End, counts: Counts) -> Self {
        Self { end, path: Vec::new(), operators: Vec::new(), cost: None, counts }
    }
}
