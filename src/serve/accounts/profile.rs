//! What is known of an account, what its owner may change, and its end.

use super::{AccountId, name, token};
use crate::serve::store::{Engine, Row, Store, StoreError, Value, values, words};
use serde::Serialize;

/// Days between two changes of a name.
const RENAME_DAYS: i64 = 30;

/// Milliseconds of a day.
pub(super) const DAY: i64 = 86_400_000;

/// What a deleted account is called.
const DELETED: &str = "deleted";

/// Longest settings, in bytes.
const SETTINGS: usize = 4096;

words! {
    /// What plays under a name.
    pub enum AccountKind {
        Person = "person",
        /// Came by an invitation link, without a password.
        Guest = "guest",
        /// Plays by a token of its owner.
        Program = "program",
        Deleted = "deleted",
    }
}

/// An account, as its owner and the server see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Account {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
    /// Whose program it is.
    pub owner: Option<AccountId>,
    pub is_admin: bool,
    pub email: Option<String>,
    /// What the owner set, as text of the caller's form.
    pub settings: String,
    /// Unix milliseconds, like all times here.
    pub created: i64,
    pub seen: i64,
    pub logins: i64,
    /// May not chat until then.
    pub muted: Option<i64>,
}

/// An account, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Profile {
    pub id: AccountId,
    pub name: String,
    pub kind: AccountKind,
    pub owner: Option<AccountId>,
    pub created: i64,
    pub seen: i64,
}

impl From<Account> for Profile {
    fn from(account: Account) -> Self {
        let Account { id, name, kind, owner, created, seen, .. } = account;
        Self { id, name, kind, owner, created, seen }
    }
}

/// The columns of an account `a`, for [`read`].
macro_rules! account_columns {
    () => {
        "a.id, a.name, a.kind, a.owner, a.admin, a.email, a.settings, a.created, a.seen, a.logins, a.muted"
    };
}
pub(super) use account_columns;

pub(super) fn read(row: &mut Row) -> Result<Account, StoreError> {
    Ok(Account {
        id: row.next()?,
        name: row.next()?,
        kind: row.next()?,
        owner: row.next()?,
        is_admin: row.next()?,
        email: row.next()?,
        settings: row.next()?,
        created: row.next()?,
        seen: row.next()?,
        logins: row.next()?,
        muted: row.next()?,
    })
}

/// An account that is not deleted.
///
/// # Errors
/// There is none of this number.
pub(in crate::serve) fn load(db: &mut dyn Engine, id: AccountId) -> Result<Account, StoreError> {
    let sql = concat!("SELECT ", account_columns!(), " FROM account a WHERE a.id = ?1 AND a.kind <> 'deleted'");
    let row = db.first(sql, values![id])?;
    read(&mut row.ok_or_else(|| StoreError::not_found(format!("there is no account {id}")))?)
}

/// Takes a name for an account.
pub(super) fn claim_name(db: &mut dyn Engine, folded: &str, shown: &str, id: AccountId) -> Result<(), StoreError> {
    db.execute("INSERT INTO name (folded, account) VALUES (?1, ?2) ON CONFLICT DO NOTHING", values![folded, id])?;
    let of = db.first("SELECT account FROM name WHERE folded = ?1", values![folded])?;
    if of.map(Row::only).transpose()? == Some(id) {
        Ok(())
    } else {
        Err(StoreError::conflict(format!("name: {shown} or a name that looks like it is taken, choose another")))
    }
}

pub(super) fn set_name(
    db: &mut dyn Engine,
    id: AccountId,
    (folded, shown): (&str, &str),
    now: i64,
) -> Result<(), StoreError> {
    claim_name(db, folded, shown, id)?;
    db.execute("UPDATE account SET name = ?2, renamed = ?3 WHERE id = ?1", values![id, shown, now])?;
    Ok(())
}

/// What a new account begins with.
pub(super) struct Fresh<'a> {
    pub(super) name: &'a str,
    pub(super) folded: &'a str,
    pub(super) kind: AccountKind,
    pub(super) owner: Option<AccountId>,
    pub(super) password: Option<&'a str>,
    pub(super) email: Option<&'a str>,
}

