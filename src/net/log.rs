//! The log of a match: batches of orders with seals, and the bytes in which they are kept.
//!
//! A log is a head and a record per batch. The head is the magic `GMlog1`, the length of the description of the match in
//! four bytes (little endian) and the description. A record is the length of its body in four bytes, the body (tick and
//! orders in postcard) and the seal. The bytes of a log that was cut off anywhere are a log with fewer batches.

use super::Tick;
pub use super::batch::{Batch, Entry};
use super::coding::{bytes_of, value_of};
use super::seal::siphash;
pub use super::seal::{Key, Mac};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// The first bytes of a log.
const MAGIC: &[u8] = b"GMlog1";

/// Bytes of the body of a batch.
pub const MAX_BATCH: usize = 16 << 10;

/// Bytes of the description of a match: levels and rules are text.
const MAX_DESCRIPTION: usize = 32 << 20;

/// Seals batches one after the other.
#[derive(Debug, Clone)]
pub struct Seal {
    key: Key,
    last: Mac,
}

impl Seal {
    /// The seal of a match that begins.
    pub fn new(key: Key, description: &[u8]) -> Self {
        Self { last: siphash(&key, description), key }
    }

    /// The last seal.
    pub const fn last(&self) -> Mac {
        self.last
    }

    /// Seals the next batch.
    pub fn batch<O: Serialize>(&mut self, tick: Tick, entries: Vec<Entry<O>>) -> Batch<O> {
        self.last = self.mac(&bytes_of(&(tick, &entries)));
        Batch { tick, entries, mac: self.last }
    }

    /// Takes a batch that has come back if it is the next one.
    pub fn accept<O: Serialize>(&mut self, batch: &Batch<O>) -> bool {
        let fits = self.mac(&bytes_of(&(batch.tick, &batch.entries))) == batch.mac;
        if fits {
            self.last = batch.mac;
        }
        fits
    }

    fn mac(&self, body: &[u8]) -> Mac {
        siphash(&self.key, &[&self.last, body].concat())
    }
}

/// The bytes with which a log begins.
pub fn head(description: &[u8]) -> Vec<u8> {
    [MAGIC, &(description.len() as u32).to_le_bytes(), description].concat()
}

/// The bytes of a batch in a log.
pub fn record<O: Serialize>(batch: &Batch<O>) -> Vec<u8> {
    let body = bytes_of(&(batch.tick, &batch.entries));
    [&(body.len() as u32).to_le_bytes(), body.as_slice(), &batch.mac].concat()
}

/// What is in the bytes of a log.
#[derive(Debug, Clone)]
pub struct Log<O> {
    pub description: Vec<u8>,
    pub batches: Vec<Batch<O>>,
    /// To go on with.
    pub seal: Seal,
    /// Bytes up to the end of the last whole record: what is behind them was being written, or is damaged.
    pub used: usize,
}

/// Why bytes are no log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LogError {
    #[error("the file is not the log of a match")]
    Magic,
    #[error("the log ends before the match began")]
    Head,
}

/// Takes so many bytes off the front.
fn cut<'b>(bytes: &mut &'b [u8], len: usize) -> Option<&'b [u8]> {
    let (front, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;
    Some(front)
}

/// Takes bytes with their length before them off the front, if they are at most so many.
fn cut_counted<'b>(bytes: &mut &'b [u8], most: usize) -> Option<&'b [u8]> {
    let len = u32::from_le_bytes(cut(bytes, 4)?.try_into().ok()?) as usize;
    (len <= most).then(|| cut(bytes, len))?
}

/// Reads a log, up to the first record that is not whole or whose seal is not right.
///
/// # Errors
/// [`LogError`] if not even the head is whole.
pub fn parse<O: Serialize + DeserializeOwned>(bytes: &[u8], key: Key) -> Result<Log<O>, LogError> {
    let mut rest = bytes;
    let description = description(&mut rest)?;
    let mut log =
        Log { description: description.into(), batches: Vec::new(), seal: Seal::new(key, description), used: 0 };
    log.used = bytes.len() - rest.len();
    while let Some(batch) = next(&mut rest) {
        let expected = log.batches.last().map_or(0, |last: &Batch<O>| last.tick + 1);
        if batch.tick != expected || !log.seal.accept(&batch) {
            break;
        }
        log.batches.push(batch);
        log.used = bytes.len() - rest.len();
    }
    Ok(log)
}

/// Takes the head off the front, and gives the description in it.
fn description<'b>(rest: &mut &'b [u8]) -> Result<&'b [u8], LogError> {
    let bytes = *rest;
    match cut(rest, MAGIC.len()) {
        Some(magic) if magic == MAGIC => {}
        _ if MAGIC.starts_with(bytes) => return Err(LogError::Head),
        _ => return Err(LogError::Magic),
    }
    cut_counted(rest, MAX_DESCRIPTION).ok_or(LogError::Head)
}

/// The description and the batches of a log whose seals cannot be checked, because its key is on another machine.
///
/// # Errors
/// [`LogError`] if not even the head is whole.
pub fn unsealed<O: DeserializeOwned>(bytes: &[u8]) -> Result<(&[u8], Vec<Batch<O>>), LogError> {
    let mut rest = bytes;
    let description = description(&mut rest)?;
    let mut batches = Vec::new();
    while let Some(batch) = next::<O>(&mut rest).filter(|batch| batch.tick as usize == batches.len()) {
        batches.push(batch);
    }
    Ok((description, batches))
}

fn next<O: DeserializeOwned>(rest: &mut &[u8]) -> Option<Batch<O>> {
    let body = cut_counted(rest, MAX_BATCH)?;
    let mac = cut(rest, 8)?.try_into().ok()?;
    let (tick, entries) = value_of(body).ok()?;
    Some(Batch { tick, entries, mac })
}
