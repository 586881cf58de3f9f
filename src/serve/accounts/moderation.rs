//! Reports, bans, mutes, and the list of what administrators did.
//!
//! A ban ends by itself. One of an account is meant for its owner alone; one of a range of addresses hits others too, so
//! both say why and until when.

use super::address::{Network, bytes};
use super::profile::{load, set_name};
use super::{Account, AccountId, name, token};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Serialize;
use std::net::IpAddr;

/// Longest texts, in letters.
const REASON: usize = 100;
const NOTE: usize = 1000;

/// Reports of one account that may be open.
const OPEN_REPORTS: i64 = 20;

/// Who is banned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BanTarget {
    Account(AccountId),
    Network(Network),
}

/// A ban.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Ban {
    pub id: i64,
    pub account: Option<AccountId>,
    pub network: Option<String>,
    pub reason: String,
    pub at: i64,
    pub until: i64,
}

/// What somebody reports.
#[derive(Debug, Clone)]
pub struct NewReport {
    pub accused: AccountId,
    pub game: Option<i64>,
    /// A word from the caller's list.
    pub reason: String,
    pub note: String,
}

/// A report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Report {
    pub id: i64,
    pub reporter: AccountId,
    pub accused: AccountId,
    pub game: Option<i64>,
    pub reason: String,
    pub note: String,
    pub at: i64,
    pub closed: Option<i64>,
    pub verdict: Option<String>,
}

/// Something that an administrator did; the command line has no number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Audit {
    pub id: i64,
    pub at: i64,
    pub actor: Option<AccountId>,
    pub action: String,
    pub subject: String,
    pub detail: String,
}

fn check_length(field: &str, text: &str, longest: usize) -> Result<(), StoreError> {
    if text.chars().count() > longest {
        return Err(StoreError::refused(format!("{field}: at most {longest} letters")));
    }
    Ok(())
}

/// Refuses who is banned now, by account or by address.
pub(super) fn refuse_banned(
    db: &mut dyn Engine,
    account: Option<&Account>,
    address: IpAddr,
    now: i64,
) -> Result<(), StoreError> {
    // A program is banned with its owner.
    let (id, owner) = account.map_or((None, None), |account| (Some(account.id), account.owner));
    let row = db.first(
        "SELECT account, reason, until FROM ban WHERE until > ?1
         AND (account = ?2 OR account = ?3 OR (low <= ?4 AND high >= ?4)) ORDER BY until DESC LIMIT 1",
        values![now, id, owner, &bytes(address)[..]],
    )?;
    let Some(mut row) = row else { return Ok(()) };
    let (account, reason, until): (Option<AccountId>, String, i64) = (row.next()?, row.next()?, row.next()?);
    let whom = if account.is_some() { "this account" } else { "this address" };
    let hours = (until - now).div_euclid(3_600_000) + 1;
    Err(StoreError::forbidden(format!("{whom} is banned for {hours} more h: {reason}")))
}

/// Keeps what an administrator did.
pub(super) fn log(
    db: &mut dyn Engine,
    now: i64,
    actor: Option<AccountId>,
    action: &str,
    what: [&str; 2],
) -> Result<(), StoreError> {
    let [subject, detail] = what;
    db.execute(
        "INSERT INTO audit (at, actor, action, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
        values![now, actor, action, subject, detail],
    )?;
    Ok(())
}

fn ban(mut row: Row) -> Result<Ban, StoreError> {
    Ok(Ban {
        id: row.next()?,
        account: row.next()?,
        network: row.next()?,
        reason: row.next()?,
        at: row.next()?,
        until: row.next()?,
    })
}

fn report(mut row: Row) -> Result<Report, StoreError> {
    Ok(Report {
        id: row.next()?,
        reporter: row.next()?,
        accused: row.next()?,
        game: row.next()?,
        reason: row.next()?,
        note: row.next()?,
        at: row.next()?,
        closed: row.next()?,
        verdict: row.next()?,
    })
}

