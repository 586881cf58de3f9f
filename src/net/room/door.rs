//! Coming, coming back and going: who is let in, from where in the log the match goes on for them, and who is shown out.

use super::batching::MEMORY_MS;
use super::{Conn, Out, Place, Room};
use crate::net::coding::portions;
use crate::net::frame::{Bye, Have, Hello, Refusal, Start, ToClient, ToServer, Welcome};
use crate::net::log::{Batch, MAX_BATCH};
use crate::net::party::Left;
use crate::net::{Hand, RoomOrder, Tick};

/// Ticks between two checkpoints of a match.
const CHECKPOINT: Tick = 400;

/// Who asks for the match: the seat, or none for a spectator.
type Viewer = Option<usize>;

impl<O: RoomOrder> Room<O> {
    pub(super) fn admit(
        &mut self,
        now: u64,
        who: Conn,
        hello: &Hello,
        tickets: &mut dyn FnMut(&Hello) -> Option<Place>,
    ) {
        match self.party.greet(now, who, hello, (self.settings.sim, self.settings.rules), tickets) {
            Some(Place::Seat(number)) => {
                let number = usize::from(number);
                match &self.seats[number] {
                    seat if !seat.out => self.sit(now, who, number, hello),
                    seat if seat.human => self.dismiss(now, who, Bye::Gone),
                    _ => self.dismiss(now, who, Bye::Ticket),
                }
            }
            Some(Place::Spectator(name)) => {
                self.party.watch(now, who, name);
                self.welcome(vec![who], None, hello.have);
            }
            None => {}
        }
    }

    fn sit(&mut self, now: u64, who: Conn, number: usize, hello: &Hello) {
        let old = self.party.sit(now, who, number, hello.lane);
        let seat = &mut self.seats[number];
        seat.heard = now;
        // Who has batches has the level.
        seat.loaded |= hello.have.is_some();
        old.into_iter().for_each(|old| self.dismiss(now, old, Bye::Replaced));
        self.welcome(vec![who], Some(number), hello.have);
    }

    /// Tells connections where they are, and sends what is missing.
    fn welcome(&mut self, to: Vec<Conn>, viewer: Viewer, have: Option<Have>) {
        let until = self.end_for(viewer);
        let ahead = have.map(|have| have.tick);
        let ahead = ahead.filter(|tick| *tick > until && viewer.is_some() && self.time.is_healing());
        let start = if ahead.is_some() { Start::Here } else { self.start_for(until, have) };
        let cseq = viewer.map_or(0, |seat| self.seats[seat].seen);
        let welcome = Welcome {
            seat: viewer.map(|seat| seat as u8),
            seats: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            url: self.settings.url.clone(),
            start,
            tick: until,
            cseq,
            speed: self.time.speed(),
        };
        self.party.send(to.clone(), ToClient::Welcome(welcome));
        self.tell_time(&to);
        if let (Some(seat), Some(tick)) = (viewer, ahead) {
            self.seats[seat].claims = Some(tick);
            return self.party.send(to, ToClient::AskBatches { from: self.next });
        }
        self.catch_up(&to, start, have, until);
    }

    /// The tick to come, as far as somebody may know.
    const fn end_for(&self, viewer: Viewer) -> Tick {
        if viewer.is_some() { self.next } else { self.shown }
    }

    /// From which state the match goes on for a client: from what it has if that is a part of this log and not too old,
    /// else from the last snapshot that it may see.
    fn start_for(&self, until: Tick, have: Option<Have>) -> Start {
        if have.is_some_and(|have| self.seal_before(have.tick) == Some(have.chain)) {
            return Start::Here;
        }
        let snapshot = self.checkpoints.iter().rev().find(|snapshot| snapshot.tick <= until);
        snapshot.map_or(Start::Beginning, |at| Start::Snapshot { tick: at.tick, chain: at.chain, mac: at.mac })
    }

    /// Sends the batches from a state on, from the log if they are not in memory any more.
    fn catch_up(&mut self, to: &[Conn], start: Start, have: Option<Have>, until: Tick) {
        let from = match start {
            Start::Here => have.map_or(until, |have| have.tick),
            Start::Beginning => 0,
            Start::Snapshot { tick, .. } => tick,
        };
        let first = self.memory.front().map_or(until, |kept| kept.batch.tick);
        if from < first {
            let until = first.min(until);
            self.party.out.extend(to.iter().map(|to| Out::FromLog { to: *to, from, until }));
            self.ask_snapshot();
        }
        let batches = self.memory.iter().map(|kept| &kept.batch);
        let batches = batches.filter(|batch| (from..until).contains(&batch.tick)).cloned();
        for frame in in_frames(batches.collect()) {
            self.party.send(to.to_vec(), frame);
        }
    }

