//! A match from the record of one: of itself, before the server ended, or of the one that it follows.

use super::{Match, Stage, State, checked_plan};
use crate::net::log;
use crate::serve::hall::HallError;
use crate::serve::hall::game::Hosted;
use crate::serve::hall::gathering::Gathering;
use crate::serve::hall::ledger::Ledger;
use crate::serve::hall::record::{LOG, Record};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

impl Match {
    /// A match that was running when the server ended.
    pub(in crate::serve::hall) fn restored(
        id: u64,
        game: Arc<dyn Hosted>,
        folder: PathBuf,
        (record, ledger): (Record, Option<Ledger>),
        now: u64,
    ) -> Result<Self, HallError> {
        // The head of the log has the description.
        let log = std::fs::read(folder.join(LOG)).map_err(HallError::disk)?;
        let log = log::parse::<()>(&log, [0; 16]).map_err(|error| HallError::Refused(error.to_string()))?;
        Self::of_record(id, game, folder, (record, log.description, ledger), now)
    }

    /// A match with the same people, in which the first seat has become the last.
    pub(in crate::serve::hall) fn again(&self, id: u64, folder: PathBuf, now: u64) -> Result<Self, HallError> {
        let state = self.state();
        let (mut record, description) = (self.record(&state), state.description.to_vec());
        drop(state);
        let teams: Vec<u8> = record.seats.iter().map(|seat| seat.team).collect();
        record.seats.rotate_left(1);
        record.seats.iter_mut().zip(teams).for_each(|(seat, team)| seat.team = team);
        (record.ending, record.over, record.reports, record.standing) = (None, None, Vec::new(), None);
        Self::of_record(id, self.game.clone(), folder, (record, description, None), now)
    }

    fn of_record(
        id: u64,
        game: Arc<dyn Hosted>,
        folder: PathBuf,
        (record, description, ledger): (Record, Vec<u8>, Option<Ledger>),
        now: u64,
    ) -> Result<Self, HallError> {
        let plan = checked_plan(&*game, &description)?;
        let seats: Vec<_> = record.seats.iter().map(|seat| (seat.taken(), seat.person)).collect();
        Ok(Self {
            id,
            locked: record.code.is_some(),
            code: record.code.unwrap_or_default(),
            folder,
            spectator_delay: record.spectator_delay,
            state: Mutex::new(State {
                gathering: Gathering::restored(now, &seats, record.people, record.host),
                plan,
                description: description.into(),
                tokens: record.tokens,
                stage: Stage::Waiting,
                rated: record.rated,
                reports: record.reports,
                standing: record.standing,
                trouble: None,
                ending: None,
                over: None,
                next: None,
            }),
            game,
            changed: watch::Sender::new(1),
            ledger,
            present: Mutex::default(),
        })
    }

    /// Another match follows.
    pub(in crate::serve) fn is_followed_by(&self, next: &Self) {
        self.state().next = Some(next.name());
        self.change();
    }
}
