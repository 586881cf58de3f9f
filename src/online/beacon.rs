//! Matches in the local network: a host announces its own once a second, and everybody lists what they hear.
//!
//! An announcement is one small packet of UDP to everybody in the network, and to the programs on the same machine. It comes from
//! strangers: what is no announcement is passed over, and what is shown is cleaned of control characters by whoever shows it.

use super::talk::PORT;
use serde::{Deserialize, Serialize};
use socket2::{Domain, Protocol, Socket, Type};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The first bytes of an announcement.
const MAGIC: &[u8; 6] = b"GMlan1";

/// The time between two announcements, and after which one that was not repeated is void.
const EVERY: Duration = Duration::from_secs(1);
const LIFE: Duration = Duration::from_secs(5);

/// Bytes of an announcement, letters of a text in it, and announcements that are listed.
const MAX_BYTES: usize = 512;
const MAX_LETTERS: usize = 60;
const MAX_LISTED: usize = 64;

/// A match as its host announces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// Any number that stays the same while the match is announced: it may come by several ways.
    pub id: u64,
    /// The name of the host.
    pub host: String,
    pub game: String,
    pub title: String,
    pub taken: u8,
    pub seats: u8,
    pub port: u16,
    /// Whether one needs a code to join.
    pub locked: bool,
    /// The version of the program.
    pub version: String,
}

impl Announcement {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        // Texts and numbers always have a form.
        bytes.extend(postcard::to_allocvec(self).unwrap_or_default());
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let found: Self = postcard::from_bytes(bytes.strip_prefix(MAGIC)?).ok()?;
        let texts = [&found.host, &found.game, &found.title, &found.version];
        let sound = |text: &&String| text.chars().count() <= MAX_LETTERS && !text.chars().any(char::is_control);
        texts.iter().all(sound).then_some(found)
    }
}

/// A thread that ends when this is dropped.
struct Worker {
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    fn start(name: &str, mut work: impl FnMut() + Send + 'static) -> std::io::Result<Self> {
        let ends = Arc::new(AtomicBool::new(false));
        let theirs = ends.clone();
        let thread = std::thread::Builder::new().name(name.into()).spawn(move || {
            while !theirs.load(Ordering::Relaxed) {
                work();
            }
        })?;
        Ok(Self { ends, thread: Some(thread) })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // It waits for nothing longer than a quarter of a second.
            let _ = thread.join();
        }
    }
}

const STEP: Duration = Duration::from_millis(200);

/// Announces a match until it is dropped.
pub struct Beacon {
    announced: Arc<Mutex<Announcement>>,
    _worker: Worker,
}

impl Beacon {
    /// Announces a match to the listeners of a port.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(announcement: Announcement, port: u16) -> std::io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.set_broadcast(true)?;
        let announced = Arc::new(Mutex::new(announcement));
        let theirs = announced.clone();
        let mut last: Option<Instant> = None;
        let worker = Worker::start("beacon", move || {
            if last.is_none_or(|last| last.elapsed() >= EVERY) {
                last = Some(Instant::now());
                let bytes = theirs.lock().unwrap_or_else(PoisonError::into_inner).bytes();
                // A way that is closed now may be open in a second.
                targets().into_iter().for_each(|to| _ = socket.send_to(&bytes, (to, port)));
            }
            std::thread::sleep(STEP);
        })?;
        Ok(Self { announced, _worker: worker })
    }

    /// Announces it so from now on.
    pub fn change(&self, announcement: Announcement) {
        *self.announced.lock().unwrap_or_else(PoisonError::into_inner) = announcement;
    }
}

/// Everybody in each network of this machine, and everybody on it.
fn targets() -> Vec<Ipv4Addr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let of = |interface: &if_addrs::Interface| match &interface.addr {
        if_addrs::IfAddr::V4(address) => address.broadcast,
        if_addrs::IfAddr::V6(_) => None,
    };
    let mut targets: Vec<Ipv4Addr> = interfaces.iter().filter_map(of).collect();
    targets.extend([Ipv4Addr::BROADCAST, Ipv4Addr::new(127, 255, 255, 255)]);
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// A match that was heard of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub announcement: Announcement,
    /// Where it is.
    pub address: SocketAddr,
}

type Heard = BTreeMap<u64, (Found, Instant)>;

/// Lists the matches of the local network until it is dropped.
pub struct Listener {
    heard: Arc<Mutex<Heard>>,
    _worker: Worker,
}

impl Listener {
    /// Listens on a port, together with other programs of this machine.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(port: u16) -> std::io::Result<Self> {
        let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
        socket.set_reuse_address(true)?;
        // Elsewhere the option above is enough.
        #[cfg(unix)]
        socket.set_reuse_port(true)?;
        socket.bind(&SocketAddr::from((Ipv4Addr::UNSPECIFIED, port)).into())?;
        socket.set_read_timeout(Some(STEP))?;
        let socket: UdpSocket = socket.into();
        let heard = Arc::new(Mutex::new(Heard::new()));
        let theirs = heard.clone();
        let mut bytes = [0; MAX_BYTES + 1];
        let worker = Worker::start("lan", move || match socket.recv_from(&mut bytes) {
            Ok((len, from)) if len <= MAX_BYTES => {
                let Some(announcement) = Announcement::read(&bytes[..len]) else { return };
                let mut heard = theirs.lock().unwrap_or_else(PoisonError::into_inner);
                heard.retain(|_, (_, at)| at.elapsed() < LIFE);
                let address = SocketAddr::new(from.ip(), announcement.port);
                let known = heard.get(&announcement.id).map(|(found, _)| found.address.ip());
                // The same match by several ways: one that others understand, too, is better than the machine's own.
                let address = match known {
                    Some(IpAddr::V4(before)) if from.ip().is_loopback() && !before.is_loopback() => {
                        SocketAddr::new(before.into(), announcement.port)
                    }
                    _ => address,
                };
                if heard.len() < MAX_LISTED || known.is_some() {
                    heard.insert(announcement.id, (Found { announcement, address }, Instant::now()));
                }
            }
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            // An error of the network comes again at once.
            Err(_) => std::thread::sleep(STEP),
        })?;
        Ok(Self { heard, _worker: worker })
    }

    /// The matches that were announced in the last five seconds.
    pub fn list(&self) -> Vec<Found> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.values().filter(|(_, at)| at.elapsed() < LIFE).map(|(found, _)| found.clone()).collect()
    }
}

/// The port of announcements.
pub const LAN_PORT: u16 = PORT;