    /// Without a referee two clients that agree are asked for the snapshot of the next checkpoint, so that who comes next
    /// need not play the log from the beginning.
    fn ask_snapshot(&mut self) {
        let tick = self.next.next_multiple_of(CHECKPOINT);
        if self.settings.referee || self.asked == tick {
            return;
        }
        let agreeing = (0..self.seats.len()).filter(|seat| self.is_present(*seat) && self.seats[*seat].equal > 0);
        let last = agreeing.clone().map(|seat| self.seats[seat].equal).max();
        let agreeing = agreeing.filter(|seat| Some(self.seats[*seat].equal) == last);
        let to: Vec<Conn> = agreeing.flat_map(|seat| self.party.voices(seat)).take(2).collect();
        if to.len() == 2 {
            self.asked = tick;
            self.party.send(to, ToClient::AskSnapshot { tick });
        }
    }

    /// A seat has come to another state: it goes on from one that is right.
    pub(super) fn resync(&mut self, seat: usize) {
        let start = self.start_for(self.next, None);
        self.seats[seat].void = self.next;
        // By one lane, so that the other does not begin it again.
        let to = self.party.voices(seat);
        self.party.send(to.clone(), ToClient::Resync(start));
        self.catch_up(&to, start, None, self.next);
    }

    /// Who had batches that the log has lost for good begins anew.
    pub(super) fn drop_claims(&mut self) {
        for seat in 0..self.seats.len() {
            if self.seats[seat].claims.take().is_some() {
                self.resync(seat);
            }
        }
    }

    /// A connection is closed.
    pub fn closed(&mut self, now: u64, who: Conn) -> Vec<Out<O>> {
        self.unlink(now, who);
        self.done()
    }

    fn unlink(&mut self, now: u64, who: Conn) {
        let left = self.party.unlink(now, who);
        self.lose(now, left);
    }

    /// Closes a connection, with the reason.
    pub(super) fn dismiss(&mut self, now: u64, who: Conn, bye: Bye) {
        let left = self.party.dismiss(now, who, bye);
        self.lose(now, left);
    }

    fn lose(&mut self, now: u64, left: Option<Left>) {
        let Some(Left { seat, was_first }) = left else { return };
        match self.party.voices(seat) {
            none if none.is_empty() => self.wait_for_lost(now, seat),
            // What went by the first lane goes by another one now.
            next if was_first => self.tell_time(&next),
            _ => {}
        }
    }

    /// A player goes, or is sent away, for good.
    pub(super) fn expel(&mut self, now: u64, seat: usize, bye: Bye) {
        self.seats[seat].out = true;
        self.hand_over(now, seat, Hand::Program);
        self.party.conns(seat).into_iter().for_each(|conn| self.dismiss(now, conn, bye));
    }

    pub(super) fn on_spectator(&mut self, now: u64, who: Conn, frame: ToServer<O>) {
        match frame {
            ToServer::Chat { text, .. } => self.on_watcher_chat(now, who, &text),
            ToServer::Orders { cseq, .. } => self.refuse(who, cseq, Refusal::NoSeat),
            ToServer::Vote { .. } => self.refuse(who, 0, Refusal::NoSeat),
            ToServer::Leave => self.dismiss(now, who, Bye::Left),
            // Nobody asks how a spectator is.
            ToServer::Hello(_)
            | ToServer::Loaded
            | ToServer::Check(_)
            | ToServer::Prints { .. }
            | ToServer::Report(_)
            | ToServer::Clock { .. }
            | ToServer::Batches(_) => {}
        }
    }

    /// Shows spectators what is old enough.
    pub(super) fn show(&mut self, now: u64) {
        let delay = self.settings.spectator_delay.min(MEMORY_MS - 20_000);
        let to = self.party.watchers();
        let first = self.memory.front().map_or(0, |kept| kept.batch.tick);
        self.shown = self.shown.max(first.min(self.next));
        while let Some(kept) = self.memory.get((self.shown - first) as usize).filter(|kept| kept.made + delay <= now) {
            let frame = ToClient::Batch(kept.batch.clone());
            self.shown += 1;
            self.party.send(to.clone(), frame);
        }
        self.party.show(now);
    }
}

/// Batches in as few messages as the limits allow.
pub fn in_frames<O: RoomOrder>(batches: Vec<Batch<O>>) -> Vec<ToClient<O>> {
    portions(batches, MAX_BATCH * 2).into_iter().map(ToClient::Batches).collect()
}
