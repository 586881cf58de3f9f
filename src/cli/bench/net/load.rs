//! What a server costs: memory of sockets that do little, and processor time of many matches.
//!
//! Server and clients are in one process. The clients are bare connections that cost next to nothing; the processor time is that
//! of the server's threads, by their name. Linux only: it is read from `/proc`.

use super::marks::{MarksGame, Order, RULES, SIM};
use super::run::{BenchError, one_for_all};
use crate::net::PROTOCOL;
use crate::net::frame::{Hello, MAGIC, Report, Ticket, ToServer};
use crate::online::talk::{Act, Token};
use crate::serve::hall::{Hall, HallError, Match, Person, Wish};
use crate::serve::http::{self, Site};
use crate::serve::listen::Listener;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};

/// The name of the server's threads.
const NAME: &str = "bench-server";

/// Spectators of one match.
const WATCHERS: usize = 180;

/// Seats of one match, and connections of each.
const SEATS: usize = 8;
const LANES: u8 = 2;

/// What a server under load costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    pub sockets: usize,
    pub rss_mib: f64,
    /// Messages that the server has sent in a second.
    pub frames_a_second: f64,
    /// Processor cores that the server has used.
    pub cores: f64,
}

impl Cost {
    /// The figures by their names.
    pub fn json(&self) -> Value {
        json!({
            "sockets": self.sockets,
            "rss_mib": self.rss_mib,
            "frames_per_s": self.frames_a_second,
            "cores": self.cores,
        })
    }
}

struct Server {
    runtime: Runtime,
    hall: Arc<Hall>,
    port: u16,
    _stop: oneshot::Sender<()>,
}

impl Server {
    fn start(folder: &Path) -> Result<Self, BenchError> {
        let runtime = Builder::new_multi_thread().worker_threads(2).thread_name(NAME).enable_all().build()?;
        let hall = Hall::open(folder, vec![Arc::new(MarksGame { referee: false })]).map_err(failed)?;
        let site = Site::new(hall.clone(), one_for_all());
        let (stop, stopped) = oneshot::channel();
        let port = runtime.block_on(async {
            hall.resume().await;
            let listener = Listener::open(Some(Ipv4Addr::LOCALHOST.into()), 0, None);
            let listener = listener.map_err(|error| BenchError::Host(error.into()))?;
            let port = listener.port();
            tokio::spawn(listener.serve(http::limited(http::routes(), site), usize::MAX, stopped));
            Ok::<u16, BenchError>(port)
        })?;
        Ok(Self { runtime, hall, port, _stop: stop })
    }

    /// A match that runs, with so many persons in seats and as spectators; those who sit have the numbers from 0.
    fn open(&self, seats: usize, watchers: usize) -> Result<Arc<Match>, BenchError> {
        let person = |id: usize| Person { id: id as u64, name: format!("person {id}") };
        let description = format!("sides {seats}").into_bytes();
        let wish = Wish { game: "marks".into(), description, locked: false, rated: false, spectator_delay: 0 };
        let opened = self.hall.create(&person(0), wish).map_err(failed)?;
        for id in 1..seats + watchers {
            opened.join(self.hall.now(), &person(id), id >= seats, None).map_err(failed)?;
        }
        self.runtime.block_on(self.hall.act(&opened, 0, Act::Start)).map_err(failed)?;
        Ok(opened)
    }

    fn ticket(&self, of: &Match, person: usize, lane: u8) -> Result<Ticket, BenchError> {
        let Token(ticket) = self.hall.ticket(of, person as u64, lane).map_err(failed)?;
        let byte = |at: usize| u8::from_str_radix(ticket.get(2 * at..2 * at + 2)?, 16).ok();
        Ok(std::array::from_fn(|at| byte(at).unwrap_or_default()))
    }
}

fn failed(error: HallError) -> BenchError {
    BenchError::Host(error.into())
}

/// A message as a client sends it.
fn framed(frame: &ToServer<Order>) -> Vec<u8> {
    let opcode = OpCode::Data(Data::Binary);
    let header = FrameHeader { is_final: true, opcode, mask: Some([0; 4]), ..FrameHeader::default() };
    let mut bytes = Vec::new();
    // Memory can always be written to.
    let _ = Frame::from_payload(header, frame.encode().into()).format(&mut bytes);
    bytes
}

/// A connection that has greeted, with nothing around it.
async fn connect(port: u16, lane: u8, ticket: Ticket) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await?;
    let head = "GET /ws HTTP/1.1\r\nHost: bench\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        answer.push(stream.read_u8().await?);
    }
    let hello = Hello { magic: MAGIC, protocol: PROTOCOL, sim: SIM, rules: RULES, lane, ticket, have: None };
    stream.write_all(&framed(&ToServer::Hello(hello))).await?;
    Ok(stream)
}

/// Mebibytes of memory that this process has.
fn rss_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

