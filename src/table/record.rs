//! Matches are recorded as they are played, into a file beside those of the other games, and saved on request.

use super::{Board, Control, Phase, Replay, TableSetup, TurnClock};
use crate::arena::{self, Match, Recording, TableGame, TimeControl};
use crate::files;
use crate::shell::recording::{NotRecorded, RecordTo};
use crate::table::setup::Start;
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Who plays, and how long each turn took.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// `human`, `engine:3`, ...
    pub sides: [String; 2],
    /// How long the ended turns of each seat took.
    pub times: [Vec<Duration>; 2],
    /// How long they may take.
    pub clock: TimeControl,
    /// What persons are called; empty where nobody says so.
    pub names: [String; 2],
    /// What each turn was worth to who made it, by its number in the position.
    pub(super) values: BTreeMap<u32, i32>,
    /// The position in which the match was last in a file of somebody's, by its key.
    pub(super) saved: Option<u64>,
}

impl Record {
    /// The match as it is kept in files.
    pub fn recording<G: TableGame>(&self, played: &Match<G>) -> Recording<G> {
        let micros = |seat| self.times_of(played, seat).iter().map(|time| time.as_micros() as u64).collect();
        let first = played.at(0).position().turns();
        let values = (first..played.position().turns()).map(|turn| self.values.get(&turn).copied()).collect();
        let recording = Recording::new(0, played, self.sides.clone(), [0, 1].map(micros), None);
        recording.with_clock(self.clock).named(self.names.clone()).valued(values)
    }

    /// The match stands in a file as it is now.
    pub(crate) fn note_saved<G: TableGame>(&mut self, played: &Match<G>) {
        self.saved = Some(played.position().key());
    }

    /// Whether something was done that is in no file that somebody wanted.
    pub(crate) fn is_unsaved<G: TableGame>(&self, played: &Match<G>) -> bool {
        !played.steps().is_empty() && self.saved != Some(played.position().key())
    }

    /// What both are called: persons by their names if they have some.
    pub fn players(&self) -> [&str; 2] {
        arena::called(&self.sides, &self.names)
    }

    /// The times of a seat's turns in a match, which may be one at an earlier moment. A turn in which the time has run out
    /// counts.
    pub fn times_of<G: TableGame>(&self, played: &Match<G>, seat: usize) -> &[Duration] {
        let turns = played.turns_of(seat) + usize::from(played.flagged() == Some(seat));
        &self.times[seat][..turns.min(self.times[seat].len())]
    }

    /// What a seat has left on its clock, if there is one; `used` is the time of the turn that is on.
    pub fn left<G: TableGame>(&self, played: &Match<G>, seat: usize, used: Duration) -> Option<Duration> {
        if played.flagged() == Some(seat) && !self.clock.is_none() {
            return Some(Duration::ZERO);
        }
        let used = if played.seat() == seat && !played.is_over() { used } else { Duration::ZERO };
        self.clock.left(self.times_of(played, seat), used)
    }

    /// Forgets the times of turns that are not in a match any more.
    pub fn keep<G: TableGame>(&mut self, played: &Match<G>) {
        for seat in 0..2 {
            let turns = self.times_of(played, seat).len();
            self.times[seat].truncate(turns);
        }
    }

    /// Takes over what a recording says of the players and their turns. Times that it does not have, of the first turns, are
    /// nothing.
    pub(super) fn go_on<G: TableGame>(&mut self, recording: &Recording<G>, played: &Match<G>) {
        (self.clock, self.times) = (recording.clock(), recording.times());
        for (seat, times) in self.times.iter_mut().enumerate() {
            let missing = played.turns_of(seat).saturating_sub(times.len());
            times.splice(0..0, std::iter::repeat_n(Duration::ZERO, missing));
        }
        self.names.clone_from(recording.names());
        let first = played.at(0).position().turns();
        let valued = (first..).zip(recording.values()).filter_map(|(turn, value)| Some((turn, (*value)?)));
        self.values = valued.collect();
        self.note_saved(played);
    }

    /// What a turn was worth to who made it, by its number in the position, if that is known.
    pub(crate) fn value_of(&self, turn: u32) -> Option<i32> {
        self.values.get(&turn).copied()
    }

    /// A turn that was made is found to have been worth so much.
    pub(crate) fn set_value(&mut self, turn: u32, value: i32) {
        self.values.insert(turn, value);
    }

    /// A turn is made that is worth so much, if that is known. What came after its number has been taken back.
    pub(super) fn value(&mut self, turn: u32, value: Option<i32>) {
        self.values.retain(|number, _| *number < turn);
        self.values.extend(value.map(|value| (turn, value)));
    }
}

