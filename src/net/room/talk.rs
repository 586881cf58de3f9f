//! Chat: who hears whom.

use super::{Conn, Room};
use crate::net::RoomOrder;
use crate::net::frame::{Circle, Speaker, ToClient};
use crate::net::party::shown;

impl<O: RoomOrder> Room<O> {
    pub(super) fn on_chat(&mut self, now: u64, seat: usize, who: Conn, to: Circle, text: &str) {
        let Some(text) = shown(text) else { return };
        if !self.party.may_say(now, who) {
            return;
        }
        let team = self.seats[seat].team;
        let frame = ToClient::Chat { from: Speaker::Seat(seat as u8), to, text };
        if to != Circle::Team {
            return self.party.broadcast(now, frame);
        }
        let mates = (0..self.seats.len()).filter(|mate| self.seats[*mate].team == team);
        let mates = mates.flat_map(|mate| self.party.voices(mate)).collect();
        self.party.send(mates, frame);
    }

    /// Spectators are read by spectators only.
    pub(super) fn on_watcher_chat(&mut self, now: u64, who: Conn, text: &str) {
        let Some(text) = shown(text) else { return };
        if !self.party.may_say(now, who) {
            return;
        }
        let Some(speaker) = self.party.spectators.get(&who) else { return };
        let from = Speaker::Spectator(speaker.name.clone());
        let frame = ToClient::Chat { from, to: Circle::Spectators, text };
        self.party.send(self.party.watchers(), frame);
    }
}
