//! The battle is recorded turn by turn as a replay beside those of the other games, and saved on request.

use super::TacticsControl;
use super::fight::Fight;
use super::setup::{Start, TacticsSaves, TacticsSetup};
use super::table::Phase;
use crate::games::tactics::Side;
use crate::games::tactics::simulation::Recording;
use crate::shell::recording::{NotRecorded, RecordTo};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Who plays, and how long each turn took.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    sides: [String; 2],
    times: [Vec<Duration>; 2],
}

impl Record {
    pub(super) fn new(sides: [String; 2], times: [Vec<Duration>; 2]) -> Self {
        Self { sides, times }
    }

    /// Who plays A and B: `human`, `engine:3`, ...
    pub fn sides(&self) -> &[String; 2] {
        &self.sides
    }

    /// How long the turns of a side took.
    pub fn times(&self, side: Side) -> &[Duration] {
        &self.times[side.index()]
    }

    pub(super) fn push(&mut self, side: Side, time: Duration) {
        self.times[side.index()].push(time);
    }

    /// The battle as it is kept in files. Turns that were taken back have left times, but are none of its turns.
    pub fn recording(&self, fight: &Fight) -> Recording {
        let turns = usize::from(fight.position().turns());
        let times = self.times.each_ref().map(|times| &times[..times.len().min(turns.div_ceil(2))]);
        Recording::of_battle(fight.battle(), self.sides.clone(), times)
    }
}

/// The replay of the match that is on.
#[derive(Resource, Debug, Default)]
pub struct RecordFile {
    path: Option<PathBuf>,
    /// Turns in the file, of both sides together.
    turns: usize,
}

impl RecordFile {
    /// The file that is being written; `None` if matches are not recorded or this one is watched.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// The battle is to be saved into a file; answered by [`Saved`].
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct SaveBattle(pub PathBuf);

/// What came of [`TacticsControl::Save`] or of [`SaveBattle`]: the file, or why there is none.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Saved(
    /// A sentence if it failed.
    pub Result<PathBuf, String>,
);

/// Chooses the file of a new match. Nothing is written before the first turn is over.
pub(super) fn begin(target: Option<Res<RecordTo>>, setup: Res<TacticsSetup>, mut file: ResMut<RecordFile>) {
    *file = RecordFile::default();
    if matches!(setup.start, Start::Watch(_) | Start::Puzzle(_)) {
        return;
    }
    file.path = target.and_then(|target| match &*target {
        RecordTo::Nowhere => None,
        RecordTo::File(path) => Some(path.clone()),
        RecordTo::Folder(folder) => Some(folder.join(format!("{}.tactics", seconds()))),
    });
}

/// Writes the battle after each turn and at its end.
pub(super) fn write(
    table: Option<Single<(&Fight, &Phase, &Record), Changed<Fight>>>,
    mut file: ResMut<RecordFile>,
    mut told: MessageWriter<NotRecorded>,
) {
    let Some(table) = table else { return };
    let (fight, phase, record) = *table;
    let turns = record.times.iter().map(Vec::len).sum();
    let (Some(path), true) = (&file.path, *phase == Phase::Playing && turns > file.turns) else { return };
    if let Err(problem) = record.recording(fight).write(path) {
        // A full disk must not end a match: it goes on without a recording.
        // The file of the turn before stays as it was.
        told.write(NotRecorded(format!("The battle is recorded no further: {problem}.")));
        file.path = None;
    }
    file.turns = turns;
}

/// Saves the battle on request: under a name, or under the time.
pub(super) fn save(
    mut orders: MessageReader<TacticsControl>,
    mut requests: MessageReader<SaveBattle>,
    table: Option<Single<(&Fight, &Record)>>,
    saves: Res<TacticsSaves>,
    mut saved: MessageWriter<Saved>,
) {
    let asked = orders.read().filter(|order| **order == TacticsControl::Save).count() > 0;
    let by_time = saves.0.as_ref().filter(|_| asked).map(|folder| folder.join(format!("{}.tactics", seconds())));
    let named = requests.read().map(|SaveBattle(path)| path.clone());
    let Some(table) = table else { return };
    let (fight, record) = *table;
    for path in named.chain(by_time) {
        saved.write(Saved(record.recording(fight).write(&path).map(|()| path)));
    }
}

fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
