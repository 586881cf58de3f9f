//! How long orders take: clients of one match over bad lines.

use super::marks::MarksGame;
use super::player::Player;
use super::proxy::{Proxy, Weather};
use crate::online::address::Address;
use crate::online::api::{Api, ApiError};
use crate::online::talk::{Act, Join, Phase};
use crate::serve::direct::{Host, HostError, Setup};
use crate::serve::hall::Wish;
use crate::serve::http::Limits;
use crate::serve::server::ServeError;
use crate::serve::store::StoreError;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Milliseconds between two orders of a client, and in which the last ones settle.
const PACE: u64 = 500;
const SETTLE: Duration = Duration::from_secs(4);

/// A measurement cannot be made.
#[derive(Debug, Error)]
pub enum BenchError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Api(#[from] ApiError),
    #[error("a line cannot be made: {0}")]
    Line(#[from] std::io::Error),
    #[error("{0}")]
    Player(String),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Serve(#[from] ServeError),
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Milliseconds from order to effect, sorted.
    clicks: Vec<u32>,
    /// And those for which a batch waits for its turn, sorted.
    held: Vec<u32>,
    /// Batches in a thousand that came too late for the buffer, for each client and ten seconds.
    late: Vec<u32>,
    /// Ticks of the buffers of all clients, each second.
    buffers: Vec<u8>,
    desyncs: usize,
    lost_orders: u32,
    cut_off: u32,
}

impl Figures {
    /// The milliseconds within which so many orders in a hundred come into effect.
    pub fn click_to_effect_ms(&self, percent: usize) -> u32 {
        percentile(&self.clicks, percent)
    }

    /// The share of late batches, in thousandths.
    pub fn late_permille(&self) -> f64 {
        f64::from(self.late.iter().sum::<u32>()) / self.late.len().max(1) as f64
    }

    /// Machines that came to other results, and orders that got lost.
    pub const fn faults(&self) -> (usize, u32) {
        (self.desyncs, self.lost_orders)
    }
}

fn percentile(sorted: &[u32], percent: usize) -> u32 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(0)
}

impl Figures {
    /// The figures by their names.
    pub fn json(&self) -> Value {
        let ticks: u32 = self.buffers.iter().map(|ticks| u32::from(*ticks)).sum();
        json!({
            "orders": self.clicks.len(),
            "click_to_effect_ms_p50": self.click_to_effect_ms(50),
            "click_to_effect_ms_p95": self.click_to_effect_ms(95),
            "batch_held_ms_p95": percentile(&self.held, 95),
            "late_share": self.late_permille() / 1000.0,
            "buffer_ticks": f64::from(ticks) / self.buffers.len().max(1) as f64,
            "connections_lost": self.cut_off,
            "desyncs": self.desyncs,
            "lost_orders": self.lost_orders,
        })
    }
}

/// Limits under which one machine can play everybody.
pub fn one_for_all() -> Limits {
    Limits {
        sockets: usize::MAX,
        handshakes: NonZero::<u32>::MAX,
        requests: NonZero::<u32>::MAX,
        connections: usize::MAX,
        ..Limits::default()
    }
}

/// Opens a match for so many clients that nobody has joined yet.
///
/// # Errors
/// [`BenchError`].
pub fn serve(folder: &Path, address: Option<std::net::IpAddr>, port: u16, clients: usize) -> Result<Host, BenchError> {
    let setup = Setup { folder: folder.into(), address, port, tls: None, limits: one_for_all(), name: "bench".into() };
    let description = format!("sides {clients}").into_bytes();
    let wish = Wish { game: "marks".into(), description, locked: false, rated: false, spectator_delay: 0 };
    let host = Host::start(setup, vec![Arc::new(MarksGame { referee: true })], wish)?;
    // Who opens the match does not play.
    let api = Api::new(local(host.port()), Some(host.joined().token.clone()));
    api.act(&host.joined().id, &Act::Sit { seat: None })?;
    Ok(host)
}

/// A port of this machine.
pub fn local(port: u16) -> Address {
    Address { secure: false, host: Ipv4Addr::LOCALHOST.to_string(), port, code: None }
}

/// Joins a match with a client at each address, and comes back when it runs. Each gives an order every `pace` milliseconds; 0: none.
///
/// # Errors
/// [`BenchError`].
pub fn join(addresses: &[Address], pace: u64) -> Result<Vec<Player>, BenchError> {
    let mut joined = Vec::new();
    for (number, address) in addresses.iter().enumerate() {
        let api = Api::new(address.clone(), None);
        let join = api.join(&Join { name: format!("client {number}"), code: None, watch: false })?;
        joined.push((api.with(join.token), join.id));
    }
    for (api, id) in &joined {
        api.act(id, &Act::Ready { ready: true })?;
    }
    let players = joined.iter().map(|(api, id)| {
        let mut version = None;
        while api.state(id, version).map(|state| {
            version = Some(state.version);
            state.phase
        })? == Phase::Waiting
        {}
        Player::join(api.clone(), id, pace).map_err(BenchError::Player)
    });
    players.collect()
}

/// Joins with a client at each address, plays for a while and says how it was.
///
/// # Errors
/// [`BenchError`].
pub fn play(addresses: &[Address], time: Duration) -> Result<Figures, BenchError> {
    let players = join(addresses, PACE)?;
    let begun = Instant::now();
    while begun.elapsed() < time {
        std::thread::sleep(Duration::from_millis(100));
        if let Some(sentence) = players.iter().find_map(|player| player.look(|seen| seen.ended.clone())) {
            return Err(BenchError::Player(sentence));
        }
    }
    players.iter().for_each(|player| player.set_pace(0));
    std::thread::sleep(SETTLE);
    let mut figures = Figures {
        clicks: Vec::new(),
        held: Vec::new(),
        late: Vec::new(),
        buffers: Vec::new(),
        desyncs: 0,
        lost_orders: 0,
        cut_off: 0,
    };
    for player in &players {
        player.look(|seen| {
            figures.clicks.extend(&seen.clicks);
            figures.held.extend(&seen.held);
            figures.late.extend(&seen.late);
            figures.buffers.extend(&seen.buffers);
            figures.desyncs = figures.desyncs.max(seen.desyncs.len());
            figures.lost_orders += seen.given - seen.in_effect - seen.refused.len() as u32;
            figures.cut_off += seen.lost;
        });
    }
    figures.clicks.sort_unstable();
    figures.held.sort_unstable();
    Ok(figures)
}

/// Plays with so many clients of one match on this machine, each over its own line.
///
/// # Errors
/// [`BenchError`].
pub fn run(folder: &Path, clients: usize, weather: Weather, time: Duration) -> Result<Figures, BenchError> {
    let host = serve(folder, Some(Ipv4Addr::LOCALHOST.into()), 0, clients)?;
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, host.port()));
    let lines = (0..clients).map(|client| Proxy::start(to, weather, client as u64 * 1000));
    let lines: Vec<Proxy> = lines.collect::<Result<_, _>>()?;
    let addresses: Vec<Address> = lines.iter().map(|line| local(line.port())).collect();
    let figures = play(&addresses, time);
    host.stop();
    figures
}
