//! A track, its log, and clients with two lines each, in one thread and in virtual time.

use super::desk::{DESCRIPTION, KEY, settings, tickets};
use super::line::{Line, Weather};
use super::net::lanes::Wish;
use super::net::log::{self, Batch};
use super::net::track::{Conn, Course, FromTrack, Guest, News, Out, Settings, ToTrack, Track, moves};
use super::toy::{PROGRAM, Toy};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use std::collections::BTreeMap;

/// Milliseconds between two frames of a client's picture.
pub const FRAME: u64 = 5;

pub struct Client {
    pub guest: Guest<Toy>,
    pub ticket: u8,
    pub weather: Weather,
    lanes: BTreeMap<u8, (Conn, Line, Line)>,
    /// Does nothing until then.
    pub stopped: u64,
    /// Turns that were taken on: when, and for which step.
    pub wanted: Vec<u64>,
    pub planned: Vec<u32>,
    /// How long it took until the window showed each of them.
    pub seen_after: Vec<u64>,
    /// What has happened, as it was told.
    pub happened: Vec<Batch<u8>>,
    /// When each step was known.
    pub known: Vec<u64>,
    pub frames: Vec<FromTrack>,
}

pub struct World {
    pub now: u64,
    pub rng: Xoshiro256PlusPlus,
    pub track: Track<Toy>,
    pub course: Toy,
    pub settings: Settings,
    pub log: Vec<u8>,
    pub clients: Vec<Client>,
    /// When each step was closed.
    pub closed: Vec<u64>,
    /// When the server was started last: its clock begins then.
    started: u64,
    next: u64,
}

impl World {
    pub fn new(seed: u64, seats: usize, course: Toy, watcher: bool, weather: impl Fn(u8) -> Weather) -> Self {
        let settings = settings(seats);
        let tickets = (0..seats as u8).chain(watcher.then_some(super::desk::WATCH));
        let client = |ticket| Client {
            guest: Guest::new(course.clone(), 7, 99),
            ticket,
            weather: weather(ticket),
            lanes: BTreeMap::new(),
            stopped: 0,
            wanted: Vec::new(),
            planned: Vec::new(),
            seen_after: Vec::new(),
            happened: Vec::new(),
            known: Vec::new(),
            frames: Vec::new(),
        };
        Self {
            now: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            track: Track::new(settings.clone(), KEY, DESCRIPTION, course.clone(), 0),
            log: log::head(DESCRIPTION),
            clients: tickets.map(client).collect(),
            closed: Vec::new(),
            started: 0,
            next: seed * 1000,
            course,
            settings,
        }
    }

