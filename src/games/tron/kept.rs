//! The recording of a match that was played on a server, from its log.

use super::arena::MAX_SEATS;
use super::description::Description;
use super::replay::{Header, RoundRecord, TronReplay};
use super::rounds::Rounds;
use crate::files;
use crate::net::log::unsealed;
use crate::online::account::kept::{Course, Kept};
use std::path::Path;

/// The recording of the match with this log, by making its steps; its last round may not have been played to its end.
///
/// # Errors
/// What cannot be read, in a sentence.
pub fn replay(log: &[u8]) -> Result<TronReplay, String> {
    let (description, batches) = unsealed::<u8>(log).map_err(|error| error.to_string())?;
    let described = Description::read(description).map_err(|problem| problem.to_string())?;
    let mut seats = described.seats.clone();
    seats.resize(MAX_SEATS, "off".into());
    let header = Header::new(seats, described.best_of, described.options());
    let mut rounds = Rounds::new(described).map_err(|problem| problem.to_string())?;
    let begun = |rounds: &Rounds| RoundRecord::new(rounds.arena(), rounds.seating());
    let mut replay = TronReplay { header, rounds: vec![begun(&rounds)] };
    for batch in &batches {
        match (rounds.make(batch), replay.rounds.last_mut()) {
            (Some(orders), Some(round)) => round.push(&orders),
            _ => replay.rounds.push(begun(&rounds)),
        }
    }
    Ok(replay)
}

/// Writes the recording of a match that was played on a server.
///
/// # Errors
/// What cannot be read or written, in a sentence.
pub(crate) fn write(kept: &Kept, path: &Path) -> Result<(), String> {
    let Course::Log(log) = &kept.course else { return Err("it is no match in steps".into()) };
    files::save_text(path, &replay(log)?.text())
}
