//! Wins, draws and losses become a score with an interval and a difference in Elo with an error.
//!
//! The interval is E. B. Wilson's ("Probable inference, the law of succession, and statistical inference", Journal of the
//! American Statistical Association 22, 1927), a draw counting as half a win. With draws the true interval is narrower,
//! so ours is on the safe side. The Elo difference is that of A. E. Elo's logistic curve ("The Rating of Chessplayers,
//! Past and Present", 1978): a score s corresponds to 400 log10(s / (1 - s)).

use std::ops::AddAssign;

/// How often a side won, drew and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// A range that holds the true value in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// A difference in strength.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elo {
    /// In Elo points, positive for the stronger side.
    pub difference: f64,
    /// How far the true value may be off in 95 of 100 cases, in Elo points.
    pub error: f64,
    /// All rounds were won or all were lost: the difference is a bound, as if one more round had been drawn.
    pub is_bound: bool,
}

/// The 97.5 % point of the normal distribution: 95 % lie within.
const Z: f64 = 1.959_964;

impl Score {
    /// What a round was for a side: one win, draw or loss.
    pub fn of(winner: Option<usize>, side: usize) -> Self {
        match winner {
            None => Self { draws: 1, ..Self::default() },
            Some(winner) if winner == side => Self { wins: 1, ..Self::default() },
            Some(_) => Self { losses: 1, ..Self::default() },
        }
    }

    pub fn rounds(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, 0 to 1: a draw is half a point. 0.5 before the first round.
    pub fn share(self) -> f64 {
        if self.rounds() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.rounds())
    }

    /// The interval of the share, 0 to 1.
    pub fn interval(self) -> Interval {
        if self.rounds() == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (share, n) = (self.share(), f64::from(self.rounds()));
        let z2 = Z * Z / n;
        let middle = (share + z2 / 2.0) / (1.0 + z2);
        let half = Z / (1.0 + z2) * (share * (1.0 - share) / n + z2 / (4.0 * n)).sqrt();
        Interval { low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }

    /// The difference in strength to the opponents: 0 with an endless error before the first round.
    pub fn elo(self) -> Elo {
        if self.rounds() == 0 {
            return Elo { difference: 0.0, error: f64::INFINITY, is_bound: false };
        }
        let (share, n) = (self.share(), f64::from(self.rounds()));
        let is_bound = share == 0.0 || share == 1.0;
        let difference = points(if is_bound { (share * n + 0.5) / (n + 1.0) } else { share });
        // At a score of 0 or 1 one end of the interval is endless; the other one tells.
        let Interval { low, high } = self.interval();
        let ends = [low, high].map(|end| (points(end) - difference).abs());
        let error = ends.into_iter().filter(|end| end.is_finite()).fold(0.0, f64::max);
        Elo { difference, error, is_bound }
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Elo points of a share.
fn points(share: f64) -> f64 {
    // Rounding leaves the ends of an interval a hair's breadth beside 0 and 1.
    if share < 1e-12 {
        return f64::NEG_INFINITY;
    }
    if share > 1.0 - 1e-12 {
        return f64::INFINITY;
    }
    400.0 * (share / (1.0 - share)).log10()
}
