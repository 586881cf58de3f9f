//! When a client has to have said what its player wants: a message that is sent then is at the server when the step is closed.
//!
//! The server says with each step when it was closed on its own clock. The smallest difference of that to when the step came is
//! that of the clocks and the way down; with the time there and back, which the server measures, it is known when something has
//! to be sent. What jitter and losses add is learned from turns that came too late.

use std::collections::VecDeque;

/// Milliseconds for which what was seen of the line counts.
const WINDOW_MS: u64 = 10_000;

/// Milliseconds before its time at which something is sent: at first, at least, and at most.
const SLACK_MS: (i64, i64, i64) = (20, 5, 250);

/// Milliseconds that a turn which came too late adds, and a step takes off.
const LATE_MS: i64 = 30;
const STEPS_A_MS: u32 = 3;

/// Milliseconds by which a clock is another one.
const ANOTHER_MS: i64 = 10_000;

/// Values of the line, of which a recent extreme counts.
#[derive(Debug, Clone, Default)]
struct Window(VecDeque<(u64, i64)>);

impl Window {
    /// Another value; those that are not less than it, and are older, count no longer.
    fn add(&mut self, now: u64, value: i64) {
        while self.0.back().is_some_and(|(_, last)| *last >= value) {
            self.0.pop_back();
        }
        self.0.push_back((now, value));
        while self.0.front().is_some_and(|(at, _)| at + WINDOW_MS < now) {
            self.0.pop_front();
        }
    }

    fn least(&self) -> Option<i64> {
        self.0.front().map(|(_, value)| *value)
    }
}

/// The clock of a client. Times are in milliseconds.
#[derive(Debug, Clone)]
pub(super) struct Forecast {
    /// What the own clock shows more than that of the server when a message from there comes.
    base: Window,
    /// The time there and back, negative, so that the least is the longest.
    pings: Window,
    slack: i64,
    steps: u32,
}

impl Forecast {
    pub(super) fn new() -> Self {
        Self { base: Window::default(), pings: Window::default(), slack: SLACK_MS.0, steps: 0 }
    }

    /// Another server, or the same one after a restart, with another clock.
    pub(super) fn begin(&mut self, now: u64, at: u64) {
        self.base = Window::default();
        self.came(now, at);
    }

    /// Whether the clock of the server is the one that was seen before.
    pub(super) fn fits(&self, now: u64, at: u64) -> bool {
        self.base.least().is_some_and(|base| (now as i64 - at as i64 - base).abs() < ANOTHER_MS)
    }

    /// Something came that was sent at this time of the server.
    pub(super) fn came(&mut self, now: u64, at: u64) {
        self.base.add(now, now as i64 - at as i64);
    }

    /// The time there and back.
    pub(super) fn ping(&mut self, now: u64, ping: u16) {
        if ping > 0 {
            self.pings.add(now, -i64::from(ping));
        }
    }

    /// A step has come, with the own turn in time or without one.
    pub(super) fn in_time(&mut self) {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_A_MS) {
            self.slack = (self.slack - 1).max(SLACK_MS.1);
        }
    }

    /// A turn was not there when its step was closed.
    pub(super) fn late(&mut self) {
        self.slack = (self.slack + LATE_MS).min(SLACK_MS.2);
    }

    /// When something that happens at a time of the server is known here at the earliest, on the own clock.
    pub(super) fn known(&self, at: u64) -> i64 {
        at as i64 + self.base.least().unwrap_or(0)
    }

    /// When something has to be sent to be at the server at a time, on the own clock.
    pub(super) fn deadline(&self, at: u64) -> i64 {
        self.known(at) + self.pings.least().unwrap_or(0) - self.slack
    }
}
