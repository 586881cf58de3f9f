//! A handicap: how much of what its workers bring home a side gets. Everybody sees it.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;

/// Hundredths of every load that a side gets: 50 to 150 in steps of ten, a hundred being none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Handicap(u8);

const LEAST: u8 = 50;
const MOST: u8 = 150;
const STEP: u8 = 10;

impl Handicap {
    pub const NONE: Self = Self(100);

    pub const fn percent(self) -> u8 {
        self.0
    }

    pub const fn is_none(&self) -> bool {
        self.0 == Self::NONE.0
    }

    /// The next in steps of ten; after the highest comes the lowest.
    #[must_use]
    pub const fn next(self) -> Self {
        if self.0 == MOST { Self(LEAST) } else { Self(self.0 + STEP) }
    }

    /// Steps of ten less, as far as there are any.
    #[must_use]
    pub fn less(self, steps: u8) -> Self {
        Self(self.0.saturating_sub(steps.saturating_mul(STEP)).max(LEAST))
    }

    /// What a side gets of a load. `owed` are the hundredths that it has not got of the loads before, and what it has not got
    /// of this one after that: nothing is lost.
    pub const fn share(self, load: u32, owed: &mut u32) -> u32 {
        let hundredths = load * self.0 as u32 + *owed;
        *owed = hundredths % 100;
        hundredths / 100
    }

    /// A name with the handicap behind it, if there is one.
    pub fn beside(self, name: &str) -> String {
        if self.is_none() { name.into() } else { format!("{name} {self} %") }
    }
}

impl Default for Handicap {
    fn default() -> Self {
        Self::NONE
    }
}

impl Display for Handicap {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        write!(f, "{}", self.0)
    }
}

impl From<Handicap> for u8 {
    fn from(handicap: Handicap) -> Self {
        handicap.0
    }
}

impl TryFrom<u8> for Handicap {
    type Error = String;

    fn try_from(percent: u8) -> Result<Self, String> {
        let is_one = (LEAST..=MOST).contains(&percent) && percent.is_multiple_of(STEP);
        is_one.then_some(Self(percent)).ok_or_else(|| wrong(&percent.to_string()))
    }
}

impl FromStr for Handicap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse::<u8>().map_err(|_| wrong(text))?.try_into()
    }
}

fn wrong(text: &str) -> String {
    format!("a handicap of {text:?} is none, expected {LEAST} to {MOST} in steps of {STEP}")
}
