//! Messages as bytes: postcard, the tag first, nothing behind, within the limits.

use super::frame::{Bye, ToClient, ToServer};
use super::guard::{Fault, Guard, MAX_LIST};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use thiserror::Error;

/// Bytes of a message of a client: an order of 2,000 unit numbers has 4,000.
pub const MAX_TO_SERVER: usize = 8 << 10;

/// Bytes of a message of a server: two batches of the greatest size.
pub const MAX_TO_CLIENT: usize = 64 << 10;

/// Orders of one message.
pub const MAX_ORDERS: usize = 64;

/// Letters of a line of chat, and of a move of a turn-based game.
pub const MAX_LETTERS: usize = 200;

/// Ticks whose hashes are asked for at once.
pub const MAX_PRINTS: usize = 64;

/// Parts of a state.
const MAX_PARTS: usize = 16;

/// Why bytes are no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FrameError {
    #[error("the message has {0} bytes, more than a message may have")]
    TooLong(usize),
    #[error("the message is nested too deep")]
    Depth,
    #[error("the message has a list that is too long")]
    List,
    #[error("the message has a text that is too long")]
    Text,
    #[error("the message goes on behind its end")]
    Rest,
    #[error("the bytes are no message of this protocol")]
    Form,
}

impl FrameError {
    /// How the connection is closed.
    pub const fn bye(self) -> Bye {
        match self {
            Self::TooLong(_) => Bye::TooBig,
            _ => Bye::Protocol,
        }
    }
}

/// A value as bytes.
pub(super) fn bytes_of<T: Serialize>(value: &T) -> Vec<u8> {
    // Postcard fails on values without a known length and on errors of a hand-written `Serialize` only; messages and
    // orders are derived.
    postcard::to_allocvec(value).expect("messages have a form in postcard")
}

/// Values in lists of at most so many bytes each, as few as that takes; a value that is longer has a list of its own.
pub(super) fn portions<T: Serialize>(values: impl IntoIterator<Item = T>, most: usize) -> Vec<Vec<T>> {
    let (mut portions, mut bytes) = (Vec::<Vec<T>>::new(), 0);
    for value in values {
        let size = bytes_of(&value).len();
        match portions.last_mut() {
            Some(portion) if bytes + size <= most && portion.len() < MAX_LIST as usize => portion.push(value),
            _ => {
                portions.push(vec![value]);
                bytes = 0;
            }
        }
        bytes += size;
    }
    portions
}

/// A message, whose tag is one byte.
pub(super) fn message_of<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Result<T, FrameError> {
    match bytes {
        _ if bytes.len() > most => Err(FrameError::TooLong(bytes.len())),
        // The first byte of a longer number: a tag has one way to be written.
        [128..=255, ..] => Err(FrameError::Form),
        _ => value_of(bytes),
    }
}

/// A value from bytes of which none may be left.
pub(super) fn value_of<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, FrameError> {
    let fault = Cell::new(None);
    let mut reader = postcard::Deserializer::from_bytes(bytes);
    let value = T::deserialize(Guard::new(&mut reader, &fault)).map_err(|_| match fault.get() {
        Some(Fault::Depth) => FrameError::Depth,
        Some(Fault::List) => FrameError::List,
        None => FrameError::Form,
    })?;
    match reader.finalize() {
        Ok([]) => Ok(value),
        _ => Err(FrameError::Rest),
    }
}

impl<O: Serialize + DeserializeOwned> ToServer<O> {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes; [`FrameError::bye`] says how to answer.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        let frame = message_of(bytes, MAX_TO_SERVER)?;
        match &frame {
            Self::Orders { orders, .. } if orders.len() > MAX_ORDERS => Err(FrameError::List),
            Self::Prints { parts, .. }
                if parts.len() > MAX_PRINTS || parts.iter().any(|tick| tick.len() > MAX_PARTS) =>
            {
                Err(FrameError::List)
            }
            Self::Chat { text, .. } if text.chars().count() > MAX_LETTERS => Err(FrameError::Text),
            _ => Ok(frame),
        }
    }
}

impl<O: Serialize + DeserializeOwned> ToClient<O> {
    pub fn encode(&self) -> Vec<u8> {
        bytes_of(self)
    }

    /// # Errors
    /// What is wrong with the bytes. A client hangs up then.
    pub fn decode(bytes: &[u8]) -> Result<Self, FrameError> {
        message_of(bytes, MAX_TO_CLIENT)
    }
}
