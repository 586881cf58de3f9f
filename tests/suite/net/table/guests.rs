//! Clients of a table: by themselves, and whole matches over bad lines with a server that is started again and a store that fails.

use super::desk::{Desk, MONDAY, ONE, UNTIMED, WATCH, blitz, links, settings, tactics, tickets, to};
use super::line::{Line, Weather};
use super::net::frame::Bye;
use super::net::lanes;
use super::net::table::{
    Conn, Denial, Entry, Event, FromTable, Guest, Judge, News, Offer, Out, Table, TimeRule, ToTable, Wish,
};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

fn guest() -> Guest {
    Guest::new(links(), 7, 99)
}

/// A guest that is welcomed on this seat.
fn seated(desk: &mut Desk, ticket: u8) -> (Guest, Conn) {
    let mut guest = guest();
    assert_eq!(guest.wish(desk.now), Some(lanes::Wish::Open(0)));
    let ToTable::Hello(hello) = guest.hello([ticket; 32]) else { panic!("it greets first") };
    let (conn, out) = desk.greet(hello);
    hear(&mut guest, conn, desk.now, &out);
    (guest, conn)
}

fn hear(guest: &mut Guest, conn: Conn, now: u64, out: &[Out]) -> Vec<News> {
    to(conn, out).into_iter().flat_map(|frame| guest.on_frame(now, frame)).collect()
}

fn send(desk: &mut Desk, guest: &mut Guest, conn: Conn) -> Vec<Out> {
    guest.sent().into_iter().flat_map(|frame| desk.say(conn, frame)).collect()
}

#[test]
fn an_own_act_is_shown_at_once_and_kept_when_it_is_told() {
    let mut desk = Desk::new(settings(UNTIMED), links());
    let (mut guest, conn) = seated(&mut desk, 0);
    guest.act("c3").expect("it is legal");
    assert_eq!((guest.shown().ply(), guest.kept().ply(), guest.unanswered()), (1, 0, 1));
    let out = send(&mut desk, &mut guest, conn);
    assert_eq!(hear(&mut guest, conn, desk.now, &out).len(), 1);
    assert_eq!((guest.shown().ply(), guest.kept().ply(), guest.unanswered()), (1, 1, 0));
    assert_eq!(guest.act("d5"), Err(Denial::NotYourTurn), "nothing is sent that cannot be");
    assert_eq!(guest.sent(), []);
}

#[test]
fn what_could_not_be_kept_is_taken_back_with_what_was_built_on_it() {
    let mut desk = Desk::new(settings(UNTIMED), tactics());
    let mut guest = Guest::new(tactics(), 7, 99);
    guest.wish(desk.now);
    let ToTable::Hello(hello) = guest.hello([0; 32]) else { panic!("it greets first") };
    let (conn, out) = desk.greet(hello);
    hear(&mut guest, conn, desk.now, &out);
    desk.keeps = false;
    for word in ["b3-c3", "b5-c5"] {
        guest.act(word).expect("it is legal");
    }
    send(&mut desk, &mut guest, conn);
    let out = desk.table.failed(desk.now, 0);
    let news = hear(&mut guest, conn, desk.now, &out);
    assert!(news.contains(&News::Undone { ply: 0, why: Denial::NotKept }));
    assert_eq!((guest.shown().ply(), guest.unanswered()), (0, 0));
}

#[test]
fn without_a_connection_a_player_acts_and_it_is_sent_when_there_is_one() {
    let mut desk = Desk::new(settings(UNTIMED), links());
    let (mut guest, conn) = seated(&mut desk, 0);
    guest.closed(desk.now);
    desk.close(conn);
    guest.act("c3").expect("it is legal");
    guest.want(Wish::Offer(Offer::Draw));
    assert_eq!((guest.shown().ply(), guest.sent()), (1, vec![]));
    desk.wait(1000);
    assert_eq!(guest.wish(desk.now), Some(lanes::Wish::Open(0)));
    let ToTable::Hello(hello) = guest.hello([0; 32]) else { panic!("it greets first") };
    let (conn, out) = desk.greet(hello);
    hear(&mut guest, conn, desk.now, &out);
    let out = send(&mut desk, &mut guest, conn);
    hear(&mut guest, conn, desk.now, &out);
    assert_eq!((guest.kept().ply(), guest.kept().offer(), guest.unanswered()), (1, Some((Offer::Draw, 0)), 0));
}

