//! Coming and watching: who is let in, and what they are sent.

use super::frame::{FromTable, Presence, Subject, ToTable, Welcome};
use super::{Conn, Denial, Entry, Place, Settings, Table};
use crate::net::coding::{bytes_of, portions};
use crate::net::frame::{Bye, Have, Hello, Speaker};

/// Bytes of the entries in one message.
const MAX_HAPPENED: usize = 32 << 10;

impl Table {
    pub(super) fn admit(&mut self, who: Conn, hello: &Hello, tickets: &mut dyn FnMut(&Hello) -> Option<Place>) {
        let now = self.watch.pace;
        let seat = match self.party.greet(now, who, hello, (self.settings.sim, self.settings.rules), tickets) {
            Some(Place::Seat(seat)) => Some(usize::from(seat)),
            Some(Place::Spectator(name)) => {
                // Nobody may have looked for long.
                self.show();
                self.party.watch(now, who, name);
                None
            }
            None => return,
        };
        if let Some(seat) = seat {
            let old = self.party.sit(now, who, seat, hello.lane);
            old.into_iter().for_each(|old| self.dismiss(old, Bye::Replaced));
        }
        self.welcome(who, seat, hello.have);
    }

    /// Tells a connection where it is, and sends what is missing.
    fn welcome(&mut self, who: Conn, seat: Option<usize>, have: Option<Have>) {
        let entries = self.entries_for(seat);
        let until = entries.len() as u32;
        let from = have.filter(|have| self.is_right(*have, entries)).map_or(0, |have| have.tick);
        let Settings { names, url, time, rated, begun, .. } = self.settings.clone();
        let seated = seat.map(|seat| seat as u8);
        let welcome = Welcome { seat: seated, names, url, time, rated, begun, from, until };
        let missing = entries[from as usize..].to_vec();
        self.party.send(vec![who], FromTable::Welcome(welcome));
        self.send_all(&[who], missing);
        if seat.is_some() {
            self.tell_clocks(vec![who]);
        }
        let presence = FromTable::Presence(self.presence());
        self.party.send(vec![who], presence);
    }

    /// What somebody may know: players what is kept, spectators what is old enough.
    fn entries_for(&self, seat: Option<usize>) -> &[Entry] {
        if seat.is_some() { self.entries() } else { &self.entries[..self.shown] }
    }

    /// Whether what a client has is the beginning of this match.
    fn is_right(&self, have: Have, entries: &[Entry]) -> bool {
        let Some(entries) = entries.get(..have.tick as usize) else { return false };
        let chain = entries.iter().fold(0, |chain, entry| crate::net::chained(chain, entry.key));
        chain.to_le_bytes() == have.chain
    }

    fn send_all(&mut self, to: &[Conn], entries: Vec<Entry>) {
        for entries in portions(entries, MAX_HAPPENED) {
            self.party.send(to.to_vec(), FromTable::Happened(entries));
        }
    }

    /// Somebody asks for entries. What they are sent counts as if they had sent it.
    pub(super) fn send_entries(&mut self, who: Conn, seat: Option<usize>, from: u32) {
        let entries = self.entries_for(seat);
        let entries = entries.get(from as usize..).unwrap_or_default().to_vec();
        if !self.party.may_send_bytes(self.watch.pace, who, bytes_of(&entries).len()) {
            return self.dismiss(who, Bye::Flood);
        }
        self.send_all(&[who], entries);
    }

    pub(super) fn on_spectator(&mut self, who: Conn, frame: ToTable) {
        match frame {
            ToTable::Act { ply, .. } => self.refuse(vec![who], Subject::Act(ply), Denial::NoSeat),
            ToTable::Wish(wish) => self.refuse(vec![who], Subject::Wish(wish), Denial::NoSeat),
            ToTable::Chat(line) => {
                let Some(speaker) = self.party.spectators.get(&who) else { return };
                let from = Speaker::Spectator(speaker.name.clone());
                self.say(who, from, line, self.party.watchers());
            }
            // Nobody asks how a spectator is; the others are answered before.
            ToTable::Clock { .. } | ToTable::Away(_) | ToTable::Hello(_) | ToTable::Ask { .. } | ToTable::Leave => {}
        }
    }

    fn presence(&self) -> [Presence; 2] {
        [0, 1].map(|seat| Presence {
            here: self.party.is_here(seat),
            away: self.away[seat],
            ping: self.party.chairs[seat].ping,
        })
    }

    pub(super) fn tell_presence(&mut self) {
        let frame = FromTable::Presence(self.presence());
        self.party.broadcast(self.watch.pace, frame);
        self.party.stamp(self.watch.pace);
    }

    /// How many of the kept entries spectators may see.
    pub(super) fn old_enough(&self) -> usize {
        let (delay, wall) = (self.settings.spectator_delay, self.watch.wall);
        self.entries().partition_point(|entry| entry.at.saturating_add(delay) <= wall)
    }

    /// When there is a new entry for spectators.
    pub(super) fn spectators_due(&self) -> Option<u64> {
        let next = self.entries().get(self.shown).filter(|_| !self.party.spectators.is_empty())?;
        Some(next.at + self.settings.spectator_delay)
    }

    /// Shows spectators what is old enough.
    pub(super) fn show(&mut self) {
        let shown = self.old_enough().max(self.shown);
        let new = self.entries[self.shown..shown].to_vec();
        self.shown = shown;
        self.send_all(&self.party.watchers(), new);
        self.party.show(self.watch.pace);
    }
}
