//! A track and hands that put messages into it, without lines and without clients.

use super::net::PROTOCOL;
use super::net::frame::{Bye, Have, Hello, MAGIC};
use super::net::log::{self, Batch, Key};
use super::net::track::{Conn, FromTrack, Out, Place, Rider, Settings, ToTrack, Track, Turn};
use super::toy::{PROGRAM, Toy};

pub const KEY: Key = *b"a key of sixteen";
pub const DESCRIPTION: &[u8] = b"a course";

/// The ticket of a spectator.
pub const WATCH: u8 = 200;

pub fn settings(seats: usize) -> Settings {
    let seat = |at| Rider { name: format!("player {at}"), human: true };
    Settings { seats: (0..seats).map(seat).collect(), sim: 7, rules: 99, url: "/match/1".into(), spectator_delay: 0 }
}

pub fn hello(ticket: u8, lane: u8, have: Option<Have>) -> Hello {
    Hello { magic: MAGIC, protocol: PROTOCOL, sim: 7, rules: 99, lane, ticket: [ticket; 32], have }
}

pub fn tickets(hello: &Hello) -> Option<Place> {
    match hello.ticket[0] {
        WATCH => Some(Place::Spectator("eve".into())),
        seat => Some(Place::Seat(seat)),
    }
}

pub struct Desk {
    pub track: Track<Toy>,
    pub now: u64,
    /// The log.
    pub log: Vec<u8>,
    next: u64,
    /// Connections that send clocks back at once.
    pub awake: Vec<Conn>,
}

impl Desk {
    pub fn new(settings: Settings, course: Toy) -> Self {
        let track = Track::new(settings, KEY, DESCRIPTION, course, 0);
        Self { track, now: 0, log: log::head(DESCRIPTION), next: 0, awake: Vec::new() }
    }

    /// A track on which all sit and have made the first step; the connection of seat n has the number n.
    pub fn running(settings: Settings, course: Toy) -> Self {
        let seats = settings.seats.len();
        let mut desk = Self::new(settings, course);
        for seat in 0..seats {
            let conn = desk.connect(seat as u8, None).0;
            desk.awake.push(conn);
        }
        while desk.track.next() == 0 {
            desk.wait(1);
        }
        desk
    }

    pub fn greet(&mut self, hello: Hello) -> (Conn, Vec<Out>) {
        let conn = Conn(self.next);
        self.next += 1;
        (conn, self.say(conn, ToTrack::Hello(hello)))
    }

    pub fn connect(&mut self, ticket: u8, have: Option<Have>) -> (Conn, Vec<Out>) {
        self.greet(hello(ticket, 0, have))
    }

    pub fn say(&mut self, conn: Conn, frame: ToTrack) -> Vec<Out> {
        let out = self.track.on_bytes(self.now, conn, &frame.encode(), &mut tickets);
        self.keep(out)
    }

    /// A turn of this number for this step.
    pub fn turn(&mut self, conn: Conn, number: u32, step: u32, what: u8) -> Vec<Out> {
        self.say(conn, ToTrack::Turns(vec![Turn { number, step, what }]))
    }

    /// Writes what is to be written, and sends clocks back.
    fn keep(&mut self, out: Vec<Out>) -> Vec<Out> {
        let mut all = Vec::new();
        for out in out {
            match &out {
                Out::Append(bytes) => self.log.extend(bytes),
                Out::Ask { step, seats, .. } => {
                    seats.iter().for_each(|seat| self.track.answer(*step, *seat, PROGRAM));
                }
                Out::Send { to, frame: FromTrack::Clock { stamp } } => {
                    let (echo, to) = (*stamp, to.clone());
                    for conn in self.awake.clone().into_iter().filter(|conn| to.contains(conn)) {
                        let came = self.track.on_frame(self.now, conn, ToTrack::Clock { echo }, &mut tickets);
                        all.extend(came);
                    }
                }
                Out::Send { frame: FromTrack::Step(step), .. } => {
                    let kept = log::parse::<u8>(&self.log, KEY).expect("a log").batches;
                    assert!(kept.contains(&step.batch), "a step is in the log before it is sent");
                }
                _ => {}
            }
            all.push(out);
        }
        all
    }

    pub fn close(&mut self, conn: Conn) -> Vec<Out> {
        self.awake.retain(|other| *other != conn);
        let out = self.track.closed(self.now, conn);
        self.keep(out)
    }

    /// Time passes; the track is called when it has something to do, as its owner has promised.
    pub fn wait(&mut self, millis: u64) -> Vec<Out> {
        let end = self.now + millis;
        let mut all = Vec::new();
        while self.now < end {
            self.now = self.track.due().clamp(self.now + 1, end);
            let out = self.track.tick(self.now);
            all.extend(self.keep(out));
        }
        all
    }

    /// Waits until a step is closed.
    pub fn wait_for(&mut self, step: u32) -> Vec<Out> {
        let mut all = Vec::new();
        while self.track.next() <= step {
            all.extend(self.wait(1));
        }
        all
    }

    /// The server is gone and comes back; nobody is connected.
    pub fn restore(&mut self, settings: Settings, course: Toy) {
        let log = log::parse::<u8>(&self.log, KEY).expect("a log");
        self.track = Track::restore(settings, KEY, log, course, self.now);
        self.awake.clear();
    }

    /// Number and move of a seat in each step of the log.
    pub fn moves(&self, seat: u8) -> Vec<(u32, u8)> {
        let batches = log::parse::<u8>(&self.log, KEY).expect("a log").batches;
        let entries = batches.into_iter().flat_map(|batch| batch.entries);
        entries.filter(|entry| entry.seat == seat).map(|entry| (entry.cseq, entry.order)).collect()
    }
}

/// What a connection is sent.
pub fn to(conn: Conn, out: &[Out]) -> Vec<FromTrack> {
    let sent = out.iter().filter_map(|out| match out {
        Out::Send { to, frame } if to.contains(&conn) => Some(frame.clone()),
        _ => None,
    });
    sent.collect()
}

/// The steps that a connection is sent.
pub fn steps(conn: Conn, out: &[Out]) -> Vec<Batch<u8>> {
    let batches = to(conn, out).into_iter().map(|frame| match frame {
        FromTrack::Step(step) => vec![step.batch],
        FromTrack::Steps(batches) => batches,
        _ => Vec::new(),
    });
    batches.flatten().collect()
}

/// Whom the track closes, and why.
pub fn closed(out: &[Out]) -> Vec<(Conn, Bye)> {
    out.iter().filter_map(|out| if let Out::Close(conn, bye) = out { Some((*conn, *bye)) } else { None }).collect()
}
