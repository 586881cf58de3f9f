//! Moments as people read them, in UTC. Seconds count from the beginning of 1970.

use time::UtcDateTime;

/// The moment; one that no calendar has is the last that has a date.
fn moment(seconds: i64) -> UtcDateTime {
    UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::MAX)
}

/// The day, as `2026-03-01`.
pub fn day(seconds: i64) -> String {
    moment(seconds).date().to_string()
}

/// Day and time, as `2026-03-01 12:00`.
pub fn minute(seconds: i64) -> String {
    let moment = moment(seconds);
    format!("{} {:02}:{:02}", moment.date(), moment.hour(), moment.minute())
}

/// The first day of the year in which a day lies, and that of the next; days count from 1 January 1970.
pub fn year_of(day: i64) -> (i64, i64) {
    let year = moment(day.saturating_mul(86_400)).year();
    let first = |year| {
        time::Date::from_ordinal_date(year, 1).map_or(i64::MAX, |first| {
            i64::from(first.to_julian_day()) - i64::from(UtcDateTime::UNIX_EPOCH.to_julian_day())
        })
    };
    (first(year), first(year + 1))
}
