//! The messages between a client and a server.
//!
//! Their order in the two enums is their tag on the wire: new ones go to the end, and [`super::PROTOCOL`] is raised.

use super::batch::Batch;
use super::seal::Mac;
use super::{Hand, Tick};
use serde::{Deserialize, Serialize};

/// The first bytes of a conversation, so that a stranger's protocol is noticed.
pub const MAGIC: [u8; 4] = *b"GMnt";

/// A secret of one use for one seat and one lane, got over the signed-in session.
pub type Ticket = [u8; 32];

/// The first message of every connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    pub magic: [u8; 4],
    pub protocol: u16,
    /// The version of the simulation's behaviour.
    pub sim: u32,
    /// The hash of the rules' text.
    pub rules: u64,
    /// Which of the player's connections this is, from 0.
    pub lane: u8,
    pub ticket: Ticket,
    /// How far the client has come; `None`: it has nothing.
    pub have: Option<Have>,
}

/// What a client that comes back has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Have {
    /// The first tick whose batch is missing.
    pub tick: Tick,
    /// The seal of the batch before it.
    pub chain: Mac,
}

/// What a seat or a spectator says to a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ToServer<O> {
    Hello(Hello),
    /// Level and snapshot are there; the first batch may come.
    Loaded,
    /// Orders with rising numbers, the first of which is `cseq`. The first order of a seat has the number 1.
    Orders {
        cseq: u32,
        /// Whether the orders with lower numbers that the room has not taken are settled for the client: it came to a
        /// server that has forgotten what another one refused.
        skip: bool,
        orders: Vec<O>,
    },
    /// The hash of the state before every [`super::CHECK_EVERY`]th tick, and of all states up to it.
    Check(Check),
    /// The answer to [`ToClient::AskPrints`]: the hashes of the parts of the state before each tick.
    Prints {
        from: Tick,
        parts: Vec<Vec<u64>>,
    },
    /// How the client is, once a second.
    Report(Report),
    /// The answer to [`ToClient::Clock`], with its stamp.
    Clock {
        echo: u64,
    },
    Chat {
        to: Circle,
        text: String,
    },
    /// Proposes, supports (`true`) or opposes something.
    Vote {
        motion: Motion,
        yes: bool,
    },
    /// Batches that the server lost with its power and asked for by [`ToClient::AskBatches`].
    Batches(Vec<Batch<O>>),
    /// The player goes for good.
    Leave,
}

/// The state of a client between two ticks in two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The tick to come.
    pub tick: Tick,
    /// The hash of the state.
    pub whole: u64,
    /// [`super::chained`] over all ticks of the match.
    pub chain: u64,
}

/// How a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The tick to come: all before it are executed.
    pub tick: Tick,
    /// Ticks of its playout buffer.
    pub buffer: u8,
    /// The share of a processor core that it uses, in percent.
    pub load: u8,
    /// Whether the window is hidden.
    pub away: bool,
}

/// Who reads a line of chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Circle {
    Team,
    All,
    Spectators,
}

/// What players vote on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Motion {
    Pause,
    Resume,
    /// A seat goes to a program for good.
    Remove(u8),
    Draw,
    /// Percent of normal speed; unrated matches only.
    Speed(u16),
}

/// What a room says to a seat or a spectator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ToClient<O> {
    Welcome(Welcome),
    Batch(Batch<O>),
    /// Many batches at once, for who has to catch up.
    Batches(Vec<Batch<O>>),
    Refused {
        cseq: u32,
        why: Refusal,
    },
    /// All seats, once a second.
    Presence(Vec<Presence>),
    /// To be sent back at once.
    Clock {
        stamp: u64,
    },
    /// Time stands; it goes on by itself after so many milliseconds.
    Paused {
        by: Option<u8>,
        left_ms: u32,
    },
    /// Time goes on in so many milliseconds.
    Resumed {
        in_ms: u32,
    },
    /// Percent of normal speed; the batch of `from` is the last that comes in the old time.
    Speed {
        from: Tick,
        percent: u16,
    },
    Voting {
        motion: Motion,
        by: u8,
        yes: u8,
        needed: u8,
        state: Voting,
    },
    /// Send the hashes of the parts of the state before these ticks: [`ToServer::Prints`].
    AskPrints {
        from: Tick,
        until: Tick,
    },
    /// Send the batches from a tick on: [`ToServer::Batches`].
    AskBatches {
        from: Tick,
    },
    /// Upload the snapshot at this tick, once it has come: somebody needs it and the server does not simulate.
    AskSnapshot {
        tick: Tick,
    },
    Desync(Desync),
    /// Go back to a snapshot; the batches from its tick on follow.
    Resync(Start),
    Chat {
        from: Speaker,
        to: Circle,
        text: String,
    },
    Over(Ending),
    Bye(Bye),
}

