//! Several connections that carry the same batches: the first copy of each wins.
//!
//! A stream over TCP stands still while a lost packet is sent again; two streams seldom do so at once (network.md, §2). The
//! first lane is opened first, the second when it is up, the third when the two are late too often.

use super::Tick;
use super::log::{Batch, Mac};
use std::collections::BTreeMap;

/// Lanes of one client.
pub const MAX_LANES: usize = 3;

/// Late batches in a thousand from which on a third lane pays.
const THIRD_LANE_PERMILLE: u32 = 10;

/// Milliseconds between two attempts to open a lane.
const RETRY_MS: u64 = 1000;

/// Milliseconds of silence after which a lane is given up although its connection stands.
const SILENCE_MS: u64 = 5000;

/// Batches that are kept for a gap before them: those of two minutes.
const MAX_AHEAD: Tick = 2400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Since when.
    Down(Option<u64>),
    Opening(u64),
    /// When something was heard.
    Up(u64),
}

/// What to do about a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Connect it and say hello.
    Open(u8),
    /// Hang up: nothing comes any more.
    Close(u8),
}

/// The lanes of one client, and the batches in order.
#[derive(Debug, Clone)]
pub struct Lanes<O> {
    lanes: [Lane; MAX_LANES],
    /// The first tick whose batch is missing.
    next: Tick,
    /// The seal of the batch before it.
    mac: Mac,
    ahead: BTreeMap<Tick, Batch<O>>,
}

impl<O> Lanes<O> {
    /// No lane yet, and the batch of `next` to come after one with the seal `mac`.
    pub fn new(next: Tick, mac: Mac) -> Self {
        Self { lanes: [Lane::Down(None); MAX_LANES], next, mac, ahead: BTreeMap::new() }
    }

    /// The first tick whose batch is missing, and the seal of the batch before it.
    pub const fn reached(&self) -> (Tick, Mac) {
        (self.next, self.mac)
    }

    pub fn is_up(&self, lane: u8) -> bool {
        matches!(self.lanes.get(usize::from(lane)), Some(Lane::Up(_)))
    }

    /// The lanes that are up.
    pub fn up(&self) -> impl Iterator<Item = u8> + '_ {
        (0..MAX_LANES as u8).filter(|lane| self.is_up(*lane))
    }

    /// Something came by a lane.
    pub fn heard(&mut self, now: u64, lane: u8) {
        if let Some(lane) = self.lanes.get_mut(usize::from(lane)) {
            *lane = Lane::Up(now);
        }
    }

    /// A lane was closed, or could not be opened.
    pub fn closed(&mut self, now: u64, lane: u8) {
        if let Some(lane) = self.lanes.get_mut(usize::from(lane)) {
            *lane = Lane::Down(Some(now));
        }
    }

    /// What to do about the lanes now, if so many batches in a thousand are late.
    pub fn wish(&mut self, now: u64, late_permille: u32) -> Option<Wish> {
        for lane in 0..MAX_LANES {
            match self.lanes[lane] {
                Lane::Up(heard) | Lane::Opening(heard) if heard + SILENCE_MS <= now => {
                    self.lanes[lane] = Lane::Down(Some(now));
                    return Some(Wish::Close(lane as u8));
                }
                _ => {}
            }
        }
        let wanted = match self.up().count() {
            0 => 1,
            _ if late_permille > THIRD_LANE_PERMILLE => MAX_LANES,
            _ => 2,
        };
        let may_open = |lane: &Lane| matches!(lane, Lane::Down(since) if since.is_none_or(|at| at + RETRY_MS <= now));
        let open = self.lanes.iter().filter(|lane| !matches!(lane, Lane::Down(_))).count();
        let lane = (open < wanted).then(|| self.lanes[..wanted].iter().position(may_open))??;
        self.lanes[lane] = Lane::Opening(now);
        Some(Wish::Open(lane as u8))
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
