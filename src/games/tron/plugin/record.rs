//! The match is recorded, in memory for the result screen and as a file beside the other replays.

use super::setup::TronSetup;
use super::table::Phase;
use crate::games::tron::arena::Arena;
use crate::games::tron::position::Order;
use crate::games::tron::replay::{Header, RoundRecord, TronReplay};
use crate::games::tron::score::Score;
use crate::shell::recording::{NotRecorded, RecordTo};
use crate::table::RecordFile;
use bevy::prelude::*;

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

    /// The recording of the same match before its first step.
    pub(super) fn anew(&self, arena: &Arena, seats: &[usize]) -> Self {
        let header = self.replay.header.clone();
        Self { replay: TronReplay { header, rounds: vec![RoundRecord::new(arena, seats)] }, winners: Vec::new() }
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

/// Begins the file of a new match.
pub(super) fn begin(watched: Res<Watched>, mut file: ResMut<RecordFile>) {
    file.begin(watched.0.is_none());
}

/// Writes the match after each round.
pub(super) fn write(
    table: Single<(&Record, &Phase)>,
    (mut file, mut target): (ResMut<RecordFile>, ResMut<RecordTo>),
    mut told: MessageWriter<NotRecorded>,
) {
    let (record, phase) = *table;
    if matches!(phase, Phase::Between { .. } | Phase::Over) {
        let written = file.write((&mut target, "tron"), record.winners.len(), || Ok(record.replay.text()));
        told.write_batch(written.err());
    }
}
