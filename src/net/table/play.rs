//! A match at a table as its entries make it: position, clocks, offers, end. The server, a server that has been restarted and the
//! clients come to the same from the same entries, because this is all that there is.

use super::entry::{Cause, Denial, End, Entry, Event, Offer};
use super::judge::Judge;
use super::time::{CREDIT_A_TURN, TimeRule, credit_after};
use crate::arena::Ruling;
use crate::net::chained;
use std::time::Duration;

/// Plies after which a player may offer the same again.
const AGAIN: u32 = 10;

/// A match at a table.
#[derive(Debug, Clone)]
pub struct Play {
    judge: Box<dyn Judge>,
    time: TimeRule,
    rated: bool,
    begun: u64,
    /// The number of the next entry, and of the next act.
    number: u32,
    ply: u32,
    /// Over the keys after all entries.
    chain: u64,
    /// How long the turns of each seat took.
    times: [Vec<Duration>; 2],
    /// Milliseconds that the turn that is on had taken at its last act.
    used: u64,
    /// When it began.
    turn_at: u64,
    /// Credit for the way of messages, in milliseconds.
    credit: [u64; 2],
    offer: Option<(Offer, u8)>,
    /// The ply from which on a seat may offer a draw, a turn to be taken back, another match.
    barred: [[u32; 3]; 2],
    end: Option<End>,
    rematch: bool,
}

impl Play {
    /// A match that begins; when, in milliseconds since the beginning of 1970.
    pub fn new(judge: Box<dyn Judge>, time: TimeRule, rated: bool, begun: u64) -> Self {
        Self {
            judge,
            time,
            rated,
            begun,
            number: 0,
            ply: 0,
            chain: 0,
            times: Default::default(),
            used: 0,
            turn_at: begun,
            credit: [CREDIT_A_TURN; 2],
            offer: None,
            barred: Default::default(),
            end: None,
            rematch: false,
        }
    }

    /// A match whose entries are known.
    ///
    /// # Errors
    /// Why one of them cannot have happened.
    pub fn of(judge: Box<dyn Judge>, time: TimeRule, begun: u64, entries: &[Entry]) -> Result<Self, Denial> {
        let mut play = Self::new(judge, time, false, begun);
        entries.iter().try_for_each(|entry| play.happen(entry.at, &entry.event))?;
        Ok(play)
    }

    /// The same match at its beginning.
    pub(super) fn again(&self, judge: Box<dyn Judge>) -> Self {
        Self::new(judge, self.time, self.rated, self.begun)
    }

    pub fn judge(&self) -> &dyn Judge {
        &*self.judge
    }

    /// Whose turn it is.
    pub fn seat(&self) -> usize {
        self.judge.seat()
    }

    /// The number of the next entry.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The number of the next act.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Equal after equal matches.
    pub const fn chain(&self) -> u64 {
        self.chain
    }

    /// The offer that is open, and whose it is.
    pub const fn offer(&self) -> Option<(Offer, u8)> {
        self.offer
    }

    pub const fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// How long the turns of each seat took.
    pub const fn times(&self) -> &[Vec<Duration>; 2] {
        &self.times
    }

    /// Turns that are over.
    pub fn turns(&self) -> usize {
        self.judge.turns_of(0) + self.judge.turns_of(1)
    }

    pub(super) const fn used(&self) -> u64 {
        self.used
    }

    pub(super) const fn turn_at(&self) -> u64 {
        self.turn_at
    }

    /// The credit that a seat has, in milliseconds.
    pub(super) const fn credit(&self, seat: usize) -> u64 {
        self.credit[seat]
    }

    /// What a seat has left, in milliseconds, if the turn that is on has taken so long; `None` if there is no limit.
    pub(super) fn left(&self, seat: usize, used: u64) -> Option<u64> {
        let used = if seat == self.seat() { used } else { 0 };
        let left = self.time.left(&self.times[seat], Duration::from_millis(used))?;
        Some(left.as_millis() as u64)
    }

    /// What each seat has left, in milliseconds, if the turn that is on has taken so long; empty if there is no limit.
    pub(super) fn clocks(&self, used: u64) -> Vec<u32> {
        let left = (0..2).filter_map(|seat| self.left(seat, used));
        left.map(|left| u32::try_from(left).unwrap_or(u32::MAX)).collect()
    }

    /// The entry that an event makes, which has happened.
    pub(super) fn entry(&self, at: u64, event: Event) -> Entry {
        Entry { number: self.number - 1, at, event, key: self.judge.key(), clocks: self.clocks(self.used) }
    }