/// What is needed for the recording of the match at a table.
pub(crate) type Recorded<G> =
    (&'static Board<G>, &'static Phase, Option<&'static Replay<G>>, &'static Record, &'static TurnClock);

/// The same, where it is noted that it was saved.
pub(crate) type RecordedMut<G> =
    (&'static Board<G>, &'static Phase, Option<&'static Replay<G>>, &'static mut Record, &'static TurnClock);

/// The match at a table with what its turn has taken so far, to its end where it is watched.
pub(crate) fn recording<G: TableGame>(
    (board, phase, replay, record, clock): (&Board<G>, &Phase, Option<&Replay<G>>, &Record, &TurnClock),
) -> Recording<G> {
    let played: &Match<G> = match (phase, replay) {
        (Phase::Watching { .. }, Some(replay)) => replay,
        _ => board,
    };
    record.recording(played).within_turn(clock.used())
}

/// The recording of the match that is on. It is written anew as a whole when something is over, so that a full disk leaves
/// what was written before.
#[derive(Resource, Debug, Default)]
pub struct RecordFile {
    /// Whether this match is recorded.
    is_on: bool,
    path: Option<PathBuf>,
    /// Turns or rounds in the file.
    done: usize,
}

impl RecordFile {
    /// A new match begins.
    pub(crate) fn begin(&mut self, is_on: bool) {
        *self = Self { is_on, ..Self::default() };
    }

    /// Writes the match if more of it is `done` than in the file, or less as something was taken back. The name of the file
    /// ends in `extension`. A full disk must not end a match: it goes on without a recording, and that is told.
    pub(crate) fn write(
        &mut self,
        (target, extension): (&mut RecordTo, &str),
        done: usize,
        text: impl FnOnce() -> Result<String, String>,
    ) -> Result<(), NotRecorded> {
        if done == self.done || !self.is_on {
            return Ok(());
        }
        // Until it has succeeded.
        self.is_on = false;
        let not_recorded = |problem: String| NotRecorded(format!("The match is not recorded: {problem}."));
        if self.path.is_none() {
            self.path = target.reserve(extension).map_err(|error| not_recorded(error.to_string()))?;
        }
        let Some(path) = &self.path else { return Ok(()) };
        let written = text().and_then(|text| files::write_whole(path, &text).map_err(|error| error.to_string()));
        let Err(problem) = written else {
            (self.is_on, self.done) = (true, done);
            return Ok(());
        };
        let is_empty = path.metadata().is_ok_and(|about| about.len() == 0);
        // An old file that was to be replaced stays.
        if self.done > 0 || is_empty {
            Err(NotRecorded::at(path, problem, self.done > 0))
        } else {
            Err(not_recorded(problem))
        }
    }
}

/// Where saved matches of a game go. Nowhere unless the program says so.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct Saves<G> {
    pub folder: Option<PathBuf>,
    of: PhantomData<fn() -> G>,
}

impl<G> Saves<G> {
    pub fn to(folder: PathBuf) -> Self {
        Self { folder: Some(folder), of: PhantomData }
    }
}

impl<G> Default for Saves<G> {
    fn default() -> Self {
        Self { folder: None, of: PhantomData }
    }
}

/// The match is to be saved into a file; answered by [`Saved`].
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct SaveMatch(pub PathBuf);

/// What came of [`Control::Save`] or of [`SaveMatch`]: the file, or a sentence that says why there is none.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Saved(pub Result<PathBuf, String>);

/// Begins the file of a new match.
pub(super) fn begin<G: TableGame>(setup: Res<TableSetup<G>>, mut file: ResMut<RecordFile>) {
    file.begin(!matches!(setup.start, Start::Watch(_) | Start::Puzzle(_)));
}

/// Writes the match after each turn and at its end.
pub(super) fn write<G: TableGame>(
    table: Option<Single<(&Board<G>, &Phase, &Record), Changed<Board<G>>>>,
    (mut file, mut target): (ResMut<RecordFile>, ResMut<RecordTo>),
    mut told: MessageWriter<NotRecorded>,
) {
    let Some(table) = table else { return };
    let (board, phase, record) = *table;
    // The last step may have ended the match in this very tick.
    if matches!(*phase, Phase::Watching { .. }) {
        return;
    }
    let turns = record.times.iter().map(Vec::len).sum();
    let line = || Ok(record.recording(board).line().map_err(|problem| problem.to_string())? + "\n");
    told.write_batch(file.write((&mut target, G::NAME), turns, line).err());
}

/// Saves the match on request: under a name, or under the time.
pub(super) fn save<G: TableGame>(
    mut controls: MessageReader<Control>,
    mut requests: MessageReader<SaveMatch>,
    table: Option<Single<RecordedMut<G>>>,
    saves: Res<Saves<G>>,
    mut saved: MessageWriter<Saved>,
) {
    let is_asked = controls.read().filter(|control| **control == Control::Save).count() > 0;
    let seconds = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let by_time = || saves.folder.as_ref().map(|folder| folder.join(format!("{}.{}", seconds(), G::NAME)));
    let named = requests.read().map(|SaveMatch(path)| path.clone());
    let Some(table) = table else { return };
    let (board, phase, replay, mut record, clock) = table.into_inner();
    for path in named.chain(is_asked.then(by_time).flatten()) {
        let written = recording((board, phase, replay, &record, clock)).write(&path);
        if written.is_ok() {
            record.note_saved(board);
        }
        saved.write(Saved(written.map(|()| path)));
    }
}
