//! Ratings and statistics of players, and the lists of the best.

use super::game::{GameId, Speed};
use super::rating::Rating;
use crate::serve::accounts::{AccountId, AccountKind};
use crate::serve::store::{Engine, Row, Store, StoreError, values, words};
use serde::Serialize;

words! {
    /// Against whom a rating was won.
    pub enum Pool {
        /// Games without programs.
        Persons = "persons",
        /// Games with a program on at least one seat.
        Programs = "programs",
    }
}

/// What a rating belongs to.
pub(super) struct Key<'a> {
    pub(super) account: AccountId,
    pub(super) kind: &'a str,
    pub(super) speed: Speed,
    pub(super) pool: Pool,
}

/// A rating of a player, as it is now.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Standing {
    pub kind: String,
    pub speed: Speed,
    pub pool: Pool,
    pub rating: Rating,
    pub is_provisional: bool,
    pub games: u32,
}

/// A rating of a player in the course of time: what a rated game made of it.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct RatingPoint {
    pub game: GameId,
    /// When the game ended, in Unix milliseconds.
    pub at: i64,
    pub before: f64,
    pub after: f64,
}

/// A place in a list of the best.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct TopLine {
    pub account: AccountId,
    pub name: String,
    pub kind: AccountKind,
    pub rating: Rating,
    pub games: u32,
}

/// The games of a player, of one kind and speed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Statistics {
    pub kind: String,
    pub speed: Speed,
    pub started: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A rating as it was at its last game, rested until now.
fn rating(row: &mut Row, now: i64) -> Result<Rating, StoreError> {
    let rating = Rating { rating: row.next()?, deviation: row.next()?, volatility: row.next()? };
    let at: i64 = row.next()?;
    Ok(rating.rested(now - at))
}

/// The rating of a player now.
pub(super) fn load_rating(db: &mut dyn Engine, key: &Key<'_>, now: i64) -> Result<Rating, StoreError> {
    let row = db.first(
        "SELECT rating, deviation, volatility, at FROM rating WHERE account = ?1 AND kind = ?2 AND speed = ?3 AND pool = ?4",
        values![key.account, key.kind, key.speed, key.pool],
    )?;
    row.map_or_else(|| Ok(Rating::default()), |mut row| rating(&mut row, now))
}

/// Keeps the rating of a player after one game more.
pub(super) fn keep(db: &mut dyn Engine, key: &Key<'_>, after: Rating, now: i64) -> Result<(), StoreError> {
    db.execute(
        "INSERT INTO rating (account, kind, speed, pool, rating, deviation, volatility, games, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8) ON CONFLICT (account, kind, speed, pool) DO UPDATE SET
         rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
         games = rating.games + 1, at = excluded.at",
        values![key.account, key.kind, key.speed, key.pool, after.rating, after.deviation, after.volatility, now],
    )?;
    Ok(())
}

impl Store {
    /// The ratings of a player, as they are now.
    pub async fn ratings(&self, account: AccountId) -> Result<Vec<Standing>, StoreError> {
        let now = self.now();
        let line = move |mut row: Row| {
            let (kind, speed, pool, games) = (row.next()?, row.next()?, row.next()?, row.next()?);
            let rating = rating(&mut row, now)?;
            Ok(Standing { kind, speed, pool, rating, is_provisional: rating.is_provisional(), games })
        };
        let sql = "SELECT kind, speed, pool, games, rating, deviation, volatility, at FROM rating WHERE account = ?1
                   ORDER BY kind, speed, pool";
        self.read(move |db| db.all(sql, values![account], line)).await
    }

    /// The best players of a game and a speed whose rating is not provisional.
    pub async fn top(&self, kind: &str, speed: Speed, pool: Pool, limit: u32) -> Result<Vec<TopLine>, StoreError> {
        let (kind, now, limit) = (kind.to_string(), self.now(), limit.min(200));
        let line = move |mut row: Row| {
            let (account, name, kind, games) = (row.next()?, row.next()?, row.next()?, row.next()?);
            Ok(TopLine { account, name, kind, games, rating: rating(&mut row, now)? })
        };
        // Deviations grow after they were kept, so more are asked for than are shown.
        let list = move |db: &mut dyn Engine| {
            let mut found = db.all(
                "SELECT a.id, a.name, a.kind, r.games, r.rating, r.deviation, r.volatility, r.at FROM rating r
                 JOIN account a ON a.id = r.account WHERE r.kind = ?1 AND r.speed = ?2 AND r.pool = ?3
                 AND r.deviation <= 110 ORDER BY r.rating DESC, a.id LIMIT ?4",
                values![&kind, speed, pool, limit * 5],
                line,
            )?;
            found.retain(|line| !line.rating.is_provisional());
            found.truncate(limit as usize);
            Ok(found)
        };
        self.read(list).await
    }

    /// What a player has played. Logins and when it was last seen stand in the account.
    pub async fn statistics(&self, account: AccountId) -> Result<Vec<Statistics>, StoreError> {
        let line = |mut row: Row| {
            Ok(Statistics {
                kind: row.next()?,
                speed: row.next()?,
                started: row.next()?,
                won: row.next()?,
                drawn: row.next()?,
                lost: row.next()?,
            })
        };
        let list = move |db: &mut dyn Engine| {
            db.all(
                "SELECT g.kind, g.speed, COUNT(*), COUNT(CASE WHEN s.outcome = 'won' THEN 1 END),
                 COUNT(CASE WHEN s.outcome = 'drawn' THEN 1 END), COUNT(CASE WHEN s.outcome = 'lost' THEN 1 END)
                 FROM seat s JOIN game g ON g.id = s.game WHERE s.account = ?1 AND g.started IS NOT NULL
                 GROUP BY g.kind, g.speed ORDER BY g.kind, g.speed",
                values![account],
                line,
            )
        };
        self.read(list).await
    }

    /// How a rating of a player went, the last 500 games, the oldest first.
    pub async fn rating_history(
        &self,
        account: AccountId,
        kind: &str,
        speed: Speed,
        pool: Pool,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let kind = kind.to_string();
        let list = move |db: &mut dyn Engine| {
            let sql = "SELECT g.id, g.ended, s.rating_before, s.rating_after FROM seat s JOIN game g ON g.id = s.game
                       WHERE s.account = ?1 AND g.kind = ?2 AND g.speed = ?3 AND s.pool = ?4
                       ORDER BY g.ended DESC, g.id DESC LIMIT 500";
            let point = |mut row: Row| {
                Ok(RatingPoint { game: row.next()?, at: row.next()?, before: row.next()?, after: row.next()? })
            };
            let mut points = db.all(sql, values![account, &kind, speed, pool], point)?;
            points.reverse();
            Ok(points)
        };
        self.read(list).await
    }
}