pub(super) fn insert(db: &mut dyn Engine, fresh: &Fresh<'_>, now: i64) -> Result<AccountId, StoreError> {
    let row = db.first(
        "INSERT INTO account (name, kind, owner, admin, password, email, settings, created, seen, logins)
         VALUES (?1, ?2, ?3, 0, ?4, ?5, '', ?6, ?6, 0) RETURNING id",
        values![fresh.name, fresh.kind, fresh.owner, fresh.password, fresh.email, now],
    )?;
    let id = row.ok_or_else(|| StoreError::unavailable("a new account has no number"))?.only()?;
    claim_name(db, fresh.folded, fresh.name, id)?;
    Ok(id)
}

/// Checks an address for mail, loosely: whether it arrives is known only after a letter.
pub(super) fn check_email(email: &str) -> Result<(), StoreError> {
    let parts = email.split_once('@').filter(|(user, host)| !user.is_empty() && host.contains('.'));
    if parts.is_none() || email.len() > 254 || email.chars().any(|letter| letter.is_whitespace() || letter.is_control())
    {
        return Err(StoreError::refused("email: this is no address for mail"));
    }
    Ok(())
}

impl Store {
    /// An account that is not deleted.
    pub async fn account(&self, id: AccountId) -> Result<Account, StoreError> {
        self.read(move |db| load(db, id)).await
    }

    /// The account that has this name, or had it before.
    pub async fn account_by_name(&self, shown: &str) -> Result<Account, StoreError> {
        let shown = shown.to_string();
        let find = move |db: &mut dyn Engine| {
            let folded = name::fold(&shown);
            let row = db.first(
                concat!(
                    "SELECT ",
                    account_columns!(),
                    " FROM name n JOIN account a ON a.id = n.account WHERE n.folded = ?1"
                ),
                values![&folded],
            )?;
            read(&mut row.ok_or_else(|| StoreError::not_found("there is no account of this name"))?)
        };
        self.read(find).await
    }

