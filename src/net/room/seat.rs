//! A seat of a room: who plays it, by which connections, and what waits of its orders.

use crate::net::coding::bytes_of;
use crate::net::frame::{Refusal, Report};
use crate::net::log::Entry;
use crate::net::party::Bucket;
use crate::net::{Hand, RoomOrder, Tick};
use std::collections::VecDeque;

/// Orders of a seat in one batch; the rest waits for the next.
pub const MAX_A_TICK: usize = 16;

/// Orders of a seat that wait, when time stands for example.
const MAX_WAITING: usize = 256;

/// Orders in a second, and at once after a rest.
const ORDERS: (u64, u64) = (16, 64);

/// Orders that are none, after which the connection is closed.
const MAX_MALFORMED: u8 = 3;

/// An order that waits, with the bytes that it takes in a batch.
#[derive(Debug, Clone)]
pub(super) struct Waiting<O> {
    pub(super) entry: Entry<O>,
    pub(super) bytes: usize,
}

/// A seat of a room.
#[derive(Debug, Clone)]
pub(super) struct Seat<O> {
    pub(super) name: String,
    pub(super) team: u8,
    /// Whether the match was made for a person here.
    pub(super) human: bool,
    /// Who plays now.
    pub(super) hand: Hand,
    /// When that was changed.
    pub(super) handed: u64,
    /// Whether the person is gone for good.
    pub(super) out: bool,
    /// Whether the side has lost.
    pub(super) beaten: bool,
    pub(super) loaded: bool,
    /// When it reported, or greeted: a connection may live on when the game does not.
    pub(super) heard: u64,
    /// Whether the match has stood still for its loss.
    pub(super) waited_for: bool,
    pub(super) report: Report,
    /// The tick to come of the room when the report came.
    pub(super) reported: Tick,
    /// The number of the last order taken.
    pub(super) seen: u32,
    pub(super) waiting: VecDeque<Waiting<O>>,
    orders: Bucket,
    malformed: u8,
    /// Pauses that it may still ask for.
    pub(super) pauses: u8,
    /// Until when it may propose nothing.
    pub(super) no_motion: u64,
    /// The last comparison in which its hashes were right.
    pub(super) equal: Tick,
    /// Comparisons up to this tick are about a state that it has given up.
    pub(super) void: Tick,
    pub(super) desyncs: u8,
    /// The tick that it says to have reached, where the restored log ends earlier.
    pub(super) claims: Option<Tick>,
}

impl<O: RoomOrder> Seat<O> {
    pub(super) fn new(now: u64, name: String, team: u8, human: bool, pauses: u8) -> Self {
        Self {
            name,
            team,
            human,
            hand: if human { Hand::Human } else { Hand::Program },
            handed: now,
            out: !human,
            beaten: false,
            loaded: false,
            heard: now,
            waited_for: false,
            report: Report { tick: 0, buffer: 0, load: 0, away: false },
            reported: 0,
            seen: 0,
            waiting: VecDeque::new(),
            orders: Bucket::new(now, ORDERS),
            malformed: 0,
            pauses,
            no_motion: 0,
            equal: 0,
            void: 0,
            desyncs: 0,
            claims: None,
        }
    }

    /// Ticks that it is behind.
    pub(super) const fn behind(&self) -> Tick {
        self.reported.saturating_sub(self.report.tick)
    }

    /// The orders before this one are settled for the client.
    pub(super) fn skip_to(&mut self, cseq: u32) {
        self.seen = self.seen.max(cseq.saturating_sub(1));
    }

    /// Takes orders with rising numbers. What is refused has had its number all the same, except behind a gap.
    ///
    /// # Errors
    /// After too many orders that are none; the refusals so far are in `refused`.
    pub(super) fn take(
        &mut self,
        now: u64,
        (seat, cseq): (u8, u32),
        orders: Vec<O>,
        running: bool,
        refused: &mut Vec<(u32, Refusal)>,
    ) -> Result<(), TooManyMalformed> {
        for (place, order) in (0..).zip(orders) {
            let cseq = cseq.saturating_add(place);
            if cseq <= self.seen {
                continue;
            }
            if cseq > self.seen + 1 {
                refused.push((cseq, Refusal::Gap(self.seen + 1)));
                break;
            }
            self.seen = cseq;
            if let Some(why) = self.refusal(now, &order, running) {
                refused.push((cseq, why));
                if self.malformed == MAX_MALFORMED {
                    return Err(TooManyMalformed);
                }
                continue;
            }
            let bytes = bytes_of(&(seat, cseq, &order)).len();
            self.waiting.push_back(Waiting { entry: Entry { seat, cseq, order }, bytes });
        }
        Ok(())
    }

    fn refusal(&mut self, now: u64, order: &O, running: bool) -> Option<Refusal> {
        if !self.orders.take(now, 1) || self.waiting.len() == MAX_WAITING {
            return Some(Refusal::TooMany);
        }
        if order.is_server_only() || !order.is_sound() {
            self.malformed += 1;
            return Some(if order.is_server_only() { Refusal::Forbidden } else { Refusal::Malformed });
        }
        [(!running, Refusal::NotRunning), (self.beaten, Refusal::Beaten), (self.hand == Hand::Program, Refusal::Away)]
            .into_iter()
            .find_map(|(refused, why)| refused.then_some(why))
    }
}

/// A client sends orders that are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooManyMalformed;
