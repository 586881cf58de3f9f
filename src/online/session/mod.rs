//! A match that is played over the network, from the client's side: [`Follower`] with real connections.
//!
//! A thread keeps the connections: it opens them with tickets, opens them again when they are lost, fetches the snapshots that
//! the match goes on from, and sends in those that the server asks for. Who plays the match asks each frame for what has
//! happened ([`Session::poll`]) and for the batches that are due ([`Session::due`]); nothing of that waits.
//!
//! From [`Event::Restore`] to [`Session::restored`] nothing is due, because there is no state that it could be carried out on.

mod states;

use super::api::Api;
use super::keeper::{Client, Common, Connections};
use super::lane::End;
use crate::net::follower::{Follower, News};
use crate::net::frame::{Start, Ticket, ToClient, ToServer};
use crate::net::lanes::Wish;
use crate::net::log::Batch;
use crate::net::{RoomOrder, Tick};
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

/// States of exchange ticks that are kept for reports: those of three seconds.
const MAX_KEPT: usize = 3;

/// What has happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<O> {
    /// Go on from this state, then say [`Session::restored`].
    Restore(State),
    /// Show what the message says.
    Frame(ToClient<O>),
    /// No connection stands; it is being mended. The sentence says why.
    Lost(String),
    /// A connection stands again.
    Back,
    /// The server's report about a difference of this machine from another.
    Report(String),
    /// The match is over for this client, with a sentence.
    Ended(String),
}

/// A state from which a match goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// As the description says.
    Beginning,
    /// The snapshot before a tick.
    Snapshot { tick: Tick, bytes: Vec<u8> },
}

/// Makes the bytes of a snapshot, if they are wanted.
type Pack = Box<dyn FnOnce() -> Vec<u8> + Send>;

struct Shared<O> {
    follower: Follower<O>,
    events: VecDeque<Event<O>>,
    seat: Option<u8>,
    /// States that the match was to go on from, so far; how many of them who plays was told of; and whether the last of them is
    /// there.
    restores: u64,
    told: u64,
    restored: bool,
    /// The snapshot that is to be fetched.
    fetch: Option<Tick>,
    kept: VecDeque<(Tick, Pack)>,
    /// Ticks whose snapshots the server has asked for.
    wanted: BTreeSet<Tick>,
    /// Snapshots to send in, and whether a report comes of them.
    uploads: Vec<(Tick, Pack, bool)>,
    lost: bool,
    ended: bool,
}

impl<O: RoomOrder> Shared<O> {
    /// Whether a lane is the first of those that stand.
    fn is_first(&self, lane: u8) -> bool {
        self.follower.lanes().up().min().is_none_or(|first| first == lane)
    }

    fn restore(&mut self, start: Start) {
        self.restores += 1;
        self.restored = false;
        // What is not known yet goes on from another state.
        self.events.retain(|event| !matches!(event, Event::Restore(_)));
        self.fetch = None;
        match start {
            Start::Snapshot { tick, .. } => self.fetch = Some(tick),
            Start::Beginning | Start::Here => self.events.push_back(Event::Restore(State::Beginning)),
        }
    }

    fn frame(&mut self, frame: ToClient<O>) {
        match &frame {
            ToClient::Welcome(welcome) => self.seat = welcome.seat,
            ToClient::AskSnapshot { tick } => {
                self.wanted.insert(*tick);
            }
            ToClient::Desync(desync) => {
                let involved =
                    self.seat.is_some_and(|seat| desync.seats.contains(&seat) || desync.witness == Some(seat));
                if involved
                    && let Some(at) = self.kept.iter().position(|(tick, _)| *tick == desync.snapshot)
                    && let Some((tick, pack)) = self.kept.remove(at)
                {
                    self.uploads.push((tick, pack, true));
                }
            }
            ToClient::Bye(bye) if bye.is_final() => self.end(bye.why().into()),
            _ => {}
        }
        self.events.push_back(Event::Frame(frame));
    }

    fn end(&mut self, sentence: String) {
        if !self.ended {
            self.ended = true;
            self.events.push_back(Event::Ended(sentence));
        }
    }
}

impl<O: RoomOrder + Send + 'static> Client for Shared<O> {
    fn wish(&mut self, now: u64) -> Option<Wish> {
        self.follower.wish(now)
    }

    fn sent(&mut self) -> Vec<(u8, Vec<u8>)> {
        self.follower.sent().into_iter().map(|(lane, frame)| (lane, frame.encode())).collect()
    }

    fn hello(&self, lane: u8, ticket: Ticket) -> Vec<u8> {
        self.follower.hello(lane, ticket).encode()
    }

    fn heard(&mut self, now: u64, lane: u8, bytes: &[u8]) {
        // A server that cannot be read is left; the silence ends the connection.
        let Ok(frame) = ToClient::decode(bytes) else { return };
        for news in self.follower.on_frame(now, lane, frame) {
            match news {
                News::Restore(start) => self.restore(start),
                // Spectators are told everything by each of their lanes.
                News::Frame(ToClient::Chat { .. }) if self.seat.is_none() && !self.is_first(lane) => {}
                News::Frame(frame) => self.frame(frame),
            }
        }
        if self.lost {
            self.lost = false;
            self.events.push_back(Event::Back);
        }
    }

    fn closed(&mut self, now: u64, lane: u8, end: End) {
        self.follower.closed(now, lane);
        match end {
            End::Final(sentence) => self.end(sentence),
            End::Lost(sentence) => {
                let alone = self.follower.lanes().up().next().is_none();
                if alone && !self.lost && !self.ended {
                    self.lost = true;
                    self.events.push_back(Event::Lost(sentence));
                }
            }
        }
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    fn ask(common: &Arc<Common<Self>>, api: &Api, of: &str) {
        let (fetch, uploads) = {
            let mut shared = common.client();
            let fetch = shared.fetch.take().map(|tick| (tick, shared.restores));
            (fetch, std::mem::take(&mut shared.uploads))
        };
        if let Some((tick, restores)) = fetch {
            tokio::spawn(states::fetch(common.clone(), api.clone(), of.into(), tick, restores));
        }
        for (tick, pack, reports) in uploads {
            let (common, api, of) = (common.clone(), api.clone(), of.to_string());
            tokio::task::spawn_blocking(move || states::upload(&common, &api, &of, tick, pack, reports));
        }
    }
}

