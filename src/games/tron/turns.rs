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

    /// Forgets all waiting turns, for a new round.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_quick_presses_become_a_u_turn_in_two_steps_and_never_a_reversal() {
        let mut turns = TurnQueue::default();
        assert!(!turns.press(Dir::West, Dir::East), "straight back is no turn");
        assert!(!turns.press(Dir::East, Dir::East));
        assert!(turns.press(Dir::North, Dir::East));
        assert!(turns.press(Dir::West, Dir::East));
        assert!(!turns.press(Dir::East, Dir::East), "would reverse the second turn");
        assert_eq!(turns.next(Dir::East), Dir::North);
        assert_eq!(turns.next(Dir::North), Dir::West);
        assert_eq!(turns.next(Dir::West), Dir::West);
    }

    #[test]
    fn a_full_queue_forgets_further_presses() {
        let mut turns = TurnQueue::default();
        let presses = [Dir::North, Dir::West, Dir::South, Dir::East];
        assert_eq!(presses.map(|dir| turns.press(dir, Dir::East)), [true, true, true, false]);
        turns.clear();
        assert_eq!(turns.next(Dir::East), Dir::East);
    }
}
