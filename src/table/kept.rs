//! The recording of a match at a table that was played on a server.

use super::Playable;
use crate::arena::{Match, Recording, TimeControl};
use crate::net::table::{Description, Entry, Play, TimeRule};
use crate::online::account::kept::{Course, Kept};
use std::any::Any;
use std::path::Path;

/// Writes the recording of a match that was played on a server.
///
/// # Errors
/// What cannot be read or written, in a sentence.
pub fn write<G: Playable>(kept: &Kept, path: &Path) -> Result<(), String> {
    let Course::Turns { description, entries } = &kept.course else {
        return Err("it is no match by turns".into());
    };
    let (described, judge) =
        Description::<G>::read(description.as_bytes()).map_err(|problem| format!("the match: {problem}"))?;
    let entries = entries.iter().map(|line| Entry::from_line(line)).collect::<Result<Vec<_>, _>>();
    let entries = entries.map_err(|problem| format!("what happened in the match: {problem}"))?;
    let play = Play::of(judge, described.time, described.begun, &entries)
        .map_err(|denial| format!("what happened in the match cannot have happened: {denial}"))?;
    let played = (play.judge() as &dyn Any).downcast_ref::<Match<G>>().ok_or("it is a match of another game")?;
    let micros = |seat: usize| play.times()[seat].iter().map(|time| time.as_micros() as u64).collect();
    let clock = if let TimeRule::Live(clock) = described.time { clock } else { TimeControl::None };
    let name = |seat: usize| kept.names.get(seat).cloned().unwrap_or_default();
    let sides = [0, 1].map(|_| "human".to_string());
    let recording = Recording::new(0, played, sides, [0, 1].map(micros), None);
    recording.with_clock(clock).named([0, 1].map(name)).write(path)
}
