//! Worlds beside maps: puzzles and a tree, small enough to see everything that a search does.

pub mod guess;
pub mod lock;
pub mod river;
pub mod sliding;

use super::run::Spot;
use crate::nav::searchers::{Cost, TwoWay};
use guess::Guess;

/// A space that can be told about in words.
pub trait World: TwoWay {
    /// Estimates that make sense here, the best last.
    const GUESSES: &'static [Guess];

    /// The estimated cost between two states.
    fn guess(&self, guess: Guess, from: Self::State, to: Self::State) -> Cost;

    /// The state of a key as text, and where it is drawn.
    fn spot(&self, key: u64) -> Spot;
}