impl Store {
    /// Gives an account another name because the old one offends: the old one stays taken. `actor` is the administrator,
    /// `None` the command line.
    pub async fn rename_by(&self, actor: Option<AccountId>, id: AccountId, shown: &str) -> Result<Account, StoreError> {
        let folded = name::check(shown)?;
        let (shown, now) = (shown.to_string(), self.now());
        let rename = move |db: &mut dyn Engine| {
            let before = load(db, id)?;
            set_name(db, id, (&folded, &shown), now)?;
            log(db, now, actor, "rename", [&format!("account {id}"), &format!("{} to {shown}", before.name)])?;
            load(db, id)
        };
        self.write(rename).await
    }

    /// Bans an account or a range of addresses until `until`, and ends the sessions of the account. `actor` is the
    /// administrator, `None` the command line, here and below.
    pub async fn ban(
        &self,
        actor: Option<AccountId>,
        target: BanTarget,
        until: i64,
        reason: &str,
    ) -> Result<i64, StoreError> {
        check_length("reason", reason, REASON)?;
        let (reason, now) = (reason.to_string(), self.now());
        if until <= now {
            return Err(StoreError::refused("until: a ban ends later than now"));
        }
        let make = move |db: &mut dyn Engine| {
            let (account, network) = match target {
                BanTarget::Account(id) => (Some(id), None),
                BanTarget::Network(network) => (None, Some(network)),
            };
            if let Some(id) = account {
                load(db, id)?;
                token::end_all(db, id)?;
            }
            let text = network.map(|network| network.to_string());
            let ends = network.map(|network| network.ends());
            let (low, high) = (ends.as_ref().map(|(low, _)| &low[..]), ends.as_ref().map(|(_, high)| &high[..]));
            let row = db.first(
                "INSERT INTO ban (account, network, low, high, reason, at, until)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
                values![account, text.as_ref(), low, high, &reason, now, until],
            )?;
            let subject = account.map_or_else(|| text.unwrap_or_default(), |id| format!("account {id}"));
            log(db, now, actor, "ban", [&subject, &reason])?;
            row.ok_or_else(|| StoreError::unavailable("a new ban has no number"))?.only()
        };
        self.write(make).await
    }

    /// Ends a ban now.
    pub async fn lift_ban(&self, actor: Option<AccountId>, id: i64) -> Result<(), StoreError> {
        let now = self.now();
        let lift = move |db: &mut dyn Engine| match db
            .execute("UPDATE ban SET until = ?2 WHERE id = ?1 AND until > ?2", values![id, now])?
        {
            0 => Err(StoreError::not_found(format!("no ban {id} is in force"))),
            _ => log(db, now, actor, "lift ban", [&format!("ban {id}"), ""]),
        };
        self.write(lift).await
    }

    /// The bans that are in force.
    pub async fn bans(&self) -> Result<Vec<Ban>, StoreError> {
        let now = self.now();
        let sql = "SELECT id, account, network, reason, at, until FROM ban WHERE until > ?1 ORDER BY id";
        self.read(move |db| db.all(sql, values![now], ban)).await
    }

    /// The accounts that may not chat now, and those that are banned, with their programs.
    pub async fn outcasts(&self) -> Result<(Vec<AccountId>, Vec<AccountId>), StoreError> {
        let now = self.now();
        let find = move |db: &mut dyn Engine| {
            let silent = db.all("SELECT id FROM account WHERE muted > ?1", values![now], Row::only)?;
            let sql =
                "SELECT a.id FROM ban b JOIN account a ON a.id = b.account OR a.owner = b.account WHERE b.until > ?1";
            Ok((silent, db.all(sql, values![now], Row::only)?))
        };
        self.read(find).await
    }

    /// Refuses an address that is banned now.
    pub async fn refuse_banned_address(&self, address: IpAddr) -> Result<(), StoreError> {
        let now = self.now();
        self.read(move |db| refuse_banned(db, None, address, now)).await
    }

