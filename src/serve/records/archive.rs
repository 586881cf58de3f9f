//! Lists of games: the archive, what runs, and what waits for whom.

use super::game::{Game, GameId, Speed, game_columns, read_all};
use crate::serve::accounts::AccountId;
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Deserialize;

/// What is looked for in the archive; what is `None` does not matter.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Search {
    pub account: Option<AccountId>,
    pub opponent: Option<AccountId>,
    pub kind: Option<String>,
    pub speed: Option<Speed>,
    pub is_rated: Option<bool>,
    /// Why the game ended.
    pub reason: Option<String>,
    /// Ended from this time on, and before that one.
    pub since: Option<i64>,
    pub until: Option<i64>,
    /// Games with smaller numbers: the last one of the page before.
    pub before: Option<GameId>,
    /// Games on a page, 100 at most; 0 is 20.
    pub limit: u32,
}

/// The conditions on a game `g` that hold for all searches. The casts tell Postgres what a parameter is.
macro_rules! conditions {
    () => {
        "g.state = 'over' AND g.id < ?1 AND (CAST(?2 AS TEXT) IS NULL OR g.kind = ?2)
         AND (CAST(?3 AS TEXT) IS NULL OR g.speed = ?3) AND (CAST(?4 AS BIGINT) IS NULL OR g.rated = ?4)
         AND (CAST(?5 AS TEXT) IS NULL OR g.reason = ?5) AND g.ended >= ?6 AND g.ended < ?7
         AND (CAST(?8 AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM seat o WHERE o.game = g.id AND o.account = ?8))"
    };
}

const OF_ALL: &str =
    concat!("SELECT ", game_columns!(), " FROM game g WHERE ", conditions!(), " ORDER BY g.id DESC LIMIT ?9");

const OF_ACCOUNT: &str = concat!(
    "SELECT ",
    game_columns!(),
    " FROM game g WHERE g.id IN (SELECT game FROM seat WHERE account = ?10) AND ",
    conditions!(),
    " ORDER BY g.id DESC LIMIT ?9"
);

impl Store {
    /// Games that are over, the newest first.
    pub async fn search_games(&self, search: Search) -> Result<Vec<Game>, StoreError> {
        let limit = if search.limit == 0 { 20 } else { search.limit.min(100) };
        let list = move |db: &mut dyn Engine| {
            let general = values![
                search.before.unwrap_or(i64::MAX),
                search.kind.as_ref(),
                search.speed,
                search.is_rated,
                search.reason.as_ref(),
                search.since.unwrap_or(i64::MIN),
                search.until.unwrap_or(i64::MAX),
                search.opponent,
                limit,
            ];
            let rows = match search.account {
                Some(account) => db.query(OF_ACCOUNT, &[&general[..], values![account]].concat())?,
                None => db.query(OF_ALL, general)?,
            };
            read_all(db, rows)
        };
        self.read(list).await
    }

    /// Running games to watch, those of the best players first, at most 100. Correspondence is left out.
    pub async fn running_games(&self, kind: Option<&str>) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            game_columns!(),
            " FROM game g WHERE g.state = 'running' AND g.speed <> 'correspondence'
             AND (CAST(?1 AS TEXT) IS NULL OR g.kind = ?1)
             ORDER BY COALESCE((SELECT MAX(r.rating) FROM seat s JOIN rating r ON r.account = s.account
             WHERE s.game = g.id AND r.kind = g.kind AND r.speed = g.speed), 0) DESC, g.id DESC LIMIT 100"
        );
        let kind = kind.map(String::from);
        let list = move |db: &mut dyn Engine| {
            let rows = db.query(sql, values![kind.as_ref()])?;
            read_all(db, rows)
        };
        self.read(list).await
    }

    /// The running games of an account, at most 200: first those in which it is to act, by their deadlines.
    pub async fn my_games(&self, account: AccountId) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            game_columns!(),
            " FROM seat s JOIN game g ON g.id = s.game WHERE s.account = ?1 AND g.state = 'running'
             ORDER BY (g.to_act >> CAST(s.seat AS INTEGER)) & 1 DESC, COALESCE(g.deadline, 9000000000000000), g.id LIMIT 200"
        );
        let list = move |db: &mut dyn Engine| {
            let rows = db.query(sql, values![account])?;
            read_all(db, rows)
        };
        self.read(list).await
    }

    /// Running games whose deadline is over, at most 1,000: the caller judges them.
    pub async fn overdue_games(&self) -> Result<Vec<GameId>, StoreError> {
        let now = self.now();
        let sql = "SELECT id FROM game WHERE state = 'running' AND deadline <= ?1 ORDER BY deadline, id LIMIT 1000";
        self.read(move |db| db.all(sql, values![now], Row::only)).await
    }
}
