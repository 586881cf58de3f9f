//! A match that is played over the network, from the client's side: [`Follower`] with real connections.
//!
//! A thread keeps the connections: it opens them with tickets, opens them again when they are lost, fetches the snapshots that
//! the match goes on from, and sends in those that the server asks for. Who plays the match asks each frame for what has
//! happened ([`Session::poll`]) and for the batches that are due ([`Session::due`]); nothing of that waits.
//!
//! From [`Event::Restore`] to [`Session::restored`] nothing is due, because there is no state that it could be carried out on.

mod keeper;

use super::api::Api;
use crate::net::follower::{Follower, News};
use crate::net::frame::{Bye, Start, ToClient, ToServer};
use crate::net::log::Batch;
use crate::net::{RoomOrder, Tick};
use keeper::Keeper;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::Notify;

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
            ToClient::Bye(bye) => match bye {
                // The connection ends, and another one is opened.
                Bye::Restarting | Bye::Silent | Bye::Ticket | Bye::Flood => {}
                bye => self.end(bye.why().into()),
            },
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

/// What the thread and who plays have in common.
struct Common<O> {
    shared: Mutex<Shared<O>>,
    begun: Instant,
    /// Told when there is something to do for the thread.
    wake: Notify,
}

impl<O> Common<O> {
    fn shared(&self) -> MutexGuard<'_, Shared<O>> {
        // What a panic of the other thread has left is whole: nothing is changed in two steps.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
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
pub struct Session<O> {
    common: Arc<Common<O>>,
    thread: Option<JoinHandle<()>>,
}

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
        let common = Arc::new(Common { shared: Mutex::new(shared), begun: Instant::now(), wake: Notify::new() });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let theirs = common.clone();
        let thread = std::thread::Builder::new().name("session".into());
        let thread = thread.spawn(move || {
            let keeper = Keeper { common: theirs, api, of, lanes: BTreeMap::new() };
            runtime.block_on(keeper.keep());
            // A question that waits for its answer must not hold anybody up.
            runtime.shutdown_background();
        })?;
        Ok(Self { common, thread: Some(thread) })
    }

    /// Milliseconds since the session began, the clock of all its times.
    pub fn now(&self) -> u64 {
        self.common.now()
    }

    /// What has happened since the last call.
    pub fn poll(&mut self) -> Vec<Event<O>> {
        let mut shared = self.common.shared();
        let events: Vec<Event<O>> = shared.events.drain(..).collect();
        // Older ones are taken out of the queue when there is a newer one to come.
        if events.iter().any(|event| matches!(event, Event::Restore(_))) {
            shared.told = shared.restores;
        }
        events
    }

    /// The state that [`Event::Restore`] has brought is there.
    pub fn restored(&mut self) {
        let mut shared = self.common.shared();
        // Meanwhile there may be another one to go on from.
        shared.restored = shared.told == shared.restores;
    }

    /// Level and state are there: the match may begin.
    pub fn loaded(&mut self) {
        self.say(&ToServer::Loaded);
    }

    /// Gives an order; its number.
    pub fn give(&mut self, order: O) -> u32 {
        let cseq = self.common.shared().follower.give(order);
        self.common.wake.notify_one();
        cseq
    }

    /// Says something else: chat, votes.
    pub fn say(&mut self, frame: &ToServer<O>) {
        self.common.shared().follower.say(frame);
        self.common.wake.notify_one();
    }

    /// The batches to carry out now, at most so many.
    pub fn due(&mut self, most: Tick) -> Vec<Batch<O>> {
        let now = self.common.now();
        let mut shared = self.common.shared();
        if shared.restored { shared.follower.due(now, most) } else { Vec::new() }
    }

    /// A tick was carried out; `parts` are the hashes of the parts of the state after it, `whole` that of all of it.
    pub fn executed(&mut self, tick: Tick, whole: u64, parts: Vec<u64>) {
        let mut shared = self.common.shared();
        if shared.restored {
            shared.follower.executed(tick, whole, parts);
        }
        drop(shared);
        self.common.wake.notify_one();
    }

    /// Keeps the state before an exchange tick (every [`crate::net::CHECK_EVERY`]th) for a while, in case that it is asked for;
    /// `pack` makes its bytes, on another thread.
    pub fn keep(&mut self, tick: Tick, pack: impl FnOnce() -> Vec<u8> + Send + 'static) {
        let mut shared = self.common.shared();
        if !shared.restored {
            return;
        }
        if shared.wanted.remove(&tick) {
            shared.uploads.push((tick, Box::new(pack), false));
            drop(shared);
            return self.common.wake.notify_one();
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
        let now = self.common.now();
        self.common.shared().follower.tick_report(now, load, away);
        self.common.wake.notify_one();
    }

    /// The tick to come.
    pub fn tick(&self) -> Tick {
        self.common.shared().follower.tick()
    }

    /// The part of the tick to come that has passed, from 0 to 1.
    pub fn share(&self) -> f32 {
        let shared = self.common.shared();
        shared.follower.playout().share(shared.follower.tick())
    }

    /// How the line is.
    pub fn condition(&self) -> Condition {
        let shared = self.common.shared();
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

impl<O> Drop for Session<O> {
    fn drop(&mut self) {
        self.common.shared().ended = true;
        self.common.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            // It has not panicked, and if so there is nothing to be done.
            let _ = thread.join();
        }
    }
}
