//! The client's half of a match: greets, keeps its orders until they are settled, and hands out batches when they are due.
//!
//! It executes nothing itself. The simulation beside it takes the batches from [`Follower::due`], runs them and says
//! what came of each by [`Follower::executed`]; what is to be sent is taken by [`Follower::sent`].

use super::coding::{MAX_ORDERS, MAX_PRINTS, MAX_TO_SERVER, bytes_of, portions};
use super::frame::{Check, Have, Hello, MAGIC, Refusal, Report, Start, Ticket, ToClient, ToServer};
use super::lanes::{Lanes, Wish};
use super::log::Batch;
use super::playout::Playout;
use super::{CHECK_EVERY, PROTOCOL, RoomOrder, Tick, chained};
use std::collections::VecDeque;

/// States whose hashes are kept: what is asked for is at most a few seconds old.
const MAX_KEPT_PRINTS: usize = 256;

/// Batches that are kept for a server that loses its power: the log reaches the disk once a second.
const MAX_KEPT_BATCHES: usize = 100;

/// Ticks behind up to which hashes are sent.
const MAX_CHECKED_BEHIND: Tick = 100;

/// Bytes of a message besides its list.
const FRAME_HEAD: usize = 16;

/// What the simulation beside the follower has to do, or to show.
#[derive(Debug, Clone, PartialEq)]
pub enum News<O> {
    /// Fetch and restore this state before the next batch is executed.
    Restore(Start),
    /// Show what the message says.
    Frame(ToClient<O>),
}

/// The client's half of a match.
#[derive(Debug, Clone)]
pub struct Follower<O> {
    sim: u32,
    rules: u64,
    lanes: Lanes<O>,
    playout: Playout,
    /// Batches that are next and not executed yet.
    ready: VecDeque<Batch<O>>,
    /// Batches that the server may have lost.
    kept: VecDeque<Batch<O>>,
    seat: Option<u8>,
    /// Whether a server has said where the match goes on.
    welcomed: bool,
    /// Whether level and state are there.
    loaded: bool,
    /// The number of the next order.
    next_order: u32,
    /// Orders that are in no batch yet and were not refused.
    pending: VecDeque<(u32, O)>,
    /// The tick to come of the simulation, and the chain of hashes up to it.
    tick: Tick,
    chain: u64,
    prints: VecDeque<(Tick, Vec<u64>)>,
    speed: u16,
    report: u64,
    out: Vec<(u8, ToServer<O>)>,
}

impl<O: RoomOrder> Follower<O> {
    /// A client of a match that it knows nothing of.
    pub fn new(now: u64, sim: u32, rules: u64) -> Self {
        Self {
            sim,
            rules,
            lanes: Lanes::new(0, [0; 8]),
            playout: Playout::new(now, 0),
            ready: VecDeque::new(),
            kept: VecDeque::new(),
            seat: None,
            welcomed: false,
            loaded: false,
            next_order: 1,
            pending: VecDeque::new(),
            tick: 0,
            chain: 0,
            prints: VecDeque::new(),
            speed: 100,
            report: now,
            out: Vec::new(),
        }
    }

    /// The tick to come of the simulation.
    pub const fn tick(&self) -> Tick {
        self.tick
    }

    pub const fn playout(&self) -> &Playout {
        &self.playout
    }

    pub const fn lanes(&self) -> &Lanes<O> {
        &self.lanes
    }

    /// Orders that are not settled.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// What to do about connections now.
    pub fn wish(&mut self, now: u64) -> Option<Wish> {
        self.lanes.wish(now, self.playout.late_permille())
    }

    /// The first message of a lane that is connected.
    pub fn hello(&self, lane: u8, ticket: Ticket) -> ToServer<O> {
        let (tick, chain) = self.lanes.reached();
        let have = (tick > 0).then_some(Have { tick, chain });
        let (sim, rules) = (self.sim, self.rules);
        ToServer::Hello(Hello { magic: MAGIC, protocol: PROTOCOL, sim, rules, lane, ticket, have })
    }

    /// A lane was closed, or could not be opened.
    pub fn closed(&mut self, now: u64, lane: u8) {
        self.lanes.closed(now, lane);
    }

    /// Level and state are there: the match may begin. A server that is connected later is told then.
    pub fn loaded(&mut self) {
        self.loaded = true;
        self.say(&ToServer::Loaded);
    }

