//! Several connections that carry the same batches: the first copy of each wins.
//!
//! A stream over TCP stands still while a lost packet is sent again; two streams seldom do so at once (network.md, §2). The
//! first lane is opened first, the second when it is up, the third when the two are late too often. It is closed when for a
//! minute nothing was late; each time that this was too early the next calm has to be twice as long.

pub use super::lines::{MAX_LANES, Wish};

use super::Tick;
use super::lines::Lines;
use super::log::{Batch, Mac};
use std::collections::BTreeMap;

/// Late batches in a thousand from which on a third lane pays.
const THIRD_LANE_PERMILLE: u32 = 10;

/// Late batches in a thousand of ten seconds up to which three lanes are more than is needed, and the milliseconds for which it
/// has to stay so: at first, and at most, after a lane was closed too early again and again.
const CALM_PERMILLE: u32 = 2;
const PATIENCE_MS: (u64, u64) = (60_000, 600_000);

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
    /// Since when three lanes are more than is needed, and for how long that has to be so.
    calm: Option<u64>,
    patience: u64,
}

impl<O> Lanes<O> {
    /// No lane yet, and the batch of `next` to come after one with the seal `mac`.
    pub fn new(next: Tick, mac: Mac) -> Self {
        let (lines, ahead) = (Lines::new(SILENCE_MS), BTreeMap::new());
        Self { lines, next, mac, ahead, calm: None, patience: PATIENCE_MS.0 }
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
        if self.is_calm(now, late_permille) {
            let last = MAX_LANES as u8 - 1;
            self.patience = (self.patience * 2).min(PATIENCE_MS.1);
            self.lines.closed(now, last);
            return Some(Wish::Close(last));
        }
        self.lines.wish(now, |up| match up {
            0 => 1,
            _ if late_permille > THIRD_LANE_PERMILLE => MAX_LANES,
            _ => 2,
        })
    }

    /// Whether one lane of three has not been needed for long.
    fn is_calm(&mut self, now: u64, late_permille: u32) -> bool {
        if self.up().count() < MAX_LANES || late_permille > CALM_PERMILLE {
            self.calm = None;
            return false;
        }
        let since = *self.calm.get_or_insert(now);
        since + self.patience <= now
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
