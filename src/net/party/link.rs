//! One connection, and what it may send.

use super::Conn;

/// Messages of a connection in a second, and at once after a rest (Recoil: 64 packets in a second).
const FRAMES: (u64, u64) = (30, 60);

/// Bytes of a connection in a second, and at once after a rest. Two kilobytes (Recoil) are too few for orders of 2,000 units
/// of four kilobytes each and for the batches that clients give back; sixteen are thirty messages of half a kilobyte, and
/// the burst is what may wait in a socket on the way out.
const BYTES: (u64, u64) = (16 << 10, 256 << 10);

/// A bucket of tokens that fills up with time.
#[derive(Debug, Clone)]
pub(in crate::net) struct Bucket {
    /// Thousandths of a token.
    level: u64,
    at: u64,
    a_second: u64,
    most: u64,
}

impl Bucket {
    /// A full one: tokens in a second, and at most.
    pub(in crate::net) const fn new(now: u64, (a_second, most): (u64, u64)) -> Self {
        Self { level: most * 1000, at: now, a_second, most }
    }

    /// Takes tokens; false if there are not so many.
    pub(in crate::net) fn take(&mut self, now: u64, tokens: u64) -> bool {
        self.level = (self.level + now.saturating_sub(self.at) * self.a_second).min(self.most * 1000);
        self.at = now;
        let there = self.level >= tokens * 1000;
        self.level -= if there { tokens * 1000 } else { 0 };
        there
    }
}

/// One connection of a seat or a spectator.
#[derive(Debug, Clone)]
pub(in crate::net) struct Link {
    pub(in crate::net) conn: Conn,
    pub(in crate::net) lane: u8,
    frames: Bucket,
    bytes: Bucket,
    /// When something was heard.
    pub(super) heard: u64,
}

impl Link {
    pub(super) const fn new(now: u64, conn: Conn, lane: u8) -> Self {
        Self { conn, lane, frames: Bucket::new(now, FRAMES), bytes: Bucket::new(now, BYTES), heard: now }
    }

    /// Whether it does not send too many messages. Called for each.
    pub(super) fn may_send(&mut self, now: u64) -> bool {
        self.heard = now;
        self.frames.take(now, 1)
    }

    /// Whether it does not send too many bytes. Called for each message.
    pub(super) fn may_send_bytes(&mut self, now: u64, bytes: usize) -> bool {
        self.bytes.take(now, bytes as u64)
    }
}
