//! What lists tell of a recording, without keeping in memory what lies in it.

use super::{Entry, Header, Replay};
use crate::games::rts::sim::record::RecordError;
use crate::nav::step::Tick;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Bytes of a line at most: a snapshot of the largest match has some millions.
const LONGEST_LINE: u64 = 1 << 26;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glance {
    pub header: Header,
    /// The tick after the last one that it covers.
    pub ticks: Tick,
    /// The team that has won, or `Some(None)` if nobody has; `None` if it was left before its end.
    pub decided: Option<Option<u8>>,
}

/// Whether there is one more whole line; `line` is it, without its end.
fn next(reader: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<bool> {
    line.clear();
    reader.take(LONGEST_LINE).read_until(b'\n', line)?;
    let is_whole = line.pop() == Some(b'\n');
    if !is_whole && line.len() as u64 + 1 == LONGEST_LINE {
        return Err(std::io::Error::other("a line without an end"));
    }
    Ok(is_whole)
}

impl Replay {
    /// Looks at a recording; `None` if not even its first line was written to its end.
    ///
    /// # Errors
    /// As [`Self::load`], about the first line, the last one and the one of the end alone.
    pub fn glance(path: &Path) -> Result<Option<Glance>, RecordError> {
        let file = path.display().to_string();
        let unread = |source| RecordError::File { file: file.clone(), source };
        let mut reader = BufReader::new(File::open(path).map_err(unread)?);
        let (mut line, mut last, mut end) = (Vec::new(), Vec::new(), Vec::new());
        if !next(&mut reader, &mut line).map_err(unread)? {
            return Ok(None);
        }
        line.push(b'\n');
        let header = Self::parse(&String::from_utf8_lossy(&line), &file)?.header;
        while next(&mut reader, &mut line).map_err(unread)? {
            if line.starts_with(br#"{"decided""#) {
                end.clone_from(&line);
            }
            std::mem::swap(&mut line, &mut last);
        }
        let entries: Vec<Entry> = serde_json::from_slice(&last).into_iter().collect();
        let decided = match serde_json::from_slice(&end) {
            Ok(Entry::Decided { winner, .. }) => Some(winner),
            _ => None,
        };
        let replay = Self { header, entries };
        Ok(Some(Glance { ticks: replay.ticks(), decided, header: replay.header }))
    }
}
