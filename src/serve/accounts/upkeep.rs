//! What has to be done from time to time: what is over is taken away.

use super::AccountId;
use super::profile::{DAY, erase};
use crate::serve::store::{Engine, Row, Store, StoreError, values};

/// Days after which a guest who was not seen is forgotten.
const GUEST: i64 = 30;

/// Days after which a notice is forgotten.
const NOTICE: i64 = 60;

/// Guests that are forgotten at once, so that nobody waits long.
const AT_ONCE: u32 = 100;

impl Store {
    /// Ends what has run out: sessions, open games, old notices, guests who do not come back. Call it every few minutes.
    pub async fn tidy(&self) -> Result<(), StoreError> {
        let now = self.now();
        let tidy = move |db: &mut dyn Engine| {
            db.execute("DELETE FROM token WHERE expires <= ?1", values![now])?;
            db.execute("DELETE FROM notice WHERE at < ?1", values![now - NOTICE * DAY])?;
            let expired = "UPDATE game SET state = 'expired', ended = ?1 WHERE state = 'open' AND expires <= ?1";
            db.execute(expired, values![now])?;
            let guests: Vec<AccountId> = db.all(
                "SELECT id FROM account a WHERE kind = 'guest' AND seen < ?1 AND NOT EXISTS (SELECT 1 FROM seat s
                 JOIN game g ON g.id = s.game WHERE s.account = a.id AND g.state = 'running') ORDER BY id LIMIT ?2",
                values![now - GUEST * DAY, AT_ONCE],
                Row::only,
            )?;
            guests.into_iter().try_for_each(|guest| erase(db, guest, now))
        };
        self.write(tidy).await
    }
}
