//! Which process runs a game: a lease with an epoch.
//!
//! A relay says that it lives by renewing its own row; a game whose relay has fallen silent may be claimed by another. Each
//! claim raises the epoch, and acts and results are written only under the newest one: a process that stood still and comes
//! back cannot write any more, whatever it believes.

use super::game::{Game, GameId, GameState, load};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use serde::Serialize;

/// The right to write in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    pub game: GameId,
    pub epoch: i64,
}

/// A process that runs games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Relay {
    pub name: String,
    /// Where players reach it.
    pub address: String,
    /// Unix milliseconds until which it counts as alive.
    pub until: i64,
}

/// The epoch under which a game may be written now.
pub(super) fn epoch(db: &mut dyn Engine, game: GameId) -> Result<Option<i64>, StoreError> {
    db.first("SELECT epoch FROM lease WHERE game = ?1", values![game])?.map(Row::only).transpose()
}

/// Why a write under this epoch changed nothing, if that is the reason.
pub(super) fn refuse_old(db: &mut dyn Engine, game: GameId, held: i64) -> Result<(), StoreError> {
    if epoch(db, game)? == Some(held) {
        return Ok(());
    }
    Err(StoreError::forbidden(format!("another process runs game {game} now, epoch {held} is over")))
}

impl Store {
    /// Says that a relay has been started, whatever had its name before: see [`Store::renew_relay`].
    pub async fn begin_relay(&self, name: &str, address: &str, live_for: i64) -> Result<(), StoreError> {
        self.end_relay(name).await?;
        self.renew_relay(name, address, live_for).await
    }

    /// Says that a relay lives, for so many milliseconds more. Call it several times in that time.
    ///
    /// # Errors
    /// A process that was started later has the name.
    pub async fn renew_relay(&self, name: &str, address: &str, live_for: i64) -> Result<(), StoreError> {
        let (name, address, until) = (name.to_string(), address.to_string(), self.now().saturating_add(live_for));
        let run = self.run();
        let renew = move |db: &mut dyn Engine| {
            let changed = db.execute(
                "INSERT INTO relay (name, address, until, run) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (name) DO UPDATE SET address = excluded.address, until = excluded.until
                 WHERE relay.run = excluded.run",
                values![&name, &address, until, &*run],
            )?;
            if changed == 0 {
                return Err(StoreError::conflict(format!("another server was started with the name {name}")));
            }
            Ok(())
        };
        self.write(renew).await
    }

    /// Says that a relay does not come back: others may claim its games at once.
    pub async fn end_relay(&self, name: &str) -> Result<(), StoreError> {
        let name = name.to_string();
        self.write(move |db| db.execute("DELETE FROM relay WHERE name = ?1", values![&name])).await.map(|_| ())
    }

    /// The relays that live.
    pub async fn relays(&self) -> Result<Vec<Relay>, StoreError> {
        let now = self.now();
        let relay = |mut row: Row| Ok(Relay { name: row.next()?, address: row.next()?, until: row.next()? });
        let sql = "SELECT name, address, until FROM relay WHERE until > ?1 ORDER BY name";
        self.read(move |db| db.all(sql, values![now], relay)).await
    }

    /// The relay that runs a game, if one that lives does.
    pub async fn relay_of(&self, game: GameId) -> Result<Option<Relay>, StoreError> {
        let now = self.now();
        let relay = |mut row: Row| Ok(Relay { name: row.next()?, address: row.next()?, until: row.next()? });
        let sql = "SELECT r.name, r.address, r.until FROM lease l JOIN relay r ON r.name = l.relay
                   WHERE l.game = ?1 AND r.until > ?2";
        self.read(move |db| db.first(sql, values![game, now])?.map(relay).transpose()).await
    }

    /// Gives a game back that was claimed and cannot be brought on here: it belongs to nobody until it is claimed again.
    pub async fn give_back(&self, lease: Lease) -> Result<(), StoreError> {
        let sql = "UPDATE lease SET relay = '' WHERE game = ?1 AND epoch = ?2";
        self.write(move |db| db.execute(sql, values![lease.game, lease.epoch])).await.map(|_| ())
    }