    /// Gives an order; its number.
    pub fn give(&mut self, order: O) -> u32 {
        let cseq = self.next_order;
        self.next_order += 1;
        self.pending.push_back((cseq, order.clone()));
        self.say(&ToServer::Orders { cseq, skip: false, orders: vec![order] });
        cseq
    }

    /// Sends a message by all lanes if it is an order, which comes twice without harm, and by the first otherwise.
    pub fn say(&mut self, frame: &ToServer<O>) {
        // Who leaves says nothing again: a lane that is lost just then must not be the only one that has heard of it.
        let by_all = matches!(frame, ToServer::Orders { .. } | ToServer::Leave);
        let lanes = if by_all { usize::MAX } else { 1 };
        self.out.extend(self.lanes.up().take(lanes).map(|lane| (lane, frame.clone())));
    }

    /// What is to be sent, with the lanes.
    pub fn sent(&mut self) -> Vec<(u8, ToServer<O>)> {
        std::mem::take(&mut self.out)
    }

    /// A message came by a lane.
    pub fn on_frame(&mut self, now: u64, lane: u8, frame: ToClient<O>) -> Vec<News<O>> {
        let others = self.lanes.up().any(|other| other != lane);
        if others && !self.lanes.is_up(lane) {
            self.playout.relieved(now);
        }
        self.lanes.heard(now, lane);
        match frame {
            ToClient::Batch(batch) => return self.take(now, batch, true),
            ToClient::Batches(batches) => {
                // The others tell nothing about the line.
                let last = batches.last().map(|batch| batch.tick);
                let each = |batch: Batch<O>| self.take(now, batch.clone(), Some(batch.tick) == last);
                return batches.into_iter().flat_map(each).collect();
            }
            ToClient::Clock { stamp } => self.out.push((lane, ToServer::Clock { echo: stamp })),
            ToClient::AskPrints { from, until } => self.tell_prints(lane, from, until),
            ToClient::AskBatches { from } => self.give_back(lane, from),
            ToClient::Speed { from, percent } if percent != self.speed => {
                self.change_speed(from, percent);
                return vec![News::Frame(ToClient::Speed { from, percent })];
            }
            ToClient::Resumed { in_ms } => {
                self.playout.resumed();
                return vec![News::Frame(ToClient::Resumed { in_ms })];
            }
            ToClient::Refused { why: Refusal::Gap(from), .. } => self.resend(lane, from),
            ToClient::Refused { cseq, why } => {
                self.pending.retain(|(pending, _)| *pending != cseq);
                return vec![News::Frame(ToClient::Refused { cseq, why })];
            }
            ToClient::Resync(start) => {
                let mut news = self.restore(now, start);
                news.push(News::Frame(ToClient::Resync(start)));
                return news;
            }
            ToClient::Welcome(welcome) => {
                self.seat = welcome.seat;
                self.next_order = self.next_order.max(welcome.cseq.saturating_add(1));
                let fresh = !others || !self.welcomed;
                let mut news = Vec::new();
                if fresh && welcome.start != Start::Here {
                    news = self.restore(now, welcome.start);
                }
                self.welcomed = true;
                if self.loaded {
                    self.out.push((lane, ToServer::Loaded));
                }
                self.change_speed(welcome.tick, welcome.speed);
                // Those before were refused, or come in a batch.
                self.resend(lane, welcome.cseq.saturating_add(1));
                news.push(News::Frame(ToClient::Welcome(welcome)));
                return news;
            }
            frame => return vec![News::Frame(frame)],
        }
        Vec::new()
    }

    fn change_speed(&mut self, from: Tick, percent: u16) {
        if percent != self.speed {
            self.playout.speed(from, percent);
            self.speed = percent;
        }
    }

    /// Takes a batch; `timed` if it tells something about the line.
    fn take(&mut self, now: u64, batch: Batch<O>, timed: bool) -> Vec<News<O>> {
        if timed && self.lanes.is_new(batch.tick) {
            self.playout.arrived(now, batch.tick);
        }
        let mut news = Vec::new();
        for batch in self.lanes.take(batch) {
            for entry in batch.entries.iter().filter(|entry| entry.cseq > 0 && Some(entry.seat) == self.seat) {
                // Orders come in their order: what was before this one and in no batch was refused.
                while let Some((cseq, _)) = self.pending.pop_front_if(|(cseq, _)| *cseq <= entry.cseq) {
                    if cseq < entry.cseq {
                        news.push(News::Frame(ToClient::Refused { cseq, why: Refusal::Unheard }));
                    }
                }
            }
            self.kept.push_back(batch.clone());
            if self.kept.len() > MAX_KEPT_BATCHES {
                self.kept.pop_front();
            }
            self.ready.push_back(batch);
        }
        news
    }

