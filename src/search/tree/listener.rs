//! What a search tells of itself while it goes on.
//!
//! A search takes a listener by static dispatch. `()` hears nothing, so that a search without a listener is compiled
//! as if there were none.

use super::super::game::{Game, WIN};
use super::super::table::Bound;
use crate::base::Budget;
use std::ops::Deref;

/// Why a node of a tree has no further moves below it, or has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// Its moves were searched, all or as many as were needed.
    Searched,
    /// The horizon: judged as it stands.
    Judged,
    /// Judged as it stands, and only noisy moves were tried beyond.
    Quiet,
    /// As it stands it is too good already to be allowed.
    StandPat,
    /// The transposition table knew enough.
    Table,
    /// Its value is known without a search.
    Known,
    /// It was there before, and counts as a draw.
    Repeated,
    /// The game is over.
    Over,
    /// Valued only: other moves seemed better, and those alone were followed.
    Dropped,
    /// The budget ended here.
    Stopped,
}

impl Why {
    pub const ALL: [Self; 10] = [
        Self::Searched,
        Self::Judged,
        Self::Quiet,
        Self::StandPat,
        Self::Table,
        Self::Known,
        Self::Repeated,
        Self::Over,
        Self::Dropped,
        Self::Stopped,
    ];

    /// A word for files and exports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Searched => "searched",
            Self::Judged => "judged",
            Self::Quiet => "quiescence",
            Self::StandPat => "stand pat",
            Self::Table => "table",
            Self::Known => "known",
            Self::Repeated => "repeated",
            Self::Over => "over",
            Self::Dropped => "not followed",
            Self::Stopped => "stopped",
        }
    }

    /// Why a position needs no search.
    fn of_settled<G: Game>(game: &G) -> Self {
        if game.outcome().is_some() {
            Self::Over
        } else if game.repeats() {
            Self::Repeated
        } else {
            Self::Known
        }
    }
}

/// A node as a search comes to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entered {
    pub side: usize,
    /// Under what the search keeps it.
    pub key: u64,
    /// Plies that are to be searched below it.
    pub depth: u32,
    /// The values that matter, for the side to move: what is not above the first or not below the second is only a
    /// bound.
    pub window: (i32, i32),
}

/// A window that everything lies in.
pub const OPEN: (i32, i32) = (-WIN - 1, WIN + 1);

/// Hears what a search does: the move that leads to the next node, then that it is entered, what comes of it, and
/// that it is left. Between both its children are told in the same way.
pub trait Listener<M: Copy> {
    /// Whether it hears anything at all.
    const HEARS: bool = true;

    fn step(&mut self, step: M);

    fn enter(&mut self, entered: Entered);

    /// Where the value of the node that is left next comes from, if not from its moves.
    fn why(&mut self, why: Why, bound: Bound);

    /// Moves that are not tried any more, because the last one was too good already.
    fn untried(&mut self, count: usize);

    /// The node is left with a value for its side to move; without one the budget has ended.
    fn leave(&mut self, score: Option<i32>);

    /// The expected line of the last search from the root, best move first.
    fn line(&mut self, line: &[M]);
}

impl<M: Copy> Listener<M> for () {
    const HEARS: bool = false;

    fn step(&mut self, _step: M) {}

    fn enter(&mut self, _entered: Entered) {}

    fn why(&mut self, _why: Why, _bound: Bound) {}

    fn untried(&mut self, _count: usize) {}

    fn leave(&mut self, _score: Option<i32>) {}

    fn line(&mut self, _line: &[M]) {}
}

/// A budget, and who hears of what it is spent on.
pub(crate) struct Heard<'a, L> {
    budget: &'a Budget,
    pub(crate) listener: &'a mut L,
}

impl<'a, L> Heard<'a, L> {
    pub(crate) const fn new(budget: &'a Budget, listener: &'a mut L) -> Self {
        Self { budget, listener }
    }

    /// A node is entered.
    #[inline(always)]
    pub(crate) fn enter<G: Game>(&mut self, game: &G, depth: u32, window: (i32, i32))
    where
        L: Listener<G::Move>,
    {
        if L::HEARS {
            self.listener.enter(Entered { side: game.side(), key: game.path_key(), depth, window });
        }
    }

    /// It needs no search.
    #[inline(always)]
    pub(crate) fn settled<G: Game>(&mut self, game: &G)
    where
        L: Listener<G::Move>,
    {
        if L::HEARS {
            self.listener.why(Why::of_settled(game), Bound::Exact);
        }
    }
}

impl<L> Deref for Heard<'_, L> {
    type Target = Budget;

    fn deref(&self) -> &Budget {
        self.budget
    }
}
