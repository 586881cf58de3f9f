//! Who is there: whoever has asked for something a short time ago. It is kept nowhere.

use crate::serve::accounts::{AccountId, Profile};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Milliseconds for which somebody counts as there after a question; a client that waits for news asks every 25 s.
const STAY: i64 = 60_000;

#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<AccountId, (Profile, i64)>>);

impl Presence {
    fn seen_lately(&self, now: i64) -> MutexGuard<'_, HashMap<AccountId, (Profile, i64)>> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, (_, at)| now < *at + STAY);
        seen
    }

    pub(crate) fn seen(&self, profile: Profile, now: i64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(profile.id, (profile, now));
    }

    pub(crate) fn gone(&self, account: AccountId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&account);
    }

    /// Who is there, by name.
    pub(crate) fn all(&self, now: i64) -> Vec<Profile> {
        let mut all: Vec<_> = self.seen_lately(now).values().map(|(profile, _)| profile.clone()).collect();
        all.sort_by(|one, other| (&one.name, one.id).cmp(&(&other.name, other.id)));
        all
    }

    pub(crate) fn count(&self, now: i64) -> usize {
        self.seen_lately(now).len()
    }

    pub(crate) fn has(&self, account: AccountId, now: i64) -> bool {
        self.seen_lately(now).contains_key(&account)
    }
}
