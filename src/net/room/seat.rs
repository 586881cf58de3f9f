//! A seat of a room: who plays it, by which connections, and what waits of its orders.

use super::Conn;
use crate::net::coding::bytes_of;
use crate::net::frame::{Refusal, Report};
use crate::net::log::Entry;
use crate::net::{Hand, RoomOrder, Tick};
use std::collections::VecDeque;

/// Orders of a seat in one batch; the rest waits for the next.
pub const MAX_A_TICK: usize = 16;

/// Orders of a seat that wait, when time stands for example.
const MAX_WAITING: usize = 256;

/// Orders in a second, and at once after a rest.
const ORDERS: (u64, u64) = (16, 64);

/// Messages of a connection in a second, and at once after a rest (Recoil: 64 packets in a second).
const FRAMES: (u64, u64) = (30, 60);

/// Orders that are none, after which the connection is closed.
const MAX_MALFORMED: u8 = 3;

/// Lines of chat in [`TALK_MS`] milliseconds, and the milliseconds of silence after that (OpenRA's figures).
const TALK: usize = 5;
const TALK_MS: u64 = 5000;
const SILENCE_MS: u64 = 15_000;

/// Stamps of clocks that may come back.
const STAMPS: usize = 8;

/// A bucket of tokens that fills up with time.
#[derive(Debug, Clone)]
pub(super) struct Bucket {
    /// Thousandths of a token.
    level: u64,
    at: u64,
    a_second: u64,
    most: u64,
}

impl Bucket {
    fn new(now: u64, (a_second, most): (u64, u64)) -> Self {
        Self { level: most * 1000, at: now, a_second, most }
    }

    /// Takes a token; false if there is none.
    pub(super) fn take(&mut self, now: u64) -> bool {
        self.level = (self.level + now.saturating_sub(self.at) * self.a_second).min(self.most * 1000);
        self.at = now;
        let full = self.level >= 1000;
        self.level -= if full { 1000 } else { 0 };
        full
    }
}

/// One connection of a seat or a spectator.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) conn: Conn,
    pub(super) lane: u8,
    pub(super) frames: Bucket,
    /// When something was heard.
    pub(super) heard: u64,
}

impl Link {
    pub(super) fn new(now: u64, conn: Conn, lane: u8) -> Self {
        Self { conn, lane, frames: Bucket::new(now, FRAMES), heard: now }
    }
}

/// How much somebody has said.
#[derive(Debug, Clone, Default)]
pub(super) struct Talk {
    said: VecDeque<u64>,
    silent_until: u64,
}

impl Talk {
    /// Whether another line may be said.
    pub(super) fn may_say(&mut self, now: u64) -> bool {
        if now < self.silent_until {
            return false;
        }
        self.said.retain(|at| at + TALK_MS > now);
        if self.said.len() == TALK {
            self.silent_until = now + SILENCE_MS;
            self.said.clear();
            return false;
        }
        self.said.push_back(now);
        true
    }
}

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
    pub(super) links: Vec<Link>,
    pub(super) loaded: bool,
    /// When it reported, or greeted: a connection may live on when the game does not.
    pub(super) heard: u64,
    /// When the last connection was lost.
    pub(super) lost: Option<u64>,
    /// Whether the match has stood still for its loss.
    pub(super) waited_for: bool,
    pub(super) report: Report,
    /// The tick to come of the room when the report came.
    pub(super) reported: Tick,
    /// Round trip in milliseconds.
    pub(super) ping: u16,
    /// Clocks that are under way.
    pub(super) stamps: VecDeque<u64>,
    /// The number of the last order taken.
    pub(super) seen: u32,
    pub(super) waiting: VecDeque<Waiting<O>>,
    orders: Bucket,
    malformed: u8,
    pub(super) talk: Talk,
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
            links: Vec::new(),
            loaded: false,
            heard: now,
            lost: human.then_some(now),
            waited_for: false,
            report: Report { tick: 0, buffer: 0, load: 0, away: false },
            reported: 0,
            ping: 0,
            stamps: VecDeque::new(),
            seen: 0,
            waiting: VecDeque::new(),
            orders: Bucket::new(now, ORDERS),
            malformed: 0,
            talk: Talk::default(),
            pauses,
            no_motion: 0,
            equal: 0,
            void: 0,
            desyncs: 0,
            claims: None,
        }
    }

    /// Its connections.
    pub(super) fn conns(&self) -> Vec<Conn> {
        self.links.iter().map(|link| link.conn).collect()
    }

    /// Whether a person plays it and is connected.
    pub(super) fn is_present(&self) -> bool {
        self.hand == Hand::Human && !self.links.is_empty()
    }

    /// Ticks that it is behind.
    pub(super) const fn behind(&self) -> Tick {
        self.reported.saturating_sub(self.report.tick)
    }

    /// Notes the stamp of a clock that is sent.
    pub(super) fn stamp(&mut self, now: u64) {
        self.stamps.push_back(now);
        if self.stamps.len() > STAMPS {
            self.stamps.pop_front();
        }
    }

    /// A clock came back. A stamp that was never sent says nothing.
    pub(super) fn echo(&mut self, now: u64, stamp: u64) {
        if let Some(place) = self.stamps.iter().position(|sent| *sent == stamp) {
            self.stamps.drain(..=place);
            self.ping = now.saturating_sub(stamp).clamp(1, u16::MAX.into()) as u16;
        }
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
        if !self.orders.take(now) || self.waiting.len() == MAX_WAITING {
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
