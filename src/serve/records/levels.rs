//! Levels of players. Whether a text is a level is judged by the caller before it comes here.

use crate::serve::accounts::{AccountId, load_account};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// Longest level, in bytes.
const LEVEL: usize = 1 << 20;

/// Longest name, in letters.
const NAME: usize = 60;

/// Levels of one account.
const MOST: i64 = 100;

/// A level in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct LevelLine {
    pub owner: AccountId,
    pub owner_name: String,
    pub name: String,
    /// SHA-256 of the text, in hexadecimal: by it the text is got.
    pub hash: String,
    /// Bytes.
    pub size: u32,
    pub at: i64,
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Store {
    /// Keeps a level under a name, in place of the one that the owner had under it. Returns its hash.
    ///
    /// # Errors
    /// The text or the name is too long, or there are too many levels.
    pub async fn put_level(&self, owner: AccountId, name: &str, text: &str) -> Result<String, StoreError> {
        if text.len() > LEVEL || text.contains('\0') {
            return Err(StoreError::refused(format!("level: a level has at most {LEVEL} bytes, and none is 0")));
        }
        if !(1..=NAME).contains(&name.chars().count()) || name.chars().any(char::is_control) {
            return Err(StoreError::refused(format!("name: a level has a name of 1 to {NAME} letters")));
        }
        let (name, text, hash, now) = (name.to_string(), text.to_string(), hash(text), self.now());
        let kept = hash.clone();
        let put = move |db: &mut dyn Engine| {
            load_account(db, owner)?;
            let sql = "SELECT COUNT(*) FROM level WHERE owner = ?1 AND name <> ?2";
            if db.first(sql, values![owner, &name])?.map(Row::only::<i64>).transpose()?.is_some_and(|had| had >= MOST) {
                return Err(StoreError::refused(format!("you have {MOST} levels already, delete one first")));
            }
            db.execute(
                "INSERT INTO level (owner, name, hash, size, body, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (owner, name) DO UPDATE SET hash = excluded.hash, size = excluded.size,
                 body = excluded.body, at = excluded.at",
                values![owner, &name, &kept, text.len() as i64, &text, now],
            )
        };
        self.write(put).await?;
        Ok(hash)
    }

    /// The levels of an account or of all, the newest first, at most 200.
    pub async fn levels(&self, owner: Option<AccountId>) -> Result<Vec<LevelLine>, StoreError> {
        let line = |mut row: Row| {
            Ok(LevelLine {
                owner: row.next()?,
                owner_name: row.next()?,
                name: row.next()?,
                hash: row.next()?,
                size: row.next()?,
                at: row.next()?,
            })
        };
        let sql = "SELECT l.owner, a.name, l.name, l.hash, l.size, l.at FROM level l JOIN account a ON a.id = l.owner
                   WHERE (CAST(?1 AS BIGINT) IS NULL OR l.owner = ?1) ORDER BY l.at DESC, l.owner, l.name LIMIT 200";
        self.read(move |db| db.all(sql, values![owner], line)).await
    }

    /// The text of the level with this hash.
    pub async fn level(&self, hash: &str) -> Result<String, StoreError> {
        let hash = hash.to_string();
        let find = move |db: &mut dyn Engine| {
            let row = db.first("SELECT body FROM level WHERE hash = ?1 LIMIT 1", values![&hash])?;
            row.ok_or_else(|| StoreError::not_found("there is no level with this hash"))?.only()
        };
        self.read(find).await
    }

    /// Deletes a level of this account.
    pub async fn delete_level(&self, owner: AccountId, name: &str) -> Result<(), StoreError> {
        let name = name.to_string();
        let delete = move |db: &mut dyn Engine| match db
            .execute("DELETE FROM level WHERE owner = ?1 AND name = ?2", values![owner, &name])?
        {
            0 => Err(StoreError::not_found(format!("you have no level {name}"))),
            _ => Ok(()),
        };
        self.write(delete).await
    }
}