#[test]
fn a_connection_from_which_nothing_comes_is_given_up_and_opened_again() {
    let mut desk = Desk::new(settings(UNTIMED), links());
    let (mut guest, _) = seated(&mut desk, 0);
    assert!(guest.is_up_to_date());
    assert_eq!(guest.wish(desk.now + 7000), None);
    assert_eq!(guest.wish(desk.now + 9000), Some(lanes::Wish::Close(0)));
    assert!(!guest.is_up_to_date());
    assert_eq!(guest.wish(desk.now + 11_000), Some(lanes::Wish::Open(0)));
}

#[test]
fn after_a_farewell_for_good_no_connection_is_opened() {
    for (bye, again) in [
        (Bye::Version, false),
        (Bye::Replaced, false),
        (Bye::Left, false),
        (Bye::Restarting, true),
        (Bye::Silent, true),
        (Bye::Ticket, true),
    ] {
        let mut guest = guest();
        guest.wish(0);
        guest.on_frame(1, FromTable::Bye(bye));
        guest.closed(2);
        assert_eq!(guest.wish(5000).is_some(), again, "{bye:?}");
    }
}

#[test]
fn a_client_that_comes_to_other_positions_asks_once_more_and_then_says_so() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    let (mut guest, conn) = seated(&mut desk, WATCH);
    let mut out = desk.act(ONE, 0, "c3");
    for out in &mut out {
        if let Out::Send { frame: FromTable::Happened(entries), .. } = out {
            entries[0].key ^= 1;
        }
    }
    assert_eq!(hear(&mut guest, conn, desk.now, &out), []);
    assert_eq!(guest.sent(), [ToTable::Ask { from: 0 }]);
    // It was a mistake of the line.
    let mut right = guest.clone();
    let out2 = desk.say(conn, ToTable::Ask { from: 0 });
    assert_eq!(hear(&mut right, conn, desk.now, &out2).len(), 1);
    assert_eq!(right.kept().ply(), 1);
    // It was not.
    assert_eq!(hear(&mut guest, conn, desk.now, &out), [News::Differs]);
}

#[test]
fn clocks_run_on_at_the_client_until_the_server_says_more() {
    let mut desk = Desk::new(settings(blitz()), links());
    desk.connect(1, None);
    let (mut guest, conn) = seated(&mut desk, 0);
    let out = desk.wait(10);
    hear(&mut guest, conn, 1000, &out);
    assert_eq!(guest.clocks(3500), [297_500, 300_000]);
    guest.act("c3").expect("it is legal");
    let out = send(&mut desk, &mut guest, conn);
    hear(&mut guest, conn, 4000, &out);
    let left = guest.clocks(6000);
    assert!(left[0] > 304_000 && left[1] == 298_000, "{left:?}");
}

/// A client with its connection over two lines, and what it still waits for.
struct Client {
    guest: Guest,
    ticket: u8,
    weather: Weather,
    link: Option<(Conn, Line, Line)>,
    /// Own acts that have neither happened nor come to nothing.
    open: Vec<(u32, String)>,
    happened: usize,
    undone: usize,
}

/// A match in virtual time.
struct World {
    now: u64,
    rng: Xoshiro256PlusPlus,
    begin: fn() -> Box<dyn Judge>,
    time: TimeRule,
    table: Table,
    /// What the store has, and what is on its way there.
    kept: Vec<Entry>,
    writing: Vec<(u64, Entry)>,
    clients: Vec<Client>,
    next: u64,
    restarts: usize,
    failures: usize,
}

