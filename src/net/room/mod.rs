//! The server's half of a match in real time: it puts the orders of the players in an order and sends them to everybody.
//!
//! A room does not simulate, and waits for nobody longer than its rules say. It is told what came and what time it is, and
//! answers with what is to be done, in this order: a batch is appended to the log before it is sent. What the room cannot
//! know is told by its owner: tickets are judged by a closure, and a **referee** (a simulation beside it, if there is
//! one) gives checkpoints, hashes and the end of the match.

mod batching;
mod checks;
mod door;
mod pace;
mod seat;
mod standing;
mod talk;
mod votes;

pub use super::party::{Conn, Place};
pub use door::in_frames;
pub use seat::MAX_A_TICK;
pub use standing::Standing;

use super::coding::FrameError;
use super::frame::{Bye, Check, Desync, Ending, Hello, Presence, Refusal, ToClient, ToServer};
use super::log::{Batch, Entry, Key, Log, Mac, Seal};
use super::party::{Party, Post};
use super::{Hand, RoomOrder, Tick};
use checks::Checks;
use pace::{Phase, Time};
use seat::Seat;
use std::collections::VecDeque;
use votes::Ballot;

/// Milliseconds after which a client that reports once a second is overdue.
const OVERDUE_MS: u64 = 2_500;

/// A seat of a match that is to begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatSetup {
    pub name: String,
    pub team: u8,
    /// Whether a person plays it; a program otherwise, from the beginning to the end.
    pub human: bool,
}

/// The rules of a room. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// At most 64.
    pub seats: Vec<SeatSetup>,
    /// The version of the simulation's behaviour, and the hash of the rules: who has others is not let in.
    pub sim: u32,
    pub rules: u64,
    /// Where clients fetch the description of the match and its snapshots.
    pub url: String,
    /// Without votes on speed.
    pub rated: bool,
    /// Whether a simulation beside the room gives hashes and snapshots.
    pub referee: bool,
    /// How far spectators are behind: 60 s in rated matches, at most 100 s.
    pub spectator_delay: u64,
    /// How long the match waits for who has not loaded yet.
    pub start: u64,
    /// For how long in total the match goes slower because of somebody.
    pub slow: u64,
    /// How long a seat is kept for who was cut off.
    pub keep: u64,
    /// Pauses of each player without a vote.
    pub pauses: u8,
}

impl Settings {
    /// The usual rules, for a match between friends.
    pub fn new(seats: Vec<SeatSetup>, sim: u32, rules: u64, url: String) -> Self {
        Self {
            seats,
            sim,
            rules,
            url,
            rated: false,
            referee: false,
            spectator_delay: 0,
            start: 60_000,
            slow: 30_000,
            keep: 120_000,
            pauses: 3,
        }
    }
}

/// Something that the owner of a room has to do, or to know.
#[derive(Debug, Clone, PartialEq)]
pub enum Out<O> {
    /// Append these bytes to the log before doing what comes after.
    Append(Vec<u8>),
    /// Keep this beside the log, in place of the last one, for [`Room::restore`].
    Keep(Standing),
    Send {
        to: Vec<Conn>,
        frame: ToClient<O>,
    },
    /// Send the batches `from..until` of the log in [`ToClient::Batches`]: the room has forgotten them.
    FromLog {
        to: Conn,
        from: Tick,
        until: Tick,
    },
    /// Close, once what was sent is sent.
    Close(Conn, Bye),
    /// Tell [`Room::referee_prints`] the hashes of the parts of the state before these ticks.
    AskReferee {
        from: Tick,
        until: Tick,
    },
    /// Keep this in the archive; a report is made of the snapshots that come.
    Desync(Desync),
    /// The match counts for no rating any more.
    Unrated,
    Over(Ending),
}

impl<O: RoomOrder> Post for Out<O> {
    type Frame = ToClient<O>;

    fn send(to: Vec<Conn>, frame: ToClient<O>) -> Self {
        Self::Send { to, frame }
    }

    fn close(who: Conn, bye: Bye) -> Self {
        Self::Close(who, bye)
    }

    fn bye(bye: Bye) -> ToClient<O> {
        ToClient::Bye(bye)
    }

    fn clock(stamp: u64) -> ToClient<O> {
        ToClient::Clock { stamp }
    }

    fn silenced() -> ToClient<O> {
        ToClient::Refused { cseq: 0, why: Refusal::Silenced }
    }
}

/// A batch in memory, with when it was made.
#[derive(Debug, Clone)]
struct Kept<O> {
    made: u64,
    batch: Batch<O>,
}

/// A snapshot that clients can fetch: the state before a tick.
#[derive(Debug, Clone, Copy)]
struct Checkpoint {
    tick: Tick,
    chain: u64,
    mac: Mac,
}

