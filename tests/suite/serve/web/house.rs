//! A server in a folder of its own, and people who ask it.

use crate::serve::cluster::cluster;
use gridmarch::cli::bench::net::marks::MarksGame;
use gridmarch::net::difference::Differences;
use gridmarch::serve::hall::game::{Hosted, Opened, Opening, Plan, Taken};
use gridmarch::serve::http::Limits;
use gridmarch::serve::office::{Offer, Pace, Preset};
use gridmarch::serve::server::{Server, Settings, system_clock};
use gridmarch::serve::store::{Clock, Place};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) const PASSWORD: &str = "quarry lantern seventeen";

/// So long nothing takes, unless it hangs.
pub(crate) const HANGS: Duration = Duration::from_secs(60);

pub(crate) struct House {
    pub(crate) folder: TempDir,
    server: Option<Server>,
    settings: Settings,
    /// Milliseconds that the clock of the server is ahead.
    ahead: Arc<AtomicI64>,
    comers: AtomicU32,
}

/// One address plays all players here.
fn roomy() -> Limits {
    let many = NonZero::new(1_000_000).expect("it is not zero");
    Limits { sockets: 5000, handshakes: many, requests: many, connections: 10_000, ..Limits::default() }
}

fn offer(pace: Pace, name: &'static str) -> Offer {
    let preset = |sides: u32| Preset {
        name: format!("sides-{sides}"),
        title: format!("{sides} sides"),
        setup: format!("sides {sides}"),
    };
    Offer {
        hosted: Arc::new(MarksGame { referee: true }),
        title: name.into(),
        pace,
        presets: vec![preset(2), preset(3)],
    }
}

/// A game as a program of another version has it.
struct OtherVersion(Arc<dyn Hosted>);

impl Hosted for OtherVersion {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn version(&self) -> u32 {
        self.0.version() + 1
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        self.0.plan(description)
    }

    fn settle(&self, description: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String> {
        self.0.settle(description, seats)
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        self.0.open(opening)
    }

    fn difference(&self, description: &[u8], here: &[u8], there: &[u8]) -> Result<Differences, String> {
        self.0.difference(description, here, there)
    }
}

/// The games of a server of another version.
pub(crate) fn of_another_version(offers: Vec<Offer>) -> Vec<Offer> {
    offers.into_iter().map(|offer| Offer { hosted: Arc::new(OtherVersion(offer.hosted)), ..offer }).collect()
}

impl House {
    /// The game that is simple enough to see what the server does.
    pub(crate) fn marks(pace: Pace) -> Vec<Offer> {
        vec![offer(pace, "Marks")]
    }

    pub(crate) fn new() -> Self {
        Self::with(Pace::RealTime, |_| {})
    }

    /// A house on SQLite and, where it is installed, one on Postgres, in a schema of this name.
    pub(crate) fn on_both_stores(schema: &str) -> impl Iterator<Item = Self> {
        let there = cluster().map(|cluster| Place::parse(&cluster.schema(schema)).expect("an address"));
        let on = |database| Self::with(Pace::RealTime, |settings| settings.database = database);
        std::iter::once_with(Self::new).chain(there.map(on))
    }

    pub(crate) fn with(pace: Pace, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let ahead = Arc::new(AtomicI64::new(0));
        let (system, later) = (system_clock(), ahead.clone());
        let clock: Clock = Arc::new(move || system() + later.load(Ordering::Relaxed));
        let mut settings = Settings {
            name: "Test house".into(),
            folder: folder.path().into(),
            database: Place::File(gridmarch::serve::admin::database(folder.path())),
            address: Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            port: 0,
            tls: None,
            is_behind_https: false,
            metrics_port: Some(0),
            limits: roomy(),
            offers: Self::marks(pace),
            check_level: Arc::new(|text| {
                if text.starts_with("level") { Ok(()) } else { Err("it does not begin with the word level".into()) }
            }),
            relay: "main".into(),
            public_address: String::new(),
            clock,
        };
        change(&mut settings);
        let server = Some(Server::start(settings.clone()).expect("it starts"));
        Self { folder, server, settings, ahead, comers: AtomicU32::new(0) }
    }

    pub(crate) fn server(&self) -> &Server {
        self.server.as_ref().expect("it runs")
    }

    pub(crate) fn port(&self) -> u16 {
        self.server().port()
    }

    /// Ends the server and starts it again, with the same clients: it keeps its port.
    pub(crate) fn restart(&mut self) {
        self.stop();
        self.start();
    }

    pub(crate) fn stop(&mut self) {
        self.settings.port = self.port();
        self.server.take().expect("it runs").stop();
    }

    /// Changes how it is started the next time.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
    }

    pub(crate) fn start(&mut self) {
        self.server = Some(Server::start(self.settings.clone()).expect("it starts"));
    }