impl World {
    fn new(seed: u64, begin: fn() -> Box<dyn Judge>, time: TimeRule) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let client = |ticket, rng: &mut Xoshiro256PlusPlus| Client {
            guest: Guest::new(begin(), 7, 99),
            ticket,
            weather: Weather { rtt: rng.random_range(50..400), jitter: 50, loss: 30 },
            link: None,
            open: Vec::new(),
            happened: 0,
            undone: 0,
        };
        let clients = [0, 1, WATCH].map(|ticket| client(ticket, &mut rng)).into();
        let table = Table::new(settings(time), begin(), MONDAY);
        let (now, kept, writing) = (MONDAY, Vec::new(), Vec::new());
        Self { now, rng, begin, time, table, kept, writing, clients, next: 0, restarts: 0, failures: 0 }
    }

    fn carry_out(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                Out::Commit(entry) => {
                    let at = self.writing.last().map_or(0, |(at, _)| *at).max(self.now + self.rng.random_range(0..60));
                    self.writing.push((at, entry));
                }
                Out::Send { to, frame } => {
                    let bytes = frame.encode();
                    for client in &mut self.clients {
                        if let Some((conn, _, down)) = &mut client.link
                            && to.contains(conn)
                        {
                            down.send(self.now, bytes.clone());
                        }
                    }
                }
                // What is under way is lost with it; often that is the farewell.
                Out::Close(conn, _) => self.cut(conn),
                Out::Over(_) | Out::Rematch => {}
            }
        }
    }

    fn cut(&mut self, conn: Conn) {
        for client in &mut self.clients {
            if client.link.as_ref().is_some_and(|(own, ..)| *own == conn) {
                client.link = None;
                client.guest.closed(self.now);
            }
        }
    }

    /// The store writes what is due; with `fails`, now and then it does not.
    fn store(&mut self, fails: bool) {
        while let Some((at, entry)) = self.writing.first().cloned().filter(|(at, _)| *at <= self.now) {
            debug_assert!(at <= self.now);
            let number = entry.number;
            let out = if fails && self.rng.random_range(0..20) == 0 {
                self.failures += 1;
                self.writing.clear();
                self.table.failed(self.now, number)
            } else {
                assert_eq!(self.kept.len(), number as usize, "entries come in their order");
                self.writing.remove(0);
                self.kept.push(entry);
                self.table.committed(self.now, number)
            };
            self.carry_out(out);
        }
    }

    /// The server is killed: what was being written may be there or not.
    fn restart(&mut self) {
        self.restarts += 1;
        let written = self.rng.random_range(0..=self.writing.len());
        self.kept.extend(self.writing.drain(..).take(written).map(|(_, entry)| entry));
        self.table = Table::restore(settings(self.time), (self.begin)(), self.kept.clone(), self.now).expect("kept");
        for client in &mut self.clients {
            if client.link.take().is_some() {
                client.guest.closed(self.now);
            }
        }
    }

    /// Whoever is at a keyboard does something.
    fn play(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let Some(seat) = client.guest.seat() else { return };
        if self.rng.random_range(0..30) == 0 {
            let offers = [Offer::Draw, Offer::TakeBack, Offer::Rematch];
            let offer = offers[self.rng.random_range(0..3)];
            let wish = match self.rng.random_range(0..4) {
                0 => Wish::Agree(if offer == Offer::Draw { Offer::TakeBack } else { offer }),
                1 => Wish::Decline(offer),
                _ => Wish::Offer(offer),
            };
            client.guest.want(wish);
        }
        if client.guest.shown().end().is_some() || client.guest.shown().seat() != usize::from(seat) {
            return;
        }
        for _ in 0..12 {
            let letter = |rng: &mut Xoshiro256PlusPlus| char::from(b'a' + rng.random_range(0..6));
            let hole = format!("{}{}", letter(&mut self.rng), self.rng.random_range(1..7));
            let ply = client.guest.shown().ply();
            if client.guest.act(&hole).is_ok() {
                client.open.push((ply, hole));
                return;
            }
        }
    }

    fn connect(&mut self, at: usize) {
        let client = &mut self.clients[at];
        match client.guest.wish(self.now) {
            Some(lanes::Wish::Open(_)) => {
                let conn = Conn(self.next);
                self.next += 1;
                let [mut up, down] = [2, 3].map(|way| Line::new(client.weather, self.next * way));
                up.send(self.now, client.guest.hello([client.ticket; 32]).encode());
                client.link = Some((conn, up, down));
            }
            Some(lanes::Wish::Close(_)) => {
                if let Some((conn, ..)) = client.link.take() {
                    let out = self.table.closed(self.now, conn);
                    self.carry_out(out);
                }
            }
            None => {}
        }
    }

    /// A few milliseconds pass.
    fn step(&mut self, wild: bool) {
        self.now += 10;
        self.store(wild);
        for at in 0..self.clients.len() {
            self.connect(at);
            if wild && self.rng.random_range(0..40) == 0 {
                self.play(at);
            }
            if wild
                && self.rng.random_range(0..1500) == 0
                && let Some((conn, ..)) = self.clients[at].link.take()
            {
                self.clients[at].guest.closed(self.now);
                let out = self.table.closed(self.now, conn);
                self.carry_out(out);
            }
            let now = self.now;
            let client = &mut self.clients[at];
            if let Some((conn, up, _)) = &mut client.link {
                client.guest.sent().into_iter().for_each(|frame| up.send(now, frame.encode()));
                let (conn, bytes) = (*conn, std::iter::from_fn(|| up.arrived(now)).collect::<Vec<_>>());
                for bytes in bytes {
                    let out = self.table.on_bytes(now, conn, &bytes, &mut tickets);
                    self.carry_out(out);
                }
            }
            self.hear(at);
        }
        let out = self.table.tick(self.now);
        self.carry_out(out);
        if wild && self.rng.random_range(0..3000) == 0 {
            self.restart();
        }
    }

    fn hear(&mut self, at: usize) {
        let client = &mut self.clients[at];
        let Some((_, _, down)) = &mut client.link else { return };
        for bytes in std::iter::from_fn(|| down.arrived(self.now)) {
            let frame = FromTable::decode(&bytes).expect("a table sends messages");
            for news in client.guest.on_frame(self.now, frame) {
                match news {
                    News::Happened(Entry { event: Event::Act { ply, seat, text, .. }, .. })
                        if Some(seat) == client.guest.seat() && client.open.first() == Some(&(ply, text.clone())) =>
                    {
                        client.open.remove(0);
                        client.happened += 1;
                    }
                    News::Undone { ply, .. } => {
                        let before = client.open.len();
                        client.open.retain(|(number, _)| *number < ply);
                        client.undone += before - client.open.len();
                    }
                    News::Differs => panic!("the same rules are played everywhere"),
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn two_hundred_matches_over_bad_lines_lose_and_double_nothing() {
    let (mut restarts, mut failures, mut undone, mut ends, mut acts) = (0, 0, 0, 0, 0);
    for seed in 0..200 {
        let time = [UNTIMED, blitz(), TimeRule::Live("move:20".parse().expect("a rule"))][seed as usize % 3];
        let mut world = World::new(seed, links, time);
        for _ in 0..9000 {
            world.step(true);
        }
        for _ in 0..4000 {
            world.step(false);
        }
        let table = world.table.kept();
        for client in &world.clients {
            let kept = client.guest.kept();
            assert_eq!((kept.number(), kept.chain()), (table.number(), table.chain()), "match {seed}");
            assert_eq!((client.guest.unanswered(), &client.open), (0, &vec![]), "match {seed}");
            assert_eq!(kept.end(), table.end());
            undone += client.undone;
        }
        // Everybody's acts are in the match as often as they were told so. Who missed the news of one has it from the entries.
        for (seat, client) in world.clients.iter().enumerate().take(2) {
            let by = |entry: &&Entry| matches!(entry.event, Event::Act { seat: by, .. } if usize::from(by) == seat);
            assert!(client.happened <= world.kept.iter().filter(by).count());
        }
        assert_eq!(world.table.entries(), world.kept);
        restarts += world.restarts;
        failures += world.failures;
        ends += usize::from(table.end().is_some());
        acts += world.kept.len();
    }
    assert!(restarts > 200 && failures > 100 && undone > 100 && ends > 50 && acts > 2000, "the weather was too good");
}
