//! Everybody who is connected to a match, whatever is played: seats with their connections, spectators who see everything
//! later, greetings, limits, chat, silence. Rooms and tables are built on it.
//!
//! A party collects what is to be done during a call, in order, and knows nothing of the match itself.

mod link;
mod talk;

pub(super) use link::{Bucket, Link};
pub use talk::{Line, Phrase};
pub(super) use talk::{Talk, shown};

use super::PROTOCOL;
use super::frame::{Bye, Hello, MAGIC};
use super::lines::MAX_LANES;
use std::collections::{BTreeMap, VecDeque};

/// Milliseconds of silence after which a connection is closed. The tab of a browser may sleep for long.
const TIME_OUT_MS: u64 = 60_000;

/// Windows in which a player sees one match at once.
const MAX_WINDOWS: usize = 4;

/// Stamps of clocks that may come back.
const STAMPS: usize = 8;

/// A connection, numbered by the owner of the match and never twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conn(pub u64);

/// Where a ticket leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Seat(u8),
    /// With a name for the chat.
    Spectator(String),
}

/// What the owner of a match has to do about connections, and the messages that every match has.
pub(super) trait Post: Sized {
    type Frame: Clone;

    fn send(to: Vec<Conn>, frame: Self::Frame) -> Self;

    /// Close, once what was sent is sent.
    fn close(who: Conn, bye: Bye) -> Self;

    fn bye(bye: Bye) -> Self::Frame;

    /// To be sent back at once.
    fn clock(stamp: u64) -> Self::Frame;

    /// The speaker has said too much.
    fn silenced() -> Self::Frame;
}

/// The connections of a seat.
#[derive(Debug, Clone)]
pub(super) struct Chair {
    pub(super) links: Vec<Link>,
    talk: Talk,
    /// Since when it has no connection.
    pub(super) lost: Option<u64>,
    /// Clocks that are under way.
    stamps: VecDeque<u64>,
    /// Round trip in milliseconds; 0: not known yet.
    pub(super) ping: u16,
    /// The same in the middle of the last few.
    pub(super) lag: u16,
}

/// Somebody who watches.
#[derive(Debug, Clone)]
pub(super) struct Spectator {
    pub(super) name: String,
    link: Link,
    talk: Talk,
}

/// A connection of a seat that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) seat: usize,
    /// Whether it was the first of the seat.
    pub(super) was_first: bool,
}

/// Everybody who is connected to a match.
#[derive(Debug, Clone)]
pub(super) struct Party<X: Post> {
    pub(super) chairs: Vec<Chair>,
    pub(super) spectators: BTreeMap<Conn, Spectator>,
    /// What spectators will see, and when.
    held: VecDeque<(u64, X::Frame)>,
    /// How far they are behind, in milliseconds.
    delay: u64,
    /// Whether the connections of a seat are windows that show the match each; else they are lanes of one client.
    windows: bool,
    /// What is to be done, collected during a call.
    pub(super) out: Vec<X>,
}

impl<X: Post> Party<X> {
    /// Nobody yet. Of seats that wait for nobody `awaited` says false.
    pub(super) fn new(now: u64, awaited: impl Iterator<Item = bool>, delay: u64, windows: bool) -> Self {
        let chair = |awaited: bool| Chair {
            links: Vec::new(),
            talk: Talk::default(),
            lost: awaited.then_some(now),
            stamps: VecDeque::new(),
            ping: 0,
            lag: 0,
        };
        let chairs = awaited.map(chair).collect();
        Self { chairs, spectators: BTreeMap::new(), held: VecDeque::new(), delay, windows, out: Vec::new() }
    }

    /// What the call has brought about.
    pub(super) fn done(&mut self) -> Vec<X> {
        std::mem::take(&mut self.out)
    }

    pub(super) fn send(&mut self, to: Vec<Conn>, frame: X::Frame) {
        if !to.is_empty() {
            self.out.push(X::send(to, frame));
        }
    }

