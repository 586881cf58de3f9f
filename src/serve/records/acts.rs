//! Acts of a game: moves, turns, steps, offers, in the order in which they were made.
//!
//! An act is acknowledged after the commit and never lost after it. It is known by game and ply: the same act again is
//! answered like the first time, another one on the same ply is refused, and so is one that leaves a gap.

use super::game::{GameId, Speed, load, seat_bits};
use super::leases::{Lease, refuse_old};
use crate::serve::accounts::AccountId;
use crate::serve::community::{NoticeKind, put};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Serialize;

/// Longest record, in bytes.
const RECORD: usize = 64 << 10;

/// An act to keep.
#[derive(Debug, Clone)]
pub struct Act {
    /// From 0, without gaps.
    pub ply: u32,
    /// What was done, and whatever else is needed to go on from here, clocks for example.
    pub record: String,
    /// The seats that are to act after it, for the list of one's games.
    pub to_act: Vec<u32>,
    /// Until when they have to; `None` where a live clock runs.
    pub deadline: Option<i64>,
}

/// An act that was kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct ActLine {
    pub ply: u32,
    pub record: String,
    pub at: i64,
}

/// What became of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    New,
    /// It was there already.
    Repeated,
}

fn append(db: &mut dyn Engine, lease: Lease, act: &Act, now: i64) -> Result<Appended, StoreError> {
    let game = lease.game;
    let row = db.first(
        "UPDATE game SET plies = plies + 1, to_act = ?3, deadline = ?4 WHERE id = ?1 AND plies = ?2 AND state = 'running'
         AND EXISTS (SELECT 1 FROM lease WHERE game = ?1 AND epoch = ?5) RETURNING speed",
        values![game, act.ply, seat_bits(&act.to_act), act.deadline, lease.epoch],
    )?;
    let Some(row) = row else { return repeated(db, lease, act) };
    db.execute(
        "INSERT INTO act (game, ply, record, at) VALUES (?1, ?2, ?3, ?4)",
        values![game, act.ply, &act.record, now],
    )?;
    if row.only::<Speed>()? == Speed::Correspondence {
        let seats =
            db.query("SELECT seat, account FROM seat WHERE game = ?1 AND account IS NOT NULL", values![game])?;
        for mut row in seats {
            let (seat, account): (u32, AccountId) = (row.next()?, row.next()?);
            if act.to_act.contains(&seat) {
                put(db, (account, NoticeKind::YourTurn), Some(game), None, now)?;
            }
        }
    }
    Ok(Appended::New)
}

/// Why an act was not appended, or that it was before.
fn repeated(db: &mut dyn Engine, lease: Lease, act: &Act) -> Result<Appended, StoreError> {
    refuse_old(db, lease.game, lease.epoch)?;
    let sql = "SELECT record FROM act WHERE game = ?1 AND ply = ?2";
    let before = db.first(sql, values![lease.game, act.ply])?.map(Row::only::<String>).transpose()?;
    let (id, ply) = (lease.game, act.ply);
    match before {
        Some(record) if record == act.record => Ok(Appended::Repeated),
        Some(_) => Err(StoreError::conflict(format!("game {id} has another act at ply {ply}"))),
        None => {
            let game = load(db, id)?;
            let expected = game.plies;
            Err(StoreError::conflict(if expected == ply {
                format!("game {id} does not run")
            } else {
                format!("game {id} expects ply {expected}, not {ply}")
            }))
        }
    }
}

impl Store {
    /// Keeps an act; the answer comes when it is safe.
    ///
    /// # Errors
    /// Another process runs the game, it does not run, there is another act at this ply, or a ply is missing before it.
    pub async fn append_act(&self, lease: Lease, act: Act) -> Result<Appended, StoreError> {
        if act.record.len() > RECORD || act.record.contains('\0') {
            return Err(StoreError::refused(format!("record: an act has at most {RECORD} bytes, and none is 0")));
        }
        let now = self.now();
        self.write(move |db| append(db, lease, &act, now)).await
    }

    /// The acts of a game from this ply on.
    pub async fn acts(&self, game: GameId, from: u32) -> Result<Vec<ActLine>, StoreError> {
        let line = |mut row: Row| Ok(ActLine { ply: row.next()?, record: row.next()?, at: row.next()? });
        let sql = "SELECT ply, record, at FROM act WHERE game = ?1 AND ply >= ?2 ORDER BY ply";
        self.read(move |db| db.all(sql, values![game, from], line)).await
    }

    /// Says who is to act and until when, without an act: at the beginning of a game, or when a clock was stopped.
    ///
    /// # Errors
    /// Another process runs the game.
    pub async fn set_turn(&self, lease: Lease, to_act: &[u32], deadline: Option<i64>) -> Result<(), StoreError> {
        let bits = seat_bits(to_act);
        let set = move |db: &mut dyn Engine| {
            refuse_old(db, lease.game, lease.epoch)?;
            let sql = "UPDATE game SET to_act = ?2, deadline = ?3 WHERE id = ?1 AND state = 'running'";
            db.execute(sql, values![lease.game, bits, deadline])
        };
        self.write(set).await.map(|_| ())
    }
}
