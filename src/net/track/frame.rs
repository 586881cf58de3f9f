//! The messages between a client and a track.
//!
//! As in [`crate::net::frame`], their order in the two enums is their tag on the wire. Greeting and farewell are those of every match.

use crate::net::Tick;
use crate::net::coding::{FrameError, MAX_LETTERS, MAX_TO_CLIENT, MAX_TO_SERVER, bytes_of, message_of};
use crate::net::frame::{Bye, Circle, Ending, Hello, Presence, Refusal, Speaker};
use crate::net::log::Batch;
use serde::{Deserialize, Serialize};

/// Turns of one message, and of a seat that wait.
pub const MAX_TURNS: usize = 16;

/// What a player or a spectator says to a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToTrack {
    /// In `have` are the number of steps that the client has and the seal of the last of them.
    Hello(Hello),
    /// All that the player wants and that is in no step yet, with rising numbers: what came before is not taken twice.
    Turns(Vec<Turn>),
    /// Send the steps from this one on.
    Ask {
        from: Tick,
    },
    /// The answer to [`FromTrack::Clock`], with its stamp.
    Clock {
        echo: u64,
    },
    Chat {
        to: Circle,
        text: String,
    },
    /// Whether the window is hidden.
    Away(bool),
    /// The window is closed. A program plays until the player comes back.
    Leave,
}

/// What a player wants in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// From 1, for the whole match.
    pub number: u32,
    /// If it comes too late for it, it counts for the next one.
    pub step: Tick,
    pub what: u8,
}

/// What a track says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromTrack {
    Welcome(Welcome),
    /// Time runs, and the next step is closed then, on the clock of the server in milliseconds; or it stands until somebody comes.
    Goes {
        due: Option<u64>,
    },
    /// A step is closed, and everybody's moves in it are known. The number of an entry is that of the turn which was taken, or 0.
    Step(Step),
    /// Many steps at once, for who has to catch up.
    Steps(Vec<Batch<u8>>),
    /// The turn with this number comes to nothing; 0 for what has no number.
    Refused {
        number: u32,
        why: Refusal,
    },
    /// All seats, twice a second.
    Presence(Vec<Presence>),
    /// To be sent back at once.
    Clock {
        stamp: u64,
    },
    Chat {
        from: Speaker,
        to: Circle,
        text: String,
    },
    Over(Ending),
    Bye(Bye),
}

/// A step with its time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// When it was closed, on the clock of the server in milliseconds.
    pub at: u64,
    /// The key of the state after it, now and then.
    pub key: Option<u64>,
    pub batch: Batch<u8>,
}

/// The answer to a greeting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// `None`: a spectator.
    pub seat: Option<u8>,
    pub names: Vec<String>,
    /// Where the description of the match is.
    pub url: String,
    /// The first step that follows: what the client has before it is right.
    pub from: Tick,
    /// How many steps there are for who is welcomed, and the key after them, where it is known.
    pub until: Tick,
    pub key: Option<u64>,
    /// The number of the last turn of the seat that the server has taken.
    pub taken: u32,
    /// What the clock of the server shows, in milliseconds, and when the next step is closed; none while time stands, and for who
    /// watches.
    pub now: u64,
    pub due: Option<u64>,
}

impl ToTrack {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes; [`FrameError::bye`] says how to answer.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        let frame = message_of(bytes, MAX_TO_SERVER)?;
        match &frame {
            Self::Turns(turns) if turns.len() > MAX_TURNS => Err(FrameError::List),
            Self::Chat { text, .. } if text.chars().count() > MAX_LETTERS => Err(FrameError::Text),
            _ => Ok(frame),
        }
    }
}

impl FromTrack {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes. A client hangs up then.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        message_of(bytes, MAX_TO_CLIENT)
    }
}
