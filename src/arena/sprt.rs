//! Rounds in pairs that begin alike, and a test that ends as soon as enough of them were played.
//!
//! A. Wald's sequential probability ratio test ("Sequential Tests of Statistical Hypotheses", 1945) between two
//! differences in strength. As who begins often decides, the two rounds of a pair depend on each other: what is counted
//! is the points of pairs, of which there are five. How often each comes up is not known: of both hypotheses the likeliest
//! case is taken (M. Van den Bergh's generalized test, as the testers of chess programs use it; the likeliest case with
//! a given mean: A. B. Owen, "Empirical likelihood ratio confidence intervals", 1988).

use super::Score;
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;
use thiserror::Error;

/// How often a wrong hypothesis is accepted, each of both.
const WRONG: f64 = 0.05;

/// Pairs as which a result counts that did not come up, so that every mean is possible.
const NEVER: f64 = 1e-3;

/// How many pairs of rounds brought a side 0, ½, 1, 1½ and 2 points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Of rounds in their order, a pair after the other; an odd last one does not count.
    pub fn of(rounds: &[Score]) -> Self {
        let mut pairs = Self::default();
        rounds.chunks_exact(2).for_each(|pair| pairs.add(pair[0], pair[1]));
        pairs
    }

    /// Adds a pair of single rounds.
    pub fn add(&mut self, mut first: Score, second: Score) {
        first += second;
        self.0[(2 * first.wins + first.draws).min(4) as usize] += 1;
    }

    /// The logarithm of how likely these pairs are if a side scores this share on average, against its being left open.
    fn likelihood(self, share: f64) -> f64 {
        let counts = self.0.map(|count| f64::from(count).max(NEVER));
        let terms = || counts.iter().enumerate().map(|(index, count)| (count, index as f64 / 4.0 - share));
        // The multiplier at which the mean is what it should be; the sum falls as it grows.
        let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let sum: f64 = terms().map(|(count, off)| count * off / (1.0 + middle * off)).sum();
            if sum > 0.0 { low = middle } else { high = middle }
        }
        -terms().map(|(count, off)| count * (low * off).ln_1p()).sum::<f64>()
    }
}

impl Display for Pairs {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let [none, half, one, more, both] = self.0;
        write!(f, "pairs with 0, ½, 1, 1½ and 2 points: {none}, {half}, {one}, {more}, {both}")
    }
}

/// Whether a side is stronger by the second of two differences in Elo rather than by the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected two differences in Elo, the smaller one first, for example 0,50")]
pub struct SprtProblem;

impl FromStr for Sprt {
    type Err = SprtProblem;

    fn from_str(text: &str) -> Result<Self, SprtProblem> {
        let numbers = text.split_once(',').map(|(low, high)| [low, high].map(|word| word.trim().parse().ok()));
        match numbers {
            Some([Some(low), Some(high)]) if -1000.0 <= low && low < high && high <= 1000.0 => {
                Ok(Self { elo: [low, high] })
            }
            _ => Err(SprtProblem),
        }
    }
}

impl Sprt {
    /// The two differences in Elo.
    pub fn elo(self) -> [f64; 2] {
        self.elo
    }

    /// The logarithm of how much likelier the pairs are by the second hypothesis than by the first.
    pub fn ratio(self, pairs: Pairs) -> f64 {
        let [low, high] = self.elo.map(|elo| pairs.likelihood(1.0 / (1.0 + 10_f64.powf(-elo / 400.0))));
        high - low
    }

    /// Where the ratio decides, up or down.
    pub fn bound() -> f64 {
        ((1.0 - WRONG) / WRONG).ln()
    }

    /// Which hypothesis is accepted, 0 or 1; `None` as long as more pairs are wanted.
    pub fn accepted(self, pairs: Pairs) -> Option<usize> {
        let ratio = self.ratio(pairs);
        (ratio.abs() >= Self::bound()).then_some(usize::from(ratio > 0.0))
    }

    /// What came of it.
    pub fn sentence(self, pairs: Pairs) -> String {
        let (ratio, bound) = (self.ratio(pairs), Self::bound());
        let [low, high] = self.elo;
        let verdict = match self.accepted(pairs) {
            Some(index) => format!("{:+} Elo is accepted", self.elo[index]),
            None => "not decided".into(),
        };
        format!("sequential test of {low:+} against {high:+} Elo: {verdict}, ratio {ratio:.2} of ±{bound:.2}")
    }
}