    /// Takes the right to chat from an account until then; `None` gives it back.
    pub async fn mute(&self, actor: Option<AccountId>, id: AccountId, until: Option<i64>) -> Result<(), StoreError> {
        let now = self.now();
        let mute = move |db: &mut dyn Engine| {
            load(db, id)?;
            db.execute("UPDATE account SET muted = ?2 WHERE id = ?1", values![id, until])?;
            let detail = until.map_or_else(|| "ended".into(), |until| format!("until {until}"));
            log(db, now, actor, "mute", [&format!("account {id}"), &detail])
        };
        self.write(mute).await
    }

    /// Reports an account, with a game.
    ///
    /// # Errors
    /// There is no such account or game, a text is too long, or too many reports of this person are open.
    pub async fn report(&self, reporter: AccountId, new: NewReport) -> Result<i64, StoreError> {
        check_length("reason", &new.reason, REASON)?;
        check_length("note", &new.note, NOTE)?;
        let now = self.now();
        let make = move |db: &mut dyn Engine| {
            load(db, new.accused)?;
            if let Some(game) = new.game {
                db.first("SELECT id FROM game WHERE id = ?1", values![game])?
                    .ok_or_else(|| StoreError::not_found(format!("there is no game {game}")))?;
            }
            let open =
                db.first("SELECT COUNT(*) FROM report WHERE reporter = ?1 AND closed IS NULL", values![reporter])?;
            if open.map(Row::only::<i64>).transpose()?.is_some_and(|open| open >= OPEN_REPORTS) {
                return Err(StoreError::refused(format!("{OPEN_REPORTS} reports of yours are open, wait for answers")));
            }
            let row = db.first(
                "INSERT INTO report (reporter, accused, game, reason, note, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id",
                values![reporter, new.accused, new.game, &new.reason, &new.note, now],
            )?;
            row.ok_or_else(|| StoreError::unavailable("a new report has no number"))?.only()
        };
        self.write(make).await
    }

    /// The open reports, the oldest first, at most 100.
    pub async fn open_reports(&self) -> Result<Vec<Report>, StoreError> {
        let sql = "SELECT id, reporter, accused, game, reason, note, at, closed, verdict FROM report
                   WHERE closed IS NULL ORDER BY id LIMIT 100";
        self.read(move |db| db.all(sql, &[], report)).await
    }

    /// Closes a report with a verdict.
    pub async fn close_report(&self, actor: Option<AccountId>, id: i64, verdict: &str) -> Result<(), StoreError> {
        check_length("verdict", verdict, NOTE)?;
        let (verdict, now) = (verdict.to_string(), self.now());
        let close = move |db: &mut dyn Engine| {
            let sql = "UPDATE report SET closed = ?2, verdict = ?3 WHERE id = ?1 AND closed IS NULL";
            match db.execute(sql, values![id, now, &verdict])? {
                0 => Err(StoreError::not_found(format!("there is no open report {id}"))),
                _ => log(db, now, actor, "close report", [&format!("report {id}"), &verdict]),
            }
        };
        self.write(close).await
    }

    /// Keeps in the list of what administrators did something that is not done here, a new password for example.
    pub async fn audit(
        &self,
        actor: Option<AccountId>,
        action: &str,
        subject: &str,
        detail: &str,
    ) -> Result<(), StoreError> {
        let (action, subject, detail) = (action.to_string(), subject.to_string(), detail.to_string());
        let now = self.now();
        self.write(move |db| log(db, now, actor, &action, [&subject, &detail])).await
    }

    /// What administrators did, the last first, up to number `before`.
    pub async fn audits(&self, before: Option<i64>, limit: u32) -> Result<Vec<Audit>, StoreError> {
        let line = |mut row: Row| {
            Ok(Audit {
                id: row.next()?,
                at: row.next()?,
                actor: row.next()?,
                action: row.next()?,
                subject: row.next()?,
                detail: row.next()?,
            })
        };
        let sql = "SELECT id, at, actor, action, subject, detail FROM audit WHERE id < ?1 ORDER BY id DESC LIMIT ?2";
        self.read(move |db| db.all(sql, values![before.unwrap_or(i64::MAX), limit.min(1000)], line)).await
    }
}
