//! Games in the hall: a game whose seats are taken becomes a match, and what comes of the match becomes its result.

use crate::online::talk::{Act, Occupant, Phase};
use crate::serve::accounts::{AccountId, Session};
use crate::serve::hall::authority::{Finding, Over, Turn};
use crate::serve::hall::ledger::Told;
use crate::serve::hall::{Ended, Hall, HallError, Match, Person, Wish};
use crate::serve::office::{Offer, Office, Pace};
use crate::serve::records::{self, End, Game, GameId, GameState, Lease, Outcome, Speed};
use crate::serve::store::{Store, StoreError};
use futures_util::FutureExt;
use futures_util::future::join_all;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// Things that a match tells which are kept at once.
const COMMITS: usize = 64;

/// The time between two tries to keep a result when the database does not answer.
const AGAIN: Duration = Duration::from_secs(2);

pub(super) fn person(account: AccountId, name: Option<&String>) -> Person {
    Person { id: account.unsigned_abs(), name: name.cloned().unwrap_or_default() }
}

/// Lets a game begin whose seats are all taken. Two who ask at once let it begin once.
///
/// # Errors
/// The database or the disk does not answer: then it begins at the next start. What the hall refuses ends the game.
pub(super) async fn begin(office: &Office, id: GameId) -> Result<(), StoreError> {
    let _one = office.begins.lock().await;
    let game = office.store().game(id).await?;
    if game.state != GameState::Running || game.log.is_some() {
        return Ok(());
    }
    let offer = office.offer(&game.kind)?;
    let lease = office.store().claim_game(id, &office.relay).await?;
    match gather(office, &game).await {
        Ok(found) => {
            // With it another server can go on, if it has the log, too.
            let description = (offer.pace == Pace::Turns).then(|| found.description());
            let description = description.as_deref().and_then(|bytes| std::str::from_utf8(bytes).ok());
            office.store().set_log(lease, &found.name(), offer.hosted.version(), description).await?;
            follow(office, lease, found);
            Ok(())
        }
        Err(HallError::Disk(detail)) => Err(StoreError::unavailable(detail)),
        Err(error) => {
            tracing::error!("game {id} cannot begin: {error}");
            abort(office, lease, "could not begin").await
        }
    }
}

/// Ends a game that counts for nobody.
pub(super) async fn abort(office: &Office, lease: Lease, reason: &str) -> Result<(), StoreError> {
    let end = End { outcomes: Vec::new(), reason: reason.into(), counts: false };
    office.store().finish_game(lease, end).await.map(|_| ())
}

/// Brings everybody to a new match, each on the seat of the game, and lets it begin.
async fn gather(office: &Office, game: &Game) -> Result<Arc<Match>, HallError> {
    let hall = office.hall();
    let lost = |error: StoreError| HallError::Refused(error.to_string());
    let setup = office.store().game_setup(game.id).await.map_err(lost)?;
    let players =
        game.seats.iter().filter_map(|seat| Some((seat.seat as u8, person(seat.account?, seat.name.as_ref()))));
    let players: Vec<_> = players.collect();
    let (_, host) = players.first().ok_or("nobody sits at the table")?;
    let wish = Wish {
        game: game.kind.clone(),
        description: setup.into_bytes(),
        locked: false,
        rated: game.is_rated,
        spectator_delay: game.delay.into(),
    };
    let found = hall.create(host, wish)?;
    // Who opens a match has its first seat, which may be for somebody else.
    hall.act(&found, host.id, Act::Sit { seat: None }).await?;
    for seat in game.seats.iter().filter(|seat| seat.program.is_some()) {
        hall.act(&found, host.id, Act::Seat { seat: seat.seat as u8, by: Occupant::Program }).await?;
    }
    for (seat, player) in &players {
        found.join(hall.now(), player, true, None)?;
        hall.act(&found, player.id, Act::Sit { seat: Some(*seat) }).await?;
    }
    hall.act(&found, host.id, Act::Start).await?;
    Ok(found)
}

