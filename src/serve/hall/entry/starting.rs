//! A match begins: the game is opened, from its log if it was played before.

use super::{Match, Stage, State};
use crate::net::log;
use crate::net::room::SeatSetup;
use crate::online::talk::Occupant;
use crate::serve::hall::HallError;
use crate::serve::hall::event::Event;
use crate::serve::hall::game::{Opened, Opening, Taken};
use crate::serve::hall::log_file::LogFile;
use crate::serve::hall::record::{KeptSeat, LOG, Record};
use crate::serve::hall::shelf::Shelf;
use tokio::sync::mpsc;

impl Match {
    /// It could not be opened, and waits again.
    pub(in crate::serve::hall) fn cannot_start(&self, error: &HallError) {
        let mut state = self.state();
        (state.stage, state.trouble) = (Stage::Waiting, Some(error.to_string()));
        drop(state);
        self.change();
    }

    /// It runs, in the task that takes these events.
    pub(in crate::serve::hall) fn runs(&self, events: mpsc::Sender<Event>) {
        let mut state = self.state();
        (state.stage, state.trouble) = (Stage::Running(events), None);
        drop(state);
        self.change();
    }

    /// Whether its task has ended, or everybody has left before there was one.
    pub(in crate::serve::hall) fn is_done(&self) -> bool {
        matches!(self.state().stage, Stage::Over)
    }

    /// Its task has ended.
    pub(in crate::serve::hall) fn has_ended(&self) {
        self.state().stage = Stage::Over;
        self.change();
    }

    /// Blocks until the game is open and the files are written.
    pub(in crate::serve::hall) fn open_game(
        &self,
        key: log::Key,
        now: u64,
        referee: bool,
        was_played: bool,
    ) -> Result<(Opened, LogFile), HallError> {
        let path = self.folder.join(LOG);
        let (seats, description, rated, standing) = {
            let mut state = self.state();
            let seats = state.gathering.settle();
            (seats, state.description.clone(), state.rated, state.standing.clone())
        };
        let log = was_played.then(|| std::fs::read(&path)).transpose().map_err(HallError::disk)?;
        let description = match was_played {
            true => description.to_vec(),
            false => self.game.settle(&description, &seats).map_err(HallError::Refused)?,
        };
        let head = log::head(&description);
        let bytes = log.clone().unwrap_or_else(|| head.clone());
        let seat = |taken: &Taken| SeatSetup {
            name: taken.name.clone(),
            team: taken.team,
            human: taken.by == Occupant::Person,
        };
        let opening = Opening {
            description: description.clone(),
            seats: seats.iter().map(seat).collect(),
            key,
            url: self.url(),
            rated,
            spectator_delay: self.spectator_delay,
            log,
            standing,
            shelf: Shelf::new(&self.folder),
            referee,
            now,
        };
        std::fs::create_dir_all(&self.folder).map_err(HallError::disk)?;
        let opened = self.game.open(opening).map_err(HallError::Refused)?;
        let used = if was_played { opened.used } else { bytes.len() };
        let file = LogFile::open(&path, &bytes[..used], head.len()).map_err(HallError::disk)?;
        let mut state = self.state();
        state.description = description.into();
        state.stage = Stage::Starting;
        self.record(&state).write(&self.folder).map_err(HallError::disk)?;
        Ok((opened, file))
    }

    pub(super) fn record(&self, state: &State) -> Record {
        let gathering = &state.gathering;
        let seats = gathering.seats().into_iter().zip(gathering.sitting());
        let seats = seats.map(|(seat, person)| KeptSeat { by: seat.by, name: seat.name, team: seat.team, person });
        Record {
            game: self.game.name().into(),
            code: self.locked.then(|| self.code.clone()),
            host: gathering.host(),
            seats: seats.collect(),
            people: gathering.people().collect(),
            tokens: state.tokens.clone(),
            rated: state.rated,
            spectator_delay: self.spectator_delay,
            ending: state.ending.clone(),
            over: state.over.clone(),
            reports: state.reports.clone(),
            standing: state.standing.clone(),
        }
    }
}
