//! The log of a match on the disk: written before what it says is sent, and brought to the disk once a second.
//!
//! What is written without being brought to the disk outlives the program, though not the machine. A file that cannot be
//! written any more ends at its last whole record, and the match goes on without it: it says so to everybody.

use super::authority::split_record;
use crate::net::Tick;
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Records between two places in the index.
const STRIDE: usize = 64;

/// A log that is appended to.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    shared: Arc<Shared>,
    len: u64,
    records: usize,
    /// Where every [`STRIDE`]th record begins.
    index: Vec<u64>,
    failed: Option<String>,
}

/// What the one who brings files to the disk has of a log.
#[derive(Debug)]
pub(super) struct Shared {
    file: File,
    dirty: AtomicBool,
}

impl Shared {
    /// Brings what was written to the disk.
    pub(super) fn sync(&self) {
        if self.dirty.swap(false, Ordering::Relaxed)
            && let Err(error) = self.file.sync_data()
        {
            tracing::error!("a log of a match cannot be brought to the disk: {error}");
        }
    }

    /// Brings everything to the disk that was written before. Blocks.
    ///
    /// # Errors
    /// How much of it is there is not known.
    pub(super) fn sync_now(&self) -> std::io::Result<()> {
        self.dirty.store(false, Ordering::Relaxed);
        self.file.sync_data()
    }
}

impl LogFile {
    /// A log with these bytes; `head` of them come before the first record. A file that is there is cut to them.
    pub(super) fn open(path: &Path, bytes: &[u8], head: usize) -> std::io::Result<Self> {
        let mut file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        if file.metadata()?.len() < bytes.len() as u64 {
            file.set_len(0)?;
            file.write_all(bytes)?;
        }
        file.set_len(bytes.len() as u64)?;
        file.seek(SeekFrom::End(0))?;
        file.sync_all()?;
        let mut log = Self {
            path: path.into(),
            shared: Arc::new(Shared { file, dirty: AtomicBool::new(false) }),
            len: head as u64,
            records: 0,
            index: Vec::new(),
            failed: None,
        };
        let mut rest = bytes.get(head..).ok_or_else(|| Error::other("the log ends before its first record"))?;
        while let Some((record, after)) = split_record(rest) {
            log.count(record.len());
            rest = after;
        }
        Ok(log)
    }

    fn count(&mut self, len: usize) {
        if self.records.is_multiple_of(STRIDE) {
            self.index.push(self.len);
        }
        self.records += 1;
        self.len += len as u64;
    }

    pub(super) fn shared(&self) -> Arc<Shared> {
        self.shared.clone()
    }

    /// Appends a record.
    ///
    /// # Errors
    /// A sentence, once: nothing is written from then on.
    pub(super) fn append(&mut self, record: &[u8]) -> Result<(), String> {
        if self.failed.is_some() {
            return Ok(());
        }
        self.write(record).map_err(|error| self.fail(&error))
    }

    /// The same for a record whose writer will hear whether it is kept: after an error it can be tried again.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn try_append(&mut self, record: &[u8]) -> Result<(), String> {
        match &self.failed {
            Some(failed) => Err(failed.clone()),
            None => self.write(record).map_err(|error| format!("the disk does not take it: {error}")),
        }
    }

    fn write(&mut self, record: &[u8]) -> std::io::Result<()> {
        let mut file = &self.shared.file;
        if let Err(error) = file.write_all(record) {
            // Half a record at the end is cut off by whoever reads it, too.
            let _ = file.set_len(self.len).and_then(|()| file.seek(SeekFrom::End(0)));
            return Err(error);
        }
        self.count(record.len());
        self.shared.dirty.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Bytes of the log.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// What is behind these bytes has not reached the disk: nothing is written any more.
    pub(super) fn cut(&mut self, len: u64, error: &Error) -> String {
        // If this fails too, the records may be there when the match is opened again.
        let _ = self.shared.file.set_len(len);
        self.fail(error)
    }

    fn fail(&mut self, error: &Error) -> String {
        let failed = format!("the log of the match cannot be written any more: {error}");
        self.failed = Some(failed.clone());
        failed
    }

    /// The records `from..until`, as far as they are there.
    pub(super) fn read(&self, from: Tick, until: Tick) -> std::io::Result<Vec<u8>> {
        let (from, until) = (from as usize, (until as usize).min(self.records));
        let Some(start) = self.index.get(from / STRIDE).filter(|_| from < until) else { return Ok(Vec::new()) };
        let end = self.index.get(until.div_ceil(STRIDE)).copied().unwrap_or(self.len);
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(*start))?;
        let mut bytes = vec![0; (end - start) as usize];
        file.read_exact(&mut bytes)?;
        let place = |bytes: &[u8], records: usize| {
            let mut rest = bytes;
            (0..records).for_each(|_| rest = split_record(rest).map_or(rest, |(_, after)| after));
            bytes.len() - rest.len()
        };
        let first = from / STRIDE * STRIDE;
        let (skip, keep) = (place(&bytes, from - first), place(&bytes, until - first));
        bytes.truncate(keep);
        bytes.drain(..skip);
        Ok(bytes)
    }
}