/// Keeps what is committed in a match, and its result when it is over.
pub(super) fn follow(office: &Office, lease: Lease, found: Arc<Match>) {
    if let Some(told) = found.ledger() {
        tokio::spawn(keep(office.clone(), lease, Arc::downgrade(&found), told));
    }
    let office = office.clone();
    tokio::spawn(async move {
        if let Err(error) = tell_vacations(&office, lease.game, &found, None).await {
            tracing::warn!("game {}: the vacations of its players are not known: {error}", lease.game);
        }
        let mut version = 0;
        while found.phase() != Phase::Over {
            // The server may end before the match: then the next start follows it again.
            version = found.newer(version).await;
        }
        if let Some(ended) = found.ended() {
            settle(&office, lease, &ended).await;
        }
    });
}

/// Keeps what a match commits, as long as there is the match: it must not be held here.
async fn keep(office: Office, lease: Lease, found: Weak<Match>, mut told: UnboundedReceiver<Told>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, COMMITS).await > 0 {
        let Some(found) = found.upgrade() else { return };
        // After the end nothing is told but what people want next: that need not outlast the server.
        let is_over = found.phase() == Phase::Over;
        let mut acts = Vec::new();
        for told in waiting.drain(..) {
            match told {
                Told::Commit { number, .. } if is_over => found.kept(number).await,
                Told::Commit { number, record, turn } => {
                    let (to_act, deadline) = seats_of(turn);
                    let act = records::Act { ply: number, record, to_act, deadline };
                    acts.push(office.store().append_act(lease, act).map(move |done| (number, done)));
                }
                // What is committed says that, too.
                Told::Turn(turn) => {
                    let (to_act, deadline) = seats_of(turn);
                    if let Err(error) = office.store().set_turn(lease, &to_act, deadline).await {
                        tracing::warn!("game {}: whose turn it is cannot be kept: {error}", lease.game);
                    }
                }
                Told::Rematch => {
                    if let Err(error) = again(&office, lease.game, &found).await {
                        tracing::error!("game {} cannot be played again: {error}", lease.game);
                    }
                }
            }
        }
        // They are jobs in the order of the numbers, and those of all games that wait become one transaction.
        let (mut kept, mut is_elsewhere) = (None, false);
        for (number, done) in join_all(acts).await {
            match done {
                Ok(_) => kept = Some(number),
                Err(error) => {
                    tracing::error!("game {}: act {number} cannot be kept: {error}", lease.game);
                    is_elsewhere = matches!(error, StoreError::Forbidden(_));
                    if let Some(kept) = kept.take() {
                        found.kept(kept).await;
                    }
                    found.not_kept(number).await;
                    break;
                }
            }
        }
        if let Some(kept) = kept {
            found.kept(kept).await;
        }
        if is_elsewhere {
            return office.hall().give_up(&found.name()).await;
        }
    }
}

fn seats_of(turn: Turn) -> (Vec<u32>, Option<i64>) {
    let deadline = turn.and_then(|(_, until)| until).map(|until| i64::try_from(until).unwrap_or(i64::MAX));
    (turn.map(|(seat, _)| seat.into()).into_iter().collect(), deadline)
}

/// Both sides of a match want another one.
async fn again(office: &Office, id: GameId, before: &Match) -> Result<(), StoreError> {
    let game = super::again::agreed(office, id).await?;
    begin(office, game.id).await?;
    let log = office.store().game(game.id).await?.log;
    if let Some(next) = log.and_then(|log| office.hall().find(&log).ok()) {
        before.is_followed_by(&next);
    }
    Ok(())
}

/// Tells a match when its players are on vacation, or one of them.
async fn tell_vacations(office: &Office, id: GameId, found: &Match, only: Option<AccountId>) -> Result<(), StoreError> {
    let game = office.store().game(id).await?;
    if game.speed != Speed::Correspondence {
        return Ok(());
    }
    for seat in &game.seats {
        let Some(account) = seat.account.filter(|account| only.is_none_or(|only| only == *account)) else { continue };
        let stretches = office.store().vacations(account).await?;
        found.is_told(Finding::Vacation { seat: seat.seat as u8, stretches }).await;
    }
    Ok(())
}

/// Takes vacation from today on, and tells the matches by correspondence.
///
/// # Errors
/// No day, or more days than are left of the year.
pub(crate) async fn vacation(office: &Office, account: AccountId, days: u32) -> Result<(), StoreError> {
    office.store().take_vacation(account, days).await?;
    for game in office.store().my_games(account).await? {
        if let Some(found) = game.log.as_ref().and_then(|log| office.hall().find(log).ok()) {
            tell_vacations(office, game.id, &found, Some(account)).await?;
        }
    }
    Ok(())
}

