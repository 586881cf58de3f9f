//! A bad line between clients and a server: real connections, whose bytes are delayed and held up.
//!
//! Loss is made of holds, because what TCP loses it sends again: a lost packet comes a round trip and a quarter later, and all
//! behind it wait. The chances are drawn for each piece of the stream, which at twenty messages a second is a packet.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, watch};

/// How bad a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Weather {
    /// Milliseconds of the round trip, and how much later half of it may be.
    pub rtt: u64,
    pub jitter: u64,
    /// Packets in a thousand that are lost.
    pub loss: u64,
}

/// What the connections of a proxy have in common.
struct Common {
    to: SocketAddr,
    weather: Mutex<Weather>,
    /// Counts the cuts: connections made before the last are closed.
    cuts: watch::Sender<u64>,
    /// Nothing goes through, and nobody is told.
    frozen: AtomicBool,
    refuses: AtomicBool,
    seed: AtomicU64,
    connections: AtomicU64,
}

/// A line to a server. It ends when this is dropped.
pub struct Proxy {
    common: Arc<Common>,
    port: u16,
    runtime: Option<Runtime>,
}

impl Proxy {
    /// A line to a server, from a port of this machine.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(to: SocketAddr, weather: Weather, seed: u64) -> std::io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
        let port = listener.local_addr()?.port();
        let common = Arc::new(Common {
            to,
            weather: Mutex::new(weather),
            cuts: watch::Sender::new(0),
            frozen: AtomicBool::new(false),
            refuses: AtomicBool::new(false),
            seed: AtomicU64::new(seed),
            connections: AtomicU64::new(0),
        });
        let theirs = common.clone();
        runtime.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if !theirs.refuses.load(Ordering::Relaxed) {
                    theirs.connections.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(connection(theirs.clone(), stream));
                }
            }
        });
        Ok(Self { common, port, runtime: Some(runtime) })
    }

    /// The port at which the line begins.
    pub const fn port(&self) -> u16 {
        self.port
    }

    pub fn set(&self, weather: Weather) {
        *self.common.weather.lock().unwrap_or_else(PoisonError::into_inner) = weather;
    }

    /// Closes all connections.
    pub fn cut(&self) {
        self.common.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// From now on everything stands still, or goes on: both ends believe that the connections stand.
    pub fn freeze(&self, frozen: bool) {
        self.common.frozen.store(frozen, Ordering::Relaxed);
    }

    /// From now on new connections are closed at once, or are not.
    pub fn refuse(&self, refuses: bool) {
        self.common.refuses.store(refuses, Ordering::Relaxed);
    }

    /// Connections that have come so far.
    pub fn connections(&self) -> u64 {
        self.common.connections.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn connection(common: Arc<Common>, client: TcpStream) {
    let mut cuts = common.cuts.subscribe();
    // The first packet needs its way, too.
    let rtt = common.weather.lock().unwrap_or_else(PoisonError::into_inner).rtt;
    tokio::time::sleep(Duration::from_millis(rtt)).await;
    let Ok(server) = TcpStream::connect(common.to).await else { return };
    // Nothing but the delays of this line is to be measured.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let ((from_client, to_client), (from_server, to_server)) = (client.into_split(), server.into_split());
    tokio::select! {
        () = one_way(&common, from_client, to_server) => {}
        () = one_way(&common, from_server, to_client) => {}
        _ = cuts.changed() => {}
    }
}

/// A generator of chances: SplitMix64 (G. L. Steele et al., "Fast splittable pseudorandom number generators", 2014).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % most.max(1)
    }
}

async fn one_way(common: &Common, mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    let (send, mut under_way) = mpsc::channel::<(Instant, Vec<u8>)>(1024);
    let mut chance = Chance(common.seed.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x1234_5678_9abc_def1));
    let read = async move {
        let mut bytes = vec![0; 16 << 10];
        let mut last = Instant::now();
        while let Ok(len @ 1..) = from.read(&mut bytes).await {
            let Weather { rtt, jitter, loss } = *common.weather.lock().unwrap_or_else(PoisonError::into_inner);
            let mut delay = rtt / 2 + chance.below(jitter + 1);
            let mut hold = rtt + rtt / 4 + 20;
            while chance.below(1000) < loss {
                delay += hold;
                hold = hold * 2 + 200;
            }
            last = last.max(Instant::now() + Duration::from_millis(delay));
            if send.send((last, bytes[..len].to_vec())).await.is_err() {
                return;
            }
        }
    };
    let write = async move {
        while let Some((due, bytes)) = under_way.recv().await {
            tokio::time::sleep_until(due.into()).await;
            while common.frozen.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}
