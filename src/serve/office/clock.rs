//! Rules of time that a server takes, and how fast a game is that is played by them.

use crate::arena::TimeControl;
use crate::net::table::{Days, TimeRule};
use crate::serve::records::Speed;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Seconds for a game, for each turn, and for each turn alone.
const MAIN: RangeInclusive<u64> = 10..=10_800;
const INCREMENT: RangeInclusive<u64> = 0..=180;
const TURN: RangeInclusive<u64> = 2..=600;

/// Turns of a player by which the speed of a game is reckoned.
const TURNS: u32 = 40;

/// How fast a game of turns is with this rule of time.
///
/// # Errors
/// The sentence says what a rule looks like, or what is too short or too long.
pub(crate) fn speed(text: &str) -> Result<(TimeRule, Speed), String> {
    let needed = "clock: a game on a server needs one, for example 300+5";
    if text.is_empty() {
        return Err(needed.into());
    }
    let rule: TimeRule = text.parse().map_err(|problem| format!("clock: {problem}"))?;
    let within = |time: Duration, range: &RangeInclusive<u64>, what: &str| match range.contains(&time.as_secs()) {
        true => Ok(()),
        false => {
            Err(format!("clock: {what} from {} to {} seconds, not {}", range.start(), range.end(), time.as_secs()))
        }
    };
    let speed = match rule {
        TimeRule::Days(Days { .. }) => Speed::Correspondence,
        TimeRule::Live(TimeControl::Match { main, increment }) => {
            within(main, &MAIN, "a game has")?;
            within(increment, &INCREMENT, "the increment is")?;
            of_length(main + increment * TURNS)
        }
        TimeRule::Live(TimeControl::Turn(turn)) => {
            within(turn, &TURN, "a turn has")?;
            of_length(turn * TURNS)
        }
        TimeRule::Live(TimeControl::None) => return Err(needed.into()),
    };
    Ok((rule, speed))
}

/// The bounds are those of lichess.
const fn of_length(length: Duration) -> Speed {
    match length.as_secs() {
        0..180 => Speed::Bullet,
        180..480 => Speed::Blitz,
        480..1500 => Speed::Rapid,
        _ => Speed::Classical,
    }
}
