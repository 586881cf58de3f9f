//! Who may not chat and who may not be here at all, while their connections are open. The sets are filled from outside, from
//! time to time; direct play leaves them empty.

use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock};

/// What becomes of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    Passes,
    /// Nobody gets it if it is a line of chat, which the match knows.
    Muted,
    /// The connection ends.
    Ends,
}

#[derive(Debug, Default)]
struct Sets {
    silent: BTreeSet<u64>,
    banned: BTreeSet<u64>,
}

/// The numbers of persons who are not to be heard or not to be here.
#[derive(Debug, Default)]
pub(crate) struct Outcasts(RwLock<Sets>);

impl Outcasts {
    /// From now on it is these.
    pub(crate) fn replace(&self, silent: BTreeSet<u64>, banned: BTreeSet<u64>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Sets { silent, banned };
    }

    pub(crate) fn is_silent(&self, person: u64) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).silent.contains(&person)
    }

    /// What becomes of a message from this person.
    pub(crate) fn judge(&self, person: u64) -> Fate {
        let sets = self.0.read().unwrap_or_else(PoisonError::into_inner);
        match () {
            () if sets.banned.contains(&person) => Fate::Ends,
            () if sets.silent.contains(&person) => Fate::Muted,
            () => Fate::Passes,
        }
    }
}
