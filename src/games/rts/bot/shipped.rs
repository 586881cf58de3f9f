//! Data that the game ships with, in place of which a file can be tried.

use std::sync::{LazyLock, OnceLock};

/// What is built in, and what is tried in its place.
#[derive(Debug)]
pub(super) struct Shipped<T> {
    own: LazyLock<T>,
    tried: OnceLock<T>,
}

impl<T> Shipped<T> {
    pub(super) const fn new(read: fn() -> T) -> Self {
        Self { own: LazyLock::new(read), tried: OnceLock::new() }
    }

    pub(super) fn get(&self) -> &T {
        self.tried.get().unwrap_or_else(|| &self.own)
    }

    /// From now on this is played, in the whole process: to try a file before it is built in. The first one stays.
    pub(super) fn play_instead(&self, tried: T) {
        self.tried.get_or_init(|| tried);
    }
}
