//! Curves of a side over time: what is to be drawn of its samples, and when they were taken.

use crate::games::rts::sim::sides::{SAMPLE_INTERVAL, Sample};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Curve {
    /// Gold and wood brought home in the last minute.
    Income,
    Army,
    /// Worth of all that has been lost.
    Losses,
    Workers,
}

impl Curve {
    pub const ALL: [Self; 4] = [Self::Income, Self::Army, Self::Losses, Self::Workers];

    /// The word on the button, and what it means.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Income => ("Income", "Gold and wood brought home within a minute"),
            Self::Army => ("Army", "What the units that fight have cost"),
            Self::Losses => ("Losses", "What all lost units and buildings have cost"),
            Self::Workers => ("Workers", "Number of workers"),
        }
    }

    /// The values of a side, one a sample. Ticks run `tick_hz` times a second at normal speed.
    pub fn values(self, samples: &[Sample], tick_hz: u16) -> Vec<u32> {
        let value = |sample: &Sample| match self {
            Self::Income => sample.gathered,
            Self::Army => sample.army,
            Self::Losses => sample.lost,
            Self::Workers => sample.workers.into(),
        };
        let values: Vec<u32> = samples.iter().map(value).collect();
        if self != Self::Income {
            return values;
        }
        let minute = (u32::from(tick_hz) * 60 / SAMPLE_INTERVAL).max(1) as usize;
        let before = |index: usize| index.checked_sub(minute).map_or(0, |before| values[before]);
        values.iter().enumerate().map(|(index, value)| value.saturating_sub(before(index))).collect()
    }
}

pub fn seconds_at(sample: usize, tick_hz: u16) -> u64 {
    sample as u64 * u64::from(SAMPLE_INTERVAL) / u64::from(tick_hz.max(1))
}

/// Minutes between two lines over time, of which there are at most twelve.
pub fn minutes(seconds: u64) -> u64 {
    [1, 2, 5, 10, 15, 30, 60, 120].into_iter().find(|step| step * 60 * 12 >= seconds).unwrap_or(240)
}
