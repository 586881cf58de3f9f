//! The snapshots of a match on the disk, the newest eight: spectators are at most a minute and a half behind.
//!
//! The name of a file says the tick and the chain of hashes up to it, so that a match that goes on after a restart has its
//! checkpoints, too. A snapshot that is being written has another name.

use crate::net::Tick;
use std::path::{Path, PathBuf};

/// As many as a room remembers.
const MAX_KEPT: usize = 8;

/// Bytes of a snapshot, packed.
pub const MAX_SNAPSHOT: usize = 32 << 20;

/// A snapshot that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    pub tick: Tick,
    pub chain: u64,
}

impl Kept {
    fn file(self) -> String {
        format!("{}-{:016x}.snapshot", self.tick, self.chain)
    }

    fn of(name: &str) -> Option<Self> {
        let (tick, chain) = name.strip_suffix(".snapshot")?.split_once('-')?;
        Some(Self { tick: tick.parse().ok()?, chain: u64::from_str_radix(chain, 16).ok()? })
    }
}

/// The snapshots of a match.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    pub(super) fn new(folder: &Path) -> Self {
        Self { folder: folder.into() }
    }

    /// What is there, oldest first.
    pub fn all(&self) -> Vec<Kept> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let kept = entries.flatten().filter_map(|entry| Kept::of(entry.file_name().to_str()?));
        let mut kept: Vec<Kept> = kept.collect();
        kept.sort_unstable();
        kept
    }

    /// Keeps a snapshot.
    pub(super) fn put(&self, kept: Kept, bytes: &[u8]) -> std::io::Result<()> {
        let path = self.folder.join(kept.file());
        let unfinished = path.with_extension("unfinished");
        std::fs::write(&unfinished, bytes)?;
        std::fs::rename(unfinished, path)?;
        let all = self.all();
        for old in &all[..all.len().saturating_sub(MAX_KEPT)] {
            std::fs::remove_file(self.folder.join(old.file()))?;
        }
        Ok(())
    }

    /// The snapshot before a tick.
    pub fn get(&self, tick: Tick) -> Option<Vec<u8>> {
        let kept = self.all().into_iter().find(|kept| kept.tick == tick)?;
        std::fs::read(self.folder.join(kept.file())).ok()
    }
}