/// How the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Condition {
    /// Connections that stand.
    pub lanes: u8,
    /// Ticks of the playout buffer.
    pub buffer: u8,
    /// Batches in a thousand that came too late for it in the last ten seconds.
    pub late_permille: u32,
    /// Orders that are in no batch yet.
    pub pending: usize,
    /// Ticks that are there and not carried out.
    pub behind: Tick,
}

/// A match that is played over the network. The connections end when this is dropped; the seat is kept for a while.
pub struct Session<O>(Connections<Shared<O>>);

impl<O: RoomOrder + Send + 'static> Session<O> {
    /// Joins a running match, by its name on the server; `sim` and `rules` are the version of the simulation's behaviour and the
    /// hash of its rules.
    ///
    /// # Errors
    /// What the system says if it has no thread.
    pub fn join(api: Api, of: String, sim: u32, rules: u64) -> std::io::Result<Self> {
        let shared = Shared {
            follower: Follower::new(0, sim, rules),
            events: VecDeque::new(),
            seat: None,
            restores: 0,
            told: 0,
            restored: true,
            fetch: None,
            kept: VecDeque::new(),
            wanted: BTreeSet::new(),
            uploads: Vec::new(),
            lost: false,
            ended: false,
        };
        Connections::keep(api, of, shared).map(Self)
    }

    /// Milliseconds since the session began, the clock of all its times.
    pub fn now(&self) -> u64 {
        self.0.now()
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<Event<O>> {
        let mut shared = self.0.client();
        let events: Vec<Event<O>> = shared.events.drain(..).collect();
        // Older ones are taken out of the queue when there is a newer one to come.
        if events.iter().any(|event| matches!(event, Event::Restore(_))) {
            shared.told = shared.restores;
        }
        events
    }

    /// The state that [`Event::Restore`] has brought is there.
    pub fn restored(&mut self) {
        let mut shared = self.0.client();
        // Meanwhile there may be another one to go on from.
        shared.restored = shared.told == shared.restores;
    }

    /// Level and state are there: the match may begin.
    pub fn loaded(&mut self) {
        self.0.client().follower.loaded();
        self.0.wake();
    }

    /// Gives an order; its number.
    pub fn give(&mut self, order: O) -> u32 {
        let cseq = self.0.client().follower.give(order);
        self.0.wake();
        cseq
    }

    /// Says something else: chat, votes.
    pub fn say(&mut self, frame: &ToServer<O>) {
        self.0.client().follower.say(frame);
        self.0.wake();
    }

    /// The batches to carry out now, at most so many.
    pub fn due(&mut self, most: Tick) -> Vec<Batch<O>> {
        let now = self.0.now();
        let mut shared = self.0.client();
        if shared.restored { shared.follower.due(now, most) } else { Vec::new() }
    }

    /// A tick was carried out; `parts` are the hashes of the parts of the state after it, `whole` that of all of it.
    pub fn executed(&mut self, tick: Tick, whole: u64, parts: Vec<u64>) {
        let mut shared = self.0.client();
        if shared.restored {
            shared.follower.executed(tick, whole, parts);
        }
        drop(shared);
        self.0.wake();
    }

    /// Keeps the state before an exchange tick (every [`crate::net::CHECK_EVERY`]th) for a while, in case that it is asked for;
    /// `pack` makes its bytes, on another thread.
    pub fn keep(&mut self, tick: Tick, pack: impl FnOnce() -> Vec<u8> + Send + 'static) {
        let mut shared = self.0.client();
        if !shared.restored {
            return;
        }
        if shared.wanted.remove(&tick) {
            shared.uploads.push((tick, Box::new(pack), false));
            drop(shared);
            return self.0.wake();
        }
        shared.wanted.retain(|wanted| *wanted > tick);
        shared.kept.push_back((tick, Box::new(pack)));
        if shared.kept.len() > MAX_KEPT {
            shared.kept.pop_front();
        }
    }

    /// Reports to the others, once a second however often it is called; `load` is the share of a processor core in percent, `away`
    /// whether the window is hidden.
    pub fn report(&mut self, load: u8, away: bool) {
        let now = self.0.now();
        self.0.client().follower.tick_report(now, load, away);
        self.0.wake();
    }

    /// The tick to come.
    pub fn tick(&self) -> Tick {
        self.0.client().follower.tick()
    }

    /// The part of the tick to come that has passed, from 0 to 1.
    pub fn share(&self) -> f32 {
        let shared = self.0.client();
        shared.follower.playout().share(shared.follower.tick())
    }

    /// How the line is.
    pub fn condition(&self) -> Condition {
        let shared = self.0.client();
        let follower = &shared.follower;
        Condition {
            lanes: follower.lanes().up().count() as u8,
            buffer: follower.playout().buffer(),
            late_permille: follower.playout().late_permille(),
            pending: follower.pending(),
            behind: follower.lanes().reached().0.saturating_sub(follower.tick()),
        }
    }
}