    /// Sends what is not settled again, from an order on. What is missing in between is settled.
    fn resend(&mut self, lane: u8, from: u32) {
        let (mut cseq, mut orders, mut bytes) = (0, Vec::new(), FRAME_HEAD);
        for (number, order) in self.pending.iter().filter(|(cseq, _)| *cseq >= from) {
            let size = bytes_of(order).len();
            let follows = cseq + orders.len() as u32 == *number;
            if !orders.is_empty() && (!follows || orders.len() == MAX_ORDERS || bytes + size > MAX_TO_SERVER) {
                self.out.push((lane, ToServer::Orders { cseq, skip: true, orders: std::mem::take(&mut orders) }));
            }
            if orders.is_empty() {
                (cseq, bytes) = (*number, FRAME_HEAD);
            }
            bytes += size;
            orders.push(order.clone());
        }
        if !orders.is_empty() {
            self.out.push((lane, ToServer::Orders { cseq, skip: true, orders }));
        }
    }

    fn tell_prints(&mut self, lane: u8, from: Tick, until: Tick) {
        let asked = self.prints.iter().filter(|(tick, _)| (from..=until).contains(tick)).take(MAX_PRINTS);
        let mut asked = asked.peekable();
        // From another tick on they would be taken for those of these ticks.
        let known = asked.peek().is_some_and(|(tick, _)| *tick == from);
        let parts = asked.filter(|_| known).map(|(_, parts)| parts.clone()).collect();
        self.out.push((lane, ToServer::Prints { from, parts }));
    }

    /// Returns batches that the server has lost, as far as they are kept.
    fn give_back(&mut self, lane: u8, from: Tick) {
        let kept = self.kept.iter().filter(|batch| batch.tick >= from).cloned();
        let mut messages = portions(kept, MAX_TO_SERVER - FRAME_HEAD);
        if messages.is_empty() {
            messages.push(Vec::new());
        }
        self.out.extend(messages.into_iter().map(|batches| (lane, ToServer::Batches(batches))));
    }

    /// Goes on from another state.
    fn restore(&mut self, now: u64, start: Start) -> Vec<News<O>> {
        let (tick, chain, mac) = match start {
            Start::Here => return Vec::new(),
            Start::Beginning => (0, 0, [0; 8]),
            Start::Snapshot { tick, chain, mac } => (tick, chain, mac),
        };
        self.lanes.jump(tick, mac);
        self.playout.jump(now, tick);
        self.ready.clear();
        self.kept.clear();
        self.prints.clear();
        (self.tick, self.chain) = (tick, chain);
        vec![News::Restore(start)]
    }

    /// The batches that are due now, at most so many: the simulation takes no more time than a frame of the picture has.
    pub fn due(&mut self, now: u64, most: Tick) -> Vec<Batch<O>> {
        let have = self.lanes.reached().0;
        let first = self.ready.front().map_or(have, |batch| batch.tick);
        let due = self.playout.due(now, first, have).min(most);
        self.ready.drain(..self.ready.len().min(due as usize)).collect()
    }

    /// The simulation has executed a tick; `parts` are the hashes of the parts of its state, `whole` that of all of it.
    pub fn executed(&mut self, tick: Tick, whole: u64, parts: Vec<u64>) {
        self.tick = tick + 1;
        self.chain = chained(self.chain, whole);
        self.prints.push_back((self.tick, parts));
        if self.prints.len() > MAX_KEPT_PRINTS {
            self.prints.pop_front();
        }
        // While it catches up it would send more messages than it may, about what has been compared long ago.
        let in_step = self.tick + MAX_CHECKED_BEHIND >= self.lanes.reached().0;
        if self.tick.is_multiple_of(CHECK_EVERY) && self.seat.is_some() && in_step {
            self.say(&ToServer::Check(Check { tick: self.tick, whole, chain: self.chain }));
        }
    }

    /// Reports once a second; `load` is the share of a processor core in percent, `away` whether the window is hidden.
    pub fn tick_report(&mut self, now: u64, load: u8, away: bool) {
        if now >= self.report && self.seat.is_some() {
            self.report = now + 1000;
            let report = Report { tick: self.tick, buffer: self.playout.buffer(), load, away };
            self.say(&ToServer::Report(report));
        }
    }
}