/// The answer to a [`Hello`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// `None`: a spectator.
    pub seat: Option<u8>,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// Where the description of the match and its snapshots are.
    pub url: String,
    pub start: Start,
    /// The tick to come, as far as who is welcomed may know.
    pub tick: Tick,
    /// The number of the last order of the seat that the room has taken.
    pub cseq: u32,
    /// Percent of normal speed.
    pub speed: u16,
}

/// The state to which the batches that follow belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// What the client has.
    Here,
    /// The beginning of the match.
    Beginning,
    /// A snapshot before the batch of `tick`, with the chain of hashes up to it and the seal of the batch
    /// before.
    Snapshot { tick: Tick, chain: u64, mac: Mac },
}

/// Why an order was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// Its number is too high: the order with this number is missing.
    Gap(u32),
    /// More than sixteen a second.
    TooMany,
    /// Longer or otherwise than an order can be.
    Malformed,
    /// Only the server may give it.
    Forbidden,
    /// A spectator gave it.
    NoSeat,
    /// The match has not begun, or is over.
    NotRunning,
    /// The side has lost.
    Beaten,
    /// A program plays the seat now.
    Away,
    /// It was refused, and the reason was lost with a connection. Only the client says so to itself.
    Unheard,
    /// Another vote is on, or the proposer has just lost one, or the rules of the match do not allow it.
    Vote,
    /// The speaker has said too much and is silent for a while.
    Silenced,
}

/// How a seat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    pub hand: Hand,
    /// The number of its live connections.
    pub lanes: u8,
    pub loaded: bool,
    /// Whether its window is hidden.
    pub away: bool,
    /// Round trip in milliseconds; 0: not known yet.
    pub ping: u16,
    /// Ticks that it is behind the server.
    pub behind: u16,
    /// The share of a processor core that it uses, in percent.
    pub load: u8,
}

/// How a vote stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Voting {
    Open,
    Passed,
    Failed,
}

/// A difference between two machines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Desync {
    /// The first tick after which they differ, as far as it is known.
    pub tick: Tick,
    /// The first part of the state that differs, by its place; `None`: not known.
    pub part: Option<u8>,
    /// The seats that differ from the truth; all of them if nobody can tell which is true.
    pub seats: Vec<u8>,
    /// Whose state is shown beside theirs, unless it is the referee.
    pub witness: Option<u8>,
    /// The exchange tick whose snapshot these seats upload.
    pub snapshot: Tick,
}

/// Who says a line of chat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speaker {
    Seat(u8),
    Spectator(String),
}

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// This team has won.
    Won(u8),
    Draw,
}

/// Why a connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bye {
    /// The client said so first.
    Left,
    /// Bytes that are no message, or three orders that are none.
    Protocol,
    /// A text frame: messages are binary.
    Text,
    /// Too many messages in too short a time.
    Flood,
    /// A message that is too long.
    TooBig,
    /// The server is about to start again: come back.
    Restarting,
    /// The ticket is unknown, used, expired or of another seat.
    Ticket,
    /// Another protocol, simulation or set of rules.
    Version,
    /// The same lane was opened again.
    Replaced,
    /// The others voted so.
    Removed,
    /// The seat was empty for too long.
    Gone,
    /// The client came to other results three times.
    Desyncs,
    /// Nothing was heard for a minute.
    Silent,
}

impl Bye {
    /// The close code of the WebSocket.
    pub const fn code(self) -> u16 {
        match self {
            Self::Left => 1000,
            Self::Protocol => 1002,
            Self::Text => 1003,
            Self::Flood => 1008,
            Self::TooBig => 1009,
            Self::Restarting => 1012,
            Self::Ticket => 4001,
            Self::Version => 4002,
            Self::Replaced => 4003,
            Self::Removed => 4004,
            Self::Gone => 4005,
            Self::Desyncs => 4006,
            Self::Silent => 4007,
        }
    }

    /// Whether there is no use in coming again.
    pub const fn is_final(self) -> bool {
        !matches!(self, Self::Restarting | Self::Silent | Self::Ticket | Self::Flood)
    }

    /// The sentence for a person.
    pub const fn why(self) -> &'static str {
        match self {
            Self::Left => "you have left the match",
            Self::Protocol => "the server could not read what your game sent",
            Self::Text => "the server takes binary messages only",
            Self::Flood => "your game sent too many messages",
            Self::TooBig => "your game sent a message that is too long",
            Self::Restarting => "the server starts again, the match goes on in a moment",
            Self::Ticket => "the ticket for this seat is not valid any more",
            Self::Version => "your game and the server have different versions",
            Self::Replaced => "you have joined from another window",
            Self::Removed => "the others voted you out of the match",
            Self::Gone => "your seat was empty for too long, a program has taken it",
            Self::Desyncs => "your game came to other results three times, you can still watch",
            Self::Silent => "nothing was heard of your game for a minute",
        }
    }
}
