//! What all routes of the server share: accounts, hall, the games that are offered, who is there, what is new.

mod clock;
mod fault;
mod offer;
mod presence;

pub use offer::{Offer, OfferLine, Pace, Preset};
pub(crate) use presence::Presence;

use super::accounts::{Accounts, Profile};
use super::hall::Hall;
use super::http::Site;
use super::store::{Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Mutex, Notify, watch};

/// Judges the text of a level; the error is a sentence.
pub type LevelCheck = Arc<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct Office(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) accounts: Accounts,
    pub(crate) site: Site,
    pub(crate) offers: Vec<Offer>,
    pub(crate) check_level: LevelCheck,
    /// What the server is called on its pages.
    pub(crate) name: String,
    /// Whether browsers reach it by https.
    pub(crate) is_secure: bool,
    /// The name of this process among those that share a database.
    pub(crate) relay: String,
    /// Where players reach it.
    pub(crate) public_address: String,
    pub(crate) presence: Presence,
    /// Held while a game begins, so that each begins once.
    pub(crate) begins: Mutex<()>,
    /// The number of the last notice.
    pub(crate) news: watch::Sender<i64>,
    /// Told when another server was started with this one's name.
    pub(crate) replaced: Notify,
    is_ending: AtomicBool,
}

impl std::ops::Deref for Office {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Office {
    pub(crate) fn new(
        accounts: Accounts,
        site: Site,
        (offers, check_level): (Vec<Offer>, LevelCheck),
        (name, is_secure, relay, public_address): (String, bool, String, String),
    ) -> Self {
        Self(Arc::new(Inner {
            accounts,
            site,
            offers,
            check_level,
            name,
            is_secure,
            relay,
            public_address,
            presence: Presence::default(),
            begins: Mutex::default(),
            news: watch::Sender::new(0),
            replaced: Notify::new(),
            is_ending: AtomicBool::new(false),
        }))
    }
}

impl Inner {
    pub(crate) fn store(&self) -> &Store {
        self.accounts.store()
    }

    pub(crate) fn hall(&self) -> &Arc<Hall> {
        &self.site.hall
    }

    /// From now on no new games begin here.
    pub(crate) fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }

    /// The game of this word.
    pub(crate) fn offer(&self, kind: &str) -> Result<&Offer, StoreError> {
        let found = self.offers.iter().find(|offer| offer.hosted.name() == kind);
        found.ok_or_else(|| StoreError::refused(format!("kind: this server does not offer {kind:?}")))
    }

    /// What a game is called that may not be offered any more.
    pub(crate) fn title<'a>(&'a self, kind: &'a str) -> &'a str {
        self.offer(kind).map_or(kind, |offer| &offer.title)
    }

    /// The players who are there.
    pub(crate) fn present(&self) -> Vec<Profile> {
        self.presence.all(self.store().now())
    }
}
