//! A match whose server holds the state, from the client's side: a guest with real connections that mend themselves.

use super::api::Api;
use super::keeper::{Client, Connections};
use super::lane::End;
use crate::net::frame::{Bye, Ticket};
use crate::net::lanes::Wish;
use crate::net::{table, track};
use std::collections::VecDeque;

/// What keeps the client's half of a match. Times are in milliseconds.
pub trait Guesting: Send + 'static {
    /// What somebody at the window is to be shown.
    type News: Send;

    /// What to do about connections now.
    fn wish(&mut self, now: u64) -> Option<Wish>;

    /// What is to be sent, with the connections.
    fn sent(&mut self) -> Vec<(u8, Vec<u8>)>;

    /// The first message of a connection.
    fn hello(&self, lane: u8, ticket: Ticket) -> Vec<u8>;

    /// A message came, which may be a farewell; none if it cannot be read: then the silence ends the connection.
    fn heard(&mut self, now: u64, lane: u8, bytes: &[u8]) -> Option<(Vec<Self::News>, Option<Bye>)>;

    /// A connection was closed, or could not be opened; whether another one stands.
    fn closed(&mut self, now: u64, lane: u8) -> bool;
}

impl Guesting for table::Guest {
    type News = table::News;

    fn wish(&mut self, now: u64) -> Option<Wish> {
        Self::wish(self, now)
    }

    fn sent(&mut self) -> Vec<(u8, Vec<u8>)> {
        Self::sent(self).iter().map(|frame| (0, frame.encode())).collect()
    }

    fn hello(&self, _lane: u8, ticket: Ticket) -> Vec<u8> {
        Self::hello(self, ticket).encode()
    }

    fn heard(&mut self, now: u64, _lane: u8, bytes: &[u8]) -> Option<(Vec<table::News>, Option<Bye>)> {
        let frame = table::FromTable::decode(bytes).ok()?;
        let bye = if let table::FromTable::Bye(bye) = &frame { Some(*bye) } else { None };
        Some((self.on_frame(now, frame), bye))
    }

    fn closed(&mut self, now: u64, _lane: u8) -> bool {
        Self::closed(self, now);
        false
    }
}

impl<C: track::Course> Guesting for track::Guest<C> {
    type News = track::News;

    fn wish(&mut self, now: u64) -> Option<Wish> {
        Self::wish(self, now)
    }

    fn sent(&mut self) -> Vec<(u8, Vec<u8>)> {
        Self::sent(self).iter().map(|(lane, frame)| (*lane, frame.encode())).collect()
    }

    fn hello(&self, lane: u8, ticket: Ticket) -> Vec<u8> {
        Self::hello(self, lane, ticket).encode()
    }

    fn heard(&mut self, now: u64, lane: u8, bytes: &[u8]) -> Option<(Vec<track::News>, Option<Bye>)> {
        let frame = track::FromTrack::decode(bytes).ok()?;
        let bye = if let track::FromTrack::Bye(bye) = &frame { Some(*bye) } else { None };
        Some((self.on_frame(now, lane, frame), bye))
    }

    fn closed(&mut self, now: u64, lane: u8) -> bool {
        Self::closed(self, now, lane);
        self.lanes() > 0
    }
}

/// What has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<N> {
    News(N),
    /// No connection stands; it is being mended. The sentence says why.
    Lost(String),
    /// A connection stands again.
    Back,
    /// The match is over for this client, with a sentence.
    Ended(String),
}

struct Shared<G: Guesting> {
    guest: G,
    events: VecDeque<Event<G::News>>,
    lost: bool,
    ended: bool,
}

impl<G: Guesting> Shared<G> {
    fn end(&mut self, sentence: String) {
        if !self.ended {
            self.ended = true;
            self.events.push_back(Event::Ended(sentence));
        }
    }
}

impl<G: Guesting> Client for Shared<G> {
    fn wish(&mut self, now: u64) -> Option<Wish> {
        self.guest.wish(now)
    }

    fn sent(&mut self) -> Vec<(u8, Vec<u8>)> {
        self.guest.sent()
    }

    fn hello(&self, lane: u8, ticket: Ticket) -> Vec<u8> {
        self.guest.hello(lane, ticket)
    }

    fn heard(&mut self, now: u64, lane: u8, bytes: &[u8]) {
        let Some((news, bye)) = self.guest.heard(now, lane, bytes) else { return };
        if let Some(bye) = bye.filter(|bye| bye.is_final()) {
            self.end(bye.why().into());
        }
        self.events.extend(news.into_iter().map(Event::News));
        if std::mem::take(&mut self.lost) {
            self.events.push_back(Event::Back);
        }
    }

    fn closed(&mut self, now: u64, lane: u8, end: End) {
        let others = self.guest.closed(now, lane);
        match end {
            End::Final(sentence) => self.end(sentence),
            End::Lost(sentence) if !others && !self.lost && !self.ended => {
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

/// A match that is played over the network. The connections end when this is dropped; the seat is kept.
pub struct Sitting<G: Guesting>(Connections<Shared<G>>);

impl<G: Guesting> Sitting<G> {
    /// Joins a running match, by its name on the server; `guest` knows it at its beginning.
    ///
    /// # Errors
    /// What the system says if it has no thread.
    pub fn join(api: Api, of: String, guest: G) -> std::io::Result<Self> {
        let shared = Shared { guest, events: VecDeque::new(), lost: false, ended: false };
        Connections::keep(api, of, shared).map(Self)
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<Event<G::News>> {
        self.0.client().events.drain(..).collect()
    }

    /// Looks at the match, or does something in it, at a time of the match's clock.
    pub fn with<T>(&self, act: impl FnOnce(&mut G, u64) -> T) -> T {
        let now = self.0.now();
        let done = act(&mut self.0.client().guest, now);
        self.0.wake();
        done
    }
}
