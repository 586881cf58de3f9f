//! Moments on pages, in UTC.

use crate::base::date::minute;
use maud::{Markup, html};

/// Unix milliseconds as `2026-03-01 12:00`.
pub(in crate::serve) fn text(millis: i64) -> String {
    minute(millis.div_euclid(1000))
}

/// A moment, for people and for programs.
pub(super) fn moment(millis: i64) -> Markup {
    let text = text(millis);
    html! { time datetime=(format!("{}Z", text.replace(' ', "T"))) title="UTC" { (text) } }
}
