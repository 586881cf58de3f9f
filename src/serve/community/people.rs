//! Friends and blocks. Who blocks somebody gets no challenge from them and is not found by them in the lobby.

use super::notices::{NoticeKind, put};
use crate::serve::accounts::{AccountId, load_account};
use crate::serve::store::{Engine, Row, Store, StoreError, values, words};
use serde::Serialize;

/// How many others one may name.
const MOST: i64 = 500;

words! {
    /// What somebody is to an account.
    pub enum RelationKind {
        Friend = "friend",
        Block = "block",
    }
}

/// Somebody whom an account named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Relation {
    pub account: AccountId,
    pub name: String,
    pub kind: RelationKind,
    pub at: i64,
}

/// Whether `account` has blocked `other`.
fn has_blocked(db: &mut dyn Engine, account: AccountId, other: AccountId) -> Result<bool, StoreError> {
    let sql = "SELECT kind FROM relation WHERE account = ?1 AND other = ?2 AND kind = 'block'";
    Ok(db.first(sql, values![account, other])?.is_some())
}

/// Refuses if `other` has blocked `account`.
pub(in crate::serve) fn refuse_blocked(
    db: &mut dyn Engine,
    account: AccountId,
    other: AccountId,
) -> Result<(), StoreError> {
    if has_blocked(db, other, account)? {
        return Err(StoreError::forbidden("this player does not want to play with you"));
    }
    Ok(())
}

impl Store {
    /// Names somebody a friend or blocks them; `None` takes it back. Blocking somebody tells them nothing.
    pub async fn set_relation(
        &self,
        account: AccountId,
        other: AccountId,
        kind: Option<RelationKind>,
    ) -> Result<(), StoreError> {
        if account == other {
            return Err(StoreError::refused("this is you"));
        }
        let now = self.now();
        let set = move |db: &mut dyn Engine| {
            let Some(kind) = kind else {
                db.execute("DELETE FROM relation WHERE account = ?1 AND other = ?2", values![account, other])?;
                return Ok(());
            };
            load_account(db, other)?;
            let count = db.first("SELECT COUNT(*) FROM relation WHERE account = ?1", values![account])?;
            if count.map(Row::only::<i64>).transpose()?.is_some_and(|count| count >= MOST) {
                return Err(StoreError::refused(format!("you have named {MOST} others already")));
            }
            let sql = "SELECT kind FROM relation WHERE account = ?1 AND other = ?2";
            let before = db.first(sql, values![account, other])?.map(Row::only::<RelationKind>).transpose()?;
            if before == Some(kind) {
                return Ok(());
            }
            db.execute(
                "INSERT INTO relation (account, other, kind, at) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (account, other) DO UPDATE SET kind = excluded.kind, at = excluded.at",
                values![account, other, kind, now],
            )?;
            // Who is blocked gets no word to the one who blocked.
            if kind == RelationKind::Friend && !has_blocked(db, other, account)? {
                put(db, (other, NoticeKind::Friend), None, Some(account), now)?;
            }
            Ok(())
        };
        self.write(set).await
    }

    /// Whom an account named, by name.
    pub async fn relations(&self, account: AccountId) -> Result<Vec<Relation>, StoreError> {
        let relation =
            |mut row: Row| Ok(Relation { account: row.next()?, name: row.next()?, kind: row.next()?, at: row.next()? });
        let sql = "SELECT a.id, a.name, r.kind, r.at FROM relation r JOIN account a ON a.id = r.other
                   WHERE r.account = ?1 ORDER BY a.name, a.id";
        self.read(move |db| db.all(sql, values![account], relation)).await
    }
}
