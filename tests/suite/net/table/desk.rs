//! A table, hands that put messages into it, and a store that keeps what it says.

use super::net::PROTOCOL;
use super::net::frame::{Bye, Have, Hello, MAGIC};
use super::net::table::{
    Conn, Denial, Entry, Event, FromTable, Judge, Out, Place, Settings, Subject, Table, TimeRule, ToTable, Wish,
};
use gridmarch::arena::{Match, TimeControl};
use gridmarch::games::links::rules::Rules;
use gridmarch::games::{links, tactics};

/// Monday, 20 November 2023, midnight in UTC.
pub const MONDAY: u64 = 1_700_438_400_000;
pub const HOUR: u64 = 3_600_000;
pub const DAY: u64 = 24 * HOUR;

/// The ticket of a spectator.
pub const WATCH: u8 = 200;

pub const ONE: Conn = Conn(0);
pub const TWO: Conn = Conn(1);

/// A small board of Links.
pub fn links() -> Box<dyn Judge> {
    let rules = Rules { size: 6, pie: true, ..Rules::default() };
    let setup = links::setup::Setup { rules, ..Default::default() };
    Box::new(Match::<links::position::Position>::new(setup).expect("a board"))
}

/// Two against two, whose turns are ended and can be taken back until then.
pub fn tactics() -> Box<dyn Judge> {
    let rules = tactics::Rules { rests: 0, ..Default::default() };
    let setup = tactics::setup::Setup::soldiers(tactics::file::TacticsLevel::built_in(), rules, [2, 2]);
    Box::new(Match::<tactics::Position>::new(setup).expect("a battle"))
}

pub fn settings(time: TimeRule) -> Settings {
    Settings {
        names: ["ann".into(), "bob".into()],
        sim: 7,
        rules: 99,
        url: "/match/1".into(),
        time,
        rated: false,
        free_chat: true,
        spectator_delay: 0,
        begun: MONDAY,
    }
}

/// Without clocks.
pub const UNTIMED: TimeRule = TimeRule::Live(TimeControl::None);

/// Five minutes and five seconds a turn.
pub fn blitz() -> TimeRule {
    TimeRule::Live("300+5".parse().expect("a rule of time"))
}

pub fn hello(ticket: u8, have: Option<Have>) -> Hello {
    Hello { magic: MAGIC, protocol: PROTOCOL, sim: 7, rules: 99, lane: 0, ticket: [ticket; 32], have }
}

pub fn tickets(hello: &Hello) -> Option<Place> {
    match hello.ticket[0] {
        WATCH => Some(Place::Spectator("eve".into())),
        seat => Some(Place::Seat(seat)),
    }
}

pub struct Desk {
    pub table: Table,
    pub now: u64,
    /// What is kept.
    pub kept: Vec<Entry>,
    /// Whether the store keeps everything at once.
    pub keeps: bool,
    next: u64,
    /// Connections that send clocks back, with the milliseconds that takes.
    pub lines: Vec<(Conn, u64)>,
    echoes: Vec<(u64, Conn, u64)>,
}

impl Desk {
    pub fn new(settings: Settings, judge: Box<dyn Judge>) -> Self {
        let table = Table::new(settings, judge, MONDAY);
        Self { table, now: MONDAY, kept: Vec::new(), keeps: true, next: 0, lines: Vec::new(), echoes: Vec::new() }
    }

    /// A table at which both are; the connection of seat n has the number n, and both answer at once.
    pub fn seated(settings: Settings, judge: Box<dyn Judge>) -> Self {
        let mut desk = Self::new(settings, judge);
        for seat in 0..2 {
            let (conn, _) = desk.connect(seat, None);
            desk.lines.push((conn, 0));
        }
        desk.wait(1);
        desk
    }

    pub fn greet(&mut self, hello: Hello) -> (Conn, Vec<Out>) {
        let conn = Conn(self.next);
        self.next += 1;
        (conn, self.say(conn, ToTable::Hello(hello)))
    }

    pub fn connect(&mut self, ticket: u8, have: Option<Have>) -> (Conn, Vec<Out>) {
        self.greet(hello(ticket, have))
    }

    pub fn say(&mut self, conn: Conn, frame: ToTable) -> Vec<Out> {
        let out = self.table.on_bytes(self.now, conn, &frame.encode(), &mut tickets);
        self.keep(out)
    }

    pub fn act(&mut self, conn: Conn, ply: u32, text: &str) -> Vec<Out> {
        self.say(conn, ToTable::Act { ply, text: text.into() })
    }

    pub fn want(&mut self, conn: Conn, wish: Wish) -> Vec<Out> {
        self.say(conn, ToTable::Wish(wish))
    }

