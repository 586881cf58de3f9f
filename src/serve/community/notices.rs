//! Notices: a challenge, a turn, a game that is over. They are kept with what they tell of, in one transaction, and
//! whoever is signed in, now or later, gets them.
//!
//! Numbers of notices only rise, so a reader who remembers the last one misses none. An account has one notice of a kind and
//! a game: a new one takes the place of the old.

use crate::serve::accounts::AccountId;
use crate::serve::store::{Engine, Row, Store, StoreError, values, words};
use serde::Serialize;
use std::collections::BTreeMap;

/// Notices in one answer.
const LIST: u32 = 100;

words! {
    /// What a notice tells.
    pub enum NoticeKind {
        /// Somebody wants to play.
        Challenge = "challenge",
        /// Somebody does not want to play.
        Declined = "declined",
        /// A game that was open has begun.
        Started = "started",
        YourTurn = "your turn",
        GameOver = "game over",
        /// Somebody calls one a friend.
        Friend = "friend",
    }
}

/// A notice.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Notice {
    pub id: i64,
    pub account: AccountId,
    pub kind: NoticeKind,
    pub game: Option<i64>,
    /// Who did it.
    pub about: Option<AccountId>,
    pub about_name: Option<String>,
    /// Which game it is, what it is called, and why it ended or was declined.
    pub game_kind: Option<String>,
    pub game_title: Option<String>,
    pub reason: Option<String>,
    /// Who else plays in it, or was asked to, by seats.
    pub opponents: Vec<String>,
    /// How it ended for who is told: `won`, `drawn` or `lost`.
    pub outcome: Option<String>,
    /// The rating of who is told before and after a game that counted.
    pub rating_before: Option<f64>,
    pub rating_after: Option<f64>,
    pub at: i64,
    pub read: Option<i64>,
}

/// Tells an account something.
pub(in crate::serve) fn put(
    db: &mut dyn Engine,
    (account, kind): (AccountId, NoticeKind),
    game: Option<i64>,
    about: Option<AccountId>,
    now: i64,
) -> Result<(), StoreError> {
    db.execute(
        "DELETE FROM notice WHERE account = ?1 AND kind = ?2 AND (game = ?3 OR (game IS NULL AND about = ?4))",
        values![account, kind, game, about],
    )?;
    // A number of its own, because SQLite gives that of the last row again when the row is gone.
    let row = db.first("UPDATE news SET number = number + 1 RETURNING number", &[])?;
    let id: i64 = row.ok_or_else(|| StoreError::unavailable("notices have no number"))?.only()?;
    db.execute(
        "INSERT INTO notice (id, account, kind, game, about, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        values![id, account, kind, game, about, now],
    )?;
    Ok(())
}

/// The statements for [`list`], for notices `n` with a condition on the number `?1`, in an order.
macro_rules! notices {
    ($condition:literal, $order:literal) => {
        (
            concat!(
                "SELECT n.id, n.account, n.kind, n.game, n.about, a.name, g.kind, g.title, g.reason, n.at, n.read_at
                 FROM notice n LEFT JOIN account a ON a.id = n.about LEFT JOIN game g ON g.id = n.game WHERE ",
                $condition,
                " ORDER BY ",
                $order,
                " LIMIT ?2"
            ),
            concat!(
                "SELECT s.game, a.id, s.outcome, s.rating_before, s.rating_after, CASE WHEN s.program IS NULL THEN a.name ELSE 'a program' END
                 FROM seat s LEFT JOIN account a ON a.id = COALESCE(s.account, s.invited)
                 WHERE s.game IN (SELECT n.game FROM notice n WHERE ",
                $condition,
                ") ORDER BY s.game, s.seat"
            ),
        )
    };
}

/// Somebody in a game.
struct Somebody {
    account: Option<AccountId>,
    outcome: Option<String>,
    ratings: [Option<f64>; 2],
    name: String,
}

/// The notices of a question, each with what is known of its game.
fn list(
    db: &mut dyn Engine,
    (notices, seats): (&'static str, &'static str),
    number: i64,
) -> Result<Vec<Notice>, StoreError> {
    let mut found = db.all(notices, values![number, LIST], notice)?;
    let mut games: BTreeMap<i64, Vec<Somebody>> = BTreeMap::new();
    for mut row in db.query(seats, values![number])? {
        let (game, account, outcome) = (row.next()?, row.next()?, row.next()?);
        let ratings = [row.next()?, row.next()?];
        // A free seat has no name.
        if let Some(name) = row.next()? {
            games.entry(game).or_default().push(Somebody { account, outcome, ratings, name });
        }
    }
    for notice in &mut found {
        let (me, seats) = (Some(notice.account), notice.game.and_then(|game| games.get(&game)));
        for somebody in seats.into_iter().flatten() {
            if somebody.account == me {
                notice.outcome.clone_from(&somebody.outcome);
                [notice.rating_before, notice.rating_after] = somebody.ratings;
            } else {
                notice.opponents.push(somebody.name.clone());
            }
        }
    }
    Ok(found)
}

fn notice(mut row: Row) -> Result<Notice, StoreError> {
    Ok(Notice {
        id: row.next()?,
        account: row.next()?,
        kind: row.next()?,
        game: row.next()?,
        about: row.next()?,
        about_name: row.next()?,
        game_kind: row.next()?,
        game_title: row.next()?,
        reason: row.next()?,
        opponents: Vec::new(),
        outcome: None,
        rating_before: None,
        rating_after: None,
        at: row.next()?,
        read: row.next()?,
    })
}

impl Store {
    /// The last 100 notices of an account, the newest first.
    pub async fn notices(&self, account: AccountId) -> Result<Vec<Notice>, StoreError> {
        self.read(move |db| list(db, notices!("n.account = ?1", "n.id DESC"), account)).await
    }

    /// Notices of all accounts after number `after`, the oldest first: for who passes them on to those who are there.
    pub async fn notices_after(&self, after: i64) -> Result<Vec<Notice>, StoreError> {
        self.read(move |db| list(db, notices!("n.id > ?1", "n.id"), after)).await
    }

    /// The number of the last notice, 0 if there is none.
    pub async fn last_notice(&self) -> Result<i64, StoreError> {
        let sql = "SELECT number FROM news";
        let find = move |db: &mut dyn Engine| Ok(db.first(sql, &[])?.map(Row::only).transpose()?.unwrap_or(0));
        self.read(find).await
    }

    /// Marks notices of an account as read, up to this number.
    pub async fn mark_read(&self, account: AccountId, up_to: i64) -> Result<(), StoreError> {
        let now = self.now();
        let sql = "UPDATE notice SET read_at = ?3 WHERE account = ?1 AND id <= ?2 AND read_at IS NULL";
        self.write(move |db| db.execute(sql, values![account, up_to, now])).await.map(|_| ())
    }
}
