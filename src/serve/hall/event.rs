//! What happens to a match that runs, on its way to the task of the match.

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
    },
    /// A socket is closed.
    Gone(Conn),
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
