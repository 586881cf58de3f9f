//! How soon everybody plays on after a server with accounts was killed in the middle of many matches. The server is a process
//! of its own, which is killed without a word.

use super::marks::MarksGame;
use super::player::Player;
use super::run::{BenchError, local, one_for_all};
use crate::net::Tick;
use crate::online::api::Api;
use crate::online::talk::Token;
use crate::serve::accounts::{Accounts, Registration, Secret};
use crate::serve::admin::database;
use crate::serve::office::{Offer, Pace};
use crate::serve::records::{Door, GameId, NewGame, Seat, Speed};
use crate::serve::server::{Server, Settings, system_clock};
use crate::serve::store::{Place, Store, StoreError};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// The name of the server among those that share a database.
const RELAY: &str = "main";

/// Milliseconds between two orders of a player.
const PACE: u64 = 500;

/// Everybody plays on when so many ticks have gone by that nobody had before.
const ON: Tick = 20;

/// How long it is played before, and in which the last orders settle.
const BEFORE: Duration = Duration::from_secs(5);
const SETTLE: Duration = Duration::from_secs(4);

/// So long nothing takes, unless it hangs.
const HANGS: Duration = Duration::from_secs(120);

/// The server that is killed: it serves until then.
///
/// # Errors
/// It cannot be started.
pub(super) fn serve(folder: &Path, port: u16) -> Result<(), BenchError> {
    let marks = Offer {
        hosted: Arc::new(MarksGame { referee: true }),
        title: "Marks".into(),
        pace: Pace::RealTime,
        presets: Vec::new(),
    };
    let _server = Server::start(Settings {
        name: "bench".into(),
        folder: folder.into(),
        database: Place::File(database(folder)),
        address: Some(Ipv4Addr::LOCALHOST.into()),
        port,
        tls: None,
        is_behind_https: false,
        metrics_port: None,
        limits: one_for_all(),
        offers: vec![marks],
        check_level: Arc::new(|_| Ok(())),
        relay: RELAY.into(),
        public_address: String::new(),
        clock: system_clock(),
    })?;
    loop {
        std::thread::park();
    }
}

/// A process that is killed when this is dropped.
struct Killed(Child);

impl Killed {
    fn start(folder: &Path, port: u16) -> std::io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["bench", "net", "--kill", "1", "--serve", &port.to_string(), "--data"]).arg(folder);
        command.spawn().map(Self)
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        // One that has ended by itself needs no killing.
        let _ = self.0.kill().and_then(|()| self.0.wait());
    }
}

/// Games of two accounts that begin when the server starts, and what the accounts show it.
async fn games(store: &Store, number: usize) -> Result<Vec<(GameId, [Secret; 2])>, StoreError> {
    let accounts = Accounts::new(store.clone())?;
    let mut games = Vec::new();
    for game in 0..number {
        let enter = async |seat: usize| {
            let comer = 2 * game + seat;
            let asked = Registration {
                name: format!("Player{comer}"),
                password: format!("lantern {comer} of the bench").into(),
                email: None,
            };
            // Not many may come from one address.
            let address = IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 + comer as u32));
            accounts.register(asked, address, "bench").await
        };
        let ((one, shows), (two, too)) = (enter(0).await?, enter(1).await?);
        let new = NewGame {
            kind: "marks".into(),
            title: "Marks".into(),
            setup: "sides 2".into(),
            clock: String::new(),
            speed: Speed::RealTime,
            is_rated: false,
            door: Door::Lobby,
            seats: vec![Seat::Account(one.id), Seat::Account(two.id)],
            is_shuffled: false,
            delay: 0,
            open_for: 3_600_000,
        };
        games.push((store.open_game(Some(one.id), new).await?.id, [shows, too]));
    }
    Ok(games)
}

fn until(what: &str, mut is_so: impl FnMut() -> Result<bool, BenchError>) -> Result<(), BenchError> {
    let begun = Instant::now();
    while !is_so()? {
        if begun.elapsed() > HANGS {
            return Err(BenchError::Player(format!("{what}: it hangs")));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

fn tick(player: &Player) -> Tick {
    player.look(|seen| seen.game.as_ref().map_or(0, |game| game.tick))
}

/// Plays so many matches of two, kills the server, starts it again and says when everybody played on.
///
/// # Errors
/// [`BenchError`].
pub(super) fn run(folder: &Path, matches: usize) -> Result<Value, BenchError> {
    let runtime = Runtime::new()?;
    let store = Store::open(Place::File(database(folder)), system_clock())?;
    let games = runtime.block_on(games(&store, matches))?;
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
    let server = Killed::start(folder, port)?;
    let mut players = Vec::new();
    for (game, shows) in &games {
        let mut log = None;
        until("the matches begin", || {
            log = runtime.block_on(store.game(*game))?.log;
            Ok(log.is_some())
        })?;
        let log = log.unwrap_or_default();
        for secret in shows {
            let api = Api::new(local(port), Some(Token(secret.reveal().into())));
            until("the server answers", || Ok(api.state(&log, None).is_ok()))?;
            players.push(Player::join(api, &log, PACE).map_err(BenchError::Player)?);
        }
    }
    until("they play", || Ok(players.iter().all(|player| tick(player) > ON)))?;
    std::thread::sleep(BEFORE);
    let killed = Instant::now();
    drop(server);
    let before: Vec<Tick> = players.iter().map(tick).collect();
    let _server = Killed::start(folder, port)?;
    let mut back = vec![None; players.len()];
    until("everybody plays on", || {
        for ((player, before), back) in players.iter().zip(&before).zip(&mut back) {
            if back.is_none() && tick(player) > before + ON {
                *back = Some(killed.elapsed());
            }
        }
        Ok(back.iter().all(Option::is_some))
    })?;
    players.iter().for_each(|player| player.set_pace(0));
    std::thread::sleep(SETTLE);
    let mut times: Vec<Duration> = back.into_iter().flatten().collect();
    times.sort_unstable();
    let millis = |time: Option<&Duration>| time.map_or(0, Duration::as_millis) as u64;
    let lost = |player: &Player| player.look(|seen| seen.given - seen.in_effect - seen.refused.len() as u32);
    let desyncs = |player: &Player| player.look(|seen| seen.desyncs.len());
    Ok(json!({
        "matches": matches,
        "players": players.len(),
        "back_ms_p50": millis(times.get(times.len() / 2)),
        "back_ms_max": millis(times.last()),
        "lost_orders": players.iter().map(lost).sum::<u32>(),
        "desyncs": players.iter().map(desyncs).sum::<usize>(),
    }))
}
