//! Matches that move from one hall to another: a match by turns is taken up from what a database has of it, and one that
//! another server plays by now is given up.

use super::event::Event;
use super::gathering::Person;
use super::ledger::write_log;
use super::record::{KeptSeat, Record};
use super::{Hall, HallError, Match};
use crate::online::talk::Occupant;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::oneshot;

/// What is read of a match that has been given up.
const ELSEWHERE: &str = "another server plays this match now: enter it again from the lobby";

/// A match by turns that another hall has kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// The name of the game.
    pub game: String,
    /// As it was settled when the match began.
    pub description: Vec<u8>,
    /// Who sits where; nobody where a program plays.
    pub seats: Vec<Option<Person>>,
    pub rated: bool,
    /// Milliseconds that spectators are behind.
    pub spectator_delay: u64,
    /// What was committed, a line each.
    pub records: Vec<String>,
}

impl Hall {
    /// Takes up a match under the name that it had in another hall. Whatever this one had of it gives way.
    ///
    /// # Errors
    /// The disk does not take it, or it is no match of a game that is known here.
    pub async fn take_up(self: &Arc<Self>, name: &str, moved: Moved) -> Result<Arc<Match>, HallError> {
        let folder = self.folder_of(name).ok_or(HallError::Unknown)?;
        let plan = self.game(&moved.game)?.plan(&moved.description).map_err(HallError::Refused)?;
        if plan.seats.len() != moved.seats.len() {
            return Err(HallError::Refused(format!(
                "the match has {} seats, not {}",
                plan.seats.len(),
                moved.seats.len()
            )));
        }
        let seat = |(team, person): (u8, &Option<Person>)| KeptSeat {
            by: if person.is_some() { Occupant::Person } else { Occupant::Program },
            name: person.as_ref().map_or_else(String::new, |person| person.name.clone()),
            team,
            person: person.as_ref().map(|person| person.id),
        };
        let seats = plan.seats.iter().map(|planned| planned.team).zip(&moved.seats).map(seat).collect();
        let people: Vec<Person> = moved.seats.iter().flatten().cloned().collect();
        let record = Record {
            game: moved.game,
            code: None,
            host: people.first().map_or(0, |person| person.id),
            seats,
            people,
            tokens: BTreeMap::new(),
            rated: moved.rated,
            spectator_delay: moved.spectator_delay,
            ending: None,
            over: None,
            reports: Vec::new(),
            standing: None,
        };
        std::fs::create_dir_all(&folder).map_err(HallError::disk)?;
        write_log(&folder, &moved.description, &moved.records)?;
        record.write(&folder).map_err(HallError::disk)?;
        self.resume_one(&folder).await?;
        self.find(name)
    }

    /// Gives a match up that another server plays now: whoever is in it is sent away, and it does not go on here.
    pub async fn give_up(&self, name: &str) {
        if let Ok(found) = self.find(name) {
            found.end(ELSEWHERE.into(), None);
            let (tell, is_done) = oneshot::channel();
            if found.tell(Event::Restart(tell)).await {
                // A match that ends in this moment has nobody to send away.
                let _ = is_done.await;
            }
            return;
        }
        let Some(folder) = self.folder_of(name) else { return };
        let Ok(mut record) = Record::read(&folder) else { return };
        record.ending = Some(ELSEWHERE.into());
        if let Err(error) = record.write(&folder) {
            tracing::error!("a match that is played elsewhere cannot be given up: {error}");
        }
    }

    /// The names of the matches in the folder that were running when the server ended.
    pub fn interrupted(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let interrupted =
            entries.filter(|entry| Record::read(&entry.path()).is_ok_and(|record| record.ending.is_none()));
        interrupted.filter_map(|entry| entry.file_name().into_string().ok()).collect()
    }
}
