//! The connections that persons have to a match that runs, and the tickets for them.

use super::{Match, locked};
use crate::net::room::Place;
use crate::online::talk::Token;
use crate::serve::hall::{Hall, HallError};
use crate::serve::secret;

/// Connections that one person may have in one match.
const MAX_SOCKETS: usize = 4;

impl Match {
    /// A ticket for a person and a lane.
    ///
    /// # Errors
    /// A sentence; [`HallError::TooMany`] for who has as many connections as one may have.
    pub(in crate::serve::hall) fn ticket(&self, hall: &Hall, person: u64, lane: u8) -> Result<Token, HallError> {
        let (name, ending) = {
            let state = self.state();
            let name =
                state.gathering.has(person).then(|| state.gathering.name_of(person)).ok_or(HallError::Unknown)?;
            (name, state.ending.clone())
        };
        if self.events().is_none() {
            return Err(HallError::Refused(ending.unwrap_or_else(|| "the match does not run".into())));
        }
        if locked(&self.present).get(&person).is_some_and(|sockets| *sockets >= MAX_SOCKETS) {
            return Err(HallError::TooMany("you have too many connections to this match".into()));
        }
        let place = self.seat_of(person)?.map_or(Place::Spectator(name), Place::Seat);
        let ticket = hall.tickets.issue(hall.clock.now(), self.id, person, lane, place).map_err(HallError::disk)?;
        Ok(Token(secret::hex(&ticket)))
    }

    pub(in crate::serve::hall) fn entered(&self, person: u64) {
        *locked(&self.present).entry(person).or_default() += 1;
    }

    pub(in crate::serve::hall) fn left(&self, person: u64) {
        let mut present = locked(&self.present);
        if let Some(sockets) = present.get_mut(&person) {
            *sockets -= 1;
            if *sockets == 0 {
                present.remove(&person);
            }
        }
    }

    /// Connections to the match.
    pub fn present(&self) -> usize {
        locked(&self.present).values().sum()
    }
}
