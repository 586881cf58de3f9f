//! Rules of time at a table, and the time itself as a table sees it.

use super::calendar::{Calendar, Stretch};
use crate::arena::{TimeControl, TimeProblem};
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Milliseconds for the way of a message that a player gets back: so many are earned with every turn, so many are stored at
/// most. Who fakes a slow line gains no more than that.
pub(super) const CREDIT_A_TURN: u64 = 1000;
const MOST_CREDIT: u64 = 5000;

/// Milliseconds between two clocks that are to come back: live, and by correspondence.
const BEAT_MS: u64 = 2000;
const SLOW_BEAT_MS: u64 = 15_000;

/// Milliseconds by which a table may be called late. What is more is not the players' fault: the server stood still, or
/// somebody has set its clock.
const LATE_MS: u64 = 1000;

/// How long players may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeRule {
    /// Both are there.
    Live(TimeControl),
    /// By correspondence.
    Days(Days),
}

/// Days for every turn and a reserve for longer ones. All in hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    /// For every turn; what is left of it is lost.
    pub a_turn: u16,
    /// For all turns together that take longer, at the beginning.
    pub reserve: u16,
    /// What comes to the reserve with every turn, and how large it becomes at most.
    pub gain: u16,
    pub most: u16,
    /// Whether Saturdays and Sundays, in UTC, do not count.
    pub weekends_off: bool,
}

/// A rule of time that cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DaysProblem {
    #[error("`a_turn`: a turn has at most 14 days")]
    Turn,
    #[error("`reserve` and `most`: a reserve has at most 30 days, and not more than it may become")]
    Reserve,
    #[error("a player needs at least a day for a turn")]
    Short,
}

impl Days {
    /// So many days for every turn, from 1 to 14, and so many in reserve.
    pub const fn a_turn(days: u16, reserve: u16) -> Self {
        let reserve = reserve * 24;
        Self { a_turn: days * 24, reserve, gain: 0, most: reserve, weekends_off: false }
    }

    /// As on Little Golem: ten days, 36 hours more with every turn, never more than ten days.
    pub const fn little_golem() -> Self {
        Self { a_turn: 0, reserve: 240, gain: 36, most: 240, weekends_off: false }
    }

    /// # Errors
    /// What is too long or too short.
    pub const fn check(&self) -> Result<(), DaysProblem> {
        match self {
            Self { a_turn, .. } if *a_turn > 14 * 24 => Err(DaysProblem::Turn),
            Self { reserve, most, .. } if *most > 30 * 24 || *reserve > *most => Err(DaysProblem::Reserve),
            Self { a_turn, reserve, .. } if *a_turn + *reserve < 24 => Err(DaysProblem::Short),
            _ => Ok(()),
        }
    }
}

const fn hours(hours: u16) -> Duration {
    Duration::from_secs(hours as u64 * 3600)
}

/// The text is no rule of time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleProblem {
    #[error("{0:?} is no rule of time, expected days a turn and in reserve, for example days:3+10 or days:2 weekends")]
    Form(String),
    #[error(transparent)]
    Days(#[from] DaysProblem),
    #[error(transparent)]
    Live(#[from] TimeProblem),
}

/// What [`TimeControl`] reads, or `days:3+10` for three days a turn and ten in reserve, with ` weekends` if Saturdays and Sundays
/// do not count.
impl FromStr for TimeRule {
    type Err = RuleProblem;

    fn from_str(text: &str) -> Result<Self, RuleProblem> {
        let Some(days) = text.strip_prefix("days:") else { return Ok(Self::Live(text.parse()?)) };
        let no_rule = || RuleProblem::Form(text.into());
        let (days, weekends_off) = days.strip_suffix(" weekends").map_or((days, false), |days| (days, true));
        let (a_turn, reserve) = days.split_once('+').unwrap_or((days, "0"));
        let number = |digits: &str| digits.parse::<u16>().ok().filter(|days| *days <= 100).ok_or_else(no_rule);
        let days = Days { weekends_off, ..Days::a_turn(number(a_turn)?, number(reserve)?) };
        days.check()?;
        Ok(Self::Days(days))
    }
}

impl TimeRule {
    /// What a seat has left whose ended turns took these times and whose turn that is on has taken `used`; `None` if there
    /// is no limit.
    pub fn left(self, times: &[Duration], used: Duration) -> Option<Duration> {
        match self {
            Self::Live(control) => control.left(times, used),
            Self::Days(days) => {
                let after = |reserve: Duration, time: &Duration| {
                    let over = time.saturating_sub(hours(days.a_turn));
                    (reserve.saturating_sub(over) + hours(days.gain)).min(hours(days.most))
                };
                let reserve = times.iter().fold(hours(days.reserve), after);
                Some((hours(days.a_turn) + reserve).saturating_sub(used))
            }
        }
    }

    pub(super) const fn is_live(self) -> bool {
        matches!(self, Self::Live(_))
    }

    /// Milliseconds between two clocks that are to come back.
    pub(super) const fn beat(self) -> u64 {
        if self.is_live() { BEAT_MS } else { SLOW_BEAT_MS }
    }

    /// What counts of time for a player with these vacations.
    pub(super) fn calendar(self, vacations: &[Stretch]) -> Calendar<'_> {
        Calendar { weekends_off: matches!(self, Self::Days(Days { weekends_off: true, .. })), vacations }
    }
}

/// The credit after a turn for which so much of it was used.
pub(super) fn credit_after(stored: u64, used: u64) -> u64 {
    (stored.saturating_sub(used) + CREDIT_A_TURN).min(MOST_CREDIT)
}

/// Time as a table sees it, from what the owner's clock says. Milliseconds since the beginning of 1970.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    /// What the clock said last.
    seen: u64,
    /// Goes on at the pace of the clock and does not jump, neither back nor far ahead: for what lasts seconds.
    pub(super) pace: u64,
    /// The latest that the clock has said: for what lasts days. It stands still while the clock has gone back.
    pub(super) wall: u64,
    /// How far the pace may go on at once.
    longest: u64,
}

impl Watch {
    pub(super) const fn new(now: u64, rule: TimeRule) -> Self {
        Self { seen: now, pace: now, wall: now, longest: rule.beat() + LATE_MS }
    }

    /// Looks at the clock.
    pub(super) fn look(&mut self, now: u64) {
        self.pace += now.saturating_sub(self.seen).min(self.longest);
        self.wall = self.wall.max(now);
        self.seen = now;
    }

    /// When the clock will say that a moment of the pace has come.
    pub(super) const fn clock_at(&self, pace: u64) -> u64 {
        self.seen.saturating_add(pace.saturating_sub(self.pace))
    }
}