/// Seconds of processor time that the server's threads have used, in hundredths as Linux counts.
fn cpu() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
    let ticks = stats.filter_map(|stat| {
        let (name, rest) = stat.split_once('(')?.1.rsplit_once(") ")?;
        let mut fields = rest.split(' ').skip(11);
        let (user, system) = (fields.next()?.parse::<u64>().ok()?, fields.next()?.parse::<u64>().ok()?);
        NAME.starts_with(name).then_some(user + system)
    });
    ticks.sum::<u64>() as f64 / 100.0
}

/// Opens sockets of spectators whose matches have not begun: they hear a clock once a second.
///
/// # Errors
/// [`BenchError`]: too many open files, mostly; each socket takes two.
pub fn sockets(folder: &Path, number: usize) -> Result<Cost, BenchError> {
    let server = Server::start(folder)?;
    let clients = Builder::new_current_thread().enable_all().build()?;
    let mut open = Vec::new();
    while open.len() < number {
        let watchers = WATCHERS.min(number - open.len());
        let watched = server.open(1, watchers)?;
        for person in 1..=watchers {
            let ticket = server.ticket(&watched, person, 0)?;
            open.push(clients.block_on(connect(server.port, 0, ticket))?);
        }
    }
    std::thread::sleep(Duration::from_secs(3));
    let present: usize = server.hall.matches().iter().map(|found| found.present()).sum();
    let used = cpu();
    std::thread::sleep(Duration::from_secs(5));
    let cores = (cpu() - used) / 5.0;
    Ok(Cost { sockets: present, rss_mib: rss_mib(), frames_a_second: 0.0, cores })
}

/// Plays so many matches of eight seats with two connections each, for a while.
///
/// # Errors
/// [`BenchError`].
pub fn matches(folder: &Path, number: usize, time: Duration) -> Result<Cost, BenchError> {
    let server = Server::start(folder)?;
    let clients = Builder::new_current_thread().enable_all().build()?;
    let bytes = Arc::new(AtomicU64::new(0));
    let mut open = 0;
    for _ in 0..number {
        let played = server.open(SEATS, 0)?;
        for seat in 0..SEATS {
            for lane in 0..LANES {
                let ticket = server.ticket(&played, seat, lane)?;
                let stream = clients.block_on(connect(server.port, lane, ticket))?;
                clients.spawn(talk(stream, lane == 0, seat as u64, bytes.clone()));
                open += 1;
            }
        }
    }
    let wait = |time| clients.block_on(async move { tokio::time::sleep(time).await });
    wait(Duration::from_secs(3));
    let (begun, used, before) = (Instant::now(), cpu(), bytes.load(Ordering::Relaxed));
    wait(time);
    let seconds = begun.elapsed().as_secs_f64();
    Ok(Cost {
        sockets: open,
        rss_mib: rss_mib(),
        frames_a_second: (bytes.load(Ordering::Relaxed) - before) as f64 / seconds,
        cores: (cpu() - used) / seconds,
    })
}

/// Plays like a client: reports once a second, gives an order every other second, counts what comes.
async fn talk(stream: TcpStream, first: bool, seat: u64, frames: Arc<AtomicU64>) {
    let (mut read, mut write) = stream.into_split();
    if first {
        tokio::spawn(async move {
            if write.write_all(&framed(&ToServer::Loaded)).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(seat * 117)).await;
            for second in 0.. {
                tokio::time::sleep(Duration::from_secs(1)).await;
                let report = Report { tick: second * 20, buffer: 1, load: 1, away: false };
                let mut bytes = framed(&ToServer::Report(report));
                if second % 2 == 0 {
                    let cseq = second / 2 + 1;
                    bytes.extend(framed(&ToServer::Orders { cseq, skip: false, orders: vec![Order::Mark(1)] }));
                }
                if write.write_all(&bytes).await.is_err() {
                    return;
                }
            }
        });
    } else {
        // Dropped, it would end the connection.
        std::mem::forget(write);
    }
    let mut bytes = vec![0; 4096];
    let (mut rest, mut head) = (0, Vec::new());
    while let Ok(len @ 1..) = read.read(&mut bytes).await {
        frames.fetch_add(count(&bytes[..len], &mut rest, &mut head), Ordering::Relaxed);
    }
}

/// Counts the messages that begin in a piece of the stream. `rest` are the bytes that are missing of the one before, `head` what is
/// there of a head.
fn count(mut bytes: &[u8], rest: &mut usize, head: &mut Vec<u8>) -> u64 {
    let mut frames = 0;
    while !bytes.is_empty() {
        let skipped = bytes.len().min(*rest);
        (bytes, *rest) = (&bytes[skipped..], *rest - skipped);
        let Some((byte, after)) = bytes.split_first() else { break };
        head.push(*byte);
        bytes = after;
        let long = match head.get(1).map(|length| length & 127) {
            Some(126) => head.get(2..4).map(|length| usize::from(length[0]) << 8 | usize::from(length[1])),
            Some(127) | None => None,
            Some(length) => Some(length.into()),
        };
        if let Some(length) = long {
            head.clear();
            *rest = length;
            frames += 1;
        }
    }
    frames
}
