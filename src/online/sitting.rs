//! A match at a table, from the client's side: [`Guest`] with a real connection that mends itself.

use super::api::Api;
use super::keeper::{Client, Connections};
use super::lane::End;
use crate::net::frame::Ticket;
use crate::net::lanes::Wish;
use crate::net::table::{FromTable, Guest, News, ToTable};
use std::collections::VecDeque;

/// What has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    News(News),
    /// No connection stands; it is being mended. The sentence says why.
    Lost(String),
    /// A connection stands again.
    Back,
    /// The match is over for this client, with a sentence.
    Ended(String),
}

struct Shared {
    guest: Guest,
    events: VecDeque<Event>,
    lost: bool,
    ended: bool,
}

impl Shared {
    fn end(&mut self, sentence: String) {
        if !self.ended {
            self.ended = true;
            self.events.push_back(Event::Ended(sentence));
        }
    }
}

impl Client for Shared {
    fn wish(&mut self, now: u64) -> Option<Wish> {
        self.guest.wish(now)
    }

    fn sent(&mut self) -> Vec<(u8, Vec<u8>)> {
        self.guest.sent().iter().map(|frame| (0, ToTable::encode(frame))).collect()
    }

    fn hello(&self, _lane: u8, ticket: Ticket) -> Vec<u8> {
        self.guest.hello(ticket).encode()
    }

    fn heard(&mut self, now: u64, _lane: u8, bytes: &[u8]) {
        // A server that cannot be read is left; the silence ends the connection.
        let Ok(frame) = FromTable::decode(bytes) else { return };
        if let FromTable::Bye(bye) = &frame
            && bye.is_final()
        {
            self.end(bye.why().into());
        }
        self.events.extend(self.guest.on_frame(now, frame).into_iter().map(Event::News));
        if std::mem::take(&mut self.lost) {
            self.events.push_back(Event::Back);
        }
    }

    fn closed(&mut self, now: u64, _lane: u8, end: End) {
        self.guest.closed(now);
        match end {
            End::Final(sentence) => self.end(sentence),
            End::Lost(sentence) if !self.lost && !self.ended => {
                self.lost = true;
                self.events.push_back(Event::Lost(sentence));
            }
            End::Lost(_) => {}
        }
    }

    fn has_ended(&self) -> bool {
        self.ended
    }
}

/// A match at a table that is played over the network. The connection ends when this is dropped; the seat is kept.
pub struct Sitting(Connections<Shared>);

impl Sitting {
    /// Joins a running match, by its name on the server; `guest` knows it at its beginning.
    ///
    /// # Errors
    /// What the system says if it has no thread.
    pub fn join(api: Api, of: String, guest: Guest) -> std::io::Result<Self> {
        let shared = Shared { guest, events: VecDeque::new(), lost: false, ended: false };
        Connections::keep(api, of, shared).map(Self)
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<Event> {
        self.0.client().events.drain(..).collect()
    }

    /// Looks at the match, or does something in it, at a time of the match's clock.
    pub fn with<T>(&self, act: impl FnOnce(&mut Guest, u64) -> T) -> T {
        let now = self.0.now();
        let done = act(&mut self.0.client().guest, now);
        self.0.wake();
        done
    }
}
