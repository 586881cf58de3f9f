//! What a server does by itself: looks for notices that others have written, says that it lives, takes away what is over.

use crate::serve::accounts::AccountId;
use crate::serve::lobby;
use crate::serve::office::Office;
use crate::serve::store::StoreError;
use std::time::Duration;

/// How often news are looked for: other processes may have written them.
const NEWS: Duration = Duration::from_millis(500);

/// How often the server says that it lives, and milliseconds for which that holds.
const ALIVE: Duration = Duration::from_secs(5);
const ALIVE_MS: i64 = 20_000;

/// Milliseconds for which a server that was told to end keeps its games: it may only be started again.
const COMES_BACK_MS: i64 = 60_000;

/// How often it has to have said so without a failure before it takes games of silent servers over: for half a minute.
const STEADY: u32 = 6;

/// How often is looked for who is muted or banned.
const OUTCASTS: Duration = Duration::from_secs(2);

/// How often is cleaned up.
const TIDY: Duration = Duration::from_secs(300);

/// Says that this server has been started.
pub(super) async fn begin(office: &Office) -> Result<(), StoreError> {
    office.store().begin_relay(&office.relay, &office.public_address, ALIVE_MS).await
}

/// Says that this server ends, and that it may come back soon.
pub(super) async fn comes_back(office: &Office) {
    let told = office.store().renew_relay(&office.relay, &office.public_address, COMES_BACK_MS).await;
    warn("say that it ends", told);
}

/// Starts what is done from time to time. It ends with the runtime.
pub(super) fn start(office: &Office) {
    tokio::spawn(look_for_news(office.clone()));
    tokio::spawn(live(office.clone()));
    tokio::spawn(look_for_outcasts(office.clone()));
    let tidy = office.clone();
    tokio::spawn(async move {
        let mut time = tokio::time::interval(TIDY);
        loop {
            time.tick().await;
            warn("tidy up", tidy.store().tidy().await);
            tidy.hall().forget_over();
        }
    });
}

/// Whether it was done; if not, the log says so.
fn warn(what: &str, done: Result<(), StoreError>) -> bool {
    if let Err(error) = &done {
        tracing::warn!("the server cannot {what}: {error}");
    }
    done.is_ok()
}

/// Says that the server lives, and takes over what others have left. When the database was away, others need time to say that
/// they live, too.
async fn live(office: Office) {
    let mut time = tokio::time::interval(ALIVE);
    let mut steady = STEADY;
    loop {
        time.tick().await;
        if office.is_ending() {
            return;
        }
        let renewed = office.store().renew_relay(&office.relay, &office.public_address, ALIVE_MS).await;
        if let Err(StoreError::Conflict(sentence)) = &renewed {
            tracing::error!("{sentence}: this one ends");
            office.replaced.notify_one();
            return;
        }
        steady = if warn("say that it lives", renewed) { steady.saturating_add(1) } else { 0 };
        if steady >= STEADY {
            warn("look for games of other servers", lobby::take_over(&office).await);
        }
    }
}

/// Ends the connections of who is banned and the chat of who is muted, whoever has done that and where.
async fn look_for_outcasts(office: Office) {
    let mut time = tokio::time::interval(OUTCASTS);
    loop {
        time.tick().await;
        // What cannot be seen now is seen at the next look.
        if let Ok((silent, banned)) = office.store().outcasts().await {
            let persons = |accounts: Vec<AccountId>| accounts.into_iter().map(i64::unsigned_abs).collect();
            office.site.outcasts.replace(persons(silent), persons(banned));
        }
    }
}

/// Wakes those who wait for news when there is a notice with a larger number.
async fn look_for_news(office: Office) {
    let mut time = tokio::time::interval(NEWS);
    let mut last = office.store().last_notice().await.unwrap_or(0);
    loop {
        time.tick().await;
        // What cannot be seen now is seen at the next look.
        let newest = office.store().last_notice().await.unwrap_or(last);
        if newest > last {
            last = newest;
            office.news.send_replace(newest);
        }
    }
}
