//! What matches need to know of a turn-based game: how it begins, who is to act, the one door for steps, how it ends,
//! and how an outside program is asked.

use super::Forfeit;
use crate::base::Budget;
use crate::search::Outcome;
use crate::search::tree::Recording;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// A position of a turn-based game.
pub trait TurnGame: Clone + Send + Sync + 'static {
    /// What a match begins with: board, rules, who stands where.
    type Setup;
    /// Why a match cannot begin.
    type SetupProblem: Display;
    /// What a seat does at once. A turn has one step or several.
    type Step: Copy + Debug + PartialEq + Send + Sync + 'static;
    /// Why a step is not made.
    type Refusal: Debug + Display;
    /// How a player came to a step.
    type Thought: Send + Sync + 'static;
    type Kind: PlayerKind<Game = Self>;

    /// The first position.
    fn start(setup: &Self::Setup) -> Result<Self, Self::SetupProblem>;

    /// The seats that act next, all at the same time; none when the game is over.
    fn to_act(&self) -> Vec<usize>;

    /// Makes one step of every seat that is [to act](Self::to_act). The only door for persons, players, programs and
    /// recordings.
    ///
    /// # Errors
    /// Why nothing was done.
    fn apply(&mut self, steps: &[(usize, Self::Step)]) -> Result<(), Self::Refusal>;

    /// Whether and how the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Turns that are over. Who is asked makes steps until the number grows.
    fn turns(&self) -> u32;

    /// Equal for equal positions.
    fn key(&self) -> u64;

    /// Forgets what taking back needs.
    fn settle(&mut self) {}

    /// What the outside program on a seat is told when it is to act.
    fn question(&self, seat: usize) -> String;

    /// The turn of a program's answer, legal or not.
    fn parse_answer(line: &str) -> Option<Vec<Self::Step>>;

    /// The step of a seat that gave no good answer. `None` where it loses the match at once.
    fn forfeited(_reason: Forfeit) -> Option<Self::Step> {
        None
    }

    /// Positions that a player visited, and the depth that it reached.
    fn effort(thought: &Self::Thought) -> (u64, u32);

    /// What a player holds its turn for, in the units of its search, if recordings are to keep it.
    fn worth(_thought: &Self::Thought) -> Option<i32> {
        None
    }
}

/// The players of a game by name, as on the command line and in set-up screens.
pub trait PlayerKind: Copy + Eq + Debug + Display + FromStr<Err: Display> + Send + Sync + 'static {
    /// What they play.
    type Game: TurnGame<Kind = Self>;

    /// The options of an engine, for messages.
    const OPTIONS: &'static str = "time=MILLISECONDS or nodes=NUMBER, each from 1";

    /// Whether it searches, so that it can be limited.
    fn is_engine(&self) -> bool;

    /// Takes an option that only this game has.
    fn set(&mut self, _option: &str, _value: &str) -> bool {
        false
    }

    /// The same player, but it searches what it would know by heart.
    fn searching(self) -> Self {
        self
    }

    /// A fresh player of this kind. Random choices of its own come from `seed`.
    fn player(self, seed: u64) -> Box<dyn Player<Self::Game>>;
}

/// Something that chooses steps. It may keep what it thought; a position that is no continuation is noticed.
pub trait Player<G: TurnGame>: Send {
    /// The next step of a seat that is to act. Deterministic under a node budget. The budget is that of a whole turn,
    /// given anew with each of its steps.
    fn choose(&mut self, position: &G, seat: usize, budget: &Budget) -> Choice<G>;

    /// Searches with so many threads from now on, where time is the limit and it can.
    fn use_threads(&mut self, _threads: usize) {}

    /// From now on the tree of each search is kept. Who searches no tree does nothing.
    fn keep_trees(&mut self) {}

    /// The tree of the last search, once; `None` if it did not search since it was last asked.
    fn take_tree(&mut self) -> Option<Recording<G::Step>> {
        None
    }
}

/// What a player answers.
pub struct Choice<G: TurnGame> {
    pub step: G::Step,
    /// How it came to it; `None` for players that do not search and for forced steps.
    pub thought: Option<G::Thought>,
}

impl<G: TurnGame> Choice<G> {
    /// A step without a thought.
    pub fn plain(step: G::Step) -> Self {
        Self { step, thought: None }
    }
}
