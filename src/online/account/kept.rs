//! A game that was played on a server, as the server keeps it: a game writes its own recording from it.

use super::says::{Game, Pace};
use crate::online::api::{Answer, Api};

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The names on the seats, empty ones of those that have none.
    pub names: Vec<String>,
    pub course: Course,
}

/// What happened in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Course {
    /// The description, and a line for each entry.
    Turns { description: String, entries: Vec<String> },
    /// The bytes of a log ([`crate::net::log`]).
    Log(Vec<u8>),
}

impl Kept {
    /// Fetches a game from a server. Blocks.
    ///
    /// # Errors
    /// As all questions.
    pub fn fetch(api: &Api, game: &Game, pace: Pace) -> Answer<Self> {
        let names = game.seats.iter().map(|seat| seat.name.clone().unwrap_or_default()).collect();
        let course = match pace {
            Pace::RealTime => Course::Log(api.game_log(game.id)?),
            Pace::Turns => {
                let record = api.record(game.id)?;
                let entries = record.acts.into_iter().map(|act| act.record).collect();
                Course::Turns { description: record.setup, entries }
            }
        };
        Ok(Self { names, course })
    }
}
