//! Games that move from one server to another: those of a server that has fallen silent are taken over, and a server that comes
//! back gives up what another plays by then.
//!
//! A game by turns lies in the database, so any server goes on with it. The log of a game in real time lies with the server
//! that played it: such a game waits for that one, and is called off when it does not come back.

use super::play::{abort, begin, follow, person};
use crate::serve::hall::moving::Moved;
use crate::serve::hall::{Hall, HallError};
use crate::serve::office::Office;
use crate::serve::records::{GameId, GameState};
use crate::serve::store::{Store, StoreError};

/// Milliseconds after the last word of a server has run out in which it may still come back: the database may have been away.
const GRACE_MS: i64 = 10_000;

/// The same where nobody else can go on.
const LOST_MS: i64 = 600_000;

/// Gives up what lies in the hall and is over by now, or is played by another server. To be called before the hall resumes
/// its matches.
///
/// # Errors
/// The database does not answer.
pub(crate) async fn give_up_moved(store: &Store, hall: &Hall, relay: &str) -> Result<(), StoreError> {
    for name in hall.interrupted() {
        // A match that the database does not know is none of its games.
        let Some(game) = store.game_by_log(&name).await? else { continue };
        let by = store.relay_of(game.id).await?;
        if game.state != GameState::Running || by.is_some_and(|by| by.name != relay) {
            hall.give_up(&name).await;
        }
    }
    Ok(())
}

/// Takes over what no living server plays, and gives up what another plays.
///
/// # Errors
/// The database does not answer.
pub(crate) async fn take_over(office: &Office) -> Result<(), StoreError> {
    let store = office.store();
    for log in store.logs_elsewhere(&office.relay).await? {
        if office.hall().find(&log).is_ok_and(|found| found.ended().is_none()) {
            tracing::warn!("match {log} is played by another server now");
            office.hall().give_up(&log).await;
        }
    }
    let lost = store.orphaned_games(&office.relay, LOST_MS).await?;
    for id in store.orphaned_games(&office.relay, GRACE_MS).await? {
        if let Err(error) = take_over_one(office, id, lost.contains(&id)).await {
            tracing::error!("game {id} cannot be taken over: {error}");
        }
    }
    Ok(())
}

async fn take_over_one(office: &Office, id: GameId, is_lost: bool) -> Result<(), StoreError> {
    let store = office.store();
    let game = store.game(id).await?;
    // A game that is not offered here may be somewhere else.
    let Ok(offer) = office.offer(&game.kind) else { return Ok(()) };
    let Some(log) = game.log.clone() else { return begin(office, id).await };
    let description = store.game_description(id).await?;
    if description.is_none() && !is_lost {
        return Ok(());
    }
    let lease = match store.claim_game(id, &office.relay).await {
        // Somebody else was faster.
        Err(StoreError::Conflict(_)) => return Ok(()),
        claimed => claimed?,
    };
    let Some(description) = description else { return abort(office, lease, "server lost").await };
    let acts = store.acts(id, 0).await?;
    let moved = Moved {
        game: game.kind.clone(),
        description: description.into_bytes(),
        seats: game.seats.iter().map(|seat| Some(person(seat.account?, seat.name.as_ref()))).collect(),
        rated: game.is_rated,
        spectator_delay: game.delay.into(),
        records: acts.into_iter().map(|act| act.record).collect(),
    };
    match office.hall().take_up(&log, moved).await {
        Ok(found) => {
            store.set_log(lease, &log, offer.hosted.version(), None).await?;
            tracing::info!("game {id} is played here now");
            follow(office, lease, found);
            Ok(())
        }
        Err(HallError::Disk(detail)) => {
            // The next look tries it again, here or where the disk is not full.
            store.give_back(lease).await?;
            Err(StoreError::unavailable(detail))
        }
        Err(error) => {
            tracing::error!("game {id} cannot go on: {error}");
            abort(office, lease, "could not go on").await
        }
    }
}
