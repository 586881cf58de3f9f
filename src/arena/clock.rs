//! Rules of time: how long the players of a match may think, and what is left of it.
//!
//! What is left follows from the rule and the times of the turns so far, so that a replay, a match that goes on and one in
//! which moves were taken back show the clocks as they stood.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter, Result as Written};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// How long the players of a match may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    None,
    /// So long in the whole match, and a little more for every turn that is ended.
    Match { main: Duration, increment: Duration },
    /// So long for every turn.
    Turn(Duration),
}

/// The longest time that can be set.
const LONGEST: Duration = Duration::from_secs(36_000);

/// The shortest time for a match or a turn.
const SHORTEST: Duration = Duration::from_millis(100);

/// Turns for which a program shares out what it has left.
const SHARE: u32 = 40;

/// What a program keeps for itself, so that an answer that comes a little late loses nothing.
const MARGIN: Duration = Duration::from_millis(60);

/// A text is no rule of time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no rule of time, expected none, seconds a match with an increment, for example 300+5, or seconds a move, \
    for example move:30"
)]
pub struct TimeProblem(String);

impl TimeControl {
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// What a seat has left whose ended turns took these `times` and whose turn that is on has taken `used`; `None` if there
    /// is no limit. Nothing is left when the flag falls.
    pub fn left(self, times: &[Duration], used: Duration) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Match { main, increment } => {
                let given = increment.saturating_mul(u32::try_from(times.len()).unwrap_or(u32::MAX));
                let spent = times.iter().fold(used, |sum, time| sum.saturating_add(*time));
                Some(main.saturating_add(given).saturating_sub(spent))
            }
            Self::Turn(limit) => Some(limit.saturating_sub(used)),
        }
    }

    /// How long a program thinks that has so much left: a share of it and most of what it gets back.
    pub fn plan(self, left: Duration) -> Duration {
        let wanted = match self {
            Self::None => return left,
            Self::Match { increment, .. } => left / SHARE + increment * 3 / 4,
            Self::Turn(limit) => limit * 4 / 5,
        };
        wanted.min(left.saturating_sub(MARGIN)).max(Duration::from_millis(1))
    }
}

/// Seconds without needless digits.
struct Seconds(Duration);

impl Display for Seconds {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match (self.0.as_secs(), self.0.subsec_millis()) {
            (seconds, 0) => write!(f, "{seconds}"),
            (seconds, millis) => f.write_str(format!("{seconds}.{millis:03}").trim_end_matches('0')),
        }
    }
}

/// A number of seconds, to milliseconds.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || part.len() > 3 {
        return None;
    }
    let millis: u64 = format!("{part:0<3}").parse().ok()?;
    Some(Duration::from_secs(whole.parse().ok()?) + Duration::from_millis(millis)).filter(|time| *time <= LONGEST)
}

impl Display for TimeControl {
    /// `none`, `300+5`, `move:30`.
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        match self {
            Self::None => f.write_str("none"),
            Self::Match { main, increment } => write!(f, "{}+{}", Seconds(*main), Seconds(*increment)),
            Self::Turn(limit) => write!(f, "move:{}", Seconds(*limit)),
        }
    }
}

impl FromStr for TimeControl {
    type Err = TimeProblem;

    fn from_str(text: &str) -> Result<Self, TimeProblem> {
        let long = |text: &str| seconds(text).filter(|time| *time >= SHORTEST);
        let read = match text.strip_prefix("move:") {
            Some(limit) => long(limit).map(Self::Turn),
            None if text == "none" => Some(Self::None),
            None => {
                let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
                long(main).zip(seconds(increment)).map(|(main, increment)| Self::Match { main, increment })
            }
        };
        read.ok_or_else(|| TimeProblem(text.into()))
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeProblem;

    fn try_from(text: String) -> Result<Self, TimeProblem> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}