    /// Profiles of accounts whose names begin like this, in the order of names.
    pub async fn find_accounts(&self, beginning: &str, limit: u32) -> Result<Vec<Profile>, StoreError> {
        let low = name::fold(beginning);
        // After all names that begin so, because names have ASCII letters only.
        let high = format!("{low}\u{7f}");
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            " FROM name n JOIN account a ON a.id = n.account WHERE n.folded >= ?1 AND n.folded < ?2
             ORDER BY n.folded LIMIT ?3"
        );
        let list = move |db: &mut dyn Engine| {
            db.all(sql, values![&low, &high, limit.min(100)], |mut row| read(&mut row).map(Profile::from))
        };
        self.read(list).await
    }

    /// Gives an account another name. The old one stays its own, so that nobody else can take it.
    pub async fn rename(&self, id: AccountId, shown: &str) -> Result<(), StoreError> {
        let folded = name::check(shown)?;
        let (shown, now) = (shown.to_string(), self.now());
        let rename = move |db: &mut dyn Engine| {
            let account = load(db, id)?;
            if account.kind == AccountKind::Guest {
                return Err(StoreError::forbidden("a guest cannot change its name"));
            }
            let before = db.first("SELECT renamed FROM account WHERE id = ?1", values![id])?;
            let renamed: Option<i64> = before.map(Row::only).transpose()?.flatten();
            if renamed.is_some_and(|at| now < at + RENAME_DAYS * DAY) {
                return Err(StoreError::refused(format!("name: a name can be changed once in {RENAME_DAYS} days")));
            }
            set_name(db, id, (&folded, &shown), now)
        };
        self.write(rename).await
    }

    /// Sets or removes the address for mail.
    pub async fn set_email(&self, id: AccountId, email: Option<&str>) -> Result<(), StoreError> {
        email.map(check_email).transpose()?;
        self.set("UPDATE account SET email = ?2 WHERE id = ?1 AND kind <> 'deleted'", id, email.into()).await
    }

    /// Keeps what the owner set, up to 4 KiB of text.
    pub async fn set_settings(&self, id: AccountId, settings: &str) -> Result<(), StoreError> {
        if settings.len() > SETTINGS {
            return Err(StoreError::refused(format!("settings: settings have at most {SETTINGS} bytes")));
        }
        self.set("UPDATE account SET settings = ?2 WHERE id = ?1 AND kind <> 'deleted'", id, settings.into()).await
    }

    /// Makes somebody an administrator, or ends it.
    pub async fn set_admin(&self, id: AccountId, is_admin: bool) -> Result<(), StoreError> {
        self.set("UPDATE account SET admin = ?2 WHERE id = ?1 AND kind = 'person'", id, is_admin.into()).await
    }

    pub(super) async fn set(&self, sql: &'static str, id: AccountId, value: Value) -> Result<(), StoreError> {
        let set = move |db: &mut dyn Engine| match db.execute(sql, &[id.into(), value.clone()])? {
            0 => Err(StoreError::not_found(format!("there is no such account {id}"))),
            _ => Ok(()),
        };
        self.write(set).await
    }

    /// The programs of an account.
    pub async fn programs(&self, owner: AccountId) -> Result<Vec<Profile>, StoreError> {
        let sql = concat!(
            "SELECT ",
            account_columns!(),
            " FROM account a WHERE a.owner = ?1 AND a.kind = 'program' ORDER BY a.id"
        );
        self.read(move |db| db.all(sql, values![owner], |mut row| read(&mut row).map(Profile::from))).await
    }

    /// Deletes an account and its programs: name, password, mail, tokens, ratings, friends, levels, notices. Its games stay,
    /// under the name "deleted"; open ones are withdrawn. Who still plays must end that first.
    ///
    /// # Errors
    /// The account, or a program of it, is in a running game.
    pub async fn delete_account(&self, id: AccountId) -> Result<(), StoreError> {
        let now = self.now();
        let delete = move |db: &mut dyn Engine| {
            load(db, id)?;
            let own = "SELECT id FROM account WHERE owner = ?1 AND kind = 'program'";
            let programs: Vec<AccountId> = db.all(own, values![id], Row::only)?;
            programs.into_iter().chain([id]).try_for_each(|id| erase(db, id, now))
        };
        self.write(delete).await
    }
}

/// Removes all of an account but its games, and what was reported by or of it.
pub(super) fn erase(db: &mut dyn Engine, id: AccountId, now: i64) -> Result<(), StoreError> {
    let playing = db.first(
        "SELECT g.id FROM seat s JOIN game g ON g.id = s.game WHERE s.account = ?1 AND g.state = 'running' LIMIT 1",
        values![id],
    )?;
    if let Some(row) = playing {
        let game: i64 = row.only()?;
        return Err(StoreError::conflict(format!(
            "game {game} is not over yet: end all games, then delete the account"
        )));
    }
    db.execute(
        "UPDATE game SET state = 'withdrawn', ended = ?2 WHERE state = 'open' AND (creator = ?1
         OR id IN (SELECT game FROM seat WHERE invited = ?1) OR id IN (SELECT game FROM seat WHERE account = ?1))",
        values![id, now],
    )?;
    token::end_all(db, id)?;
    for sql in [
        "DELETE FROM name WHERE account = ?1",
        "DELETE FROM rating WHERE account = ?1",
        "DELETE FROM relation WHERE account = ?1 OR other = ?1",
        "DELETE FROM notice WHERE account = ?1 OR about = ?1",
        "DELETE FROM level WHERE owner = ?1",
        "DELETE FROM vacation WHERE account = ?1",
    ] {
        db.execute(sql, values![id])?;
    }
    db.execute(
        "UPDATE account SET name = ?2, kind = ?3, owner = NULL, admin = 0, password = NULL, email = NULL, settings = '',
         muted = NULL WHERE id = ?1",
        values![id, DELETED, AccountKind::Deleted],
    )?;
    Ok(())
}
