//! Vacation of correspondence players: whole days in UTC, 30 in a calendar year, on which their clocks stand.

use super::game::seat_bits;
use crate::base::date::year_of;
use crate::serve::accounts::{AccountId, load_account};
use crate::serve::store::{Engine, Row, Store, StoreError, values};

/// Days a year.
pub const VACATION_DAYS: i64 = 30;

/// Days for which vacations still count.
const LOOK_BACK: i64 = 90;

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

fn count(db: &mut dyn Engine, account: AccountId, (from, to): (i64, i64)) -> Result<i64, StoreError> {
    let sql = "SELECT COUNT(*) FROM vacation WHERE account = ?1 AND day >= ?2 AND day < ?3";
    Ok(db.first(sql, values![account, from, to])?.map(Row::only).transpose()?.unwrap_or(0))
}

impl Store {
    /// Takes vacation from now on, for today and so many days in all. Deadlines of games in which only this player is to
    /// act move on by these days. Days that are taken already count once.
    ///
    /// # Errors
    /// No day, or more days than are left of the year.
    pub async fn take_vacation(&self, account: AccountId, days: u32) -> Result<(), StoreError> {
        let today = self.now().div_euclid(DAY);
        if days == 0 || i64::from(days) > VACATION_DAYS {
            return Err(StoreError::refused(format!("days: 1 to {VACATION_DAYS} days")));
        }
        let take = move |db: &mut dyn Engine| {
            load_account(db, account)?;
            let mut new = 0;
            for day in today..today + i64::from(days) {
                let sql = "INSERT INTO vacation (account, day) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
                new += db.execute(sql, values![account, day])?;
                if count(db, account, year_of(day))? > VACATION_DAYS {
                    return Err(StoreError::refused(format!("days: a year has {VACATION_DAYS} days of vacation")));
                }
            }
            let games = db.query(
                "SELECT g.id, s.seat FROM seat s JOIN game g ON g.id = s.game
                 WHERE s.account = ?1 AND g.state = 'running' AND g.speed = 'correspondence' AND g.deadline IS NOT NULL",
                values![account],
            )?;
            for mut row in games {
                let (game, seat): (i64, u32) = (row.next()?, row.next()?);
                let longer = i64::try_from(new).unwrap_or(0) * DAY;
                let sql = "UPDATE game SET deadline = deadline + ?3 WHERE id = ?1 AND to_act = ?2";
                db.execute(sql, values![game, seat_bits(&[seat]), longer])?;
            }
            Ok(())
        };
        self.write(take).await
    }

    /// All days of vacation of a player that are not long past: from and before, in Unix milliseconds.
    pub async fn vacations(&self, account: AccountId) -> Result<Vec<(u64, u64)>, StoreError> {
        // A turn began at most two weeks and the longest reserve ago.
        let first = self.now().div_euclid(DAY) - LOOK_BACK;
        let sql = "SELECT day FROM vacation WHERE account = ?1 AND day >= ?2 ORDER BY day";
        let days: Vec<i64> = self.read(move |db| db.all(sql, values![account, first], Row::only)).await?;
        let day = |day: i64| u64::try_from(day * DAY).unwrap_or(0);
        Ok(days.into_iter().map(|of| (day(of), day(of + 1))).collect())
    }

    /// Until when a player is on vacation without a break, if now: deadlines begin after it.
    pub async fn vacation_until(&self, account: AccountId) -> Result<Option<i64>, StoreError> {
        let today = self.now().div_euclid(DAY);
        let find = move |db: &mut dyn Engine| {
            let sql = "SELECT day FROM vacation WHERE account = ?1 AND day >= ?2 ORDER BY day";
            let days: Vec<i64> = db.all(sql, values![account, today], Row::only)?;
            let length = (today..).zip(&days).take_while(|(day, taken)| day == *taken).count();
            let end = today + i64::try_from(length).unwrap_or(0);
            Ok((length > 0).then_some(end * DAY))
        };
        self.read(find).await
    }

    /// Days of vacation that are left in this year.
    pub async fn vacation_left(&self, account: AccountId) -> Result<i64, StoreError> {
        let year = year_of(self.now().div_euclid(DAY));
        self.read(move |db| Ok((VACATION_DAYS - count(db, account, year)?).max(0))).await
    }
}
