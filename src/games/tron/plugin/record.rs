//! The match is recorded, in memory for the result screen and as a file beside the other replays.

use super::setup::TronSetup;
use super::table::{Phase, Score};
use crate::files;
use crate::games::tron::arena::Arena;
use crate::games::tron::position::Order;
use crate::games::tron::replay::{Header, RoundRecord, TronReplay};
use crate::shell::recording::{NotRecorded, RecordTo};
use bevy::prelude::*;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What was played so far.
#[derive(Component, Debug, Clone)]
pub struct Record {
    replay: TronReplay,
    /// The seat that won each round that is over, `None` for a draw.
    winners: Vec<Option<usize>>,
}

impl Record {
    pub(super) fn new(setup: &TronSetup, arena: &Arena, seats: &[usize]) -> Self {
        let names = setup.seats.iter().map(|seat| seat.name()).collect();
        let header = Header::new(names, setup.best_of, setup.options);
        Self { replay: TronReplay { header, rounds: vec![RoundRecord::new(arena, seats)] }, winners: Vec::new() }
    }

    pub(super) fn watched(replay: TronReplay, winners: Vec<Option<usize>>) -> Self {
        Self { replay, winners }
    }

    pub(super) fn begin_round(&mut self, arena: &Arena, seats: &[usize]) {
        self.replay.rounds.push(RoundRecord::new(arena, seats));
    }

    pub(super) fn push(&mut self, orders: &[Order]) {
        if let Some(round) = self.replay.rounds.last_mut() {
            round.push(orders);
        }
    }

    pub(super) fn end_round(&mut self, winner: Option<usize>) {
        self.winners.push(winner);
    }

    /// How the match stood after so many rounds; numbers that are too large mean the last one.
    pub fn score(&self, rounds: usize) -> Score {
        let mut score = Score { best_of: self.replay.header.best_of.max(1), ..Score::default() };
        self.winners.iter().take(rounds).for_each(|winner| score.count(*winner));
        score
    }

    /// The match as a replay; its last round may be under way.
    pub fn replay(&self) -> &TronReplay {
        &self.replay
    }
}

/// A recorded match to look at instead of playing one: the table begins with it as long as it is there.
#[derive(Resource, Debug, Clone, Default)]
pub struct Watched(pub Option<TronReplay>);

/// The file of the match that is on.
#[derive(Resource, Debug, Default)]
pub struct Recording {
    file: Option<File>,
    path: Option<PathBuf>,
    rounds: usize,
    /// What the player has not been told yet.
    fault: Option<NotRecorded>,
}

impl Recording {
    /// The file that is being written.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What has been written is on the disk, whatever happens to the program or the machine from now on.
    fn write_through(&mut self) {
        if let Some(Err(error)) = self.file.as_ref().map(files::sync) {
            self.stop(&error);
        }
    }

    fn write(&mut self, line: &str) {
        let Some(file) = &mut self.file else { return };
        if let Err(error) = file.write_all(line.as_bytes()) {
            self.stop(&error);
        }
    }

    /// A full disk must not end a match: it goes on without a recording.
    fn stop(&mut self, error: &std::io::Error) {
        self.file = None;
        let Some(path) = &self.path else { return };
        let has_rounds = TronReplay::load(path).is_ok_and(|replay| !replay.rounds.is_empty());
        self.fault = Some(NotRecorded::at(path, error, has_rounds));
        if !has_rounds {
            self.path = None;
        }
    }
}

/// Opens the file of a new match.
pub(super) fn begin(
    target: Option<Res<RecordTo>>,
    table: Option<Single<&Record>>,
    watched: Res<Watched>,
    mut recording: ResMut<Recording>,
    mut recorded: Local<u32>,
) {
    *recording = Recording::default();
    if watched.0.is_some() {
        return;
    }
    let (Some(target), Some(record)) = (target, table) else { return };
    let opened = target.open("tron", *recorded);
    *recorded += 1;
    match opened {
        Ok(None) => {}
        Ok(Some((file, path))) => {
            *recording = Recording { file: Some(file), path: Some(path), ..Recording::default() };
            recording.write(&TronReplay::line(&record.replay.header));
            recording.write_through();
        }
        Err(error) => recording.fault = Some(NotRecorded(format!("The match is not recorded: {error}."))),
    }
}

/// Tells why there is no recording.
pub(super) fn tell(mut recording: ResMut<Recording>, mut told: MessageWriter<NotRecorded>) {
    if recording.fault.is_some() {
        told.write_batch(recording.fault.take());
    }
}

/// Writes a round when it is over.
pub(super) fn write(table: Single<(&Record, &Phase)>, mut recording: ResMut<Recording>) {
    let (record, phase) = *table;
    let rounds = &record.replay.rounds;
    if recording.rounds < rounds.len() && matches!(phase, Phase::Between { .. } | Phase::Over) {
        recording.rounds = rounds.len();
        if let Some(round) = rounds.last() {
            recording.write(&TronReplay::line(round));
        }
    }
}
