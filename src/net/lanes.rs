//! Several connections that carry the same batches: the first copy of each wins.
//!
//! A stream over TCP stands still while a lost packet is sent again; two streams seldom do so at once (network.md, §2). The
//! first lane is opened first, the second when it is up, the third when the two are late too often.

pub use super::lines::{MAX_LANES, Wish};

use super::Tick;
use super::lines::Lines;
use super::log::{Batch, Mac};
use std::collections::BTreeMap;

/// Late batches in a thousand from which on a third lane pays.
const THIRD_LANE_PERMILLE: u32 = 10;

/// Milliseconds of silence after which a lane is given up although its connection stands.
const SILENCE_MS: u64 = 5000;

/// Batches that are kept for a gap before them: those of two minutes.
const MAX_AHEAD: Tick = 2400;

/// The lanes of one client, and the batches in order.
#[derive(Debug, Clone)]
pub struct Lanes<O> {
    lines: Lines,
    /// The first tick whose batch is missing.
    next: Tick,
    /// The seal of the batch before it.
    mac: Mac,
    ahead: BTreeMap<Tick, Batch<O>>,
}

impl<O> Lanes<O> {
    /// No lane yet, and the batch of `next` to come after one with the seal `mac`.
    pub fn new(next: Tick, mac: Mac) -> Self {
        Self { lines: Lines::new(SILENCE_MS), next, mac, ahead: BTreeMap::new() }
    }

    /// The first tick whose batch is missing, and the seal of the batch before it.
    pub const fn reached(&self) -> (Tick, Mac) {
        (self.next, self.mac)
    }

    pub fn is_up(&self, lane: u8) -> bool {
        self.lines.is_up(lane)
    }

    /// The lanes that are up.
    pub fn up(&self) -> impl Iterator<Item = u8> + '_ {
        self.lines.up()
    }

    /// Something came by a lane.
    pub fn heard(&mut self, now: u64, lane: u8) {
        self.lines.heard(now, lane);
    }

    /// A lane was closed, or could not be opened.
    pub fn closed(&mut self, now: u64, lane: u8) {
        self.lines.closed(now, lane);
    }

    /// What to do about the lanes now, if so many batches in a thousand are late.
    pub fn wish(&mut self, now: u64, late_permille: u32) -> Option<Wish> {
        self.lines.wish(now, |up| match up {
            0 => 1,
            _ if late_permille > THIRD_LANE_PERMILLE => MAX_LANES,
            _ => 2,
        })
    }

    /// Whether the batch of a tick has not come yet and is not too far ahead.
    pub fn is_new(&self, tick: Tick) -> bool {
        (self.next..=self.next.saturating_add(MAX_AHEAD)).contains(&tick) && !self.ahead.contains_key(&tick)
    }

    /// Takes a batch from whatever lane, and gives those that are next.
    pub fn take(&mut self, batch: Batch<O>) -> Vec<Batch<O>> {
        if self.is_new(batch.tick) {
            self.ahead.insert(batch.tick, batch);
        }
        let mut ready = Vec::new();
        while let Some(batch) = self.ahead.remove(&self.next) {
            (self.next, self.mac) = (batch.tick.saturating_add(1), batch.mac);
            ready.push(batch);
        }
        ready
    }

    /// The client goes on from another tick.
    pub fn jump(&mut self, next: Tick, mac: Mac) {
        (self.next, self.mac) = (next, mac);
        self.ahead.clear();
    }
}