    /// Plays these words in turn, from this ply on.
    pub fn play(&mut self, mut ply: u32, words: &str) {
        for word in words.split_whitespace() {
            let conn = Conn(self.table.kept().seat() as u64);
            assert_eq!(denials(&self.act(conn, ply, word)), [], "{word}");
            ply += 1;
        }
    }

    /// Keeps what is to be kept, and what comes of that.
    pub fn keep(&mut self, out: Vec<Out>) -> Vec<Out> {
        let mut all = Vec::new();
        for out in out {
            if let (Out::Commit(entry), true) = (&out, self.keeps) {
                let number = entry.number;
                assert_eq!(number as usize, self.kept.len(), "entries come in their order");
                self.kept.push(entry.clone());
                all.push(out);
                let came = self.table.committed(self.now, number);
                all.extend(self.keep(came));
            } else {
                all.push(out);
            }
        }
        let now = self.now;
        for out in &all {
            if let Out::Send { to, frame: FromTable::Clock { stamp } } = out {
                let lines = self.lines.iter().filter(|(conn, _)| to.contains(conn));
                self.echoes.extend(lines.map(|(conn, way)| (now + way, *conn, *stamp)));
            }
        }
        all
    }

    pub fn close(&mut self, conn: Conn) -> Vec<Out> {
        self.lines.retain(|(line, _)| *line != conn);
        let out = self.table.closed(self.now, conn);
        self.keep(out)
    }

    /// Time passes; the table is called when it has something to do, as its owner has promised.
    pub fn wait(&mut self, millis: u64) -> Vec<Out> {
        let end = self.now + millis;
        let mut all = Vec::new();
        while self.now < end {
            let echo = self.echoes.iter().map(|(at, _, _)| *at).min().unwrap_or(u64::MAX);
            self.now = self.table.due().min(echo).clamp(self.now + 1, end);
            let (ready, later) = std::mem::take(&mut self.echoes).into_iter().partition(|(at, _, _)| *at <= self.now);
            self.echoes = later;
            let ready: Vec<(u64, Conn, u64)> = ready;
            for (_, conn, echo) in ready {
                all.extend(self.say(conn, ToTable::Clock { echo }));
            }
            let out = self.table.tick(self.now);
            all.extend(self.keep(out));
        }
        all
    }

    /// The server is gone and comes back; nobody is connected.
    pub fn restore(&mut self, settings: Settings, judge: Box<dyn Judge>) {
        self.table = Table::restore(settings, judge, self.kept.clone(), self.now).expect("they were kept");
        self.lines.clear();
        self.echoes.clear();
    }

    /// The whole state of the match.
    pub fn state(&self) -> String {
        format!("{:?}", self.table.kept())
    }
}

/// What a connection is sent.
pub fn to(conn: Conn, out: &[Out]) -> Vec<FromTable> {
    let sent = out.iter().filter_map(|out| match out {
        Out::Send { to, frame } if to.contains(&conn) => Some(frame.clone()),
        _ => None,
    });
    sent.collect()
}

/// The entries that a connection is sent.
pub fn happened(conn: Conn, out: &[Out]) -> Vec<Entry> {
    let entries = to(conn, out).into_iter().filter_map(|frame| match frame {
        FromTable::Happened(entries) => Some(entries),
        _ => None,
    });
    entries.flatten().collect()
}

/// The words of the acts that a connection is sent, with their numbers.
pub fn acts(conn: Conn, out: &[Out]) -> Vec<(u32, String)> {
    let acts = happened(conn, out).into_iter().filter_map(|entry| match entry.event {
        Event::Act { ply, text, .. } => Some((ply, text)),
        _ => None,
    });
    acts.collect()
}

/// What is refused, to whomever.
pub fn denials(out: &[Out]) -> Vec<(Subject, Denial)> {
    let refused = out.iter().filter_map(|out| match out {
        Out::Send { frame: FromTable::Refused { what, why }, .. } => Some((*what, why.clone())),
        _ => None,
    });
    refused.collect()
}

/// Whom the table closes, and why.
pub fn closed(out: &[Out]) -> Vec<(Conn, Bye)> {
    out.iter().filter_map(|out| if let Out::Close(conn, bye) = out { Some((*conn, *bye)) } else { None }).collect()
}

/// How the match has ended: winner, reason, and whether it counts.
pub fn ended(out: &[Out]) -> Option<(Option<u8>, String, bool)> {
    out.iter().find_map(|out| match out {
        Out::Over(end) => Some((end.winner, end.reason.clone(), end.counts)),
        _ => None,
    })
}
