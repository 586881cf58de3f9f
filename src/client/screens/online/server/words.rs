//! How games, clocks and notices are called in words.

use super::visit::Visit;
use crate::base::wording::all_of;
use crate::client::screens::replays::files::date;
use crate::online::account::says::{Game, Notice, NoticeKind, Outcome, Rated};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;
/// Milliseconds of an hour.
pub const HOUR_MS: i64 = 3_600_000;

/// A rule of time in words: `300+5` is "5 min + 5 s". What is no rule is shown as it is.
pub fn clock(rule: &str) -> String {
    words_of(rule).unwrap_or_else(|| rule.into())
}

fn words_of(rule: &str) -> Option<String> {
    let number = |text: &str| text.parse::<u64>().ok();
    let long = |seconds: u64| {
        if seconds.is_multiple_of(60) { format!("{} min", seconds / 60) } else { format!("{seconds} s") }
    };
    if let Some(days) = rule.strip_prefix("days:") {
        let days = days.strip_suffix(" weekends").unwrap_or(days);
        let (turn, reserve) = days.split_once('+').unwrap_or((days, "0"));
        let (turn, reserve) = (number(turn)?, number(reserve)?);
        let a_turn = format!("{} a turn", counted(turn, "day"));
        return Some(if reserve > 0 { format!("{a_turn} + {reserve} spare") } else { a_turn });
    }
    if let Some(turn) = rule.strip_prefix("move:") {
        return Some(format!("{} a turn", long(number(turn)?)));
    }
    let (main, increment) = rule.split_once('+')?;
    let (main, increment) = (number(main)?, number(increment)?);
    Some(if increment > 0 { format!("{} + {increment} s", long(main)) } else { long(main) })
}

pub(super) fn counted(number: u64, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// How a game that one is asked to play is played: its set-up, its time, whether it counts.
pub(super) fn whole(game: &Game) -> String {
    if game.clock.is_empty() {
        return how(game);
    }
    let board = game.title.trim_end_matches(game.clock.as_str()).trim_end_matches(", ");
    format!("{board}, {}", how(game))
}

/// How a game is played: its time, or its level where there is no clock; whether it counts.
pub(super) fn how(game: &Game) -> String {
    let time = if game.clock.is_empty() { game.title.clone() } else { clock(&game.clock) };
    if game.is_rated { format!("{time}, rated") } else { time }
}

/// Who plays beside an account, or all if it does not.
pub(super) fn who(game: &Game, account: i64) -> String {
    let names: Vec<&str> = game.others(account).into_iter().map(|name| name.unwrap_or("…")).collect();
    names.join(", ")
}

/// How a game that is over has ended.
pub(super) fn result(game: &Game) -> String {
    let named = |is_meant: &dyn Fn(Option<Outcome>) -> bool| {
        let seats = game.seats.iter().filter(|seat| is_meant(seat.outcome));
        let names: Vec<&str> = seats.map(|seat| seat.name.as_deref().unwrap_or("…")).collect();
        names.join(", ")
    };
    let with = |outcome: Outcome| named(&|of| of == Some(outcome));
    let (won, drawn, lost) = (with(Outcome::Won), with(Outcome::Drawn), with(Outcome::Lost));
    match () {
        () if !won.is_empty() && !lost.is_empty() => format!("{won} won against {lost}"),
        () if !drawn.is_empty() => format!("{drawn}: a draw"),
        () => format!("{}: not decided", named(&|_| true)),
    }
}

/// The speed of a rating, and against whom it was won if that is not as usual.
pub(super) fn rated(of: &Rated) -> String {
    if of.pool == "programs" { format!("{}, against programs", of.speed) } else { of.speed.clone() }
}

/// A moment, as long ago as it is.
pub(super) fn moment(at: i64) -> String {
    date(UNIX_EPOCH + Duration::from_millis(at.max(0).unsigned_abs()), SystemTime::now())
}

/// The time that is left until a moment, roughly.
pub fn left(until: i64, now: i64) -> String {
    let left = (until - now).max(0);
    match left {
        0..HOUR_MS => counted((left / 60_000).unsigned_abs(), "minute"),
        HOUR_MS..172_800_000 => counted((left / HOUR_MS).unsigned_abs(), "hour"),
        _ => counted((left / DAY_MS).unsigned_abs(), "day"),
    }
}

/// The time that is left from now on until a moment.
pub(super) fn until(moment: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64);
    left(moment, now)
}

/// What a notice says.
pub(super) fn notice(visit: &Visit, notice: &Notice) -> String {
    let name = notice.about_name.as_deref().unwrap_or("Somebody");
    let kind = notice.game_kind.as_deref().map_or("a game", |kind| visit.title(kind));
    let against = match all_of(&notice.opponents) {
        nobody if nobody.is_empty() => nobody,
        names => format!(" against {names}"),
    };
    let why =
        |reason: &str| visit.kinds.decline_reasons.iter().find(|one| one.reason == reason).map(|one| one.text.clone());
    match notice.kind {
        NoticeKind::Challenge => format!("{name} challenges you to {kind}."),
        NoticeKind::Declined => {
            let why = notice.reason.as_deref().and_then(why).map_or_else(String::new, |why| format!(": {why}"));
            format!("{name} does not want to play {kind}{why}.")
        }
        NoticeKind::Started => format!("Your game of {kind}{against} has begun."),
        NoticeKind::YourTurn => format!("It is your turn in {kind}{against}."),
        NoticeKind::GameOver => {
            let reason = notice.reason.as_deref().unwrap_or("called off");
            let how = match notice.outcome {
                Some(Outcome::Won) => format!("You have won your game of {kind}{against}{}.", how_so(reason)),
                Some(Outcome::Drawn) => format!("Your game of {kind}{against} is a draw{}.", how_so(reason)),
                Some(Outcome::Lost) => format!("You have lost your game of {kind}{against}{}.", how_so(reason)),
                None => format!("Your game of {kind}{against} is over: {reason}."),
            };
            match (notice.rating_before, notice.rating_after) {
                (Some(before), Some(after)) => {
                    format!("{how} Your rating: {after:.0} ({:+.0}).", after - before)
                }
                _ => how,
            }
        }
        NoticeKind::Friend => format!("{name} calls you a friend."),
    }
}

/// Why a game ended, where the word says more than how.
fn how_so(reason: &str) -> String {
    if ["won", "drawn"].contains(&reason) { String::new() } else { format!(": {reason}") }
}

/// The field that a refusal is about, if it names one, and what it says.
pub(super) fn field_of(problem: &str) -> (&str, &str) {
    let named = problem.split_once(": ").filter(|(field, _)| !field.contains(' '));
    named.unwrap_or(("", problem))
}
