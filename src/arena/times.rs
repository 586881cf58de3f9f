//! Thinking times.

use std::time::Duration;

/// Nanoseconds of a millisecond.
const MILLI: f64 = 1e6;

/// Durations of many moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Times {
    nanos: Vec<u64>,
}

impl Times {
    /// Adds one move.
    pub fn add(&mut self, time: Duration) {
        self.nanos.push(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }

    /// Adds all moves of another collection.
    pub fn append(&mut self, other: &Self) {
        self.nanos.extend_from_slice(&other.nanos);
    }

    /// The times one by one, in whole microseconds, as they were added.
    pub fn micros(&self) -> impl Iterator<Item = u64> + use<'_> {
        self.nanos.iter().map(|nanos| nanos / 1000)
    }

    /// Mean in milliseconds; 0 without a move.
    pub fn mean_ms(&self) -> f64 {
        // The sum of nothing is a negative zero.
        let sum = self.nanos.iter().fold(0.0, |sum, nanos| sum + *nanos as f64);
        sum / MILLI / self.nanos.len().max(1) as f64
    }

    /// The smallest time, in milliseconds, that at least `percent` % of the moves do not exceed; 0 without a move.
    pub fn percentile_ms(&self, percent: usize) -> f64 {
        let mut sorted = self.nanos.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * percent).div_ceil(100);
        sorted.get(rank.saturating_sub(1)).map_or(0.0, |nanos| *nanos as f64 / MILLI)
    }

    /// The longest time in milliseconds; 0 without a move.
    pub fn max_ms(&self) -> f64 {
        self.percentile_ms(100)
    }
}
