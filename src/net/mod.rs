//! Play over the network without the network: what two machines say to each other, and what each makes of it.
//!
//! A match in real time is a **log**. The server puts the orders of all players into one batch a tick, stamps the tick and
//! never waits; every client executes the same batches. Nothing here opens a socket, reads a clock or knows a game: time
//! comes in as milliseconds, bytes come in as slices, and what is to be done comes out as values, so that a test plays
//! hundreds of matches over bad lines in one thread.
//!
//! | module | what |
//! |---|---|
//! | [`frame`] | the messages |
//! | [`coding`] | messages as bytes, with limits; `guard` keeps hostile bytes from costing much |
//! | [`log`] | batches (`batch`), their seals, the file of a match as bytes |
//! | [`room`] | the server's half of a match in real time |
//! | [`follower`] | the client's half of one, made of [`lanes`] and [`playout`] |
//! | [`table`] | both halves of a match of two in turns: the server holds the position, judges, and keeps before it tells |
//! | [`track`] | both halves of a match in steps at once: moves are secret until the step is closed, the own one is seen at once |
//! | `party`, `lines` | what all matches share: who is connected to a server, and which connections a client has |
//! | [`difference`] | two values as `path = value` lines, compared |

mod batch;
pub mod coding;
pub mod difference;
pub mod follower;
pub mod frame;
mod guard;
pub mod lanes;
mod lines;
pub mod log;
mod party;
pub mod playout;
pub mod room;
pub mod seal;
pub mod table;
pub mod track;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// The number of a tick: the batch of tick `n` is carried out before the simulation makes its step `n`.
pub type Tick = u32;

/// The milliseconds of a tick at normal speed.
pub const TICK_MS: u64 = 50;

/// The version of the frames. A peer may be one behind.
pub const PROTOCOL: u16 = 1;

/// Ticks between two comparisons of hashes.
pub const CHECK_EVERY: Tick = 20;

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
pub enum Hand {
    /// The built-in program, inside of the simulation of every machine.
    Program,
    Human,
}

/// What a room must know of the orders of a game.
pub trait RoomOrder: Serialize + DeserializeOwned + Clone + PartialEq + Debug {
    /// The order that puts the seat under which it stands in the log into other hands.
    fn hand(to: Hand) -> Self;

    /// Whether only the server may give it.
    fn is_server_only(&self) -> bool;

    /// Whether it keeps to the limits that can be judged without the state: lengths of lists, rising numbers.
    fn is_sound(&self) -> bool;
}

/// The chain of hashes after a tick whose state has the hash `whole`: a difference that heals is seen too.
pub fn chained(chain: u64, whole: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&chain.to_le_bytes());
    bytes[8..].copy_from_slice(&whole.to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}
