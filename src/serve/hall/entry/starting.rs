//! A match begins: the game is opened, from its log if it was played before, and runs in a task of its own.

use super::{Match, Stage, State};
use crate::net::log;
use crate::net::room::SeatSetup;
use crate::online::talk::Occupant;
use crate::serve::hall::game::{Opened, Opening, Taken};
use crate::serve::hall::live::{Live, MAX_EVENTS};
use crate::serve::hall::log_file::LogFile;
use crate::serve::hall::record::{KeptSeat, LOG, Record};
use crate::serve::hall::shelf::Shelf;
use crate::serve::hall::{Hall, HallError};
use std::sync::Arc;
use tokio::sync::mpsc;

impl Match {
    /// Opens the game and lets the match run. `log` says that it was played before.
    pub(in crate::serve::hall) async fn start(
        self: &Arc<Self>,
        hall: &Hall,
        was_played: bool,
    ) -> Result<(), HallError> {
        let this = self.clone();
        let (key, now, referee) = (hall.key, hall.clock.now(), hall.admits_referee());
        let opened = tokio::task::spawn_blocking(move || this.open_game(key, now, referee, was_played));
        let opened = opened.await.unwrap_or_else(|_| Err(HallError::Refused("the game has failed to open".into())));
        let (opened, log) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let mut state = self.state();
                (state.stage, state.trouble) = (Stage::Waiting, Some(error.to_string()));
                drop(state);
                self.change();
                return Err(error);
            }
        };
        hall.keep_synced(log.shared());
        let (send, events) = mpsc::channel(MAX_EVENTS);
        let shelf = Shelf::new(&self.folder);
        let Opened { authority, referee, .. } = opened;
        let counted = referee.as_ref().map(|_| hall.referees.clone());
        let live =
            Live::new(hall.me.clone(), self.clone(), hall.clock, hall.tickets.clone(), authority, referee, log, shelf);
        let mut state = self.state();
        state.trouble = None;
        state.stage = Stage::Running(send);
        drop(state);
        self.change();
        let this = self.clone();
        tokio::spawn(async move {
            live.run(events).await;
            this.state().stage = Stage::Over;
            this.change();
            drop(counted);
        });
        Ok(())
    }

    /// Blocks until the game is open and the files are written.
    fn open_game(
        &self,
        key: log::Key,
        now: u64,
        referee: bool,
        was_played: bool,
    ) -> Result<(Opened, LogFile), HallError> {
        let path = self.folder.join(LOG);
        let (seats, description, rated) = {
            let mut state = self.state();
            let seats = state.gathering.settle();
            (seats, state.description.clone(), state.rated)
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
            reports: state.reports.clone(),
        }
    }
}
