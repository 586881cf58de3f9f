//! Who keeps what is committed in a match: the disk, in the log of the match, or somebody else who is told by a [`Ledger`], for
//! example a database. Then the log of the match is a copy, which may lack the end.

use super::at_table::record_of;
use super::authority::Turn;
use super::record::{LOG, RECORD};
use super::{Hall, HallError};
use crate::net::log;
use std::collections::VecDeque;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tokio::sync::mpsc;

/// What a match tells who keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// Keep this for good, then say so by [`super::Match::kept`] or [`super::Match::not_kept`]. Until then nobody hears of it.
    Commit { number: u32, record: String, turn: Turn },
    /// The turn is this one without a commit.
    Turn(Turn),
    /// Both sides want another match, in which who began is second.
    Rematch,
}

/// The way to who keeps a match.
pub(super) struct Ledger {
    tell: mpsc::UnboundedSender<Told>,
    /// Until somebody takes it.
    hear: Mutex<Option<mpsc::UnboundedReceiver<Told>>>,
}

impl Ledger {
    pub(super) fn new() -> Self {
        let (tell, hear) = mpsc::unbounded_channel();
        Self { tell, hear: Mutex::new(Some(hear)) }
    }

    /// The other end, once.
    pub(super) fn take(&self) -> Option<mpsc::UnboundedReceiver<Told>> {
        self.hear.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn entrust(&self) -> Entrusted {
        Entrusted { tell: self.tell.clone(), pending: VecDeque::new() }
    }
}

/// The commits of a match that runs, on their way to who keeps them.
pub(super) struct Entrusted {
    tell: mpsc::UnboundedSender<Told>,
    /// What is not yet known to be kept.
    pending: VecDeque<(u32, String)>,
}

impl Entrusted {
    pub(super) fn commit(&mut self, number: u32, record: String, turn: Turn) {
        self.pending.push_back((number, record.clone()));
        self.say(Told::Commit { number, record, turn });
    }

    pub(super) fn say(&self, told: Told) {
        // The match has the other end until somebody takes it; who has let go of it has given the match up.
        let _ = self.tell.send(told);
    }

    /// The records for the log of commits that are kept.
    pub(super) fn kept(&mut self, number: u32) -> Vec<Vec<u8>> {
        let count = self.pending.partition_point(|(of, _)| *of <= number);
        self.pending.drain(..count).map(|(_, record)| record_of(&record)).collect()
    }

    pub(super) fn not_kept(&mut self, number: u32) {
        self.pending.retain(|(of, _)| *of < number);
    }
}

impl Hall {
    /// Makes the log of a match a true copy of what was kept of it. To be called before [`Hall::resume`].
    ///
    /// # Errors
    /// [`HallError::Disk`], or there is no such match.
    pub fn copy_log(&self, name: &str, records: &[String]) -> Result<(), HallError> {
        let folder = self.folder_of(name).filter(|folder| folder.join(RECORD).exists()).ok_or(HallError::Unknown)?;
        let old = std::fs::read(folder.join(LOG)).map_err(HallError::disk)?;
        let parsed = log::parse::<()>(&old, [0; 16]).map_err(|error| HallError::Refused(error.to_string()))?;
        write_log(&folder, &parsed.description, records)
    }
}

/// Writes the log of a match by turns, whole or not at all.
pub(super) fn write_log(folder: &Path, description: &[u8], records: &[String]) -> Result<(), HallError> {
    let log = records.iter().fold(log::head(description), |mut log, record| {
        log.extend(record_of(record));
        log
    });
    let unfinished = folder.join("log.unfinished");
    let mut file = std::fs::File::create(&unfinished).map_err(HallError::disk)?;
    file.write_all(&log).and_then(|()| file.sync_all()).map_err(HallError::disk)?;
    std::fs::rename(unfinished, folder.join(LOG)).map_err(HallError::disk)
}
