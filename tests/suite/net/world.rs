//! A room, its log and referee, and clients with their lines, in one thread and in virtual time.

use super::line::{Line, Weather};
use super::net::follower::{Follower, News};
use super::net::frame::{Bye, Check, Desync, Hello, Refusal, Start, ToClient, ToServer};
use super::net::lanes::Wish;
use super::net::log::{self, Batch, Key};
use super::net::room::{Conn, Out, Place, Room, SeatSetup, Settings, Standing, in_frames};
use super::net::{Tick, chained};
use super::toy::{Game, Order};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, VecDeque};

pub const KEY: Key = *b"a key of sixteen";
const DESCRIPTION: &[u8] = b"a level and rules";

/// Milliseconds between two frames of a client's picture.
pub const FRAME: u64 = 10;

/// The ticket of a spectator.
pub const WATCH: u8 = 200;

pub fn settings(seats: usize) -> Settings {
    let seat = |at| SeatSetup { name: format!("player {at}"), team: at as u8 % 2, human: true };
    Settings::new((0..seats).map(seat).collect(), 7, 99, "/match/1".into())
}

/// The first byte of a ticket is the seat.
pub fn tickets(hello: &Hello) -> Option<Place> {
    match hello.ticket[0] {
        WATCH => Some(Place::Spectator("a watcher".into())),
        seat => Some(Place::Seat(seat)),
    }
}

struct Connection {
    client: usize,
    lane: u8,
    up: Line,
    down: Line,
    /// When the handshake is done.
    open: u64,
    greeted: bool,
}

/// An order on its way.
#[derive(Debug, Clone, Copy, Default)]
pub struct Course {
    pub given: u64,
    pub at_server: Option<u64>,
    pub batch_came: Option<u64>,
    pub in_effect: Option<u64>,
    /// Ticks of the largest buffer in the second before it came into effect.
    pub buffer: u8,
}

pub struct Client {
    pub follower: Follower<Order>,
    pub game: Game,
    pub ticket: u8,
    pub weather: Weather,
    /// Does nothing until then.
    pub stopped: u64,
    /// Opens no connection until then.
    pub offline: u64,
    /// The course of each order by its number.
    pub orders: BTreeMap<u32, Course>,
    pub refused: Vec<(u32, Refusal)>,
    pub frames: Vec<(u64, ToClient<Order>)>,
    pub bye: Option<Bye>,
    /// States that were restored.
    pub restored: Vec<Start>,
    /// Ticks that changed something in this machine only.
    pub defect: Option<Tick>,
    /// And when it is as it should be again.
    pub heals: Option<Tick>,
    /// States at the last exchange ticks.
    pub exchange: VecDeque<Game>,
    loaded: bool,
    /// The largest buffer of the last second, and when it was so large.
    buffer: (u64, u8),
    /// Ticks executed, with when.
    pub executed: Vec<(u64, Tick)>,
}

pub struct World {
    pub now: u64,
    pub room: Room<Order>,
    pub clients: Vec<Client>,
    pub log: Vec<u8>,
    pub batches: Vec<Batch<Order>>,
    pub referee: Option<(Game, u64)>,
    pub snapshots: BTreeMap<Tick, Game>,
    pub desyncs: Vec<(u64, Desync)>,
    pub notes: Vec<Out<Order>>,
    standing: Option<Standing>,
    connections: BTreeMap<Conn, Connection>,
    pub rng: Xoshiro256PlusPlus,
    seed: u64,
    next_conn: u64,
    settings: Settings,
    /// Whether the clients give orders of their own.
    pub busy: bool,
    /// The server is gone until then.
    pub down: u64,
}

impl World {
    pub fn new(settings: Settings, weathers: &[Weather], seed: u64) -> Self {
        let sides = settings.seats.len();
        let referee = settings.referee.then(|| (Game::new(sides), 0));
        let mut world = Self {
            now: 0,
            room: Room::new(settings.clone(), KEY, DESCRIPTION, 0),
            clients: Vec::new(),
            log: log::head(DESCRIPTION),
            batches: Vec::new(),
            referee,
            snapshots: BTreeMap::new(),
            desyncs: Vec::new(),
            notes: Vec::new(),
            standing: None,
            connections: BTreeMap::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            seed,
            next_conn: 0,
            settings,
            busy: true,
            down: 0,
        };
        weathers.iter().enumerate().for_each(|(seat, weather)| world.join(seat as u8, *weather));
        world
    }