/// The server's half of a match.
#[derive(Debug, Clone)]
pub struct Room<O: RoomOrder> {
    settings: Settings,
    seal: Seal,
    first_seal: Mac,
    /// The tick to come.
    next: Tick,
    /// The last two minutes of batches.
    memory: VecDeque<Kept<O>>,
    seats: Vec<Seat<O>>,
    party: Party<Out<O>>,
    /// The tick to come for spectators.
    shown: Tick,
    /// What the server orders in the next batch.
    server_orders: Vec<Entry<O>>,
    time: Time,
    ballot: Option<Ballot>,
    /// What is kept beside the log.
    kept: Standing,
    checks: Checks,
    /// Oldest first.
    checkpoints: VecDeque<Checkpoint>,
    /// The tick of the snapshot that clients were asked for last.
    asked: Tick,
    /// When seats are told of each other again.
    presence: u64,
}

impl<O: RoomOrder> Room<O> {
    /// The room of a new match, whose log begins with [`super::log::head`] of the same description.
    pub fn new(settings: Settings, key: Key, description: &[u8], now: u64) -> Self {
        let seal = Seal::new(key, description);
        let seats = settings.seats.iter();
        let seats: Vec<Seat<O>> =
            seats.map(|seat| Seat::new(now, seat.name.clone(), seat.team, seat.human, settings.pauses)).collect();
        let delay = settings.spectator_delay;
        let party = Party::new(now, settings.seats.iter().map(|seat| seat.human), delay, false);
        let time = Time::new(now, false);
        Self {
            kept: Standing::new(&time, &seats),
            first_seal: seal.last(),
            seal,
            next: 0,
            memory: VecDeque::new(),
            seats,
            party,
            shown: 0,
            server_orders: Vec::new(),
            time,
            ballot: None,
            checks: Checks::default(),
            checkpoints: VecDeque::new(),
            asked: 0,
            presence: now,
            settings,
        }
    }

    /// The room of a match that goes on after the server was gone, with what was kept beside its log. Clients give back the
    /// batches that the log has lost, so it waits for them at first.
    pub fn restore(settings: Settings, key: Key, log: Log<O>, kept: Option<&Standing>, now: u64) -> Self {
        let mut room = Self::new(settings, key, &log.description, now);
        room.time = Time::new(now, true);
        log.batches.into_iter().for_each(|batch| room.keep(now, batch));
        room.seal = log.seal;
        kept.into_iter().for_each(|kept| room.take_up(now, kept));
        room
    }

    /// The tick to come.
    pub const fn next(&self) -> Tick {
        self.next
    }

    /// Who plays a seat.
    pub fn hand(&self, seat: u8) -> Option<Hand> {
        Some(self.seats.get(usize::from(seat))?.hand)
    }

    /// Whether nobody is connected.
    pub fn is_deserted(&self) -> bool {
        self.party.is_deserted()
    }

