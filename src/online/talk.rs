//! What a client and a server say to each other by HTTP, as JSON: the match before it begins, tickets, mistakes.
//!
//! What is live goes by the socket ([`crate::net::frame`]). Names and texts are as the server shows them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The port of a server unless somebody says otherwise, of TCP and of the announcements in a local network.
pub const PORT: u16 = 7425;

/// A secret that stands for a person. It is shown nowhere.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(pub String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What a server says of itself to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The version of the program.
    pub version: String,
    /// The version of the frames.
    pub protocol: u16,
    /// The one match of a server of direct play.
    pub direct: Option<Direct>,
}

/// The match of a server of direct play, for who has not joined yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Direct {
    pub game: String,
    pub title: String,
    pub host: String,
    pub seats: u8,
    /// Seats that nobody can take any more.
    pub taken: u8,
    /// Whether one needs the code.
    pub locked: bool,
    pub phase: Phase,
}

/// Joins the match of a server of direct play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Join {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Takes no seat.
    #[serde(default)]
    pub watch: bool,
}

/// The answer to [`Join`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    #[serde(rename = "match")]
    pub id: String,
    /// The name as the others see it.
    pub name: String,
    pub token: Token,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Waiting,
    Running,
    Over,
}

/// A match, as somebody in it sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchState {
    /// Grows with every change: the next question names it and is answered when there is a newer one.
    pub version: u64,
    #[serde(rename = "match")]
    pub id: String,
    pub game: String,
    pub title: String,
    /// The code by which others join.
    pub code: Option<String>,
    pub phase: Phase,
    /// Milliseconds for which the match has waited for somebody to take an open seat; 0: it waits for nobody.
    pub waited_ms: u64,
    pub host: String,
    pub you: You,
    pub seats: Vec<SeatState>,
    pub watchers: Vec<String>,
    /// The last lines, oldest first.
    pub chat: Vec<ChatLine>,
    /// The hash of the description; it changes with it.
    pub description: String,
    /// How it ended, in a sentence.
    pub ending: Option<String>,
    /// The match that both have agreed to play after this one.
    #[serde(default)]
    pub next: Option<String>,
    /// Whether the match still counts, if it ever did.
    pub rated: bool,
    /// The exchange ticks of the reports of differences.
    pub reports: Vec<u32>,
    /// What does not go as it should on the server, in a sentence: a full disk.
    pub trouble: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    pub name: String,
    pub seat: Option<u8>,
    pub host: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    pub team: u8,
    pub by: Occupant,
    /// Who sits here; empty if nobody does.
    pub name: String,
    pub ready: bool,
}

/// Who has a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// Anybody may take it.
    Open,
    /// Nobody may take it; it stays empty.
    Closed,
    Program,
    Person,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    pub from: String,
    pub text: String,
}

/// What somebody does in a match that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "lowercase")]
pub enum Act {
    /// Takes a seat, or none to watch.
    Sit {
        seat: Option<u8>,
    },
    Ready {
        ready: bool,
    },
    Chat {
        text: String,
    },
    Leave,
    /// The host only, from here on: begins at once.
    Start,
    /// Who may have an empty seat: [`Occupant::Open`], `Closed` or `Program`.
    Seat {
        seat: u8,
        by: Occupant,
    },
    /// Sends somebody away.
    Kick {
        name: String,
    },
}

/// Asks for a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketWish {
    #[serde(rename = "match")]
    pub id: String,
    pub lane: u8,
}

/// A ticket of one use: 32 bytes in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketGiven {
    pub ticket: Token,
}

/// Why something was not done, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub error: String,
}