    /// Another client with a ticket.
    pub fn join(&mut self, ticket: u8, weather: Weather) {
        self.clients.push(Client {
            follower: Follower::new(self.now, 7, 99),
            game: Game::new(self.settings.seats.len()),
            ticket,
            weather,
            stopped: 0,
            offline: 0,
            orders: BTreeMap::new(),
            refused: Vec::new(),
            frames: Vec::new(),
            bye: None,
            restored: Vec::new(),
            defect: None,
            heals: None,
            exchange: VecDeque::new(),
            loaded: false,
            buffer: (0, 0),
            executed: Vec::new(),
        });
    }

    /// Runs until a time.
    pub fn run_to(&mut self, end: u64) {
        while self.now < end {
            self.step();
        }
    }

    /// Runs for so many milliseconds.
    pub fn run(&mut self, millis: u64) {
        self.run_to(self.now + millis);
    }

    fn step(&mut self) {
        self.now += FRAME / 2;
        if self.now >= self.down {
            self.receive();
            let out = self.room.tick(self.now);
            self.carry_out(out);
        }
        if self.now.is_multiple_of(FRAME) {
            (0..self.clients.len()).for_each(|client| self.frame(client));
        }
    }

    /// What came to the server.
    fn receive(&mut self) {
        let conns: Vec<Conn> = self.connections.keys().copied().collect();
        for conn in conns {
            while let Some(bytes) = self.connections.get_mut(&conn).and_then(|it| it.up.arrived(self.now)) {
                if let Ok(ToServer::<Order>::Orders { cseq, orders, .. }) = ToServer::decode(&bytes) {
                    let client = &mut self.clients[self.connections[&conn].client];
                    for cseq in cseq..cseq + orders.len() as u32 {
                        client.orders.entry(cseq).or_default().at_server.get_or_insert(self.now);
                    }
                }
                let out = self.room.on_bytes(self.now, conn, &bytes, &mut tickets);
                self.carry_out(out);
            }
        }
    }

    pub fn carry_out(&mut self, out: Vec<Out<Order>>) {
        for out in out {
            match out {
                Out::Append(bytes) => {
                    self.log.extend(bytes);
                    // Parsing all of it every time would take too long.
                    if self.batches.len() < 3 {
                        let log = log::parse::<Order>(&self.log, KEY).expect("it is a log");
                        assert_eq!(log.used, self.log.len());
                    }
                }
                Out::Send { to, frame } => {
                    if let ToClient::Batch(batch) = &frame {
                        self.referee_runs(batch);
                    }
                    let bytes = frame.encode();
                    assert!(bytes.len() < 64 << 10);
                    for conn in to {
                        if let Some(connection) = self.connections.get_mut(&conn) {
                            connection.down.send(self.now, bytes.clone());
                        }
                    }
                }
                Out::FromLog { to, from, until } => {
                    let batches = log::parse::<Order>(&self.log, KEY).expect("it is a log").batches;
                    for frame in in_frames(batches[from as usize..until as usize].to_vec()) {
                        self.carry_out(vec![Out::Send { to: vec![to], frame }]);
                    }
                }
                Out::Close(conn, _) => {
                    if let Some(mut connection) = self.connections.remove(&conn) {
                        // What was sent still comes.
                        while let Some(bytes) = connection.down.arrived(u64::MAX) {
                            self.deliver(connection.client, connection.lane, &bytes);
                        }
                        let client = &mut self.clients[connection.client];
                        client.follower.closed(self.now, connection.lane);
                    }
                }
                Out::Keep(standing) => self.standing = Some(standing),
                Out::Desync(desync) => self.desyncs.push((self.now, desync)),
                out => self.notes.push(out),
            }
        }
    }

