//! The server with real sockets, and clients that play on it. What is kept is tested on both stores by the same tests.

mod acts;
mod attacks;
mod backups;
mod bans;
mod boards;
mod cluster;
mod desk;
mod desyncs;
mod encryption;
mod entering;
mod games;
mod groups;
mod kills;
mod leases;
mod levels;
mod matches;
mod people;
pub mod place;
mod profiles;
mod ratings;
mod raw;
mod skirmishes;
mod tables;
mod tracks;
mod tricks;
mod upgrades;
mod waiting;
pub(crate) mod web;

/// Runs tests on SQLite and on Postgres. Each is an async function that gets a [`desk::Desk`].
macro_rules! on_both_stores {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test] async fn $name() { super::$name($crate::serve::desk::Desk::sqlite()).await; })+
        }
        mod postgres {
            $(#[tokio::test] async fn $name() {
                if let Some(desk) = $crate::serve::desk::Desk::postgres() { super::$name(desk).await; }
            })+
        }
    };
}
pub(crate) use on_both_stores;
