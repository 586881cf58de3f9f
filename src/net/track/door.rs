//! Coming and watching: who is let in, and what they are sent.

use super::course::{Course, make};
use super::frame::{FromTrack, ToTrack, Welcome};
use super::pace::{Phase, in_frame};
use super::{Conn, Place, Track};
use crate::net::Tick;
use crate::net::coding::{bytes_of, portions};
use crate::net::frame::{Bye, Circle, Have, Hello, Refusal, Speaker};
use crate::net::log::Batch;
use crate::net::party::shown;

/// Bytes of the steps in one message.
const MAX_STEPS: usize = 32 << 10;

impl<C: Course> Track<C> {
    pub(super) fn admit(
        &mut self,
        now: u64,
        who: Conn,
        hello: &Hello,
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) {
        let seat = match self.party.greet(now, who, hello, (self.settings.sim, self.settings.rules), tickets) {
            Some(Place::Seat(seat)) if self.seats[usize::from(seat)].human => Some(usize::from(seat)),
            Some(Place::Seat(_)) => {
                self.party.dismiss(now, who, Bye::Ticket);
                return;
            }
            Some(Place::Spectator(name)) => {
                // Nobody may have looked for long.
                self.show(now);
                self.party.watch(now, who, name);
                None
            }
            None => return,
        };
        if let Some(seat) = seat {
            let old = self.party.sit(now, who, seat, hello.lane);
            self.seats[seat].heard = now;
            if let Some(old) = old {
                self.party.dismiss(now, old, Bye::Replaced);
            }
        }
        self.welcome(now, who, seat, hello.have);
    }

    /// Tells a connection where it is, and sends what is missing.
    fn welcome(&mut self, now: u64, who: Conn, seat: Option<usize>, have: Option<Have>) {
        let from = have.filter(|have| self.seal_before(have.tick) == Some(have.chain)).map_or(0, |have| have.tick);
        // After a restart of the server who watches may have seen more than is old enough.
        let until = self.end_for(seat).max(from);
        let key = match seat {
            Some(_) => Some(self.course.key()),
            None => Some(self.shown.key()).filter(|_| until as usize == self.shown_steps),
        };
        let welcome = Welcome {
            seat: seat.map(|seat| seat as u8),
            names: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            url: self.settings.url.clone(),
            from,
            until,
            key,
            taken: seat.map_or(0, |seat| self.seats[seat].seen),
            now,
            due: self.phase.due().filter(|_| seat.is_some()),
        };
        self.party.send(vec![who], FromTrack::Welcome(welcome));
        let missing = self.batches(from, until);
        self.send_all(who, missing);
        let presence = FromTrack::Presence(self.presence());
        self.party.send(vec![who], presence);
        if let (Phase::Over, Some(ending)) = (self.phase, self.course.ending()) {
            // Who watches has it when all is shown.
            if until == self.next() {
                self.party.send(vec![who], FromTrack::Over(ending));
            }
        }
    }

    /// How many steps somebody may know: players all, spectators what is old enough.
    fn end_for(&self, seat: Option<usize>) -> Tick {
        if seat.is_some() { self.next() } else { self.shown_steps as Tick }
    }

    /// The seal before a step; none before the first.
    fn seal_before(&self, step: Tick) -> Option<crate::net::log::Mac> {
        Some(self.steps.get((step as usize).checked_sub(1)?)?.batch.mac)
    }

    fn batches(&self, from: Tick, until: Tick) -> Vec<Batch<u8>> {
        let steps = self.steps.get(from as usize..until as usize).unwrap_or_default();
        steps.iter().map(|closed| closed.batch.clone()).collect()
    }

    fn send_all(&mut self, who: Conn, batches: Vec<Batch<u8>>) {
        for batches in portions(batches, MAX_STEPS) {
            self.party.send(vec![who], FromTrack::Steps(batches));
        }
    }

    /// Somebody asks for steps. What they are sent counts as if they had sent it.
    pub(super) fn send_steps(&mut self, now: u64, who: Conn, seat: Option<usize>, from: Tick) {
        let batches = self.batches(from, self.end_for(seat));
        if !self.party.may_send_bytes(now, who, bytes_of(&batches).len()) {
            self.party.dismiss(now, who, Bye::Flood);
            return;
        }
        self.send_all(who, batches);
    }

    pub(super) fn on_spectator(&mut self, now: u64, who: Conn, frame: ToTrack) {
        match frame {
            ToTrack::Turns(turns) => {
                let number = turns.last().map_or(0, |turn| turn.number);
                self.party.send(vec![who], FromTrack::Refused { number, why: Refusal::NoSeat });
            }
            ToTrack::Chat { text, .. } => {
                let Some(text) = shown(&text).filter(|_| self.party.may_say(now, who)) else { return };
                let Some(speaker) = self.party.spectators.get(&who) else { return };
                let from = Speaker::Spectator(speaker.name.clone());
                self.party.send(self.party.watchers(), FromTrack::Chat { from, to: Circle::Spectators, text });
            }
            // Nobody asks how a spectator is; the others are answered before.
            ToTrack::Clock { .. } | ToTrack::Away(_) | ToTrack::Hello(_) | ToTrack::Ask { .. } | ToTrack::Leave => {}
        }
    }

    /// When there is a new step for spectators.
    pub(super) fn spectators_due(&self) -> Option<u64> {
        let next = self.steps.get(self.shown_steps).filter(|_| !self.party.spectators.is_empty())?;
        Some(next.at + self.settings.spectator_delay)
    }

    /// Shows spectators what is old enough.
    pub(super) fn show(&mut self, now: u64) {
        let to = self.party.watchers();
        while let Some(closed) = self.steps.get(self.shown_steps) {
            if closed.at + self.settings.spectator_delay > now {
                break;
            }
            make(&mut self.shown, &closed.batch);
            let frame = in_frame(closed, self.shown.key());
            self.shown_steps += 1;
            self.party.send(to.clone(), frame);
        }
        self.party.show(now);
    }
}
