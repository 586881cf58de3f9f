//! What happens at a table, as it is kept and as it is sent: the entries of a match in their order are the match.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a player can offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Offer {
    Draw,
    /// Who offers takes its last turn back; casual matches only.
    TakeBack,
    /// Another match, once this one is over.
    Rematch,
}

impl Offer {
    /// What is offered, as the end of "offers …".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Draw => "a draw",
            Self::TakeBack => "to take the last turn back",
            Self::Rematch => "another match",
        }
    }
}

/// Why a match is over without the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Both agree on a draw.
    Agreed,
    Resigned(u8),
    /// Whose time has run out.
    Time(u8),
    /// By whom; nothing counts.
    Aborted(u8),
    /// Who was gone for too long, and the other has said so.
    Left(u8),
    /// By the people who keep the server; nothing counts.
    Stopped,
}

/// Something that happens at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A seat has acted.
    Act {
        /// The number of this act in the match, from 0. What takes turns back has one too, and none is used twice.
        ply: u32,
        seat: u8,
        /// A step, `end`, `undo` or `undo-turn`.
        text: String,
        /// Milliseconds that the turn has taken up to here.
        used: u64,
        /// Milliseconds of them that the player gets back for the way of the messages. Only of the act that ends the turn.
        credit: u64,
    },
    /// The last turn of a seat is taken back, which the other has agreed to.
    TakenBack {
        ply: u32,
        seat: u8,
    },
    Offered {
        seat: u8,
        offer: Offer,
    },
    /// Also by who has made the offer.
    Declined {
        seat: u8,
        offer: Offer,
    },
    Over(Cause),
    /// Both want another match.
    Rematch,
}

/// An event as it is kept: written once, in order, for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the match, from 0.
    pub number: u32,
    /// Milliseconds since the beginning of 1970.
    pub at: u64,
    pub event: Event,
    /// The key of the position after it.
    pub key: u64,
    /// What each seat has left after it, in milliseconds; empty where there is no limit. The turn that is on counts up to its last
    /// act.
    pub clocks: Vec<u32>,
}

impl Entry {
    /// A line of JSON for a store.
    pub fn line(&self) -> String {
        // Strings and numbers in structures: there is nothing that JSON cannot hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// # Errors
    /// What is wrong with the line.
    pub fn from_line(line: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(line)
    }
}

/// How a match has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// None for a draw, and where nothing counts.
    pub winner: Option<u8>,
    /// A name for files: one of the game's, or one of [`crate::arena::Ruling`]'s, or `time`.
    pub reason: String,
    /// Whether it is a result.
    pub counts: bool,
}

/// Why nothing came of what somebody wanted.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Denial {
    #[error("the move with the number {0} is missing")]
    Gap(u32),
    #[error("another move has this number")]
    Taken,
    #[error("the other side is to move")]
    NotYourTurn,
    #[error("the match is over")]
    Over,
    #[error("the match is not over")]
    NotOver,
    #[error("who watches plays no part")]
    NoSeat,
    /// What the game says.
    #[error("{0}")]
    Rules(String),
    #[error("the server could not keep it: please try again")]
    NotKept,
    #[error("nothing is taken back in a rated match")]
    Rated,
    #[error("no turn of yours can be taken back")]
    NothingToTakeBack,
    #[error("another offer is open")]
    OfferOpen,
    #[error("there is no such offer any more")]
    NothingOffered,
    #[error("the same was offered not long ago")]
    TooSoon,
    #[error("both have moved: the match cannot be called off")]
    TooLate,
    #[error("the other player is not gone")]
    NotGone,
    #[error("you have said much and are silent for a while")]
    Silenced,
    #[error("only ready-made lines are said at this table")]
    PhrasesOnly,
}
