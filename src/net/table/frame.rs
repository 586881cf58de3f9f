//! The messages between a client and a table.
//!
//! As in [`crate::net::frame`], their order in the two enums is their tag on the wire. Greeting and farewell are those of every match.

use super::entry::{Denial, Entry, Offer};
use super::time::TimeRule;
use crate::net::coding::{FrameError, MAX_LETTERS, MAX_TO_CLIENT, MAX_TO_SERVER, bytes_of, message_of};
use crate::net::frame::{Bye, Hello, Speaker};
use crate::net::party::Line;
use serde::{Deserialize, Serialize};

/// What a player or a spectator says to a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToTable {
    /// In `have` are the number of the first entry that is missing and the chain of keys before it.
    Hello(Hello),
    /// A step, `end`, `undo` or `undo-turn`; `ply` is its number in the match. The same again has the same answer.
    Act {
        ply: u32,
        text: String,
    },
    Wish(Wish),
    /// Send the entries from this one on.
    Ask {
        from: u32,
    },
    /// The answer to [`FromTable::Clock`], with its stamp.
    Clock {
        echo: u64,
    },
    Chat(Line),
    /// Whether the window is hidden.
    Away(bool),
    /// The window is closed; the seat is kept.
    Leave,
}

/// What a player wants besides moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wish {
    /// Where the other has offered the same, it is agreed to.
    Offer(Offer),
    Agree(Offer),
    /// Also takes an offer of one's own back.
    Decline(Offer),
    Resign,
    /// Calls the match off, before both have moved.
    Abort,
    /// Claims the win of a live match, because the other has been gone for a minute.
    Claim,
}

/// What an answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The act with this number.
    Act(u32),
    Wish(Wish),
    Chat,
}

/// What a table says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromTable {
    Welcome(Welcome),
    /// What has happened and is kept for good.
    Happened(Vec<Entry>),
    /// What each seat has left now, in milliseconds; empty if there is no limit.
    Clocks {
        left: Vec<u32>,
        /// Whether time runs for the seat to move.
        running: bool,
    },
    Refused {
        what: Subject,
        why: Denial,
    },
    /// Both seats, every few seconds.
    Presence([Presence; 2]),
    /// To be sent back at once.
    Clock {
        stamp: u64,
    },
    Chat {
        from: Speaker,
        line: Line,
    },
    Bye(Bye),
}

/// The answer to a greeting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// `None`: a spectator.
    pub seat: Option<u8>,
    pub names: [String; 2],
    /// Where the description of the match is.
    pub url: String,
    pub time: TimeRule,
    pub rated: bool,
    /// When it began, in milliseconds since the beginning of 1970.
    pub begun: u64,
    /// The first entry that follows: what the client has before it is right.
    pub from: u32,
    /// How many entries there are for who is welcomed.
    pub until: u32,
}

/// How a seat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    pub here: bool,
    /// Whether its window is hidden.
    pub away: bool,
    /// Round trip in milliseconds; 0: not known yet.
    pub ping: u16,
}

impl ToTable {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes; [`FrameError::bye`] says how to answer.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        let frame = message_of(bytes, MAX_TO_SERVER)?;
        match &frame {
            Self::Act { text, .. } if text.chars().count() > MAX_LETTERS => Err(FrameError::Text),
            Self::Chat(line) if !line.is_sound() => Err(FrameError::Text),
            _ => Ok(frame),
        }
    }
}

impl FromTable {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes. A client hangs up then.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        message_of(bytes, MAX_TO_CLIENT)
    }
}
