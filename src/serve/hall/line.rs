//! The way from a match to one socket: a queue with a limit. Who does not read loses the lane; nobody waits for them.

use crate::net::frame::Bye;
use axum::body::Bytes;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What may wait for a socket: 256 batches are twelve seconds.
const MAX_BYTES: usize = 256 << 10;
const MAX_FRAMES: usize = 256;

/// Something that waits for a socket.
#[derive(Debug)]
pub(crate) enum Parcel {
    Frame {
        bytes: Bytes,
        /// Whether it is counted.
        counts: bool,
    },
    /// The last one.
    Close(Bye),
}

/// The way to a socket. The socket's task holds the other end of the queue.
#[derive(Debug)]
pub(crate) struct Line {
    queue: UnboundedSender<Parcel>,
    frames: AtomicUsize,
    bytes: AtomicUsize,
    /// Told when the socket is to be closed with whatever waits.
    pub(crate) hang_up: Notify,
}

impl Line {
    pub(crate) fn new() -> (Self, UnboundedReceiver<Parcel>) {
        let (queue, parcels) = unbounded_channel();
        let line = Self { queue, frames: AtomicUsize::new(0), bytes: AtomicUsize::new(0), hang_up: Notify::new() };
        (line, parcels)
    }

    /// Queues a message; false if too much waits, or the socket is gone: the lane is to be given up then. What comes in `bulk`
    /// is not counted: it is what somebody asked for who is to catch up, and no more than the log has.
    #[must_use]
    pub(crate) fn send(&self, bytes: Bytes, bulk: bool) -> bool {
        if !bulk {
            let frames = self.frames.fetch_add(1, Ordering::Relaxed);
            let waiting = self.bytes.fetch_add(bytes.len(), Ordering::Relaxed);
            if frames >= MAX_FRAMES || waiting + bytes.len() > MAX_BYTES {
                return false;
            }
        }
        self.queue.send(Parcel::Frame { bytes, counts: !bulk }).is_ok()
    }

    /// Closes the socket once what waits is sent.
    pub(crate) fn close(&self, bye: Bye) {
        // A socket that is gone needs no closing.
        let _ = self.queue.send(Parcel::Close(bye));
    }

    /// A message was taken out of the queue.
    pub(crate) fn taken(&self, bytes: usize) {
        self.frames.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}
