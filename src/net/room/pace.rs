//! The clock of a match: when it begins, how fast it goes, when it stands, and when a program plays for somebody.
//!
//! Time never waits for a player beyond the figures here: who is more than five seconds behind or silent slows the match to
//! four fifths, for half a minute in all; then a program takes the seat until the player has caught up.

use super::Room;
use crate::net::frame::ToClient;
use crate::net::{Hand, RoomOrder, TICK_MS, Tick};

/// Milliseconds of the longest pause, and before time goes on.
const PAUSE_MS: u64 = 60_000;
const COUNTDOWN_MS: u64 = 3000;

/// Milliseconds in which clients return batches that a restored log has lost.
const HEALING_MS: u64 = 10_000;

/// Silence in milliseconds, or ticks behind, from which on somebody holds the match up.
const SILENT_MS: u64 = 5000;
const FAR_BEHIND: Tick = 100;

/// Ticks behind up to which a player has caught up: playout buffer, way and the age of the report.
const CAUGHT_UP: Tick = 25;

/// Percent of the pace at which a match goes because of somebody.
const SLOW: u64 = 80;

/// Milliseconds after which a server that was stopped itself does not make up for the time.
const STOPPED_MS: u64 = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Not everybody has loaded; after a restart, not everybody is back.
    Waiting,
    Running,
    Paused {
        by: Option<u8>,
        /// The seat whose loss made it; its return ends it.
        lost: Option<usize>,
        until: u64,
        /// When time goes on, once that is settled.
        resume: Option<u64>,
    },
    Over,
}

/// The clock of a match.
#[derive(Debug, Clone)]
pub(super) struct Time {
    pub(super) phase: Phase,
    since: u64,
    /// Whether the match was restored from its log.
    restored: bool,
    /// When the next batch is due, in microseconds.
    next_us: u64,
    /// Percent of normal speed that was voted for.
    pub(super) voted: u16,
    /// Whether somebody slows the match.
    pub(super) slowed: bool,
    /// Milliseconds for which that has gone on in this match.
    pub(super) slow_ms: u64,
    /// When the clock was last looked at.
    at: u64,
}

impl Time {
    pub(super) const fn new(now: u64, restored: bool) -> Self {
        Self { phase: Phase::Waiting, since: now, restored, next_us: 0, voted: 100, slowed: false, slow_ms: 0, at: now }
    }

    /// Percent of normal speed.
    pub(super) const fn speed(&self) -> u16 {
        if self.slowed { (self.voted as u64 * SLOW / 100) as u16 } else { self.voted }
    }

    /// Whether batches that a restored log has lost may still come back.
    pub(super) fn is_healing(&self) -> bool {
        self.restored && self.phase == Phase::Waiting
    }

    /// When something is due, in milliseconds.
    pub(super) fn due(&self) -> u64 {
        match self.phase {
            Phase::Running => self.next_us.div_ceil(1000),
            Phase::Paused { until, resume, .. } => resume.unwrap_or(until),
            Phase::Waiting => self.at + TICK_MS,
            Phase::Over => u64::MAX,
        }
    }

    fn tick_us(&self) -> u64 {
        TICK_MS * 100_000 / u64::from(self.speed())
    }
}

impl<O: RoomOrder> Room<O> {
    pub(super) fn keep_time(&mut self, now: u64) {
        let passed = now.saturating_sub(self.time.at);
        self.time.at = now;
        match self.time.phase {
            Phase::Waiting => self.wait(now),
            Phase::Paused { resume: Some(at), .. } if at <= now => self.run(now),
            Phase::Paused { resume: None, until, .. } if until <= now => self.resume(now),
            Phase::Paused { resume: None, lost: Some(seat), .. } if self.party.is_here(seat) => {
                self.resume(now);
            }
            Phase::Running => {
                self.help_out(now, passed);
                if self.time.next_us + STOPPED_MS * 1000 < now * 1000 {
                    self.time.next_us = now * 1000;
                }
                while self.time.next_us <= now * 1000 {
                    self.make_batch(now);
                    self.time.next_us += self.time.tick_us();
                }
            }
            Phase::Paused { .. } | Phase::Over => {}
        }
        self.close_seats(now);
    }

    /// Begins when everybody is ready, or the time for that is over.
    fn wait(&mut self, now: u64) {
        let restored = self.time.restored;
        let is_ready = |room: &Self, at: usize| {
            let seat = &room.seats[at];
            seat.out || room.party.is_here(at) && seat.claims.is_none() && (restored || seat.loaded)
        };
        let patience = if restored { HEALING_MS } else { self.settings.start };
        let ready = (0..self.seats.len()).all(|seat| is_ready(self, seat));
        if !ready && now < self.time.since + patience {
            return;
        }
        self.drop_claims();
        for seat in 0..self.seats.len() {
            if !is_ready(self, seat) {
                self.hand_over(now, seat, Hand::Program);
            }
            // From now on the seat is kept for who is not there yet.
            let chair = &mut self.party.chairs[seat];
            chair.lost = chair.lost.map(|_| now);
        }
        self.run(now);
    }

