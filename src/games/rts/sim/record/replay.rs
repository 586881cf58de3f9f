//! Recording and replaying: a match is its set-up, its orders with their ticks, and a fingerprint per tick to check.
//!
//! A replay file has one JSON value a line: first a [`Header`], then [`Entry`]s in order of time. Snapshots in it let whoever
//! watches go to any moment ([`super::seeking`]); without them it would be the same match. A file that ends in
//! the middle (the machine lost power) is good up to its last whole line.

mod glance;

pub use glance::Glance;

use super::fingerprint::{Print, Prints};
use super::snapshot::{Snapshot, Snapshots};
use super::{RecordError, read, set_up};
use crate::base::packed::pack;
use crate::files;
use crate::files::replay::LineProblem;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::door::CarriedOut;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::Issued;
use crate::games::rts::sim::sides::{Ending, SkirmishSetup};
use crate::nav::step::Tick;
use crate::shell::recording::{NotRecorded, RecordTo};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The version of the file format and of the rules' logic: older replays are refused, not misread.
pub const VERSION: u32 = 15;

/// First line of a replay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    /// [`VERSION`] of the writer.
    pub version: u32,
    pub seed: u64,
    /// The level in the form of a level file.
    pub level: String,
    /// The rules in the form of a rules file.
    pub rules: String,
    /// What made a skirmish of it.
    #[serde(default)]
    pub skirmish: Option<SkirmishSetup>,
    /// The tick and the packed [`Snapshot`] that it went on from, if it was a saved match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<(Tick, String)>,
}

impl Header {
    /// What a match begins with, from the beginning or from a saved state.
    pub fn of(setup: &MatchSetup, rules: &Rules, start: Option<&Snapshot>) -> Self {
        // A planner that was chosen for this match becomes one of its rules, so that whoever plays it again has it too.
        let mut rules = rules.clone();
        rules.planner.kind = setup.planner(&rules);
        Self {
            game: "gridmarch".into(),
            version: VERSION,
            seed: setup.seed,
            level: setup.level.to_ron(&rules),
            rules: rules.to_ron(),
            skirmish: setup.skirmish.clone(),
            start: start.and_then(|start| Some((start.tick, pack(start).ok()?))),
        }
    }

    /// Whether this program can play what begins so.
    ///
    /// # Errors
    /// Of what it is instead.
    pub fn check(&self) -> Result<(), String> {
        files::replay::check((&self.game, self.version), "gridmarch", VERSION)
    }

    /// The set-up and the rules of the match.
    ///
    /// # Errors
    /// The first thing that is wrong, with the place or the field in it.
    pub fn set_up(&self) -> Result<(MatchSetup, GameRules), String> {
        set_up(&self.rules, &self.level, self.seed, self.skirmish.clone())
    }

    /// The first tick: 0, or that at which the saved match went on.
    pub fn first(&self) -> Tick {
        self.start.as_ref().map_or(0, |(tick, _)| *tick)
    }
}

/// One line of a replay after the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// An order was carried out before this tick ran.
    Order {
        tick: Tick,
        /// The order and who gave it.
        issued: Issued,
        /// Whether it was carried out after those before it of this tick, which did not know of it: time stood.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        later: bool,
    },
    /// The state after this tick.
    Print { tick: Tick, print: Print },
    /// The state before this tick ran, and before the orders that come after this line.
    Snapshot {
        tick: Tick,
        /// The packed [`Snapshot`].
        state: String,
    },
    /// The skirmish was decided before this tick ran.
    Decided {
        tick: Tick,
        /// The team that has won; `None` if nobody is left.
        winner: Option<u8>,
    },
}

impl Entry {
    /// The tick that it is about.
    pub const fn tick(&self) -> Tick {
        match self {
            Self::Order { tick, .. }
            | Self::Print { tick, .. }
            | Self::Snapshot { tick, .. }
            | Self::Decided { tick, .. } => *tick,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    pub header: Header,
    pub entries: Vec<Entry>,
}

impl Replay {
    /// Reads a replay file.
    ///
    /// # Errors
    /// [`RecordError`] with the line. A last line without an end is left out silently: it was being written.
    pub fn load(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read(path, files::MAX_RECORDING)?, &path.display().to_string())
    }

    /// Reads a replay from text; `file` is for messages only.
    ///
    /// # Errors
    /// [`RecordError`] with the line.
    pub fn parse(text: &str, file: &str) -> Result<Self, RecordError> {
        let problem = |line, problem: String| RecordError::Line(LineProblem { file: file.into(), line, problem });
        let (header, lines) = files::replay::parse(text, file, Header::check)?;
        let mut entries = Vec::new();
        // Orders of a tick come before its fingerprint, and every tick has one: nothing else was ever written.
        let mut next = header.first();
        for (line, text) in lines {
            let entry: Entry = serde_json::from_str(text).map_err(|error| problem(line, error.to_string()))?;
            let tick = entry.tick();
            if tick != next {
                return Err(problem(line, format!("tick {tick}, expected tick {next}")));
            }
            if matches!(entry, Entry::Print { .. }) {
                next = next.checked_add(1).ok_or_else(|| problem(line, "too many ticks".into()))?;
            }
            entries.push(entry);
        }
        Ok(Self { header, entries })
    }

    /// The tick after the last one that the replay covers.
    pub fn ticks(&self) -> Tick {
        match self.entries.last() {
            Some(Entry::Print { tick, .. }) => tick.saturating_add(1),
            Some(entry) => entry.tick(),
            None => self.header.first(),
        }
    }
}

/// The recording of the match that is on.
#[derive(Resource, Default)]
pub struct Recording {
    writer: Option<BufWriter<File>>,
    path: Option<PathBuf>,
    /// Whether the simulation has come around since the last order, and the tick of that order: while time stands it comes
    /// around without a new tick.
    is_new_pass: bool,
    latest_order: Option<Tick>,
    /// Whether the end of the skirmish has been written.
    is_decided: bool,
    /// What the player has not been told yet.
    fault: Option<NotRecorded>,
}

impl Recording {
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Ends the recording, so that it can be read whole; gives its file. Nothing that happens from now on is recorded.
    pub fn finish(&mut self) -> Option<PathBuf> {
        self.flush();
        self.writer = None;
        self.path.clone()
    }

