//! A match while it is played: one task that owns who decides it, and carries out what that says in its order.

use super::at_table::record_of;
use super::authority::{Authority, Deed, Finding, Over};
use super::entry::Match;
use super::event::Event;
use super::keeping::{Keeping, Synced};
use super::ledger::{self, Entrusted, Ledger};
use super::line::Line;
use super::log_file::LogFile;
use super::referee::{self, Job, Told};
use super::report::{Cases, State};
use super::shelf::{Kept, Shelf};
use super::tickets::Tickets;
use super::{Clock, Hall};
use crate::net::Tick;
use crate::net::frame::Bye;
use crate::net::room::Conn;
use axum::body::Bytes;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Weak};
use tokio::sync::mpsc;

/// Milliseconds after the end in which clients still fetch what they want, at most and if nobody is connected.
const LINGER_MS: (u64, u64) = (600_000, 5000);

/// Milliseconds after which a match that everybody has left is over.
const ABANDONED_MS: u64 = 600_000;

/// Snapshots of clients that wait for another that is equal.
const MAX_UPLOADS: usize = 4;

/// A match while it is played.
pub(super) struct Live {
    hall: Weak<Hall>,
    of: Arc<Match>,
    clock: Clock,
    tickets: Arc<Tickets>,
    authority: Box<dyn Authority>,
    referee: Option<referee::Handle>,
    log: LogFile,
    keeping: Keeping,
    /// If somebody else keeps what is committed.
    entrusted: Option<Entrusted>,
    shelf: Shelf,
    lines: BTreeMap<Conn, (Arc<Line>, u64)>,
    cases: Cases,
    /// By tick and seat.
    uploads: BTreeMap<(Tick, u8), Vec<u8>>,
    /// Since when nobody is connected.
    deserted: Option<u64>,
    over: Option<u64>,
    ends: bool,
}

impl Live {
    pub(super) fn new(
        hall: Weak<Hall>,
        of: Arc<Match>,
        clock: Clock,
        tickets: Arc<Tickets>,
        authority: Box<dyn Authority>,
        referee: Option<referee::Handle>,
        log: LogFile,
        shelf: Shelf,
    ) -> Self {
        let entrusted = of.ledger.as_ref().map(Ledger::entrust);
        Self {
            hall,
            of,
            clock,
            tickets,
            authority,
            referee,
            keeping: Keeping::new(log.len()),
            entrusted,
            log,
            shelf,
            lines: BTreeMap::new(),
            cases: Cases::default(),
            uploads: BTreeMap::new(),
            deserted: Some(clock.now()),
            over: None,
            ends: false,
        }
    }

