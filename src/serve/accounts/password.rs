//! Passwords: which are good enough, and Argon2id (OWASP: 19 MiB, 2 passes, 1 lane).
//!
//! Hashing takes much memory and time, so it runs on threads of its own, and not on many at once.

use super::Secret;
use crate::serve::store::StoreError;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, Params};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// Hashes at once.
const AT_ONCE: usize = 4;

/// Who may wait for one; more are told to come back.
const WAITING: usize = 64;

/// A password that is guessed sooner is too common. With it, 3,000 of the commonest passwords of 8 letters or more are
/// refused: the last of them has place 8,949 in the list of `zxcvbn`.
const GUESSES: u64 = 10_000;

/// Hashes passwords, a few at a time.
#[derive(Clone)]
pub(super) struct Passwords {
    gate: Arc<Semaphore>,
    line: Arc<Semaphore>,
    /// What is compared where there is no account, so that this takes as long.
    nobody: Arc<str>,
}

/// A password was compared with a hash.
pub(super) struct Verdict {
    pub(super) is_right: bool,
    /// A new hash to keep, if the old one was made with less work than is usual today.
    pub(super) renewed: Option<String>,
}

impl Passwords {
    pub(super) fn new() -> Result<Self, StoreError> {
        let nobody = hash(Secret::token()?.reveal())?.into();
        Ok(Self { gate: Semaphore::new(AT_ONCE).into(), line: Semaphore::new(WAITING).into(), nobody })
    }

    /// The hash of a new password of this account.
    ///
    /// # Errors
    /// The password is too short, too long or too common, or too many wait.
    pub(super) async fn hash_new(&self, password: &Secret, name: &str) -> Result<String, StoreError> {
        let (password, name) = (password.clone(), name.to_string());
        let new = move || check(password.reveal(), &name).and_then(|()| hash(password.reveal()));
        self.run(new).await
    }

    /// Compares a password with a hash. Without a hash it does the same work and says no.
    ///
    /// # Errors
    /// Too many wait.
    pub(super) async fn verify(&self, password: &Secret, kept: Option<String>) -> Result<Verdict, StoreError> {
        let (password, nobody) = (password.clone(), self.nobody.clone());
        let compare = move || {
            let is_someone = kept.is_some();
            let kept = kept.as_deref().unwrap_or(&nobody);
            let broken = |error| StoreError::unavailable(format!("a hash of a password cannot be read: {error}"));
            let kept = PasswordHash::new(kept).map_err(broken)?;
            // The work comes first: whether there is somebody must not be heard from how long it takes.
            let is_equal = is_equal(password.reveal(), &kept);
            let is_right = is_equal && is_someone;
            let renewed = if is_right && is_weak(&kept) { Some(hash(password.reveal())?) } else { None };
            Ok(Verdict { is_right, renewed })
        };
        self.run(compare).await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let busy = |_| StoreError::unavailable(format!("{WAITING} wait for the hash of a password"));
        let _place = self.line.try_acquire().map_err(busy)?;
        let closed = |_| StoreError::unavailable("no passwords are hashed any more");
        let permit = self.gate.clone().acquire_owned().await.map_err(closed)?;
        // The permit goes with the work: who asked may leave, and the work goes on.
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| StoreError::unavailable(error.to_string()))?
    }
}

/// Whether a hash was made from this password.
fn is_equal(password: &str, kept: &PasswordHash) -> bool {
    Argon2::default().verify_password(password.as_bytes(), kept).is_ok()
}

/// Whether a hash was made with less work than new ones.
fn is_weak(kept: &PasswordHash) -> bool {
    let of = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
    let today = of(Argon2::default().params());
    kept.algorithm.as_str() != "argon2id"
        || Params::try_from(kept).map_or(true, |params| {
            let (memory, passes, lanes) = of(&params);
            memory < today.0 || passes < today.1 || lanes < today.2
        })
}

fn hash(password: &str) -> Result<String, StoreError> {
    let failed = |error| StoreError::unavailable(format!("a password cannot be hashed: {error}"));
    Ok(Argon2::default().hash_password(password.as_bytes()).map_err(failed)?.to_string())
}

/// Whether a password of this account is good enough.
fn check(password: &str, name: &str) -> Result<(), StoreError> {
    match password.chars().count() {
        0..8 => return Err(StoreError::refused("password: a password has at least 8 letters, 15 are better")),
        8..=128 => {}
        _ => return Err(StoreError::refused("password: a password has at most 128 letters")),
    }
    if zxcvbn::zxcvbn(password, &[name]).guesses() < GUESSES {
        return Err(StoreError::refused("password: many know this password, choose another"));
    }
    Ok(())
}
