//! Votes: one at a time, the majority of the persons who are there, thirty seconds.

use super::{Room, pace::Phase};
use crate::net::frame::{Bye, Ending, Motion, Refusal, ToClient, Voting};
use crate::net::{Hand, RoomOrder};

/// Milliseconds of a vote, and in which who has lost one proposes nothing.
const VOTE_MS: u64 = 30_000;

/// The slowest and the fastest speed in percent of normal.
pub(super) const SPEEDS: std::ops::RangeInclusive<u16> = 25..=400;

/// A vote that is on.
#[derive(Debug, Clone)]
pub(super) struct Ballot {
    motion: Motion,
    by: usize,
    /// A bit for each seat.
    yes: u64,
    no: u64,
    ends: u64,
}

impl<O: RoomOrder> Room<O> {
    pub(super) fn on_vote(&mut self, now: u64, seat: usize, motion: Motion, yes: bool) {
        let bit = 1 << seat;
        match &mut self.ballot {
            Some(ballot) if ballot.motion == motion => {
                // Who has changed their mind counts once.
                (ballot.yes, ballot.no) = (ballot.yes & !bit, ballot.no & !bit);
                *if yes { &mut ballot.yes } else { &mut ballot.no } |= bit;
                self.count(now);
            }
            _ if !yes => {}
            // Anyone may resume.
            _ if motion == Motion::Resume => self.resume(now),
            _ => self.propose(now, seat, motion),
        }
    }

    fn propose(&mut self, now: u64, seat: usize, motion: Motion) {
        let running = self.time.phase == Phase::Running;
        let allowed = match motion {
            Motion::Pause => running,
            Motion::Resume => false,
            Motion::Remove(target) => self.may_remove(seat, usize::from(target)),
            Motion::Draw => running,
            Motion::Speed(speed) => running && !self.settings.rated && SPEEDS.contains(&speed),
        };
        if motion == Motion::Pause && running && self.seats[seat].pauses > 0 {
            self.seats[seat].pauses -= 1;
            return self.pause(now, Some(seat as u8));
        }
        if !allowed || self.ballot.is_some() || now < self.seats[seat].no_motion || !self.is_present(seat) {
            return self.refuse_seat(seat, Refusal::Vote);
        }
        self.ballot = Some(Ballot { motion, by: seat, yes: 1 << seat, no: 0, ends: now + VOTE_MS });
        self.count(now);
    }

    /// Nobody can be voted out by a single opponent while they play.
    fn may_remove(&self, by: usize, target: usize) -> bool {
        let Some(seat) = self.seats.get(target) else { return false };
        target != by
            && !seat.out
            && (!self.is_present(target) || self.voters(Motion::Remove(target as u8)).count_ones() > 1)
    }

    /// Who may vote, a bit for each seat.
    fn voters(&self, motion: Motion) -> u64 {
        let seats = 0..self.seats.len();
        let voters = seats.filter(|at| self.is_present(*at) && motion != Motion::Remove(*at as u8));
        voters.fold(0, |bits, at| bits | 1 << at)
    }

    fn count(&mut self, now: u64) {
        let Some(ballot) = &self.ballot else { return };
        let voters = self.voters(ballot.motion);
        let (all, yes, no) =
            (voters.count_ones(), (ballot.yes & voters).count_ones(), (ballot.no & voters).count_ones());
        let state = match () {
            () if yes * 2 > all => Voting::Passed,
            () if no * 2 >= all || now >= ballot.ends => Voting::Failed,
            () => Voting::Open,
        };
        let (motion, by) = (ballot.motion, ballot.by);
        let needed = (all / 2 + 1) as u8;
        self.party.broadcast(now, ToClient::Voting { motion, by: by as u8, yes: yes as u8, needed, state });
        if state == Voting::Open {
            return;
        }
        self.ballot = None;
        if state == Voting::Failed {
            self.seats[by].no_motion = now + VOTE_MS;
            return;
        }
        match motion {
            Motion::Pause => self.pause(now, None),
            Motion::Resume => self.resume(now),
            Motion::Remove(target) => self.expel(now, usize::from(target), Bye::Removed),
            Motion::Draw => self.end(now, Ending::Draw),
            Motion::Speed(speed) => self.set_speed(now, speed),
        }
    }

    /// Ends a vote whose time is over.
    pub(super) fn watch_ballot(&mut self, now: u64) {
        if self.ballot.as_ref().is_some_and(|ballot| now >= ballot.ends) {
            self.count(now);
        }
    }

    /// Persons whom the match was made for and who are not gone for good.
    pub(super) fn persons(&self) -> usize {
        self.seats.iter().filter(|seat| seat.human && !seat.out).count()
    }

    /// The seats that programs play in place of persons.
    pub(super) fn replaced(&self) -> Vec<usize> {
        let seats = self.seats.iter().enumerate();
        seats.filter(|(_, seat)| seat.human && !seat.out && seat.hand == Hand::Program).map(|(at, _)| at).collect()
    }
}
