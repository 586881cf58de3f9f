//! What happens to a match that runs, on its way to the task of the match.

use super::authority::Finding;
use super::line::Line;
use crate::net::Tick;
use crate::net::room::Conn;
use axum::body::Bytes;
use std::sync::Arc;
use tokio::sync::oneshot;

/// Things that may wait for a match; sockets wait then.
pub(super) const MAX_EVENTS: usize = 1024;

/// Something that happens to a match.
#[derive(Debug)]
pub(crate) enum Event {
    /// A socket greets with a ticket of this match.
    Enter {
        conn: Conn,
        line: Arc<Line>,
        person: u64,
        hello: Bytes,
    },
    Message {
        conn: Conn,
        bytes: Bytes,
        /// Whether nobody is to read what its sender says.
        muted: bool,
    },
    /// A socket is closed.
    Gone(Conn),
    /// What was committed up to this number is kept, or from it on is not, as whoever keeps it says.
    Kept(Result<u32, u32>),
    /// Something that somebody wants who is not in the match.
    Finding(Finding),
    MayWatch {
        tick: Tick,
        answer: oneshot::Sender<bool>,
    },
    /// The server may start without its last second of logs: everybody is sent away to come back.
    Restart(oneshot::Sender<()>),
    /// A client sends in the snapshot before a tick; the answer says whether somebody wants it.
    Snapshot {
        seat: u8,
        tick: Tick,
        bytes: Vec<u8>,
        machine: String,
        answer: oneshot::Sender<bool>,
    },
}