    /// The seat of a connection.
    pub(super) fn seat_of(&self, who: Conn) -> Option<usize> {
        self.chairs.iter().position(|chair| chair.links.iter().any(|link| link.conn == who))
    }

    /// Whether a connection has greeted.
    pub(super) fn knows(&self, who: Conn) -> bool {
        self.spectators.contains_key(&who) || self.seat_of(who).is_some()
    }

    /// Whether nobody is connected.
    pub(super) fn is_deserted(&self) -> bool {
        self.spectators.is_empty() && self.chairs.iter().all(|chair| chair.links.is_empty())
    }

    /// Whether a seat has a connection.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        !self.chairs[seat].links.is_empty()
    }

    /// The connections of a seat.
    pub(super) fn conns(&self, seat: usize) -> Vec<Conn> {
        self.chairs[seat].links.iter().map(|link| link.conn).collect()
    }

    /// The connections of a seat by which it is told what is to be shown once.
    pub(super) fn voices(&self, seat: usize) -> Vec<Conn> {
        let windows = if self.windows { usize::MAX } else { 1 };
        self.chairs[seat].links.iter().take(windows).map(|link| link.conn).collect()
    }

    /// The same of all seats.
    pub(super) fn all_voices(&self) -> Vec<Conn> {
        (0..self.chairs.len()).flat_map(|seat| self.voices(seat)).collect()
    }

    /// All connections of players.
    pub(super) fn all_lanes(&self) -> Vec<Conn> {
        self.chairs.iter().flat_map(|chair| chair.links.iter().map(|link| link.conn)).collect()
    }

    pub(super) fn watchers(&self) -> Vec<Conn> {
        self.spectators.keys().copied().collect()
    }

    /// All connections.
    pub(super) fn everybody(&self) -> Vec<Conn> {
        self.all_lanes().into_iter().chain(self.spectators.keys().copied()).collect()
    }

    /// Tells players now and spectators when it is their time.
    pub(super) fn broadcast(&mut self, now: u64, frame: X::Frame) {
        self.send(self.all_voices(), frame.clone());
        self.hold(now, frame);
    }

    /// Tells spectators when it is their time.
    pub(super) fn hold(&mut self, now: u64, frame: X::Frame) {
        self.held.push_back((now + self.delay, frame));
    }

    /// Shows spectators what is old enough.
    pub(super) fn show(&mut self, now: u64) {
        while self.held.front().is_some_and(|(due, _)| *due <= now) {
            if let Some((_, frame)) = self.held.pop_front() {
                self.send(self.watchers(), frame);
            }
        }
    }

    /// When spectators are to see something.
    pub(super) fn due(&self) -> Option<u64> {
        self.held.front().map(|(due, _)| *due)
    }

    fn link_mut(&mut self, who: Conn) -> Option<&mut Link> {
        let links = self.chairs.iter_mut().flat_map(|chair| &mut chair.links);
        let mut links = links.chain(self.spectators.values_mut().map(|spectator| &mut spectator.link));
        links.find(|link| link.conn == who)
    }

    /// Whether a connection does not send too many messages.
    pub(super) fn may_send(&mut self, now: u64, who: Conn) -> bool {
        self.link_mut(who).is_some_and(|link| link.may_send(now))
    }

    /// Whether a connection does not send too many bytes. Who has not greeted sends one message anyway.
    pub(super) fn may_send_bytes(&mut self, now: u64, who: Conn, bytes: usize) -> bool {
        self.link_mut(who).is_none_or(|link| link.may_send_bytes(now, bytes))
    }

    /// Where somebody who greets is let in; who is not is told why, and closed.
    pub(super) fn greet(
        &mut self,
        now: u64,
        who: Conn,
        hello: &Hello,
        (sim, rules): (u32, u64),
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Option<Place> {
        let speaks =
            hello.magic == MAGIC && (hello.protocol == PROTOCOL || hello.protocol.checked_add(1) == Some(PROTOCOL));
        if !speaks || hello.sim != sim || hello.rules != rules {
            self.dismiss(now, who, Bye::Version);
            return None;
        }
        let place = tickets(hello).filter(|place| match place {
            Place::Seat(seat) => usize::from(*seat) < self.chairs.len() && usize::from(hello.lane) < MAX_LANES,
            Place::Spectator(_) => true,
        });
        if place.is_none() {
            self.dismiss(now, who, Bye::Ticket);
        }
        place
    }

    /// A connection takes a seat; the one whose place it takes, which is to be dismissed after that, so that the seat
    /// is not lost in between.
    pub(super) fn sit(&mut self, now: u64, who: Conn, seat: usize, lane: u8) -> Option<Conn> {
        let windows = self.windows;
        let chair = &mut self.chairs[seat];
        let crowded = windows && chair.links.len() == MAX_WINDOWS;
        let old = chair.links.iter().find(|link| crowded || !windows && link.lane == lane).map(|link| link.conn);
        chair.links.push(Link::new(now, who, lane));
        chair.lost = None;
        old
    }

    /// A connection watches.
    pub(super) fn watch(&mut self, now: u64, who: Conn, name: String) {
        self.spectators.insert(who, Spectator { name, link: Link::new(now, who, 0), talk: Talk::default() });
    }

    /// A connection is closed.
    pub(super) fn unlink(&mut self, now: u64, who: Conn) -> Option<Left> {
        self.spectators.remove(&who);
        let seat = self.seat_of(who)?;
        let chair = &mut self.chairs[seat];
        let was_first = chair.links.first().is_some_and(|link| link.conn == who);
        chair.links.retain(|link| link.conn != who);
        if chair.links.is_empty() {
            chair.lost = Some(now);
        }
        Some(Left { seat, was_first })
    }

    /// Closes a connection, with the reason.
    pub(super) fn dismiss(&mut self, now: u64, who: Conn, bye: Bye) -> Option<Left> {
        self.send(vec![who], X::bye(bye));
        self.out.push(X::close(who, bye));
        self.unlink(now, who)
    }

    /// The connections of which nothing was heard for long.
    pub(super) fn silent(&self, now: u64) -> Vec<Conn> {
        let links = self.chairs.iter().flat_map(|chair| &chair.links);
        let links = links.chain(self.spectators.values().map(|spectator| &spectator.link));
        links.filter(|link| link.heard + TIME_OUT_MS <= now).map(|link| link.conn).collect()
    }

    /// Sends everybody a clock that is to come back. By all connections: often it is all that tells one from a dead one.
    pub(super) fn stamp(&mut self, now: u64) {
        for chair in self.chairs.iter_mut().filter(|chair| !chair.links.is_empty()) {
            chair.stamps.push_back(now);
            if chair.stamps.len() > STAMPS {
                chair.stamps.pop_front();
            }
        }
        self.send(self.everybody(), X::clock(now));
    }

    /// A clock came back. A stamp that was never sent says nothing.
    pub(super) fn echo(&mut self, now: u64, seat: usize, stamp: u64) {
        let chair = &mut self.chairs[seat];
        if let Some(place) = chair.stamps.iter().position(|sent| *sent == stamp) {
            chair.stamps.drain(..=place);
            let way = now.saturating_sub(stamp).min(u16::MAX.into()) as u16;
            let lag = if chair.ping == 0 { way } else { ((u32::from(chair.lag) * 3 + u32::from(way)) / 4) as u16 };
            (chair.ping, chair.lag) = (way.max(1), lag);
        }
    }

    /// Whether somebody may say another line; else they are told that they may not.
    pub(super) fn may_say(&mut self, now: u64, who: Conn) -> bool {
        let talk = match self.seat_of(who) {
            Some(seat) => Some(&mut self.chairs[seat].talk),
            None => self.spectators.get_mut(&who).map(|spectator| &mut spectator.talk),
        };
        let may = talk.is_some_and(|talk| talk.may_say(now));
        if !may {
            self.send(vec![who], X::silenced());
        }
        may
    }
}
