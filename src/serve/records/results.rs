//! How a game ends: result, ratings and notices in one transaction, exactly once.

use super::game::{Game, GameState, Outcome, load};
use super::leases::{Lease, refuse_old};
use super::rating::TAU;
use super::standings::{Key, Pool, keep, load_rating};
use crate::serve::accounts::AccountKind;
use crate::serve::community::{NoticeKind, put};
use crate::serve::store::{Engine, Store, StoreError, values};

/// Longest reason, in letters.
const REASON: usize = 32;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// One for each seat; none at all if the game was broken off and counts for nobody.
    pub outcomes: Vec<Outcome>,
    /// A word of the caller: `resigned`, `time`, `aborted`.
    pub reason: String,
    /// Whether it counts if it is rated. A match whose machines did not agree does not.
    pub counts: bool,
}

fn finish(db: &mut dyn Engine, lease: Lease, end: &End, now: i64) -> Result<Game, StoreError> {
    let game = load(db, lease.game)?;
    if game.state == GameState::Over {
        // Whoever asks twice, because the answer was lost, gets the same answer.
        let kept: Vec<_> = game.seats.iter().filter_map(|seat| seat.outcome).collect();
        return if kept == end.outcomes && game.reason.as_ref() == Some(&end.reason) {
            Ok(game)
        } else {
            Err(StoreError::conflict(format!("game {} ended otherwise already", game.id)))
        };
    }
    refuse_old(db, game.id, lease.epoch)?;
    if game.state != GameState::Running {
        return Err(StoreError::conflict(format!("game {} does not run", game.id)));
    }
    if !end.outcomes.is_empty() && end.outcomes.len() != game.seats.len() {
        return Err(StoreError::refused(format!("outcomes: game {} has {} seats", game.id, game.seats.len())));
    }
    db.execute(
        "UPDATE game SET state = 'over', ended = ?2, reason = ?3, to_act = 0, deadline = NULL WHERE id = ?1",
        values![game.id, now, &end.reason],
    )?;
    for (seat, outcome) in game.seats.iter().zip(&end.outcomes) {
        let sql = "UPDATE seat SET outcome = ?3 WHERE game = ?1 AND seat = ?2";
        db.execute(sql, values![game.id, seat.seat, *outcome])?;
    }
    if game.is_rated && end.counts {
        rate(db, &game, &end.outcomes, now)?;
    }
    db.execute("DELETE FROM lease WHERE game = ?1", values![game.id])?;
    db.execute("DELETE FROM notice WHERE game = ?1 AND kind <> 'game over'", values![game.id])?;
    for account in game.seats.iter().filter_map(|seat| seat.account) {
        put(db, (account, NoticeKind::GameOver), Some(game.id), None, now)?;
    }
    load(db, game.id)
}

/// Rates a game of two accounts. Games with a program have ratings of their own.
fn rate(db: &mut dyn Engine, game: &Game, outcomes: &[Outcome], now: i64) -> Result<(), StoreError> {
    let ([first, second], [won, lost]) = (&game.seats[..], outcomes) else { return Ok(()) };
    let (Some(one), Some(two)) = (first.account, second.account) else { return Ok(()) };
    let is_program = game.seats.iter().any(|seat| seat.kind == Some(AccountKind::Program));
    let pool = if is_program { Pool::Programs } else { Pool::Persons };
    let key = |account| Key { account, kind: &game.kind, speed: game.speed, pool };
    let (before_one, before_two) = (load_rating(db, &key(one), now)?, load_rating(db, &key(two), now)?);
    for (seat, account, before, other, outcome) in
        [(first, one, before_one, before_two, *won), (second, two, before_two, before_one, *lost)]
    {
        let after = before.after(&[(other, outcome)], TAU);
        keep(db, &key(account), after, now)?;
        let sql = "UPDATE seat SET rating_before = ?3, rating_after = ?4, pool = ?5 WHERE game = ?1 AND seat = ?2";
        db.execute(sql, values![game.id, seat.seat, before.rating, after.rating, pool])?;
    }
    Ok(())
}

impl Store {
    /// Ends a game. The same end again is answered like the first time.
    ///
    /// # Errors
    /// Another process runs the game, or it ended otherwise.
    pub async fn finish_game(&self, lease: Lease, mut end: End) -> Result<Game, StoreError> {
        end.reason = end.reason.chars().take(REASON).collect();
        let now = self.now();
        self.write(move |db| finish(db, lease, &end, now)).await
    }
}