    fn flush(&mut self) {
        if let Some(Err(error)) = self.writer.as_mut().map(Write::flush) {
            self.stop(&error);
        }
    }

    /// A full disk must not end a match: it goes on without a recording.
    fn stop(&mut self, error: &std::io::Error) {
        // Whatever waits to be written is lost.
        self.writer = None;
        let Some(path) = &self.path else { return };
        let has_ticks = path.is_file()
            && Replay::glance(path)
                .is_ok_and(|glance| glance.is_some_and(|glance| glance.ticks > glance.header.first()));
        self.fault = Some(NotRecorded::at(path, error, has_ticks));
        if !has_ticks {
            self.path = None;
        }
    }

    pub(crate) const fn is_on(&self) -> bool {
        self.writer.is_some()
    }

    pub(crate) fn add_snapshot(&mut self, snapshot: &Snapshot) {
        if !self.is_on() {
            return;
        }
        match pack(snapshot) {
            Ok(state) => self.write(&Entry::Snapshot { tick: snapshot.tick, state }),
            Err(error) => warn!("the recording has no snapshot of tick {}: {error}", snapshot.tick),
        }
    }

    /// The orders that come now do not belong to those before.
    pub(crate) const fn begin_pass(&mut self) {
        self.is_new_pass = true;
    }

    pub(crate) fn add_order(&mut self, tick: Tick, issued: &Issued) {
        let later = self.is_new_pass && self.latest_order == Some(tick);
        (self.is_new_pass, self.latest_order) = (false, Some(tick));
        self.write(&Entry::Order { tick, issued: issued.clone(), later });
    }

    /// What has been written is on the disk, whatever happens to the program or the machine from now on.
    fn write_through(&mut self) {
        let Some(writer) = &mut self.writer else { return };
        if let Err(error) = writer.flush().and_then(|()| files::sync(writer.get_ref())) {
            self.stop(&error);
        }
    }

    fn write<T: Serialize>(&mut self, line: &T) {
        let Some(writer) = &mut self.writer else { return };
        let written = serde_json::to_writer(&mut *writer, line)
            .map_err(std::io::Error::from)
            .and_then(|()| writer.write_all(b"\n"));
        if let Err(error) = written {
            self.stop(&error);
        }
    }
}

pub(super) fn begin_recording(
    mut target: ResMut<RecordTo>,
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    snapshots: Res<Snapshots>,
    mut recording: ResMut<Recording>,
) {
    *recording = Recording::default();
    let Some(setup) = setup else { return };
    let path = target.reserve("replay");
    match path.and_then(|path| path.map(|path| Ok((File::create(&path)?, path))).transpose()) {
        Ok(None) => {}
        Ok(Some((file, path))) => {
            recording.writer = Some(BufWriter::new(file));
            recording.path = Some(path);
            recording.write(&Header::of(&setup, &rules.0, snapshots.start().map(|start| &**start)));
            recording.write_through();
        }
        Err(error) => recording.fault = Some(NotRecorded(format!("The match is not recorded: {error}."))),
    }
}

/// Orders are recorded as they are carried out.
pub(super) fn record_order(order: On<CarriedOut>, clock: Res<MatchClock>, mut recording: ResMut<Recording>) {
    recording.add_order(clock.tick(), &order.0);
}

/// The recording is whole, and the next match has one of its own.
pub(super) fn end_recording(mut recording: ResMut<Recording>) {
    recording.finish();
    *recording = Recording { fault: recording.fault.take(), ..Recording::default() };
}

pub(super) fn tell_fault(mut recording: ResMut<Recording>, mut told: MessageWriter<NotRecorded>) {
    if recording.fault.is_some() {
        told.write_batch(recording.fault.take());
    }
}

/// Ticks after which the recording goes to the disk, so that little is lost if the program is killed.
const FLUSH_INTERVAL: Tick = 20;

pub(super) fn record_print(
    clock: Res<MatchClock>,
    prints: Res<Prints>,
    endings: Query<&Ending, With<Board>>,
    mut recording: ResMut<Recording>,
) {
    let Some(print) = prints.last() else { return };
    let tick = clock.tick();
    recording.write(&Entry::Print { tick, print: *print });
    if let (Ok(ending), false) = (endings.single(), recording.is_decided) {
        recording.is_decided = true;
        recording.write(&Entry::Decided { tick: tick + 1, winner: ending.winner });
    }
    if tick.is_multiple_of(FLUSH_INTERVAL) {
        recording.flush();
    }
}

pub(crate) fn count_tick(mut clock: ResMut<MatchClock>) {
    clock.tick += 1;
}