    /// Why another server with other settings does not start.
    pub(crate) fn start_another(&self, change: impl FnOnce(&mut Settings)) -> String {
        let mut settings = self.settings.clone();
        change(&mut settings);
        match Server::start(settings) {
            Ok(_) => panic!("it starts"),
            Err(error) => error.to_string(),
        }
    }

    pub(crate) fn pass(&self, millis: i64) {
        self.ahead.fetch_add(millis, Ordering::Relaxed);
    }

    /// What an async question to the store answers.
    pub(crate) fn ask<T>(&self, question: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(question)
    }

    pub(crate) fn stranger(&self) -> Client {
        Client::new(self.port())
    }

    /// Many come from one address here: after some the limit of registrations has to forget them.
    pub(crate) fn comes(&self) {
        if self.comers.fetch_add(1, Ordering::Relaxed) % 8 == 7 {
            self.pass(8 * 600_000);
        }
    }

    /// A new person who is signed in.
    pub(crate) fn person(&self, name: &str) -> Client {
        self.comes();
        let body = json!({ "name": name, "password": PASSWORD });
        let answer = self.stranger().post("/api/accounts", &body).is(201);
        self.stranger().with_token(answer["token"].as_str().expect("a token"))
    }

    /// A new person who is an administrator.
    pub(crate) fn admin(&self, name: &str) -> Client {
        let client = self.person(name);
        let store = self.server().store().clone();
        self.ask(async move {
            let id = store.account_by_name(name).await.expect("it is there").id;
            store.set_admin(id, true).await.expect("it is kept");
        });
        client
    }
}

/// Waits until something is so.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) port: u16,
    pub(crate) heads: Vec<(String, String)>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) heads: Vec<(String, String)>,
    pub(crate) text: String,
}

impl Client {
    pub(crate) fn new(port: u16) -> Self {
        Self { port, heads: Vec::new() }
    }

    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.heads.retain(|(had, _)| had != name);
        other.heads.push((name.into(), value.into()));
        other
    }

    pub(crate) fn without(&self, name: &str) -> Self {
        let mut other = self.clone();
        other.heads.retain(|(had, _)| had != name);
        other
    }

    pub(crate) fn with_token(&self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    pub(crate) fn token(&self) -> String {
        let (_, line) = self.heads.iter().find(|(name, _)| name == "authorization").expect("a token");
        line.trim_start_matches("Bearer ").into()
    }

    /// A browser on a page of the server, with a cookie.
    pub(crate) fn browser(&self, cookie: &str) -> Self {
        self.with("cookie", cookie).with("origin", &format!("http://127.0.0.1:{}", self.port))
    }

    /// Sends a request to the byte as it is written here, on a connection of its own.
    pub(crate) fn send(&self, method: &str, path: &str, kind: Option<&str>, body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n", self.port);
        let own = kind.map(|kind| ("Content-Type".to_string(), kind.to_string()));
        for (name, value) in self.heads.iter().chain(&own) {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if own.is_some() || !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it is open");
        stream.set_read_timeout(Some(HANGS)).expect("it can wait");
        stream.write_all(head.as_bytes()).expect("it goes out");
        // A body that is too large is refused before all of it is read.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::read(&bytes)
    }

    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, Some("application/json"), body.to_string().as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.json("POST", path, body)
    }

    pub(crate) fn put(&self, path: &str, body: &Value) -> Answer {
        self.json("PUT", path, body)
    }

    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None, b"")
    }

    /// Sends a form of a page.
    pub(crate) fn form(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let coded =
            |text: &str| -> String {
                text.bytes()
                    .map(|byte| {
                        if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") }
                    })
                    .collect()
            };
        let body: Vec<_> = fields.iter().map(|(name, value)| format!("{name}={}", coded(value))).collect();
        self.send("POST", path, Some("application/x-www-form-urlencoded"), body.join("&").as_bytes())
    }
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = std::str::from_utf8(&bytes[..end]).expect("text");
        let mut lines = head.split("\r\n");
        let status = lines.next().expect("a first line").split(' ').nth(1).expect("a status");
        let line = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a name and a value");
            (name.to_ascii_lowercase(), value.to_string())
        };
        let heads = lines.map(line).collect();
        let text = String::from_utf8_lossy(&bytes[end + 4..]).into_owned();
        Self { status: status.parse().expect("a number"), heads, text }
    }

    /// The JSON of an answer with this status.
    pub(crate) fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// The sentence of a refusal with this status.
    pub(crate) fn refused(self, status: u16) -> String {
        let body = self.is(status);
        body["error"].as_str().unwrap_or_else(|| panic!("no sentence: {body}")).into()
    }

    pub(crate) fn head(&self, name: &str) -> Option<&str> {
        self.heads.iter().find(|(had, _)| had == name).map(|(_, value)| value.as_str())
    }

    /// The cookie that it sets, without what belongs to it.
    pub(crate) fn cookie(&self) -> String {
        let line = self.head("set-cookie").expect("it sets a cookie");
        line.split(';').next().expect("it has a first part").into()
    }
}