    /// A connection sent bytes. `tickets` says where the ticket of a greeting leads, and takes it out of use.
    pub fn on_bytes(
        &mut self,
        now: u64,
        who: Conn,
        bytes: &[u8],
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out<O>> {
        if !self.party.may_send_bytes(now, who, bytes.len()) {
            self.dismiss(now, who, Bye::Flood);
            return self.done();
        }
        match ToServer::decode(bytes) {
            Ok(frame) => self.on_frame(now, who, frame, tickets),
            Err(error) => self.on_error(now, who, error),
        }
    }

    /// A connection sent bytes that are no message.
    pub fn on_error(&mut self, now: u64, who: Conn, error: FrameError) -> Vec<Out<O>> {
        self.dismiss(now, who, error.bye());
        self.done()
    }

    /// A connection sent a message.
    pub fn on_frame(
        &mut self,
        now: u64,
        who: Conn,
        frame: ToServer<O>,
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) -> Vec<Out<O>> {
        match (frame, self.party.seat_of(who)) {
            (ToServer::Hello(hello), _) if !self.party.knows(who) => self.admit(now, who, &hello, tickets),
            (ToServer::Hello(_), _) => self.dismiss(now, who, Bye::Protocol),
            (_, None) if !self.party.knows(who) => self.dismiss(now, who, Bye::Protocol),
            (frame, _) if !self.party.may_send(now, who) => {
                drop(frame);
                self.dismiss(now, who, Bye::Flood);
            }
            (frame, None) => self.on_spectator(now, who, frame),
            (frame, Some(seat)) => self.on_seat(now, seat, who, frame),
        }
        self.done()
    }

    fn on_seat(&mut self, now: u64, seat: usize, who: Conn, frame: ToServer<O>) {
        match frame {
            // Judged before.
            ToServer::Hello(_) => {}
            ToServer::Loaded => (self.seats[seat].loaded, self.seats[seat].heard) = (true, now),
            ToServer::Orders { cseq, skip, orders } => self.on_orders(now, seat, who, (cseq, skip), orders),
            ToServer::Check(check) => self.on_check(now, seat, check),
            ToServer::Prints { from, parts } => self.on_prints(now, Some(seat as u8), from, &parts),
            ToServer::Report(report) => {
                let next = self.next;
                let seat = &mut self.seats[seat];
                (seat.report, seat.reported, seat.heard) = (report, next, now);
            }
            ToServer::Clock { echo } => self.party.echo(now, seat, echo),
            ToServer::Chat { to, text } => self.on_chat(now, seat, who, to, &text),
            ToServer::Vote { motion, yes } => self.on_vote(now, seat, motion, yes),
            ToServer::Batches(batches) => self.take_back(now, seat, batches),
            ToServer::Leave => self.expel(now, seat, Bye::Left),
        }
    }

    /// Does what is due. To be called at [`Room::due`] at the latest.
    pub fn tick(&mut self, now: u64) -> Vec<Out<O>> {
        self.keep_time(now);
        self.watch_checks(now);
        self.watch_ballot(now);
        if now >= self.presence {
            self.drop_silent(now);
            self.tell_presence(now);
            self.presence = now + 1000;
        }
        self.show(now);
        self.done()
    }

    /// When the room has something to do at the latest, in milliseconds.
    pub fn due(&self) -> u64 {
        self.time.due().min(self.presence)
    }

    /// The referee has a snapshot before a tick that clients can fetch, with the chain of hashes up to it.
    pub fn checkpoint(&mut self, tick: Tick, chain: u64) {
        // A snapshot of the future is none, and one that is older than the memory would need its seal from the log.
        let Some(mac) = self.seal_before(tick) else { return };
        self.checkpoints.push_back(Checkpoint { tick, chain, mac });
        // Spectators are at most a minute behind: three checkpoints.
        if self.checkpoints.len() > 8 {
            self.checkpoints.pop_front();
        }
    }

    /// The chain of hashes up to an exchange tick on which the machines agree, for [`Room::checkpoint`] of a snapshot that two
    /// clients have sent alike.
    pub fn agreed_chain(&self, tick: Tick) -> Option<u64> {
        self.checks.agreed(tick)
    }

    /// Whether a snapshot is old enough for a spectator to see it.
    pub fn may_watch(&self, tick: Tick) -> bool {
        tick <= self.shown
    }

    /// The referee's hashes.
    pub fn referee_check(&mut self, now: u64, check: Check) -> Vec<Out<O>> {
        self.vote_hash(now, None, check);
        self.done()
    }

    /// The referee's answer to [`Out::AskReferee`].
    pub fn referee_prints(&mut self, now: u64, from: Tick, parts: &[Vec<u64>]) -> Vec<Out<O>> {
        self.on_prints(now, None, from, parts);
        self.done()
    }

    /// The referee says that a side has lost: it gives no more orders.
    pub fn beaten(&mut self, seat: u8) {
        if let Some(seat) = self.seats.get_mut(usize::from(seat)) {
            seat.beaten = true;
        }
    }

    /// The server is about to start again: everybody is to come back.
    pub fn restart(&mut self, now: u64) -> Vec<Out<O>> {
        self.party.everybody().into_iter().for_each(|conn| self.dismiss(now, conn, Bye::Restarting));
        self.done()
    }

    /// The match is over.
    pub fn finish(&mut self, now: u64, ending: Ending) -> Vec<Out<O>> {
        self.end(now, ending);
        self.done()
    }

    fn end(&mut self, now: u64, ending: Ending) {
        if self.time.phase != Phase::Over {
            self.time.phase = Phase::Over;
            self.party.broadcast(now, ToClient::Over(ending));
            self.party.out.push(Out::Over(ending));
        }
    }

    /// What the call has brought about.
    fn done(&mut self) -> Vec<Out<O>> {
        self.keep_standing();
        self.party.done()
    }

    fn refuse(&mut self, to: Conn, cseq: u32, why: Refusal) {
        self.party.send(vec![to], ToClient::Refused { cseq, why });
    }

    /// Refuses something that has no number, by the first lane of a seat.
    fn refuse_seat(&mut self, seat: usize, why: Refusal) {
        self.party.send(self.party.voices(seat), ToClient::Refused { cseq: 0, why });
    }

    /// Whether a person plays a seat and is connected.
    fn is_present(&self, seat: usize) -> bool {
        self.seats[seat].hand == Hand::Human && self.party.is_here(seat)
    }

    /// Ticks that a seat is behind; who has not reported when it should is where it was.
    fn behind(&self, now: u64, seat: &Seat<O>, is_gone: bool) -> Tick {
        let is_overdue = seat.hand == Hand::Human && !is_gone && seat.heard + OVERDUE_MS <= now;
        if is_overdue { self.next.saturating_sub(seat.report.tick) } else { seat.behind() }
    }

    fn tell_presence(&mut self, now: u64) {
        let seats = self.seats.iter().zip(&self.party.chairs).map(|(seat, chair)| Presence {
            hand: seat.hand,
            lanes: chair.links.len() as u8,
            loaded: seat.loaded,
            away: seat.report.away,
            ping: chair.ping,
            behind: self.behind(now, seat, chair.links.is_empty()).min(u16::MAX.into()) as u16,
            load: seat.report.load,
        });
        let frame = ToClient::Presence(seats.collect());
        self.party.broadcast(now, frame);
        self.party.stamp(now);
    }

    /// Closes connections of which nothing was heard for long.
    fn drop_silent(&mut self, now: u64) {
        self.party.silent(now).into_iter().for_each(|conn| self.dismiss(now, conn, Bye::Silent));
    }
}
