//! The orders of one tick, sealed: what the server sends and what a log is made of.

use super::Tick;
use super::seal::Mac;
use serde::{Deserialize, Serialize};

/// An order in a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<O> {
    /// The seat that gives it, or that it is about if the server does.
    pub seat: u8,
    /// The client's number of the order; 0: the server gives it.
    pub cseq: u32,
    pub order: O,
}

/// All orders of a tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Batch<O> {
    pub tick: Tick,
    /// In the order in which they are carried out.
    pub entries: Vec<Entry<O>>,
    /// Vouches for this batch and all before it.
    pub mac: Mac,
}
