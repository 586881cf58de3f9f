//! A game as it is kept, with its seats, and how it is read.

use crate::serve::accounts::{AccountId, AccountKind};
use crate::serve::store::{Engine, Row, Store, StoreError, values, words};
use serde::Serialize;

/// The number of a game.
pub type GameId = i64;

words! {
    /// How fast a game is, by which it is rated.
    pub enum Speed {
        /// No clock: the game itself moves on.
        RealTime = "real-time",
        Bullet = "bullet",
        Blitz = "blitz",
        Rapid = "rapid",
        Classical = "classical",
        /// Days a move.
        Correspondence = "correspondence",
    }
}

words! {
    /// Who may take an open seat.
    pub enum Door {
        /// Anybody, in the lobby.
        Lobby = "lobby",
        /// Whoever has the code of the invitation.
        Link = "link",
        /// Who is invited.
        Challenge = "challenge",
    }
}

words! {
    /// Where a game stands.
    pub enum GameState {
        Open = "open",
        Running = "running",
        Over = "over",
        /// Who was challenged said no.
        Declined = "declined",
        Withdrawn = "withdrawn",
        /// Nobody came in time.
        Expired = "expired",
    }
}

words! {
    /// How a game ended for a seat.
    pub enum Outcome {
        Won = "won",
        Drawn = "drawn",
        Lost = "lost",
    }
}

/// A seat of a game.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SeatLine {
    /// From 0.
    pub seat: u32,
    pub account: Option<AccountId>,
    /// Of the account, of who is invited, or of the built-in program.
    pub name: Option<String>,
    pub kind: Option<AccountKind>,
    pub invited: Option<AccountId>,
    /// The built-in program that plays.
    pub program: Option<String>,
    pub outcome: Option<Outcome>,
    pub rating_before: Option<f64>,
    pub rating_after: Option<f64>,
}

/// A game without its set-up, which may be large.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Game {
    pub id: GameId,
    pub kind: String,
    pub title: String,
    pub clock: String,
    pub speed: Speed,
    pub is_rated: bool,
    pub door: Door,
    /// For those on the seats only: not part of the JSON.
    #[serde(skip)]
    pub invitation: Option<String>,
    /// Milliseconds that spectators see it later.
    pub delay: u32,
    pub creator: Option<AccountId>,
    pub state: GameState,
    pub created: i64,
    pub expires: i64,
    pub started: Option<i64>,
    pub ended: Option<i64>,
    /// Why it ended: a word of the caller.
    pub reason: Option<String>,
    /// Acts so far.
    pub plies: u32,
    /// The seats that are to act, where the caller said so.
    pub to_act: Vec<u32>,
    /// Until when they have to.
    pub deadline: Option<i64>,
    /// The file of the log of a match, in the folder of logs.
    #[serde(skip)]
    pub log: Option<String>,
    /// The version of the game in which it was played: 0 if it was several, nothing if that was not kept.
    pub version: Option<u32>,
    pub seats: Vec<SeatLine>,
}

impl Game {
    /// The seat of an account.
    pub fn seat_of(&self, account: AccountId) -> Option<u32> {
        self.seats.iter().find(|seat| seat.account == Some(account)).map(|seat| seat.seat)
    }
}

/// The columns of a game `g`, for [`read`].
macro_rules! game_columns {
    () => {
        "g.id, g.kind, g.title, g.clock, g.speed, g.rated, g.door, g.invitation, g.delay, g.creator, g.state, g.created, \
         g.expires, g.started, g.ended, g.reason, g.plies, g.to_act, g.deadline, g.log, g.version"
    };
}
pub(super) use game_columns;

/// The number in which seats are kept: a bit each.
pub(super) fn seat_bits(seats: &[u32]) -> i64 {
    seats.iter().filter(|seat| **seat < 32).fold(0, |bits, seat| bits | 1 << seat)
}

/// Games of rows with [`game_columns`], with their seats.
pub(super) fn read_all(db: &mut dyn Engine, rows: Vec<Row>) -> Result<Vec<Game>, StoreError> {
    rows.into_iter().map(|row| read(db, row)).collect()
}

fn read(db: &mut dyn Engine, mut row: Row) -> Result<Game, StoreError> {
    let id = row.next()?;
    Ok(Game {
        id,
        kind: row.next()?,
        title: row.next()?,
        clock: row.next()?,
        speed: row.next()?,
        is_rated: row.next()?,
        door: row.next()?,
        invitation: row.next()?,
        delay: row.next()?,
        creator: row.next()?,
        state: row.next()?,
        created: row.next()?,
        expires: row.next()?,
        started: row.next()?,
        ended: row.next()?,
        reason: row.next()?,
        plies: row.next()?,
        to_act: {
            let bits: i64 = row.next()?;
            (0..32).filter(|seat| bits >> seat & 1 == 1).collect()
        },
        deadline: row.next()?,
        log: row.next()?,
        version: row.next()?,
        seats: seats(db, id)?,
    })
}

fn seats(db: &mut dyn Engine, game: GameId) -> Result<Vec<SeatLine>, StoreError> {
    let line = |mut row: Row| {
        Ok(SeatLine {
            seat: row.next()?,
            account: row.next()?,
            name: row.next()?,
            kind: row.next()?,
            invited: row.next()?,
            program: row.next()?,
            outcome: row.next()?,
            rating_before: row.next()?,
            rating_after: row.next()?,
        })
    };
    db.all(
        "SELECT s.seat, s.account, COALESCE(a.name, s.program), a.kind, s.invited, s.program, s.outcome,
         s.rating_before, s.rating_after
         FROM seat s LEFT JOIN account a ON a.id = COALESCE(s.account, s.invited) WHERE s.game = ?1 ORDER BY s.seat",
        values![game],
        line,
    )
}

/// A game of this number.
///
/// # Errors
/// There is none.
pub(super) fn load(db: &mut dyn Engine, id: GameId) -> Result<Game, StoreError> {
    let row = db.first(concat!("SELECT ", game_columns!(), " FROM game g WHERE g.id = ?1"), values![id])?;
    read(db, row.ok_or_else(|| StoreError::not_found(format!("there is no game {id}")))?)
}

impl Store {
    /// A game of this number.
    pub async fn game(&self, id: GameId) -> Result<Game, StoreError> {
        self.read(move |db| load(db, id)).await
    }

    /// The set-up of a game.
    pub async fn game_setup(&self, id: GameId) -> Result<String, StoreError> {
        let find = move |db: &mut dyn Engine| {
            let row = db.first("SELECT setup FROM game WHERE id = ?1", values![id])?;
            row.ok_or_else(|| StoreError::not_found(format!("there is no game {id}")))?.only()
        };
        self.read(find).await
    }

    /// The open game behind the code of an invitation.
    pub async fn game_by_invitation(&self, code: &str) -> Result<Game, StoreError> {
        let (code, now) = (code.to_string(), self.now());
        let find = move |db: &mut dyn Engine| {
            let sql = "SELECT id FROM game WHERE invitation = ?1 AND state = 'open' AND expires > ?2";
            let row = db.first(sql, values![&code, now])?;
            let id = row.ok_or_else(|| StoreError::not_found("no game waits behind this invitation"))?.only()?;
            load(db, id)
        };
        self.read(find).await
    }
}
