//! Whoever decides a match, as the hall sees it: told what came and what time it is, it answers with what is to be done.

use crate::net::RoomOrder;
use crate::net::Tick;
use crate::net::frame::{Bye, Check, Desync, Ending, Hello, ToClient, ToServer};
use crate::net::log::{Batch, Entry};
use crate::net::room::{Conn, Out, Place, Room, Standing, in_frames};
use crate::net::table::Stretch;
use axum::body::Bytes;
use serde::{Deserialize, Serialize};

/// Whose turn it is, and until when, in milliseconds since the beginning of 1970; none if nobody is waited for.
pub type Turn = Option<(u8, Option<u64>)>;

/// Something that the hall carries out. The order counts: what is appended is in the file before what comes after is sent.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Append these bytes to the log.
    Append(Vec<u8>),
    /// Keep this of a match in real time beside its log, in place of the last one.
    Keep(Standing),
    /// Keep this for good, after what came before it; then say [`Finding::Kept`] or [`Finding::NotKept`]. Until then nobody hears
    /// of it.
    Commit {
        /// From 0.
        number: u32,
        /// A line of JSON.
        record: String,
        /// After it.
        turn: Turn,
    },
    /// A message, encoded once for all.
    Send {
        to: Vec<Conn>,
        bytes: Bytes,
        /// Whether it is for who has to catch up: it does not count as a sign that a line is too slow.
        bulk: bool,
    },
    /// Send the batches `from..until` of the log.
    FromLog {
        to: Conn,
        from: Tick,
        until: Tick,
    },
    /// Close, once what was sent is sent.
    Close(Conn, Bye),
    AskReferee {
        from: Tick,
        until: Tick,
    },
    Desync(Desync),
    Unrated,
    Over(Over),
    /// Both sides want another match, in which who began is second.
    Rematch,
}

/// How a match has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// The team that has won; none for a draw, and where nothing counts.
    pub winner: Option<u8>,
    /// A name for files, where there is one.
    pub reason: Option<String>,
    /// Whether it is a result.
    pub counts: bool,
}

impl From<Ending> for Over {
    fn from(ending: Ending) -> Self {
        let winner = match ending {
            Ending::Draw => None,
            Ending::Won(team) => Some(team),
        };
        Self { winner, reason: None, counts: true }
    }
}

/// What whoever decides a match is told that did not come by a connection: what a referee, or two clients that agree, have
/// found out; what became of a commit; what people want who are not in the match.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    Check(Check),
    /// The snapshot before this tick can be fetched.
    Checkpoint {
        tick: Tick,
        chain: u64,
    },
    /// The answer to [`Deed::AskReferee`].
    Prints {
        from: Tick,
        parts: Vec<Vec<u64>>,
    },
    Beaten(u8),
    Over(Ending),
    /// The commits up to this number are kept.
    Kept(u32),
    /// The commits from this number on are not.
    NotKept(u32),
    /// When a player is on vacation; to be said again when a match is opened.
    Vacation {
        seat: u8,
        stretches: Vec<Stretch>,
    },
    /// The people who keep the server end the match; nothing counts.
    Stopped,
}

/// Where the ticket of a greeting leads; it is out of use after that.
pub type Tickets<'t> = &'t mut dyn FnMut(&Hello) -> Option<Place>;

/// Whoever decides a match. Times are in milliseconds of the hall's clock.
pub trait Authority: Send {
    fn on_bytes(&mut self, now: u64, who: Conn, bytes: &[u8], tickets: Tickets) -> Vec<Deed>;

    /// Whether a message is a line of chat.
    fn is_chat(&self, bytes: &[u8]) -> bool;

    /// Does what is due. To be called at [`Authority::due`] at the latest.
    fn tick(&mut self, now: u64) -> Vec<Deed>;

    fn due(&self) -> u64;

    /// A connection is closed.
    fn closed(&mut self, now: u64, who: Conn) -> Vec<Deed>;

    /// The server is about to start again.
    fn restart(&mut self, now: u64) -> Vec<Deed>;

    /// The messages that carry records of the log.
    fn messages(&self, records: &[u8]) -> Vec<Bytes>;

    fn found(&mut self, now: u64, finding: Finding) -> Vec<Deed>;

