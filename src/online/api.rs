//! Questions to a server by HTTP. They block: who draws a window asks on another thread.

use super::address::Address;
use super::talk::{About, Act, Fault, Join, Joined, MatchState, TicketGiven, TicketWish, Token};
use crate::net::Tick;
use crate::net::frame::Ticket;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::ErrorKind;
use std::time::Duration;
use thiserror::Error;
use ureq::http::Request;
use ureq::{Agent, AsSendBody, Body};

/// The time in which a server must be reached, and in which everything must be said: a question for something new is kept open
/// for 25 s.
const REACH: Duration = Duration::from_secs(5);
const ALL: Duration = Duration::from_secs(60);

/// Bytes of an answer: a snapshot is the largest.
const MAX_ANSWER: u64 = 32 << 20;

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ApiError {
    #[error("{place} cannot be reached: {why}")]
    Unreachable { place: String, why: String },
    /// The server says no; the sentence is its own.
    #[error("{sentence}")]
    Refused { status: u16, sentence: String },
    #[error("{0} answers in another way than a server of this game")]
    Form(String),
}

impl ApiError {
    /// Whether asking again may help.
    pub const fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Refused { status, .. } => *status == 429 || *status >= 500,
            Self::Form(_) => false,
        }
    }
}

pub(super) type Answer<T> = Result<T, ApiError>;

/// A server, and who asks.
#[derive(Debug, Clone)]
pub struct Api {
    agent: Agent,
    address: Address,
    token: Option<Token>,
}

impl Api {
    pub fn new(address: Address, token: Option<Token>) -> Self {
        let machine =
            format!("gridmarch/{} ({} {})", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(REACH))
            .timeout_global(Some(ALL))
            .user_agent(machine)
            // A server in the local network is not behind one, and an answer of a proxy would be taken for the server's.
            .proxy(None)
            .build();
        Self { agent: config.new_agent(), address, token }
    }

    /// The same server, asked by who has this token.
    #[must_use]
    pub fn with(self, token: Token) -> Self {
        Self { token: Some(token), ..self }
    }

    /// The same server, asked by a stranger.
    #[must_use]
    pub fn without_token(self) -> Self {
        Self { token: None, ..self }
    }

    /// The same server at another address.
    #[must_use]
    pub fn at(&self, address: Address) -> Self {
        Self { address, ..self.clone() }
    }

    pub const fn address(&self) -> &Address {
        &self.address
    }

    fn ask(&self, method: &str, path: &str, body: impl AsSendBody, json: bool) -> Answer<Body> {
        let mut request = Request::builder().method(method).uri(format!("{}{path}", self.address.http()));
        if let Some(Token(token)) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if json {
            request = request.header("content-type", "application/json");
        }
        let unreachable = |why: String| ApiError::Unreachable { place: self.address.to_string(), why };
        let request = request.body(body).map_err(|error| unreachable(error.to_string()))?;
        let answer = self.agent.run(request).map_err(|error| unreachable(plain(&error)))?;
        let status = answer.status();
        let mut body = answer.into_body();
        if status.is_success() {
            return Ok(body);
        }
        let sentence = body.read_json::<Fault>().map(|fault| fault.error);
        let unnamed = |_| status.canonical_reason().unwrap_or("the server refuses").to_ascii_lowercase();
        Err(ApiError::Refused { status: status.as_u16(), sentence: sentence.unwrap_or_else(unnamed) })
    }

    pub(super) fn bytes(&self, mut body: Body) -> Answer<Vec<u8>> {
        let read = body.with_config().limit(MAX_ANSWER).read_to_vec();
        read.map_err(|error| ApiError::Unreachable { place: self.address.to_string(), why: error.to_string() })
    }

    pub(super) fn json<T: DeserializeOwned>(&self, body: Body) -> Answer<T> {
        let bytes = self.bytes(body)?;
        serde_json::from_slice(&bytes).map_err(|_| ApiError::Form(self.address.to_string()))
    }

    pub(super) fn get(&self, path: &str) -> Answer<Body> {
        self.ask("GET", path, (), false)
    }

    pub(super) fn post(&self, path: &str, value: &impl Serialize) -> Answer<Body> {
        self.tell("POST", path, value)
    }