    fn run(&mut self, now: u64) {
        self.time.phase = Phase::Running;
        self.time.next_us = now * 1000;
        // Nobody was silent while time stood.
        self.seats.iter_mut().for_each(|seat| seat.heard = now);
    }

    pub(super) fn pause(&mut self, now: u64, by: Option<u8>) {
        self.stand(now, by, None);
    }

    fn stand(&mut self, now: u64, by: Option<u8>, lost: Option<usize>) {
        if self.time.phase == Phase::Running {
            self.time.phase = Phase::Paused { by, lost, until: now + PAUSE_MS, resume: None };
            self.party.broadcast(now, ToClient::Paused { by, left_ms: PAUSE_MS as u32 });
        }
    }

    pub(super) fn resume(&mut self, now: u64) {
        if let Phase::Paused { resume: resume @ None, .. } = &mut self.time.phase {
            *resume = Some(now + COUNTDOWN_MS);
            self.party.broadcast(now, ToClient::Resumed { in_ms: COUNTDOWN_MS as u32 });
        }
    }

    /// In a match of two persons time stands once for each who loses the connection.
    pub(super) fn wait_for_lost(&mut self, now: u64, seat: usize) {
        let lost = &mut self.seats[seat];
        if !lost.out && !lost.waited_for && self.persons() == 2 && self.time.phase == Phase::Running {
            self.seats[seat].waited_for = true;
            self.stand(now, Some(seat as u8), Some(seat));
        }
    }

    pub(super) fn set_speed(&mut self, now: u64, voted: u16) {
        self.time.voted = voted;
        self.tell_speed(now);
    }

    fn tell_speed(&mut self, now: u64) {
        self.party.broadcast(now, ToClient::Speed { from: self.next, percent: self.time.speed() });
    }

    /// Tells somebody who has just come whether time stands.
    pub(super) fn tell_time(&mut self, to: &[super::Conn]) {
        let now = self.time.at;
        let frame = match self.time.phase {
            Phase::Paused { resume: Some(at), .. } => ToClient::Resumed { in_ms: at.saturating_sub(now) as u32 },
            Phase::Paused { by, until, .. } => ToClient::Paused { by, left_ms: until.saturating_sub(now) as u32 },
            _ => ToClient::Speed { from: self.next, percent: self.time.speed() },
        };
        self.party.send(to.to_vec(), frame);
    }

    /// Slows the match for who is in trouble, then lets programs play for them, and gives seats back.
    fn help_out(&mut self, now: u64, passed: u64) {
        self.time.slow_ms += if self.time.slowed { passed } else { 0 };
        let seats = self.seats.iter().enumerate();
        let in_trouble = seats.filter(|(at, seat)| {
            let silent = self.party.chairs[*at].lost.unwrap_or(seat.heard) + SILENT_MS <= now;
            seat.hand == Hand::Human && (silent || seat.behind() > FAR_BEHIND)
        });
        let in_trouble: Vec<usize> = in_trouble.map(|(at, _)| at).collect();
        let slow = !in_trouble.is_empty() && self.time.slow_ms < self.settings.slow;
        if slow != self.time.slowed {
            self.time.slowed = slow;
            self.tell_speed(now);
        }
        if !slow {
            in_trouble.into_iter().for_each(|seat| self.hand_over(now, seat, Hand::Program));
        }
        for seat in self.replaced() {
            let back = &self.seats[seat];
            // Not to and fro without end.
            let settled = back.handed + SILENT_MS <= now;
            let heard = self.party.is_here(seat) && back.loaded && back.heard + SILENT_MS > now;
            if settled && heard && back.report.tick > 0 && self.next.saturating_sub(back.report.tick) <= CAUGHT_UP {
                self.hand_over(now, seat, Hand::Human);
            }
        }
    }

    /// Nobody comes back to a seat that was empty for too long.
    fn close_seats(&mut self, now: u64) {
        let lost = |seat: usize| {
            let lost = self.party.chairs[seat].lost;
            lost.is_some_and(|at| at + self.settings.keep <= now) && !self.seats[seat].out
        };
        let running = !matches!(self.time.phase, Phase::Waiting | Phase::Over);
        let seats: Vec<usize> = (0..self.seats.len()).filter(|at| running && lost(*at)).collect();
        for seat in seats {
            self.seats[seat].out = true;
            self.hand_over(now, seat, Hand::Program);
        }
    }
}
