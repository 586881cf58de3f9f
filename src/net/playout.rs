//! When a client executes the batches that it has: early enough to feel quick, late enough to hide what the line does.
//!
//! Batches leave the server in step, so the one that comes earliest in ten seconds tells when the others were to come. How
//! much later they come is their lateness; the **buffer** is its 98th percentile in halves of a tick. The buffer grows at once
//! and shrinks slowly, because players get used to a steady delay and never to a changing one (network.md, §1.1). Who is
//! behind runs faster by a quarter for each tick, up to twice as fast, so that a stall of four ticks is made up for within a
//! second; who is ahead runs slower by a tenth; who is far behind runs all that is there.

use super::{TICK_MS, Tick};
use std::collections::VecDeque;

/// Ticks of the largest buffer.
pub const MAX_BUFFER: u8 = 8;

/// Milliseconds of the match over which lateness is looked at, and after which the buffer may shrink by a tick.
const WINDOW_MS: u64 = 10_000;

/// A millionth of a tick, and of a second.
const MICRO: i64 = 1_000_000;

/// Ticks behind from which on everything is run at once.
const CATCH_UP: i64 = 10;

/// Percent by which a tick of deviation changes the pace, and the least and most of that.
const HASTE: i64 = 25;
const HASTES: (i64, i64) = (-10, 100);

/// Batches after which the line is known; before, a deviation of a tick is made up for at once.
const KNOWN: usize = 40;

/// Lateness in microseconds that nobody sees, because it is less than a frame of the picture.
const UNSEEN_US: i64 = 8_000;

/// Lateness in microseconds from which on it is an interruption, which no buffer hides and which must not make one.
const INTERRUPTED_US: i64 = MICRO;

/// A batch that came.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    tick: Tick,
    /// When it came less the time that the ticks before it take, in microseconds.
    offset: i64,
    /// Whether it came after it was to be executed.
    late: bool,
    /// Whether it came after an interruption; it says nothing about the line then.
    interrupted: bool,
}

/// The clock of execution of one client. Times are in milliseconds.
#[derive(Debug, Clone)]
pub struct Playout {
    /// Microseconds of a tick at the present speed.
    tick_us: i64,
    arrivals: VecDeque<Arrival>,
    /// The least offset of the arrivals.
    base: Option<i64>,
    /// The buffer in microseconds.
    buffer_us: i64,
    /// When the buffer was changed, or was last as large as it had to be.
    fitted: u64,
    /// Ticks that should have been executed, in millionths.
    position: i64,
    /// When the position was brought up to date.
    at: u64,
}

impl Playout {
    /// A client that has executed the ticks before `next`.
    pub fn new(now: u64, next: Tick) -> Self {
        Self {
            tick_us: TICK_MS as i64 * 1000,
            arrivals: VecDeque::new(),
            base: None,
            buffer_us: 0,
            fitted: now,
            position: i64::from(next) * MICRO,
            at: now,
        }
    }

    /// Ticks of the buffer, rounded up.
    pub const fn buffer(&self) -> u8 {
        ((self.buffer_us + self.tick_us - 1) / self.tick_us) as u8
    }

    /// How many in a thousand batches of the last ten seconds came too late for the buffer.
    pub fn late_permille(&self) -> u32 {
        let late = self.arrivals.iter().filter(|arrival| arrival.late).count();
        (late * 1000 / self.arrivals.len().max(self.window() as usize)) as u32
    }

    /// Ticks of the time that is looked at.
    const fn window(&self) -> Tick {
        (WINDOW_MS as i64 * 1000 / self.tick_us) as Tick
    }

    /// A batch came, for the first time.
    pub fn arrived(&mut self, now: u64, tick: Tick) {
        let offset = now as i64 * 1000 - i64::from(tick) * self.tick_us;
        if self.base.is_none() {
            // The first batch waits as long as those after it.
            self.position = self.position.min((i64::from(tick) + 1) * MICRO - self.ticks(self.buffer_us));
        }
        let base = self.base.map_or(offset, |base| base.min(offset));
        let lateness = offset - base;
        // What waited for the end of an interruption comes faster than it was made.
        let last = self.arrivals.back();
        let falls = last.is_some_and(|last| last.interrupted && offset + self.tick_us / 2 < last.offset);
        let interrupted = lateness > INTERRUPTED_US || falls && lateness > self.tick_us;
        let late = !interrupted && lateness > self.buffer_us + UNSEEN_US;
        self.arrivals.push_back(Arrival { tick, offset, late, interrupted });
        let window = self.window();
        while self.arrivals.front().is_some_and(|first| first.tick.saturating_add(window) < tick) {
            self.arrivals.pop_front();
        }
        let least = self.arrivals.iter().map(|arrival| arrival.offset).min();
        // Nothing is learnt from an interruption.
        self.base = if interrupted && falls { Some(base) } else { least };
        self.fit(now);
    }

