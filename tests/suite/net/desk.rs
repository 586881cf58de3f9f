//! A room and hands that put messages into it, without lines and without clients.

use super::net::PROTOCOL;
use super::net::frame::{Bye, Have, Hello, MAGIC, Report, ToClient, ToServer};
use super::net::log::Batch;
use super::net::room::{Conn, Out, Room, Settings};
use super::toy::Order;
use super::world::{KEY, WATCH, tickets};

pub type Outs = Vec<Out<Order>>;

pub struct Desk {
    pub room: Room<Order>,
    pub now: u64,
    next: u64,
}

pub fn hello(ticket: u8, lane: u8, have: Option<Have>) -> Hello {
    Hello { magic: MAGIC, protocol: PROTOCOL, sim: 7, rules: 99, lane, ticket: [ticket; 32], have }
}

impl Desk {
    pub fn new(settings: Settings) -> Self {
        Self { room: Room::new(settings, KEY, b"x", 0), now: 0, next: 0 }
    }

    /// A room in which all seats have loaded and time runs; the connection of seat n has the number n.
    pub fn running(settings: Settings) -> Self {
        let seats = settings.seats.len();
        let mut desk = Self::new(settings);
        for seat in 0..seats {
            let conn = desk.connect(seat as u8, 0, None).0;
            desk.say(conn, ToServer::Loaded);
        }
        // The first batch has just been made.
        desk.wait(2);
        desk
    }

    pub fn greet(&mut self, hello: Hello) -> (Conn, Outs) {
        let conn = Conn(self.next);
        self.next += 1;
        let out = self.say(conn, ToServer::Hello(hello));
        (conn, out)
    }

    pub fn connect(&mut self, ticket: u8, lane: u8, have: Option<Have>) -> (Conn, Outs) {
        self.greet(hello(ticket, lane, have))
    }

    pub fn watch(&mut self) -> (Conn, Outs) {
        self.connect(WATCH, 0, None)
    }

    pub fn say(&mut self, conn: Conn, frame: ToServer<Order>) -> Outs {
        self.room.on_frame(self.now, conn, frame, &mut tickets)
    }

    pub fn give(&mut self, conn: Conn, cseq: u32, orders: Vec<Order>) -> Outs {
        self.say(conn, ToServer::Orders { cseq, skip: false, orders })
    }

    pub fn close(&mut self, conn: Conn) -> Outs {
        self.room.closed(self.now, conn)
    }

    /// Time passes, nobody says anything.
    pub fn wait(&mut self, millis: u64) -> Outs {
        let end = self.now + millis;
        let mut out = Vec::new();
        while self.now < end {
            self.now += 1;
            out.extend(self.room.tick(self.now));
        }
        out
    }

    /// Time passes, and these connections report that they are in step.
    pub fn wait_with(&mut self, conns: &[Conn], millis: u64) -> Outs {
        let mut out = Vec::new();
        for _ in 0..millis / 500 {
            out.extend(self.wait(500));
            for conn in conns {
                let report = Report { tick: self.room.next(), buffer: 1, load: 1, away: false };
                out.extend(self.say(*conn, ToServer::Report(report)));
            }
        }
        out
    }
}

/// What a connection is sent.
pub fn to(conn: Conn, out: &[Out<Order>]) -> Vec<ToClient<Order>> {
    let sent = out.iter().filter_map(|out| match out {
        Out::Send { to, frame } if to.contains(&conn) => Some(frame.clone()),
        _ => None,
    });
    sent.collect()
}

/// The batches that are sent live.
pub fn batches(out: &[Out<Order>]) -> Vec<Batch<Order>> {
    let sent = out.iter().filter_map(|out| match out {
        Out::Send { frame: ToClient::Batch(batch), .. } => Some(batch.clone()),
        _ => None,
    });
    sent.collect()
}

/// Whom the room closes, and why.
pub fn closed(out: &[Out<Order>]) -> Vec<(Conn, Bye)> {
    out.iter().filter_map(|out| if let Out::Close(conn, bye) = out { Some((*conn, *bye)) } else { None }).collect()
}

/// The orders of batches: seat and number.
pub fn orders(batches: &[Batch<Order>]) -> Vec<(u8, u32)> {
    batches.iter().flat_map(|batch| &batch.entries).map(|entry| (entry.seat, entry.cseq)).collect()
}

pub fn go(unit: u16) -> Order {
    Order::Move { units: vec![unit], to: (1, 2) }
}