/// Makes the logs of the games that this process ran true copies of what the store has of them. To be called before the hall
/// resumes its matches.
///
/// # Errors
/// The database does not answer.
pub(crate) async fn copy_logs(store: &Store, hall: &Hall, offers: &[Offer], relay: &str) -> Result<(), StoreError> {
    for id in store.claimable_games(relay).await? {
        let game = store.game(id).await?;
        let is_of_turns = offers.iter().any(|offer| offer.pace == Pace::Turns && offer.hosted.name() == game.kind);
        let Some(log) = game.log.filter(|log| is_of_turns && hall.has_kept(log)) else { continue };
        let acts = store.acts(id, 0).await?;
        let records: Vec<String> = acts.into_iter().map(|act| act.record).collect();
        if let Err(error) = hall.copy_log(&log, &records) {
            tracing::error!("game {id}: its log cannot be made anew: {error}");
        }
    }
    Ok(())
}

/// Keeps a result, however long the database does not answer.
async fn settle(office: &Office, lease: Lease, ended: &Ended) {
    while let Err(StoreError::Unavailable { detail }) = office.store().finish_game(lease, end(ended)).await {
        tracing::error!("the result of game {} cannot be kept: {detail}", lease.game);
        tokio::time::sleep(AGAIN).await;
    }
}

fn end(ended: &Ended) -> End {
    match &ended.over {
        Some(Over { winner, reason, counts: true }) => {
            let outcome = |team: &u8| match winner {
                Some(winner) if winner == team => Outcome::Won,
                Some(_) => Outcome::Lost,
                None => Outcome::Drawn,
            };
            let usual = if winner.is_some() { "won" } else { "drawn" };
            End {
                outcomes: ended.teams.iter().map(outcome).collect(),
                reason: reason.clone().unwrap_or_else(|| usual.into()),
                counts: ended.rated,
            }
        }
        Some(Over { reason, .. }) => {
            let reason = reason.clone().unwrap_or_else(|| "called off".into());
            End { outcomes: Vec::new(), reason, counts: false }
        }
        // Everybody has left: it counts for nobody.
        None => End { outcomes: Vec::new(), reason: "abandoned".into(), counts: false },
    }
}

/// Lets the games go on that this process ran before it was started again. The hall has resumed its matches already.
///
/// # Errors
/// The database does not answer.
pub(crate) async fn resume(office: &Office) -> Result<(), StoreError> {
    for id in office.store().claimable_games(&office.relay).await? {
        if let Err(error) = resume_one(office, id).await {
            tracing::error!("game {id} cannot go on: {error}");
        }
    }
    Ok(())
}

async fn resume_one(office: &Office, id: GameId) -> Result<(), StoreError> {
    let game = office.store().game(id).await?;
    // A game that is not offered now may be again: it is not ended for that.
    let version = office.offer(&game.kind)?.hosted.version();
    // Without a log the server ended before the match had begun. One that lies with another process waits for that.
    let Some(log) = game.log else { return begin(office, id).await };
    if !office.hall().has_kept(&log) {
        return Ok(());
    }
    let lease = office.store().claim_game(id, &office.relay).await?;
    match (office.hall().find(&log), office.hall().ended(&log)) {
        (Ok(found), _) => {
            office.store().set_log(lease, &log, version, None).await?;
            follow(office, lease, found);
        }
        (Err(_), Some(ended)) => settle(office, lease, &ended).await,
        (Err(_), None) => abort(office, lease, "could not go on").await?,
    }
    Ok(())
}

/// Lets somebody watch a game that runs here. Returns the name of the match in the hall.
///
/// # Errors
/// It does not run here.
pub(crate) async fn watch(office: &Office, who: &Session, id: GameId) -> Result<String, StoreError> {
    let game = super::see(office, Some(who.account.id), id, None).await?;
    let elsewhere = || StoreError::conflict(format!("game {id} is not played here now"));
    if game.state != GameState::Running {
        return Err(elsewhere());
    }
    let found = office.hall().find(game.log.as_deref().ok_or_else(elsewhere)?).map_err(|_| elsewhere())?;
    let person = person(who.account.id, Some(&who.account.name));
    found.join(office.hall().now(), &person, true, None).map_err(|error| StoreError::conflict(error.to_string()))?;
    Ok(found.name())
}
