//! Key presses of a human become turns.
//!
//! Two quick presses within one step ("up, left" while riding right) must become two turns in two steps, and no press
//! may turn a cycle back into its own trail. The queue holds a few turns; every press is judged against the heading
//! that the cycle will have when its turn comes.

use crate::base::Dir;
use std::collections::VecDeque;

/// How many turns wait at most; more presses are forgotten.
pub(crate) const MAX_TURNS: usize = 3;

/// The turns that a player has asked for and that have not been made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnQueue {
    waiting: VecDeque<Dir>,
}

impl TurnQueue {
    /// A press of a direction key while the cycle rides along `heading`. Says whether it will become a turn: not if the
    /// queue is full, if it is no turn at all, or if it would reverse the cycle.
    pub fn press(&mut self, dir: Dir, heading: Dir) -> bool {
        let last = self.waiting.back().copied().unwrap_or(heading);
        let turns = !dir.is_diagonal() && dir != last && dir != last.reverse() && self.waiting.len() < MAX_TURNS;
        if turns {
            self.waiting.push_back(dir);
        }
        turns
    }

    /// The direction of the next step for a cycle that rides along `heading`.
    pub fn next(&mut self, heading: Dir) -> Dir {
        self.waiting.pop_front().unwrap_or(heading)
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}