    /// The buffer that all arrivals but so many would have come in time for, in microseconds.
    fn wanted(&self, base: i64, late_ones: usize) -> i64 {
        let lateness = |arrival: &Arrival| (!arrival.interrupted).then_some(arrival.offset - base);
        let mut lateness: Vec<i64> =
            self.arrivals.iter().filter_map(lateness).filter(|late| *late <= INTERRUPTED_US).collect();
        let high = match lateness.len().checked_sub(late_ones + 1) {
            Some(place) => *lateness.select_nth_unstable(place).1,
            None => 0,
        };
        // Rounded up, so that hardly any comes later than those which make the percentile.
        let grain = self.tick_us / 2;
        let wanted = ((high - UNSEEN_US).max(0) + grain - 1) / grain * grain;
        wanted.min(i64::from(MAX_BUFFER) * self.tick_us)
    }

    fn fit(&mut self, now: u64) {
        let Some(base) = self.base else { return };
        // Of a window that is not full yet the rest counts as punctual: the first that is late makes no percentile.
        let wanted = self.wanted(base, self.window() as usize * 2 / 100);
        if wanted >= self.buffer_us {
            (self.buffer_us, self.fitted) = (wanted, now);
        } else if self.fitted + WINDOW_MS <= now {
            (self.buffer_us, self.fitted) = (wanted.max(self.buffer_us - self.tick_us), now);
        }
    }

    /// Another connection carries the batches from now on: it will hide what held up the rare ones, and not what all have in
    /// common. So the buffer falls at once to what was enough for nine in ten, and the others are forgotten.
    pub fn relieved(&mut self, now: u64) {
        let Some(base) = self.base else { return };
        let enough = self.wanted(base, self.arrivals.len() / 10);
        if enough <= self.buffer_us {
            (self.buffer_us, self.fitted) = (enough, now);
            let most = base + enough;
            self.arrivals.iter_mut().for_each(|arrival| arrival.offset = arrival.offset.min(most));
        }
    }

    /// Time goes on after a pause: what was known of the server's clock is void, what was known of the line is not.
    pub fn resumed(&mut self) {
        self.arrivals.clear();
        self.base = None;
    }

    /// From a tick on the match goes at another speed, in percent.
    pub fn speed(&mut self, from: Tick, percent: u16) {
        let before = self.tick_us;
        self.tick_us = TICK_MS as i64 * 100_000 / i64::from(percent.max(1));
        // The tick comes when it was to come.
        let moved = i64::from(from) * (before - self.tick_us);
        self.arrivals.iter_mut().for_each(|arrival| arrival.offset = arrival.offset.saturating_add(moved));
        self.base = self.base.map(|base| base.saturating_add(moved));
    }

    /// The client goes on from another tick.
    pub fn jump(&mut self, now: u64, next: Tick) {
        (self.position, self.at) = (i64::from(next) * MICRO, now);
    }

    /// Microseconds in millionths of a tick.
    fn ticks(&self, micros: i64) -> i64 {
        (i128::from(micros) * i128::from(MICRO) / i128::from(self.tick_us)) as i64
    }

    /// Millionths of a tick by which the position is behind the server's less the buffer; `None` while the server's clock is unknown.
    fn behind(&self, now: u64) -> Option<i64> {
        let base = self.base?;
        let head = self.ticks(now as i64 * 1000 - base) + MICRO;
        Some(head - self.ticks(self.buffer_us) - self.position)
    }

    /// The part of the tick to come, `next`, that has passed, from 0 to 1.
    pub fn share(&self, next: Tick) -> f32 {
        ((self.position - i64::from(next) * MICRO) as f32 / MICRO as f32).clamp(0.0, 1.0)
    }

    /// How many ticks to execute now, if `next` is the coming one and the batches before `have` are there.
    pub fn due(&mut self, now: u64, next: Tick, have: Tick) -> Tick {
        let passed = self.ticks(now.saturating_sub(self.at) as i64 * 1000);
        self.at = now;
        self.position += passed;
        let most = if self.arrivals.len() < KNOWN { 1 } else { CATCH_UP };
        match self.behind(now) {
            Some(behind) if behind > most * MICRO => self.position += behind,
            Some(behind) => self.position += passed * (behind * HASTE / MICRO).clamp(HASTES.0, HASTES.1) / 100,
            None => self.position = self.position.max(i64::from(have) * MICRO),
        }
        // Whatever is not there cannot be executed, and is as soon as it comes.
        self.position = self.position.min((i64::from(have) + 1) * MICRO - 1);
        ((self.position / MICRO) as Tick).min(have).saturating_sub(next)
    }
}
