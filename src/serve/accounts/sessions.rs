//! Sessions of persons and tokens of programs. A token is 32 random bytes, of which only the SHA-256 is kept.
//!
//! A session ends 30 days after it was last used, and 180 days after it began. A token of a program ends when it is revoked.

use super::profile::{AccountKind, DAY, Fresh, account_columns, insert, load, read};
use super::token::{IDLE, TokenKind, issue};
use super::{Account, AccountId, Secret, moderation, name};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Serialize;
use std::net::IpAddr;

/// Longest session.
const LONGEST: i64 = 180 * DAY;

/// How exactly it is known when a token was last used.
const TOUCH: i64 = 3_600_000;

/// Programs and tokens that an account may have.
const PROGRAMS: i64 = 5;
const TOKENS: i64 = 20;

/// Who a token belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: i64,
    pub kind: TokenKind,
    pub account: Account,
}

/// A session in the list of its owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct SessionLine {
    pub id: i64,
    pub kind: TokenKind,
    /// The program that signed in, or the name that its owner gave to a token.
    pub label: String,
    pub address: String,
    pub created: i64,
    pub seen: i64,
    pub expires: Option<i64>,
}

impl Store {
    /// Who sent this token from this address.
    ///
    /// # Errors
    /// The token is unknown or has ended, or the account or the address is banned.
    pub async fn session(&self, token: &Secret, address: IpAddr) -> Result<Session, StoreError> {
        let (hash, now) = (token.hash(), self.now());
        let find = move |db: &mut dyn Engine| {
            let sql = concat!(
                "SELECT t.id, t.kind, t.created, t.seen, ",
                account_columns!(),
                " FROM token t JOIN account a ON a.id = t.account
                 WHERE t.hash = ?1 AND (t.expires IS NULL OR t.expires > ?2)"
            );
            let row = db.first(sql, values![&hash[..], now])?;
            let mut row = row.ok_or_else(|| StoreError::Unknown("this session has ended, sign in again".into()))?;
            let (id, kind, created, seen): (i64, TokenKind, i64, i64) =
                (row.next()?, row.next()?, row.next()?, row.next()?);
            let session = Session { id, kind, account: read(&mut row)? };
            moderation::refuse_banned(db, Some(&session.account), address, now)?;
            Ok((session, created, seen))
        };
        let (session, created, seen) = self.read(find).await?;
        if now >= seen + TOUCH {
            let (id, account) = (session.id, session.account.id);
            let expires = (session.kind == TokenKind::Session).then_some((now + IDLE).min(created + LONGEST));
            let touch = move |db: &mut dyn Engine| {
                db.execute("UPDATE token SET seen = ?2, expires = ?3 WHERE id = ?1", values![id, now, expires])?;
                db.execute("UPDATE account SET seen = ?2 WHERE id = ?1", values![account, now])
            };
            // Who is known is let in, even if this cannot be kept.
            let _ = self.write(touch).await;
        }
        Ok(session)
    }

    /// The sessions and tokens of an account, the last used first.
    pub async fn sessions(&self, account: AccountId) -> Result<Vec<SessionLine>, StoreError> {
        let now = self.now();
        let line = |mut row: Row| {
            Ok(SessionLine {
                id: row.next()?,
                kind: row.next()?,
                label: row.next()?,
                address: row.next()?,
                created: row.next()?,
                seen: row.next()?,
                expires: row.next()?,
            })
        };
        let list = move |db: &mut dyn Engine| {
            db.all(
                "SELECT id, kind, label, address, created, seen, expires FROM token
                 WHERE account = ?1 AND (expires IS NULL OR expires > ?2) ORDER BY seen DESC, id DESC",
                values![account, now],
                line,
            )
        };
        self.read(list).await
    }

    /// Ends a session or token of this account.
    pub async fn revoke(&self, account: AccountId, session: i64) -> Result<(), StoreError> {
        let revoke = move |db: &mut dyn Engine| match db
            .execute("DELETE FROM token WHERE id = ?1 AND account = ?2", values![session, account])?
        {
            0 => Err(StoreError::not_found(format!("you have no session {session}"))),
            _ => Ok(()),
        };
        self.write(revoke).await
    }

    /// Ends all sessions and tokens of this account but one.
    pub async fn revoke_others(&self, account: AccountId, kept: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM token WHERE account = ?1 AND id <> ?2";
        self.write(move |db| db.execute(sql, values![account, kept])).await.map(|_| ())
    }

    /// Makes an account for a program of this person.
    ///
    /// # Errors
    /// The name is taken or no name, or there are too many programs.
    pub async fn new_program(&self, owner: AccountId, shown: &str) -> Result<AccountId, StoreError> {
        let folded = name::check(shown)?;
        let (shown, now) = (shown.to_string(), self.now());
        let make = move |db: &mut dyn Engine| {
            if load(db, owner)?.kind != AccountKind::Person {
                return Err(StoreError::forbidden("only a person can have programs"));
            }
            let count = db.first("SELECT COUNT(*) FROM account WHERE owner = ?1", values![owner])?;
            if count.map(Row::only::<i64>).transpose()?.is_some_and(|count| count >= PROGRAMS) {
                return Err(StoreError::refused(format!("you have {PROGRAMS} programs already, delete one first")));
            }
            let kind = AccountKind::Program;
            let fresh = Fresh { name: &shown, folded: &folded, kind, owner: Some(owner), password: None, email: None };
            insert(db, &fresh, now)
        };
        self.write(make).await
    }

    /// Makes a token by which a program acts for an account: the owner's own or that of one of its programs. It is shown
    /// once.
    ///
    /// # Errors
    /// The account is not the owner's, or it has too many tokens.
    pub async fn issue_api_token(&self, owner: AccountId, of: AccountId, label: &str) -> Result<Secret, StoreError> {
        let token = Secret::token()?;
        let (kept, label, now) = (token.clone(), label.to_string(), self.now());
        let make = move |db: &mut dyn Engine| {
            let account = load(db, of)?;
            if account.id != owner && account.owner != Some(owner) || account.kind == AccountKind::Guest {
                return Err(StoreError::forbidden("tokens are made for an account of one's own or its programs"));
            }
            let count = db.first("SELECT COUNT(*) FROM token WHERE account = ?1 AND kind = 'api'", values![of])?;
            if count.map(Row::only::<i64>).transpose()?.is_some_and(|count| count >= TOKENS) {
                return Err(StoreError::refused(format!("there are {TOKENS} tokens already, revoke one first")));
            }
            issue(db, &kept, (of, TokenKind::Api), (&label, ""), now)
        };
        self.write(make).await?;
        Ok(token)
    }
}