    /// Runs the match to its end.
    pub(super) async fn run(mut self, mut events: mpsc::Receiver<Event>) {
        self.tell_turn();
        while !self.ends {
            let due = self.clock.at(self.authority.due());
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => self.on_event(event),
                    None => break,
                },
                Some(told) = hear(&mut self.referee) => self.on_told(told),
                synced = self.keeping.synced() => self.on_synced(synced),
                () = tokio::time::sleep_until(due) => {}
            }
            let now = self.clock.now();
            if now >= self.authority.due() {
                let deeds = self.authority.tick(now);
                self.carry_out(deeds);
                self.watch(now);
            }
        }
        for (line, person) in std::mem::take(&mut self.lines).into_values() {
            self.of.left(person);
            line.close(Bye::Left);
        }
        self.log.shared().sync();
    }

    fn on_event(&mut self, event: Event) {
        let now = self.clock.now();
        let deeds = match event {
            Event::Enter { conn, line, person, hello } => {
                self.of.entered(person);
                self.lines.insert(conn, (line, person));
                let (tickets, of) = (self.tickets.clone(), self.of.id());
                self.authority.on_bytes(now, conn, &hello, &mut |hello| tickets.redeem(now, of, hello))
            }
            // Whoever was sent away may still talk for a while.
            Event::Message { conn, .. } if !self.lines.contains_key(&conn) => return,
            Event::Message { bytes, muted: true, .. } if self.authority.is_chat(&bytes) => return,
            Event::Message { conn, bytes, .. } => self.authority.on_bytes(now, conn, &bytes, &mut |_| None),
            Event::Gone(conn) => {
                if let Some((_, person)) = self.lines.remove(&conn) {
                    self.of.left(person);
                }
                self.authority.closed(now, conn)
            }
            Event::MayWatch { tick, answer } => {
                // Whoever asked may be gone.
                let _ = answer.send(self.authority.may_watch(tick));
                return;
            }
            Event::Kept(kept) => {
                self.on_kept(kept);
                return;
            }
            Event::Finding(finding) => {
                let deeds = self.authority.found(now, finding);
                self.carry_out(deeds);
                self.tell_turn();
                return;
            }
            Event::Restart(done) => {
                let deeds = self.authority.restart(now);
                self.carry_out(deeds);
                self.ends = true;
                self.log.shared().sync();
                let _ = done.send(());
                return;
            }
            Event::Snapshot { seat, tick, bytes, machine, answer } => {
                let _ = answer.send(self.take_snapshot(now, seat, tick, bytes, machine));
                return;
            }
        };
        self.carry_out(deeds);
    }

    fn on_told(&mut self, told: Told) {
        let now = self.clock.now();
        match told {
            Told::Finding(finding) => {
                let deeds = self.authority.found(now, finding);
                self.carry_out(deeds);
            }
            Told::State { tick, bytes } => {
                let machine = format!("the server's, gridmarch {}", env!("CARGO_PKG_VERSION"));
                self.cases.add(None, tick, State { bytes, machine });
                self.write_reports(now);
            }
        }
    }

    /// What was written is on the disk, or is not.
    fn on_synced(&mut self, synced: Synced) {
        let finding = match self.keeping.settle(synced, &self.log) {
            Ok(last) => Finding::Kept(last),
            Err((first, len, error)) => {
                let trouble = self.log.cut(len, &error);
                tracing::error!("{trouble}");
                self.of.in_trouble(trouble);
                Finding::NotKept(first)
            }
        };
        let deeds = self.authority.found(self.clock.now(), finding);
        self.carry_out(deeds);
    }

    /// Whoever keeps what is committed has done that, or could not.
    fn on_kept(&mut self, kept: Result<u32, u32>) {
        let Some(entrusted) = &mut self.entrusted else { return };
        let finding = match kept {
            Ok(number) => {
                for record in entrusted.kept(number) {
                    // It is a copy that is made anew at the next start.
                    if let Err(error) = self.log.append(&record) {
                        tracing::warn!("{error}");
                    }
                }
                Finding::Kept(number)
            }
            Err(number) => {
                entrusted.not_kept(number);
                Finding::NotKept(number)
            }
        };
        let deeds = self.authority.found(self.clock.now(), finding);
        self.carry_out(deeds);
    }

    /// Says whose turn it is to who keeps the match.
    fn tell_turn(&self) {
        if let Some(entrusted) = &self.entrusted
            && let turn @ Some(_) = self.authority.turn()
        {
            entrusted.say(ledger::Told::Turn(turn));
        }
    }

    fn carry_out(&mut self, deeds: Vec<Deed>) {
        let now = self.clock.now();
        let mut deeds: VecDeque<Deed> = deeds.into();
        while let Some(deed) = deeds.pop_front() {
            match deed {
                Deed::Append(record) => {
                    if let Err(error) = self.log.append(&record) {
                        tracing::error!("{error}");
                        self.of.in_trouble(error);
                    }
                    if let Some(referee) = &self.referee {
                        // A referee that has ended is missed by the comparison of hashes.
                        let _ = referee.jobs.send(Job::Run(record));
                    }
                }
                Deed::Keep(standing) => self.of.keep_standing(standing),
                Deed::Commit { number, record, turn } if let Some(entrusted) = &mut self.entrusted => {
                    entrusted.commit(number, record, turn);
                }
                Deed::Commit { number, record, .. } => {
                    let written = self.log.try_append(&record_of(&record));
                    match written {
                        Ok(()) => self.keeping.written(number, &self.log),
                        Err(error) => {
                            tracing::error!("{error}");
                            self.of.in_trouble(error);
                            deeds.extend(self.authority.found(now, Finding::NotKept(number)));
                        }
                    }
                }
                Deed::Send { to, bytes, bulk } => {
                    let slow = to.into_iter().filter(|conn| !self.send(*conn, &bytes, bulk));
                    let slow: Vec<Conn> = slow.collect();
                    slow.into_iter().for_each(|conn| deeds.extend(self.drop_line(now, conn)));
                }
                Deed::FromLog { to, from, until } => match self.log.read(from, until) {
                    Ok(records) => {
                        let messages = self.authority.messages(&records);
                        messages.iter().for_each(|bytes| _ = self.send(to, bytes, true));
                    }
                    Err(error) => {
                        tracing::error!("the log of a match cannot be read: {error}");
                        deeds.extend(self.drop_line(now, to));
                    }
                },
                Deed::Close(conn, bye) => {
                    if let Some((line, person)) = self.lines.remove(&conn) {
                        self.of.left(person);
                        line.close(bye);
                    }
                }
                Deed::AskReferee { from, until } => self.ask_referee(Job::Prints { from, until }),
                Deed::Desync(desync) => {
                    let tick = desync.snapshot;
                    if self.cases.open(now, desync, self.referee.is_some()) {
                        self.ask_referee(Job::State(tick));
                    }
                }
                Deed::Unrated => self.of.unrate(),
                Deed::Over(over) => {
                    self.over = Some(now);
                    let names = self.of.seat_names();
                    self.of.end(sentence(&over, &names), Some(over));
                }
                Deed::Rematch => match &self.entrusted {
                    Some(entrusted) => entrusted.say(ledger::Told::Rematch),
                    None => self.open_again(),
                },
            }
        }
    }

    fn open_again(&self) {
        let (hall, of) = (self.hall.clone(), self.of.clone());
        tokio::spawn(async move {
            let Some(hall) = hall.upgrade() else { return };
            if let Err(error) = hall.again(&of).await {
                tracing::error!("another match cannot be opened: {error}");
                of.in_trouble(error.to_string());
            }
        });
    }

    /// Sends to a connection; false if it cannot keep up. One that is not there any more is not too slow.
    fn send(&self, conn: Conn, bytes: &Bytes, bulk: bool) -> bool {
        self.lines.get(&conn).is_none_or(|(line, _)| line.send(bytes.clone(), bulk))
    }

    fn drop_line(&mut self, now: u64, conn: Conn) -> Vec<Deed> {
        let Some((line, person)) = self.lines.remove(&conn) else { return Vec::new() };
        self.of.left(person);
        line.hang_up.notify_one();
        self.authority.closed(now, conn)
    }

    fn ask_referee(&self, job: Job) {
        if let Some(referee) = &self.referee {
            let _ = referee.jobs.send(job);
        }
    }

    /// A snapshot for a report or, where there is no referee, for who joins; false if nobody wants it.
    fn take_snapshot(&mut self, now: u64, seat: u8, tick: Tick, bytes: Vec<u8>, machine: String) -> bool {
        if self.cases.wants(Some(seat), tick) {
            self.cases.add(Some(seat), tick, State { bytes, machine });
            self.write_reports(now);
            return true;
        }
        let newest = self.uploads.last_key_value().map_or(0, |((tick, _), _)| *tick);
        if self.referee.is_some() || tick < newest || self.uploads.len() >= MAX_UPLOADS {
            return false;
        }
        self.uploads.insert((tick, seat), bytes);
        self.match_uploads();
        true
    }

    /// Keeps a snapshot that two clients have sent in alike, once it is known that the machines agree on its tick.
    fn match_uploads(&mut self) {
        let Some((tick, _)) = self.uploads.last_key_value().map(|(key, _)| *key) else { return };
        self.uploads.retain(|(of, _), _| *of == tick);
        let mut all = self.uploads.values();
        let (Some(one), Some(chain)) = (all.next(), self.authority.agreed_chain(tick)) else { return };
        if !all.any(|other| other == one) {
            return;
        }
        match self.shelf.put(Kept { tick, chain }, one) {
            Ok(()) => {
                let now = self.clock.now();
                let deeds = self.authority.found(now, Finding::Checkpoint { tick, chain });
                self.carry_out(deeds);
            }
            Err(error) => tracing::warn!("a snapshot cannot be kept: {error}"),
        }
        self.uploads.clear();
    }

    fn write_reports(&mut self, now: u64) {
        for draft in self.cases.ready(now) {
            let of = self.of.clone();
            // Comparing large states takes longer than a tick.
            tokio::task::spawn_blocking(move || of.write_report(&draft));
        }
    }

    /// Whether the match is over, and what waits for time to pass.
    fn watch(&mut self, now: u64) {
        self.write_reports(now);
        self.match_uploads();
        self.deserted = if self.lines.is_empty() { self.deserted.or(Some(now)) } else { None };
        let deserted = self.deserted.map_or(0, |since| now - since);
        match self.over {
            Some(over) => self.ends = over + LINGER_MS.0 <= now || deserted >= LINGER_MS.1,
            None if deserted >= ABANDONED_MS && !self.authority.outlasts_players() => {
                self.of.end("everybody has left".into(), None);
                self.ends = true;
            }
            None => {}
        }
    }
}

/// The next word of the referee; never, if there is none.
async fn hear(referee: &mut Option<referee::Handle>) -> Option<Told> {
    match referee {
        Some(referee) => referee.told.recv().await,
        None => std::future::pending().await,
    }
}

fn sentence(over: &Over, seats: &[(u8, String)]) -> String {
    let reason = over.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
    match over.winner {
        _ if !over.counts => format!("the match was called off{reason}"),
        None => format!("the match is a draw{reason}"),
        Some(team) => {
            let winners = seats.iter().filter(|(of, name)| *of == team && !name.is_empty());
            let winners: Vec<&str> = winners.map(|(_, name)| name.as_str()).collect();
            match winners[..] {
                [] => format!("team {} has won{reason}", team + 1),
                [one] => format!("{one} has won{reason}"),
                _ => format!("{} have won{reason}", winners.join(", ")),
            }
        }
    }
}