    /// The chain of hashes up to a tick on which the machines agree.
    fn agreed_chain(&self, tick: Tick) -> Option<u64>;

    /// Whether a state is old enough for a spectator to see it.
    fn may_watch(&self, tick: Tick) -> bool;

    /// Whose turn it is, where that is known before it is over.
    fn turn(&self) -> Turn {
        None
    }

    /// Whether the match goes on for days with nobody there.
    fn outlasts_players(&self) -> bool {
        false
    }
}

impl<O: RoomOrder + Send> Authority for Room<O> {
    fn on_bytes(&mut self, now: u64, who: Conn, bytes: &[u8], tickets: Tickets) -> Vec<Deed> {
        deeds(Self::on_bytes(self, now, who, bytes, tickets))
    }

    fn is_chat(&self, bytes: &[u8]) -> bool {
        matches!(ToServer::<O>::decode(bytes), Ok(ToServer::Chat { .. }))
    }

    fn tick(&mut self, now: u64) -> Vec<Deed> {
        deeds(Self::tick(self, now))
    }

    fn due(&self) -> u64 {
        Self::due(self)
    }

    fn closed(&mut self, now: u64, who: Conn) -> Vec<Deed> {
        deeds(Self::closed(self, now, who))
    }

    fn restart(&mut self, now: u64) -> Vec<Deed> {
        deeds(Self::restart(self, now))
    }

    fn messages(&self, records: &[u8]) -> Vec<Bytes> {
        in_frames(batches::<O>(records)).iter().map(|frame| frame.encode().into()).collect()
    }

    fn found(&mut self, now: u64, finding: Finding) -> Vec<Deed> {
        match finding {
            Finding::Check(check) => deeds(self.referee_check(now, check)),
            Finding::Prints { from, parts } => deeds(self.referee_prints(now, from, &parts)),
            Finding::Over(ending) => deeds(self.finish(now, ending)),
            Finding::Checkpoint { tick, chain } => {
                self.checkpoint(tick, chain);
                Vec::new()
            }
            Finding::Beaten(seat) => {
                self.beaten(seat);
                Vec::new()
            }
            Finding::Stopped => {
                let ended = deeds(self.finish(now, Ending::Draw));
                [Deed::Unrated].into_iter().chain(ended).collect()
            }
            // It commits nothing, and is played in one go.
            Finding::Kept(_) | Finding::NotKept(_) | Finding::Vacation { .. } => Vec::new(),
        }
    }

    fn agreed_chain(&self, tick: Tick) -> Option<u64> {
        Self::agreed_chain(self, tick)
    }

    fn may_watch(&self, tick: Tick) -> bool {
        Self::may_watch(self, tick)
    }
}

fn deeds<O: RoomOrder>(outs: Vec<Out<O>>) -> Vec<Deed> {
    let deed = |out| match out {
        Out::Append(bytes) => Deed::Append(bytes),
        Out::Keep(standing) => Deed::Keep(standing),
        Out::Send { to, frame } => {
            Deed::Send { to, bulk: matches!(frame, ToClient::Batches(_)), bytes: frame.encode().into() }
        }
        Out::FromLog { to, from, until } => Deed::FromLog { to, from, until },
        Out::Close(conn, bye) => Deed::Close(conn, bye),
        Out::AskReferee { from, until } => Deed::AskReferee { from, until },
        Out::Desync(desync) => Deed::Desync(desync),
        Out::Unrated => Deed::Unrated,
        Out::Over(ending) => Deed::Over(ending.into()),
    };
    outs.into_iter().map(deed).collect()
}

/// The batches in whole records of a log of our own, up to the first that is none.
pub(super) fn batches<O: RoomOrder>(records: &[u8]) -> Vec<Batch<O>> {
    let mut rest = records;
    std::iter::from_fn(|| {
        let (record, after) = split_record(rest)?;
        rest = after;
        let (body, mac) = record[4..].split_last_chunk::<8>()?;
        let (tick, entries) = postcard::from_bytes::<(Tick, Vec<Entry<O>>)>(body).ok()?;
        Some(Batch { tick, entries, mac: *mac })
    })
    .collect()
}

/// The first whole record of a log's bytes, and what follows it.
pub(super) fn split_record(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let body = u32::from_le_bytes(*bytes.first_chunk()?);
    bytes.split_at_checked(4 + body as usize + 8)
}