    fn carry_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Append(bytes) => {
                    self.log.extend(bytes);
                    self.closed.push(self.now);
                }
                Out::Send { to, frame } => {
                    let bytes = frame.encode();
                    for client in &mut self.clients {
                        for (_, _, down) in client.lanes.values_mut().filter(|(conn, ..)| to.contains(conn)) {
                            down.send(self.now, bytes.clone());
                        }
                    }
                }
                Out::Close(conn, _) => self.lose(conn),
                // Programs are quick here.
                Out::Ask { step, seats, .. } => {
                    seats.into_iter().for_each(|seat| self.track.answer(step, seat, PROGRAM));
                }
                Out::Over(_) => {}
            }
        }
    }

    /// A client notices that a connection is gone.
    fn lose(&mut self, conn: Conn) {
        for client in &mut self.clients {
            let lane = client.lanes.iter().find(|(_, (own, ..))| *own == conn).map(|(lane, _)| *lane);
            if let Some(lane) = lane {
                client.lanes.remove(&lane);
                client.guest.closed(self.now, lane);
            }
        }
    }

    /// A connection of a client breaks.
    pub fn cut(&mut self, client: usize, lane: u8) {
        if let Some((conn, ..)) = self.clients[client].lanes.remove(&lane) {
            self.clients[client].guest.closed(self.now, lane);
            let out = self.track.closed(self.server(), conn);
            self.carry_out(out);
        }
    }

    /// What the clock of the server shows.
    fn server(&self) -> u64 {
        self.now - self.started
    }

    /// The server is killed: its log is there, but for what was being written.
    pub fn kill(&mut self) {
        let log = log::parse::<u8>(&self.log, KEY).expect("a log");
        self.track = Track::restore(self.settings.clone(), KEY, log, self.course.clone(), 0);
        self.started = self.now;
        let all: Vec<(usize, u8)> = (0..self.clients.len()).flat_map(|at| (0..3).map(move |lane| (at, lane))).collect();
        for (at, lane) in all {
            if self.clients[at].lanes.remove(&lane).is_some() {
                self.clients[at].guest.closed(self.now, lane);
            }
        }
    }

    /// The player wants something.
    pub fn want(&mut self, at: usize, what: u8) -> bool {
        let (now, client) = (self.now, &mut self.clients[at]);
        let done = client.stopped <= now && client.guest.turn(now, what);
        if done {
            client.wanted.push(now);
            client.planned.push(client.guest.turns().back().expect("it was just added").step);
        }
        done
    }

    /// A few milliseconds pass.
    pub fn step(&mut self) {
        self.now += FRAME;
        for at in 0..self.clients.len() {
            if self.clients[at].stopped > self.now {
                continue;
            }
            self.connect(at);
            let now = self.now;
            let client = &mut self.clients[at];
            for (lane, frame) in client.guest.sent() {
                if let Some((_, up, _)) = client.lanes.get_mut(&lane) {
                    up.send(now, frame.encode());
                }
            }
            self.hear(at);
            let client = &mut self.clients[at];
            let seat = usize::from(client.ticket);
            if let Some(rider) = client.guest.shown(now).course.riders.get(seat) {
                while client.seen_after.len() < (rider.turns as usize).min(client.wanted.len()) {
                    client.seen_after.push(now - client.wanted[client.seen_after.len()]);
                }
            }
        }
        // The network goes on while a client does not.
        for at in 0..self.clients.len() {
            let mut came = Vec::new();
            for (conn, up, _) in self.clients[at].lanes.values_mut() {
                came.extend(std::iter::from_fn(|| up.arrived(self.now)).map(|bytes| (*conn, bytes)));
            }
            for (conn, bytes) in came {
                let out = self.track.on_bytes(self.server(), conn, &bytes, &mut tickets);
                self.carry_out(out);
            }
        }
        if self.track.due() <= self.server() {
            let out = self.track.tick(self.server());
            self.carry_out(out);
        }
    }

    fn connect(&mut self, at: usize) {
        let client = &mut self.clients[at];
        match client.guest.wish(self.now) {
            Some(Wish::Open(lane)) => {
                let conn = Conn(self.next);
                self.next += 1;
                let [mut up, down] = [2, 3].map(|way| Line::new(client.weather, self.next * way));
                up.send(self.now, ToTrack::encode(&client.guest.hello(lane, [client.ticket; 32])));
                client.lanes.insert(lane, (conn, up, down));
            }
            Some(Wish::Close(lane)) => {
                if let Some((conn, ..)) = client.lanes.remove(&lane) {
                    let out = self.track.closed(self.server(), conn);
                    self.carry_out(out);
                }
            }
            None => {}
        }
    }

    fn hear(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let mut came = Vec::new();
        for (lane, (_, _, down)) in &mut client.lanes {
            came.extend(std::iter::from_fn(|| down.arrived(self.now)).map(|bytes| (*lane, bytes)));
        }
        for (lane, bytes) in came {
            let frame = FromTrack::decode(&bytes).expect("a track sends messages");
            for news in client.guest.on_frame(self.now, lane, frame) {
                match news {
                    News::Begun(_) => {
                        client.happened.clear();
                        client.known.clear();
                    }
                    News::Happened(batch) => {
                        client.happened.push(batch);
                        client.known.push(self.now);
                    }
                    News::Differs => panic!("the same rules are played everywhere"),
                    News::Frame(frame) => client.frames.push(frame),
                }
            }
        }
    }

    pub fn run(&mut self, millis: u64) {
        for _ in 0..millis / FRAME {
            self.step();
        }
    }

    fn batches(&self) -> Vec<Batch<u8>> {
        log::parse::<u8>(&self.log, KEY).expect("a log").batches
    }

    /// The turns of a seat that were made, in their order: numbers, and the steps in which they were.
    pub fn made(&self, seat: u8) -> (Vec<u32>, Vec<u32>) {
        let batches = self.batches();
        let entries = batches.iter().flat_map(|batch| batch.entries.iter().map(|entry| (batch.tick, entry)));
        entries
            .filter(|(_, entry)| entry.seat == seat && entry.cseq > 0)
            .map(|(step, entry)| (entry.cseq, step))
            .unzip()
    }

    /// All have the state of the server, as far as it can have come to them, and every turn is in a step.
    pub fn assert_whole(&self, about: &str) {
        let mut course = self.course.clone();
        let mut states = vec![course.clone()];
        for batch in self.batches() {
            let moves = moves(&course, &batch);
            course.step(&moves);
            states.push(course.clone());
        }
        assert_eq!(states.last(), Some(self.track.course()), "{about}");
        for client in &self.clients {
            let step = client.guest.step();
            assert_eq!(client.guest.kept(), &states[step as usize], "{about}: client {}", client.ticket);
            assert!(client.guest.turns().is_empty(), "{about}");
            assert_eq!(client.happened.len() as u32, step, "{about}");
            assert!(step + 20 >= self.track.next(), "{about}: client {} is at step {step}", client.ticket);
        }
    }
}