    fn referee_runs(&mut self, batch: &Batch<Order>) {
        if batch.tick as usize != self.batches.len() {
            return;
        }
        self.batches.push(batch.clone());
        let Some((game, chain)) = &mut self.referee else { return };
        game.run(batch);
        *chain = chained(*chain, game.whole());
        let check = Check { tick: game.tick, whole: game.whole(), chain: *chain };
        if game.tick.is_multiple_of(400) {
            self.snapshots.insert(game.tick, game.clone());
            self.room.checkpoint(game.tick, *chain);
        }
        if game.tick.is_multiple_of(20) {
            let out = self.room.referee_check(self.now, check);
            self.carry_out(out);
        }
    }

    /// Cuts a lane of a client; both ends know it at once.
    pub fn cut(&mut self, client: usize, lane: u8) {
        let found = self.connections.iter().find(|(_, it)| (it.client, it.lane) == (client, lane));
        let Some(conn) = found.map(|(conn, _)| *conn) else { return };
        self.connections.remove(&conn);
        self.clients[client].follower.closed(self.now, lane);
        let out = self.room.closed(self.now, conn);
        self.carry_out(out);
    }

    /// Cuts all lanes of a client and lets it open none for a while.
    pub fn cut_off(&mut self, client: usize, millis: u64) {
        self.clients[client].offline = self.now + millis;
        (0..3).for_each(|lane| self.cut(client, lane));
    }

    /// The server is killed: what is not in the first `kept` bytes of the log is lost. It is back after some milliseconds.
    pub fn kill_server(&mut self, lost: usize, millis: u64) {
        self.log.truncate(self.log.len().saturating_sub(lost).max(log::head(DESCRIPTION).len()));
        let log = log::parse::<Order>(&self.log, KEY).expect("it is a log");
        self.log.truncate(log.used);
        self.batches.truncate(log.batches.len());
        self.down = self.now + millis;
        self.room = Room::restore(self.settings.clone(), KEY, log, self.standing.as_ref(), self.down);
        for (_, connection) in std::mem::take(&mut self.connections) {
            let client = &mut self.clients[connection.client];
            client.follower.closed(self.now, connection.lane);
            client.offline = self.down;
        }
    }

    fn connect(&mut self, client: usize, lane: u8) {
        let conn = Conn(self.next_conn);
        self.next_conn += 1;
        let weather = self.clients[client].weather;
        let seed = self.seed.wrapping_mul(1000) + conn.0 * 2;
        let (up, down) = (Line::new(weather, seed), Line::new(weather, seed + 1));
        let open = self.now + weather.rtt;
        self.connections.insert(conn, Connection { client, lane, up, down, open, greeted: false });
    }

    /// A frame of a client's picture.
    fn frame(&mut self, client: usize) {
        let now = self.now;
        if now < self.clients[client].stopped || self.clients[client].bye.is_some() {
            return;
        }
        let conns: Vec<Conn> = self.connections.iter().filter(|it| it.1.client == client).map(|it| *it.0).collect();
        for conn in conns {
            let ticket = [self.clients[client].ticket; 32];
            let Some(connection) = self.connections.get_mut(&conn) else { continue };
            if !connection.greeted && connection.open <= now {
                connection.greeted = true;
                let hello = self.clients[client].follower.hello(connection.lane, ticket);
                connection.up.send(now, hello.encode());
            }
            let lane = connection.lane;
            while let Some(bytes) = self.connections.get_mut(&conn).and_then(|it| it.down.arrived(now)) {
                self.deliver(client, lane, &bytes);
            }
        }
        self.play(client);
        let this = &mut self.clients[client];
        for (lane, frame) in this.follower.sent() {
            let to = self.connections.values_mut().find(|it| (it.client, it.lane) == (client, lane));
            if let Some(to) = to {
                to.up.send(now, frame.encode());
            }
        }
        match if now < this.offline { None } else { this.follower.wish(now) } {
            Some(Wish::Open(lane)) => self.connect(client, lane),
            Some(Wish::Close(lane)) => self.cut(client, lane),
            None => {}
        }
    }

