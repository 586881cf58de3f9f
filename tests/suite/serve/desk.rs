//! An open store with a clock in the hand of the test, and people who come to it.

use super::cluster::cluster;
use gridmarch::serve::accounts::{Account, Accounts, Registration, Secret};
use gridmarch::serve::records::{Act, Door, Game, Lease, NewGame, Seat, Speed};
use gridmarch::serve::store::{Clock, Place, Store, StoreError};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use tempfile::TempDir;

pub(crate) const SECOND: i64 = 1000;
pub(crate) const HOUR: i64 = 3600 * SECOND;
pub(crate) const DAY: i64 = 24 * HOUR;

/// A password that nobody guesses.
pub(crate) const PASSWORD: &str = "quarry lantern seventeen";

pub(crate) struct Desk {
    pub(crate) store: Store,
    pub(crate) accounts: Accounts,
    pub(crate) place: Place,
    pub(crate) folder: TempDir,
    /// Of Postgres.
    pub(crate) schema: Option<String>,
    time: Arc<AtomicI64>,
    /// Everybody comes from another address, so that limits by address do not stand in the way.
    comers: AtomicU32,
}

impl Desk {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Place::File(folder.path().join("store.sqlite"));
        Self::open(place, folder, None)
    }

    pub(crate) fn postgres() -> Option<Self> {
        static SCHEMAS: AtomicU32 = AtomicU32::new(0);
        let name = format!("desk_{}", SCHEMAS.fetch_add(1, Ordering::Relaxed));
        let schema = name.clone();
        let address = std::thread::spawn(move || Some(cluster()?.schema(&name))).join().expect("a schema")?;
        let place = Place::parse(&address).expect("an address");
        Some(Self::open(place, tempfile::tempdir().expect("a folder"), Some(schema)))
    }

    fn open(place: Place, folder: TempDir, schema: Option<String>) -> Self {
        // 1 March 2026, noon.
        let time = Arc::new(AtomicI64::new(1_772_366_400_000));
        let store = Store::open(place.clone(), clock(&time)).expect("a store");
        let accounts = Accounts::new(store.clone()).expect("accounts");
        Self { store, accounts, place, folder, schema, time, comers: AtomicU32::new(0) }
    }

    /// Another store on the same database, as another process has one.
    pub(crate) fn second(&self) -> Store {
        Store::open(self.place.clone(), clock(&self.time)).expect("a second store")
    }

    pub(crate) fn pass(&self, millis: i64) {
        self.time.fetch_add(millis, Ordering::Relaxed);
    }

    pub(crate) fn address(&self) -> IpAddr {
        let number = self.comers.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        IpAddr::from([10, number[1], number[2], number[3]])
    }

    pub(crate) async fn register(&self, name: &str) -> Result<(Account, Secret), StoreError> {
        let asked = Registration { name: name.into(), password: PASSWORD.into(), email: None };
        self.accounts.register(asked, self.address(), "test").await
    }

    /// A new person.
    pub(crate) async fn person(&self, name: &str) -> i64 {
        self.register(name).await.expect("a person").0.id
    }

    /// A running game of two people, and the right to write in it.
    pub(crate) async fn duel(&self, one: i64, two: i64, is_rated: bool, speed: Speed) -> (Game, Lease) {
        let new = NewGame { is_rated, speed, seats: vec![Seat::Account(one), Seat::Account(two)], ..game() };
        let game = self.store.open_game(Some(one), new).await.expect("a game");
        let lease = self.store.claim_game(game.id, "main").await.expect("a lease");
        (game, lease)
    }
}

fn clock(time: &Arc<AtomicI64>) -> Clock {
    let time = time.clone();
    Arc::new(move || time.load(Ordering::Relaxed))
}

/// An unrated game of two with nobody on it, in the lobby.
pub(crate) fn game() -> NewGame {
    NewGame {
        kind: "links".into(),
        title: "Links, 24 × 24".into(),
        setup: "size 24".into(),
        clock: "300+5".into(),
        speed: Speed::Blitz,
        is_rated: false,
        door: Door::Lobby,
        seats: vec![Seat::Empty, Seat::Empty],
        is_shuffled: false,
        delay: 0,
        open_for: HOUR,
    }
}

pub(crate) fn act(ply: u32, record: &str) -> Act {
    Act { ply, record: record.into(), to_act: vec![1 - ply % 2], deadline: None }
}

/// The sentence of an error.
pub(crate) fn sentence<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    result.expect_err("it is refused").to_string()
}
