//! The table of tokens: sessions of persons and tokens of programs, of which only the SHA-256 is kept.

use super::{AccountId, Secret};
use crate::serve::store::{Engine, StoreError, values, words};

/// Milliseconds after which a session ends that is not used.
pub(super) const IDLE: i64 = 30 * 86_400_000;

words! {
    /// What a token is for.
    pub enum TokenKind {
        /// A person signed in.
        Session = "session",
        /// A program of somebody's own.
        Api = "api",
    }
}

/// Makes a token. The label is cut to 100 letters.
pub(super) fn issue(
    db: &mut dyn Engine,
    token: &Secret,
    (account, kind): (AccountId, TokenKind),
    (label, address): (&str, &str),
    now: i64,
) -> Result<(), StoreError> {
    let label: String = label.chars().filter(|letter| !letter.is_control()).take(100).collect();
    let expires = (kind == TokenKind::Session).then_some(now + IDLE);
    db.execute(
        "INSERT INTO token (hash, account, kind, label, address, created, seen, expires)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)",
        values![&token.hash()[..], account, kind, &label, address, now, expires],
    )?;
    Ok(())
}

/// Ends all tokens of an account.
pub(super) fn end_all(db: &mut dyn Engine, account: AccountId) -> Result<(), StoreError> {
    db.execute("DELETE FROM token WHERE account = ?1", values![account])?;
    Ok(())
}
