//! Chat: who hears whom, and who has said too much.

use super::{Conn, Room};
use crate::net::RoomOrder;
use crate::net::frame::{Circle, Refusal, Speaker, ToClient};

/// A line as it is shown: without control characters, which could move a cursor or turn text around; `None` for nothing.
fn shown(text: &str) -> Option<String> {
    // U+202A to U+202E and U+2066 to U+2069 change the direction of what follows.
    let turns = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().filter(|letter| !letter.is_control() && !turns(*letter)).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.into())
}

impl<O: RoomOrder> Room<O> {
    pub(super) fn on_chat(&mut self, now: u64, seat: usize, to: Circle, text: &str) {
        let Some(text) = shown(text) else { return };
        if !self.seats[seat].talk.may_say(now) {
            return self.refuse_seat(seat, Refusal::Silenced);
        }
        let team = self.seats[seat].team;
        let frame = ToClient::Chat { from: Speaker::Seat(seat as u8), to, text };
        if to != Circle::Team {
            return self.broadcast(now, frame);
        }
        let mates = self.seats.iter().filter(|seat| seat.team == team);
        let mates = mates.filter_map(|seat| Some(seat.links.first()?.conn)).collect();
        self.send(mates, frame);
    }

    /// Spectators are read by spectators only.
    pub(super) fn on_watcher_chat(&mut self, now: u64, who: Conn, text: &str) {
        let (Some(text), Some(speaker)) = (shown(text), self.spectators.get_mut(&who)) else { return };
        if !speaker.talk.may_say(now) {
            return self.refuse(who, 0, Refusal::Silenced);
        }
        let from = Speaker::Spectator(speaker.name.clone());
        let frame = ToClient::Chat { from, to: Circle::Spectators, text };
        self.send(self.spectators.keys().copied().collect(), frame);
    }
}
