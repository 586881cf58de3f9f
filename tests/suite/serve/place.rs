//! A server of direct play in a folder of its own, and hands to play on it.

use gridmarch::cli::bench::net::marks::MarksGame;
use gridmarch::cli::bench::net::player::Player;
use gridmarch::net::Tick;
use gridmarch::online::address::Address;
use gridmarch::online::api::Api;
use gridmarch::online::talk::{Act, Join, Joined, Occupant, Phase};
use gridmarch::serve::direct::{Host, Setup};
use gridmarch::serve::hall::Wish;
use gridmarch::serve::hall::game::Hosted;
use gridmarch::serve::http::Limits;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// So long nothing takes, unless it hangs.
pub const HANGS: Duration = Duration::from_secs(60);

pub struct Place {
    pub folder: TempDir,
    pub host: Option<Host>,
    pub game: Arc<dyn Hosted>,
    pub wish: Wish,
    pub limits: Limits,
}

pub fn address(port: u16) -> Address {
    Address { secure: false, host: "127.0.0.1".into(), port, code: None }
}

/// One address plays all players here.
pub fn roomy() -> Limits {
    let many = |number| std::num::NonZero::new(number).expect("it is not zero");
    Limits {
        sockets: 5000,
        handshakes: many(1_000_000),
        requests: many(1_000_000),
        connections: 10_000,
        origins: Vec::new(),
        proxies: Vec::new(),
    }
}

pub fn wish(sides: usize) -> Wish {
    Wish {
        game: "marks".into(),
        description: format!("sides {sides}").into_bytes(),
        locked: false,
        rated: false,
        spectator_delay: 0,
    }
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Place {
    pub fn with(wish: Wish, referee: bool, limits: Limits) -> Self {
        Self::of(Arc::new(MarksGame { referee }), wish, limits)
    }

    pub fn of(game: Arc<dyn Hosted>, wish: Wish, limits: Limits) -> Self {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let mut place = Self { folder, host: None, game, wish, limits };
        place.open(0);
        place
    }

    pub fn new(sides: usize, referee: bool) -> Self {
        Self::with(wish(sides), referee, roomy())
    }

    /// Opens the server, again if it was closed.
    pub fn open(&mut self, port: u16) {
        let setup = Setup {
            folder: self.folder.path().into(),
            address: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port,
            tls: None,
            limits: self.limits.clone(),
            name: "Ada".into(),
        };
        let games = vec![self.game.clone()];
        self.host = Some(Host::start(setup, games, self.wish.clone()).expect("the server opens"));
    }

    pub fn host(&self) -> &Host {
        self.host.as_ref().expect("it is open")
    }

    pub fn port(&self) -> u16 {
        self.host().port()
    }

    pub fn id(&self) -> String {
        self.host().joined().id.clone()
    }

    pub fn stranger(&self) -> Api {
        Api::new(address(self.port()), None)
    }

    /// The host's own way to ask.
    pub fn ada(&self) -> Api {
        self.stranger().with(self.host().joined().token.clone())
    }

    pub fn join(&self, name: &str, watch: bool) -> Joined {
        let join = Join { name: name.into(), code: Some(self.host().found().code().into()), watch };
        self.stranger().join(&join).expect("there is a seat")
    }

    /// Somebody who has joined.
    pub fn guest(&self, name: &str, watch: bool) -> Api {
        let joined = self.join(name, watch);
        self.stranger().with(joined.token)
    }

    /// All seats taken by persons, and the match running; the ways to ask, by seat.
    pub fn seated(&self, sides: usize) -> Vec<Api> {
        let others = (1..sides).map(|number| self.guest(&format!("guest {number}"), false));
        let all: Vec<Api> = std::iter::once(self.ada()).chain(others).collect();
        for api in &all {
            api.act(&self.id(), &Act::Ready { ready: true }).expect("they sit");
        }
        until("the match runs", || self.host().found().phase() == Phase::Running);
        all
    }

    pub fn player(&self, api: Api, pace: u64) -> Player {
        Player::join(api, &self.id(), pace).expect("the match runs")
    }

    /// Everybody plays.
    pub fn playing(&self, sides: usize, pace: u64) -> Vec<Player> {
        self.seated(sides).into_iter().map(|api| self.player(api, pace)).collect()
    }

    pub fn log(&self) -> std::path::PathBuf {
        self.folder.path().join("matches").join(self.id()).join("log")
    }
}

pub fn tick(player: &Player) -> Tick {
    player.look(|seen| seen.game.as_ref().map_or(0, |game| game.tick))
}

pub fn wait_for_tick(players: &[Player], wanted: Tick) {
    for player in players {
        until(&format!("tick {wanted}"), || {
            player.look(|seen| assert_eq!(seen.ended, None));
            tick(player) >= wanted
        });
    }
}

/// Lets all orders settle, then compares all states that two have seen, and counts the orders.
pub fn assert_whole(players: &[Player]) {
    players.iter().for_each(|player| player.set_pace(0));
    for (number, player) in players.iter().enumerate() {
        until(&format!("the orders of player {number} settle"), || {
            player.look(|seen| seen.in_effect as usize + seen.refused.len() >= seen.given as usize)
        });
        player.look(|seen| assert_eq!(seen.in_effect as usize + seen.refused.len(), seen.given as usize));
    }
    let last = players.iter().map(tick).max().expect("there are players");
    wait_for_tick(players, last);
    let seen: Vec<_> = players.iter().map(Player::seen).collect();
    for (number, pair) in seen.windows(2).enumerate() {
        let (one, other) = (&pair[0].hashes, &pair[1].hashes);
        let common: Vec<Tick> = one.keys().filter(|tick| other.contains_key(tick)).copied().collect();
        assert!(!common.is_empty());
        let first = common.iter().find(|tick| one[tick] != other[tick]);
        assert_eq!(first, None, "players {number} and {} differ", number + 1);
    }
}

/// The orders of each side that the state has seen are those that came into effect.
pub fn assert_counted(players: &[Player]) {
    for player in players {
        player.look(|seen| {
            let (game, seat) = (seen.game.as_ref().expect("it plays"), seen.seat.expect("it sits"));
            assert_eq!(game.sides[usize::from(seat)].orders, u64::from(seen.in_effect), "seat {seat}");
        });
    }
}

pub fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("the file is there")
}

pub fn is_person(by: Occupant) -> bool {
    by == Occupant::Person
}
