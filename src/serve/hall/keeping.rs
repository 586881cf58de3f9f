//! Commits of a match on their way to the disk: one sync at a time, and the next takes all that was written meanwhile.

use super::log_file::LogFile;
use tokio::sync::mpsc;

/// Commits that were written together: the first and the last, and the bytes of the log up to the last.
#[derive(Debug, Clone, Copy)]
struct Written {
    first: u32,
    last: u32,
    len: u64,
}

/// The end of a sync.
pub(super) type Synced = std::io::Result<()>;

pub(super) struct Keeping {
    /// What is being brought to the disk.
    syncing: Option<Written>,
    /// What was written since.
    waiting: Option<Written>,
    /// The bytes of the log that are on the disk.
    kept: u64,
    done: (mpsc::UnboundedSender<Synced>, mpsc::UnboundedReceiver<Synced>),
}

impl Keeping {
    pub(super) fn new(kept: u64) -> Self {
        Self { syncing: None, waiting: None, kept, done: mpsc::unbounded_channel() }
    }

    /// The next end of a sync; never, if none is under way.
    pub(super) async fn synced(&mut self) -> Synced {
        match self.done.1.recv().await {
            Some(synced) => synced,
            // There is a sender in this value.
            None => std::future::pending().await,
        }
    }

    /// A commit was written.
    pub(super) fn written(&mut self, number: u32, log: &LogFile) {
        let first = self.waiting.map_or(number, |waiting| waiting.first);
        self.waiting = Some(Written { first, last: number, len: log.len() });
        self.sync(log);
    }

    fn sync(&mut self, log: &LogFile) {
        if self.syncing.is_none() {
            self.syncing = self.waiting.take();
            if self.syncing.is_some() {
                let (log, done) = (log.shared(), self.done.0.clone());
                // A match that has ended does not want to know.
                tokio::task::spawn_blocking(move || _ = done.send(log.sync_now()));
            }
        }
    }

    /// A sync has ended: the last commit that is kept.
    ///
    /// # Errors
    /// The first commit that is not kept, and the bytes of the log before it.
    pub(super) fn settle(&mut self, synced: Synced, log: &LogFile) -> Result<u32, (u32, u64, std::io::Error)> {
        // Only a sync that was begun ends.
        let Written { first, last, len } = self.syncing.take().unwrap_or(Written { first: 0, last: 0, len: self.kept });
        match synced {
            Ok(()) => {
                self.kept = len;
                self.sync(log);
                Ok(last)
            }
            Err(error) => {
                self.waiting = None;
                Err((first, self.kept, error))
            }
        }
    }
}
