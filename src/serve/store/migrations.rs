//! The tables, and how older ones become those of today.
//!
//! A step that was once in a released program is never changed; what is new comes as another step.

use super::engine::{Aim, Engine};
use super::{StoreError, values};

/// Scripts that each lead from one version to the next. The first makes version 1.
const STEPS: [&str; 4] = [
    include_str!("schema/1-games.sql"),
    include_str!("schema/2-community.sql"),
    include_str!("schema/3-archive.sql"),
    include_str!("schema/4-relays.sql"),
];

/// The version of the tables that this program uses.
pub const VERSION: usize = STEPS.len();

/// Brings the tables up to date.
///
/// # Errors
/// The database was made by a newer program.
pub(super) fn run(engine: &mut (dyn Engine + Send)) -> Result<(), StoreError> {
    engine.begin(Aim::Write)?;
    let done = upgrade(engine).and_then(|()| engine.commit());
    if done.is_err() {
        // The error that led here says more than one of this.
        let _ = engine.mend();
    }
    done
}

fn upgrade(engine: &mut dyn Engine) -> Result<(), StoreError> {
    engine.batch("CREATE TABLE IF NOT EXISTS version (number BIGINT NOT NULL)")?;
    let found = engine.first("SELECT number FROM version", &[])?;
    let number: i64 = match found {
        Some(row) => row.only()?,
        None => {
            engine.execute("INSERT INTO version (number) VALUES (0)", &[])?;
            0
        }
    };
    let newer = || {
        StoreError::refused(format!(
            "the database has version {number} and this program knows versions up to {VERSION}: use a newer program"
        ))
    };
    let from = usize::try_from(number).ok().filter(|from| *from <= VERSION).ok_or_else(newer)?;
    for step in &STEPS[from..] {
        let script = engine.script(step);
        engine.batch(&script)?;
    }
    engine.execute("UPDATE version SET number = ?1", values![VERSION as i64])?;
    Ok(())
}