    /// Says a value by a method that changes something.
    pub(super) fn tell(&self, method: &str, path: &str, value: &impl Serialize) -> Answer<Body> {
        // Values of ours have text for keys.
        self.ask(method, path, serde_json::to_vec(value).unwrap_or_default(), true)
    }

    pub(super) fn delete(&self, path: &str) -> Answer<Body> {
        self.ask("DELETE", path, (), false)
    }

    /// Whether somebody asks who has a token.
    pub const fn has_token(&self) -> bool {
        self.token.is_some()
    }

    /// What the server says of itself.
    ///
    /// # Errors
    /// [`ApiError`], as all questions.
    pub fn about(&self) -> Answer<About> {
        self.json(self.get("/api/about")?)
    }

    /// Joins the match of a server of direct play.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn join(&self, join: &Join) -> Answer<Joined> {
        self.json(self.post("/api/join", join)?)
    }

    /// The match as it is, or as soon as it is newer than a version, at the latest after 25 s.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn state(&self, of: &str, since: Option<u64>) -> Answer<MatchState> {
        let since = since.map_or(String::new(), |since| format!("?since={since}"));
        self.json(self.get(&format!("/api/match/{of}{since}"))?)
    }

    /// # Errors
    /// [`ApiError`].
    pub fn act(&self, of: &str, act: &Act) -> Answer<()> {
        self.post(&format!("/api/match/{of}/act"), act).map(drop)
    }

    /// The host says what is to be played.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn describe(&self, of: &str, description: Vec<u8>) -> Answer<()> {
        self.ask("PUT", &format!("/api/match/{of}/description"), description, false).map(drop)
    }

    /// What is to be played, or is.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn description(&self, of: &str) -> Answer<Vec<u8>> {
        self.bytes(self.get(&format!("/api/match/{of}/description"))?)
    }

    /// The snapshot before a tick.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn snapshot(&self, of: &str, tick: Tick) -> Answer<Vec<u8>> {
        self.bytes(self.get(&format!("/api/match/{of}/snapshot/{tick}"))?)
    }

    /// Sends in the snapshot before a tick.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn put_snapshot(&self, of: &str, tick: Tick, snapshot: Vec<u8>) -> Answer<()> {
        self.ask("PUT", &format!("/api/match/{of}/snapshot/{tick}"), snapshot, false).map(drop)
    }

    /// The report about an exchange tick, as soon as it is there, at the latest after 15 s.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn report(&self, of: &str, tick: Tick) -> Answer<String> {
        let bytes = self.bytes(self.get(&format!("/api/match/{of}/report/{tick}"))?)?;
        String::from_utf8(bytes).map_err(|_| ApiError::Form(self.address.to_string()))
    }

    /// The log of a match: [`crate::net::log`].
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn log(&self, of: &str) -> Answer<Vec<u8>> {
        self.bytes(self.get(&format!("/api/match/{of}/log"))?)
    }

    /// A ticket for one connection.
    ///
    /// # Errors
    /// [`ApiError`].
    pub fn ticket(&self, of: &str, lane: u8) -> Answer<Ticket> {
        let TicketGiven { ticket } = self.json(self.post("/api/ticket", &TicketWish { id: of.into(), lane })?)?;
        ticket_of(&ticket).ok_or_else(|| ApiError::Form(self.address.to_string()))
    }
}

/// Why a server gave no answer, as one would say it.
fn plain(error: &ureq::Error) -> String {
    // The system's own words for a name that it does not know come as an error of any kind.
    let is_unknown = |error: &std::io::Error| error.to_string().contains("lookup address");
    match error {
        ureq::Error::HostNotFound => "no computer has this name".into(),
        ureq::Error::Io(error) if is_unknown(error) => "no computer has this name".into(),
        ureq::Error::Io(error) if error.kind() == ErrorKind::ConnectionRefused => "no server listens there".into(),
        ureq::Error::Timeout(_) => "no answer in time".into(),
        other => other.to_string(),
    }
}

/// Reads 32 bytes in hexadecimal.
fn ticket_of(Token(text): &Token) -> Option<Ticket> {
    let mut ticket = Ticket::default();
    (text.len() == 2 * ticket.len() && text.is_ascii()).then_some(())?;
    for (at, byte) in ticket.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(ticket)
}
