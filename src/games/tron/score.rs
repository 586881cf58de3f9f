//! How a match of several rounds stands, and when it is over.

use super::arena::MAX_SEATS;

/// Rounds after which a match ends even if all of them were draws, as a multiple of the decided rounds.
const DRAWS: u32 = 3;

/// The rounds so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub wins: [u32; MAX_SEATS],
    /// Rounds without a winner.
    pub draws: u32,
    /// Decided rounds at most.
    pub best_of: u32,
}

impl Score {
    pub fn played(&self) -> u32 {
        self.wins.iter().sum::<u32>() + self.draws
    }

    /// Counts a round that is over.
    pub(crate) fn count(&mut self, winner: Option<usize>) {
        match winner {
            Some(seat) => self.wins[seat] += 1,
            None => self.draws += 1,
        }
    }

    /// Whether no further round is needed.
    pub fn is_over(&self) -> bool {
        let decided = self.wins.iter().sum::<u32>();
        self.wins.iter().any(|wins| *wins * 2 > self.best_of)
            || decided >= self.best_of
            || self.played() >= self.best_of * DRAWS
    }

    /// The seat with the most wins, or `None` if two share them.
    pub(crate) fn leader(&self) -> Option<usize> {
        let most = self.wins.iter().max().copied().filter(|most| *most > 0)?;
        let mut leaders = (0..MAX_SEATS).filter(|seat| self.wins[*seat] == most);
        leaders.next().filter(|_| leaders.next().is_none())
    }
}