    /// Claims a running game for a relay. Its own games it may claim again: the older epoch ends.
    ///
    /// # Errors
    /// The game does not run, or a relay that lives has it.
    pub async fn claim_game(&self, game: GameId, relay: &str) -> Result<Lease, StoreError> {
        let (relay, now) = (relay.to_string(), self.now());
        let claim = move |db: &mut dyn Engine| {
            if load(db, game)?.state != GameState::Running {
                return Err(StoreError::conflict(format!("game {game} does not run")));
            }
            let sql = "SELECT 1 FROM lease l JOIN relay r ON r.name = l.relay
                       WHERE l.game = ?1 AND l.relay <> ?2 AND r.until > ?3";
            if db.first(sql, values![game, &relay, now])?.is_some() {
                return Err(StoreError::conflict(format!("another process runs game {game}")));
            }
            let row = db.first(
                "INSERT INTO lease (game, relay, epoch) VALUES (?1, ?2, 1)
                 ON CONFLICT (game) DO UPDATE SET relay = excluded.relay, epoch = lease.epoch + 1 RETURNING epoch",
                values![game, &relay],
            )?;
            let epoch = row.ok_or_else(|| StoreError::unavailable("a lease has no epoch"))?.only()?;
            Ok(Lease { game, epoch })
        };
        self.write(claim).await
    }

    /// Running games that no living relay has, or that this relay had before it was started anew: what it may claim. At
    /// most 1,000, the oldest first.
    pub async fn claimable_games(&self, relay: &str) -> Result<Vec<GameId>, StoreError> {
        let (relay, now) = (relay.to_string(), self.now());
        let list = move |db: &mut dyn Engine| {
            db.all(
                "SELECT g.id FROM game g WHERE g.state = 'running' AND NOT EXISTS (SELECT 1 FROM lease l
                 JOIN relay r ON r.name = l.relay WHERE l.game = g.id AND l.relay <> ?1 AND r.until > ?2)
                 ORDER BY g.id LIMIT 1000",
                values![&relay, now],
                Row::only,
            )
        };
        self.read(list).await
    }

    /// Running games that have begun so many milliseconds ago or earlier and belong neither to this relay nor to one that has
    /// lived since: nobody brings them on. At most 100, the oldest first.
    pub async fn orphaned_games(&self, relay: &str, silent_for: i64) -> Result<Vec<GameId>, StoreError> {
        let (relay, since) = (relay.to_string(), self.now().saturating_sub(silent_for));
        let sql = "SELECT g.id FROM game g WHERE g.state = 'running' AND g.started <= ?1 AND NOT EXISTS (SELECT 1
                   FROM lease l LEFT JOIN relay r ON r.name = l.relay
                   WHERE l.game = g.id AND (l.relay = ?2 OR r.until > ?1)) ORDER BY g.id LIMIT 100";
        self.read(move |db| db.all(sql, values![since, &relay], Row::only)).await
    }

    /// The files of logs of running games that other relays have.
    pub async fn logs_elsewhere(&self, relay: &str) -> Result<Vec<String>, StoreError> {
        let (relay, now) = (relay.to_string(), self.now());
        let sql = "SELECT g.log FROM game g JOIN lease l ON l.game = g.id JOIN relay r ON r.name = l.relay
                   WHERE g.state = 'running' AND g.log IS NOT NULL AND l.relay <> ?1 AND r.until > ?2";
        self.read(move |db| db.all(sql, values![&relay, now], Row::only)).await
    }

    /// The game whose log has this name.
    pub async fn game_by_log(&self, log: &str) -> Result<Option<Game>, StoreError> {
        let log = log.to_string();
        let find = move |db: &mut dyn Engine| {
            let id = db.first("SELECT id FROM game WHERE log = ?1", values![&log])?.map(Row::only).transpose()?;
            id.map(|id| load(db, id)).transpose()
        };
        self.read(find).await
    }

    /// The description with which a game has begun, if another process may go on with it.
    pub async fn game_description(&self, game: GameId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT description FROM game WHERE id = ?1";
        let find = move |db: &mut dyn Engine| Ok(db.first(sql, values![game])?.map(Row::only).transpose()?.flatten());
        self.read(find).await
    }

    /// Keeps the file of the log of a match, by the name that it has in the folder of logs, the version of the game in which it
    /// is played and, of a game that another process may go on with, the description with which it has begun.
    ///
    /// # Errors
    /// Another process runs the game.
    pub async fn set_log(
        &self,
        lease: Lease,
        log: &str,
        version: u32,
        description: Option<&str>,
    ) -> Result<(), StoreError> {
        let (log, description) = (log.to_string(), description.map(String::from));
        let set = move |db: &mut dyn Engine| {
            refuse_old(db, lease.game, lease.epoch)?;
            // What was played in two versions was played in none.
            db.execute(
                "UPDATE game SET log = ?2, version = CASE WHEN version <> ?3 THEN 0 ELSE ?3 END,
                 description = COALESCE(?4, description) WHERE id = ?1",
                values![lease.game, &log, version, description.as_ref()],
            )
        };
        self.write(set).await.map(|_| ())
    }
}