    fn deliver(&mut self, client: usize, lane: u8, bytes: &[u8]) {
        let now = self.now;
        let frame = ToClient::<Order>::decode(bytes).expect("a server sends messages");
        let this = &mut self.clients[client];
        if let ToClient::Batch(batch) = &frame {
            for entry in batch.entries.iter().filter(|entry| entry.seat == this.ticket) {
                if let Some(course) = this.orders.get_mut(&entry.cseq) {
                    course.batch_came.get_or_insert(now);
                }
            }
        }
        for news in this.follower.on_frame(now, lane, frame) {
            match news {
                News::Restore(start) => {
                    this.restored.push(start);
                    // Some are carried out again.
                    this.orders.values_mut().for_each(|course| course.in_effect = None);
                    this.game = match start {
                        Start::Snapshot { tick, .. } => self.snapshots[&tick].clone(),
                        _ => Game::new(this.game.sides.len()),
                    };
                }
                News::Frame(frame) => {
                    match &frame {
                        ToClient::Bye(bye) => this.bye = Some(*bye),
                        ToClient::Refused { cseq, why } => this.refused.push((*cseq, *why)),
                        ToClient::Welcome(_) if !this.loaded => {
                            this.loaded = true;
                            this.follower.say(&ToServer::Loaded);
                        }
                        _ => {}
                    }
                    this.frames.push((now, frame));
                }
            }
        }
    }

    fn play(&mut self, client: usize) {
        let now = self.now;
        let this = &mut self.clients[client];
        let buffer = this.follower.playout().buffer();
        if buffer >= this.buffer.1 || this.buffer.0 + 1000 < now {
            this.buffer = (now, buffer);
        }
        // A tick of this game costs 1 ms, and a frame has 60.
        for batch in this.follower.due(now, 60) {
            this.game.run(&batch);
            this.executed.push((now, batch.tick));
            if this.defect == Some(batch.tick) {
                this.game.sides[1].units[2].steps += 5;
            }
            if this.heals == Some(batch.tick) {
                this.game.sides[1].units[2].steps -= 5;
            }
            for entry in batch.entries.iter().filter(|entry| entry.seat == this.ticket && entry.cseq > 0) {
                let course = this.orders.get_mut(&entry.cseq).expect("an order of this client");
                assert_eq!(course.in_effect, None, "an order is in effect once");
                (course.in_effect, course.buffer) = (Some(now), this.buffer.1);
            }
            this.follower.executed(batch.tick, this.game.whole(), this.game.parts());
            if this.game.tick.is_multiple_of(20) {
                this.exchange.push_back(this.game.clone());
                if this.exchange.len() > 3 {
                    this.exchange.pop_front();
                }
            }
        }
        this.follower.tick_report(now, 20, false);
        if self.busy && this.game.tick > 0 && this.ticket != WATCH && self.rng.random_range(0..50) == 0 {
            let to = (self.rng.random_range(0..40), self.rng.random_range(0..40));
            let order =
                if self.rng.random_range(0..4) == 0 { Order::Drop } else { Order::Move { units: vec![0, 2], to } };
            self.give(client, order);
        }
    }

    /// A client gives an order.
    pub fn give(&mut self, client: usize, order: Order) -> u32 {
        let this = &mut self.clients[client];
        let cseq = this.follower.give(order);
        this.orders.entry(cseq).or_default().given = self.now;
        cseq
    }

    /// All orders that were given are in the log, once each and in their order, or were refused.
    pub fn assert_orders_are_whole(&self) {
        for client in self.clients.iter().filter(|client| client.ticket != WATCH && client.bye.is_none()) {
            let entries = self.batches.iter().flat_map(|batch| &batch.entries);
            let logged: Vec<u32> =
                entries.filter(|it| it.seat == client.ticket && it.cseq > 0).map(|it| it.cseq).collect();
            let refused = |cseq: &u32| client.refused.iter().any(|(refused, _)| refused == cseq);
            let given: Vec<u32> = client.orders.keys().copied().filter(|cseq| !refused(cseq)).collect();
            assert_eq!(logged, given, "orders of seat {}", client.ticket);
            assert_eq!(client.follower.pending(), 0);
        }
    }

    /// All machines have come to the same state.
    pub fn assert_states_are_equal(&self) {
        let mut game = Game::new(self.settings.seats.len());
        let mut states = BTreeMap::from([(0, game.whole())]);
        for batch in &self.batches {
            game.run(batch);
            states.insert(game.tick, game.whole());
        }
        for client in &self.clients {
            assert_eq!(
                client.game.whole(),
                states[&client.game.tick],
                "client {} at {}",
                client.ticket,
                client.game.tick
            );
        }
    }
}