    /// Something happens. It is all or nothing for who keeps a copy: a game may leave half an act behind.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn happen(&mut self, at: u64, event: &Event) -> Result<(), Denial> {
        match event {
            Event::Act { ply, seat, text, used, credit } => {
                self.begin_act(*ply)?;
                self.act(at, usize::from(*seat), text, (*used, *credit))?;
            }
            Event::TakenBack { ply, seat } => {
                self.begin_act(*ply)?;
                self.take_back(at, *seat)?;
            }
            Event::Offered { seat, offer } => self.open(*seat, *offer)?,
            Event::Declined { offer, .. } => {
                self.must_be_offered(*offer)?;
                self.offer = None;
            }
            Event::Over(cause) => self.finish(*cause)?,
            Event::Rematch => {
                self.must_be_offered(Offer::Rematch)?;
                (self.offer, self.rematch) = (None, true);
            }
        }
        self.number += 1;
        self.chain = chained(self.chain, self.judge.key());
        Ok(())
    }

    fn begin_act(&self, ply: u32) -> Result<(), Denial> {
        match ply {
            _ if self.end.is_some() => Err(Denial::Over),
            ply if ply < self.ply => Err(Denial::Taken),
            ply if ply > self.ply => Err(Denial::Gap(self.ply)),
            _ => Ok(()),
        }
    }

    fn act(&mut self, at: u64, seat: usize, text: &str, (used, credit): (u64, u64)) -> Result<(), Denial> {
        if seat != self.seat() {
            return Err(Denial::NotYourTurn);
        }
        let turns = self.judge.turns_of(seat);
        self.judge.act(seat, text).map_err(Denial::Rules)?;
        self.ply += 1;
        self.used = used;
        if self.judge.turns_of(seat) > turns {
            self.times[seat].push(Duration::from_millis(used.saturating_sub(credit)));
            self.credit[seat] = credit_after(self.credit[seat], credit);
            (self.used, self.turn_at) = (0, at);
        }
        // Who moves answers the offer of the other, and needs no turn back.
        if self.offer.is_some_and(|(offer, by)| offer == Offer::TakeBack || usize::from(by) != seat) {
            self.offer = None;
        }
        self.note_end();
        Ok(())
    }

    fn take_back(&mut self, at: u64, seat: u8) -> Result<(), Denial> {
        if self.offer != Some((Offer::TakeBack, seat)) {
            return Err(Denial::NothingOffered);
        }
        if !self.judge.take_back(usize::from(seat)) {
            return Err(Denial::NothingToTakeBack);
        }
        for (seat, times) in self.times.iter_mut().enumerate() {
            times.truncate(self.judge.turns_of(seat));
        }
        self.ply += 1;
        (self.used, self.turn_at, self.offer) = (0, at, None);
        // Who was allowed it once may ask again.
        self.barred[usize::from(seat)][Offer::TakeBack as usize] = 0;
        Ok(())
    }

    fn open(&mut self, seat: u8, offer: Offer) -> Result<(), Denial> {
        let at = usize::from(seat);
        let barred = self.barred.get(at).ok_or(Denial::NoSeat)?[offer as usize];
        match offer {
            Offer::Rematch if self.end.is_none() => return Err(Denial::NotOver),
            Offer::Draw | Offer::TakeBack if self.end.is_some() => return Err(Denial::Over),
            Offer::TakeBack if self.rated => return Err(Denial::Rated),
            _ if self.offer.is_some() => return Err(Denial::OfferOpen),
            _ if barred > self.ply || self.rematch => return Err(Denial::TooSoon),
            Offer::TakeBack if !self.judge.duplicate().take_back(at) => return Err(Denial::NothingToTakeBack),
            _ => {}
        }
        self.offer = Some((offer, seat));
        self.barred[at][offer as usize] = self.ply + AGAIN;
        Ok(())
    }

    fn must_be_offered(&self, offer: Offer) -> Result<(), Denial> {
        let is_open = self.offer.is_some_and(|(open, _)| open == offer);
        if is_open { Ok(()) } else { Err(Denial::NothingOffered) }
    }

    fn finish(&mut self, cause: Cause) -> Result<(), Denial> {
        if self.end.is_some() {
            return Err(Denial::Over);
        }
        let lost = |seat: u8, reason| (Some(1 - usize::from(seat.min(1))), reason);
        let (winner, reason) = match cause {
            Cause::Agreed => {
                self.must_be_offered(Offer::Draw)?;
                (None, Ruling::AGREED)
            }
            Cause::Resigned(seat) => lost(seat, Ruling::RESIGNED),
            Cause::Left(seat) => lost(seat, Ruling::LEFT),
            Cause::Aborted(_) if self.turns() >= 2 => return Err(Denial::TooLate),
            Cause::Aborted(_) => (None, Ruling::ABORTED),
            Cause::Stopped => (None, Ruling::STOPPED),
            Cause::Time(seat) => {
                self.judge.run_out(usize::from(seat.min(1)));
                self.note_end();
                return Ok(());
            }
        };
        self.judge.end_by(Ruling { winner, reason: reason.into() });
        self.note_end();
        Ok(())
    }

    /// Notes how the match has ended, if it has.
    fn note_end(&mut self) {
        let Some(ruling) = self.judge.ending() else { return };
        let (counts, Ruling { winner, reason }) = (ruling.counts(), ruling);
        self.end = Some(End { winner: winner.map(|seat| seat as u8), reason: reason.into(), counts });
        self.offer = None;
    }
}
