//! What a room knows that its log does not tell: how fast the match goes, what is left to each player, who is gone for good.
//! Whoever keeps the log keeps it too, and hands it to the room that goes on.

use super::pace::Time;
use super::seat::Seat;
use super::votes::SPEEDS;
use super::{Out, Room};
use crate::net::{Hand, RoomOrder};
use serde::{Deserialize, Serialize};

/// What is kept of a room beside its log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Percent of normal speed that was voted for.
    speed: u16,
    /// Milliseconds for which the match has gone slower because of somebody.
    slow_ms: u64,
    seats: Vec<SeatStanding>,
}

/// What is kept of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct SeatStanding {
    /// Pauses that it may still ask for.
    pauses: u8,
    /// Whether the match has stood still for its loss.
    waited_for: bool,
    /// Whether the person is gone for good.
    out: bool,
    /// How often its machine has differed.
    desyncs: u8,
}

impl SeatStanding {
    const fn of<O>(seat: &Seat<O>) -> Self {
        let Seat { pauses, waited_for, out, desyncs, .. } = seat;
        Self { pauses: *pauses, waited_for: *waited_for, out: *out, desyncs: *desyncs }
    }
}

impl Standing {
    /// Of a room with this clock and these seats.
    pub(super) fn new<O>(time: &Time, seats: &[Seat<O>]) -> Self {
        Self { speed: time.voted, slow_ms: time.slow_ms, seats: seats.iter().map(SeatStanding::of).collect() }
    }
}

impl<O: RoomOrder> Room<O> {
    /// Takes up what was kept. What does not fit the match is passed over.
    pub(super) fn take_up(&mut self, now: u64, kept: &Standing) {
        if kept.seats.len() != self.seats.len() {
            return;
        }
        if SPEEDS.contains(&kept.speed) && !self.settings.rated {
            self.time.voted = kept.speed;
        }
        self.time.slow_ms = kept.slow_ms;
        for (at, of) in kept.seats.iter().enumerate() {
            let seat = &mut self.seats[at];
            (seat.pauses, seat.waited_for, seat.desyncs) = (of.pauses, of.waited_for, of.desyncs);
            seat.out |= of.out;
            if seat.out {
                // The batch in which a program took over may be what the log has lost.
                self.hand_over(now, at, Hand::Program);
            }
        }
        self.kept = Standing::new(&self.time, &self.seats);
    }

    /// Has it kept if it is another than before. What comes after it is not said before it is kept.
    pub(super) fn keep_standing(&mut self) {
        let Standing { speed, slow_ms, seats } = &self.kept;
        let is_kept = *speed == self.time.voted
            // While it grows it is kept with what else changes, and when it grows no more.
            && (self.time.slowed || *slow_ms == self.time.slow_ms)
            && self.seats.iter().map(SeatStanding::of).eq(seats.iter().copied());
        if !is_kept {
            self.kept = Standing::new(&self.time, &self.seats);
            self.party.out.insert(0, Out::Keep(self.kept.clone()));
        }
    }
}
