//! Saved matches: a file with the level, the rules, the sides and a [`Snapshot`].
//!
//! To save, send a [`SaveRequest`]; it makes a checkpoint, the file is written in the background, and a [`Saved`] tells what
//! came of it. [`SavedMatch::load`] reads a file, [`SavedMatch::enter`] makes the next match go on from it. Matches save
//! themselves every so often into the folder of [`AutoSave`].
//!
//! A file has two lines: a [`SaveHeader`] as JSON, for lists, and the packed match.

use super::playback::Playback;
use super::snapshot::{Snapshot, Snapshots};
use super::{RecordError, read, set_up};
use crate::base::packed::{pack, unpack};
use crate::files::replay::LineProblem;
use crate::files::{self, write_whole};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::{HostOrder, OrderQueue};
use crate::games::rts::sim::sides::{Ending, SkirmishSetup};
use crate::nav::step::Tick;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of the file format and of the rules' logic: older files are refused, not misread.
pub const VERSION: u32 = 10;
/// How the names of the files end.
pub(crate) const EXTENSION: &str = "save";
/// Ticks from one time that a match saves itself to the next: two minutes. A checkpoint of a skirmish falls on each.
const AUTO_EVERY: Tick = 2400;
/// Files that it writes in turn.
const AUTO_FILES: u32 = 3;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveHeader {
    pub game: String,
    /// [`VERSION`] of the writer.
    pub version: u32,
    pub level: String,
    /// When it was saved: seconds since 1970.
    pub time: u64,
    /// Number of sides; 0 for the sandbox.
    pub players: u8,
    pub ticks: Tick,
    /// Ticks to a second at normal speed.
    pub tick_hz: u16,
    /// Who plays against whom, in words; empty for the sandbox.
    #[serde(default)]
    pub sides: String,
    /// The colours of the sides that have won, none if nobody has; `None` if it is not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
    /// [`Keepsake::now`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub window: String,
}

/// The second line of a file. For tools that read and write it beside the game.
#[derive(Serialize, Deserialize)]
pub(crate) struct SaveBody {
    seed: u64,
    level: String,
    rules: String,
    skirmish: Option<SkirmishSetup>,
    snapshot: Snapshot,
}

#[derive(Debug, Clone)]
pub struct SavedMatch {
    pub header: SaveHeader,
    pub setup: MatchSetup,
    pub rules: GameRules,
    pub snapshot: Arc<Snapshot>,
}

impl SavedMatch {
    /// Reads a file.
    ///
    /// # Errors
    /// [`RecordError`] with the line.
    pub fn load(path: &Path) -> Result<Self, RecordError> {
        Self::parse(&read(path, files::MAX_SAVE)?, &path.display().to_string())
    }

    /// Reads the text of a file; `file` is for messages only.
    ///
    /// # Errors
    /// [`RecordError`] with the line.
    pub fn parse(text: &str, file: &str) -> Result<Self, RecordError> {
        let problem = |line, problem: String| LineProblem { file: file.into(), line, problem };
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let header = header(first).map_err(|what| problem(1, what))?;
        let body: SaveBody = unpack(rest.trim_end()).map_err(|error| problem(2, error.to_string()))?;
        let (setup, rules) =
            set_up(&body.rules, &body.level, body.seed, body.skirmish).map_err(|what| problem(2, what))?;
        if body.snapshot.tick != header.ticks {
            let (found, expected) = (body.snapshot.tick, header.ticks);
            return Err(problem(2, format!("the match is at tick {found}, the first line says {expected}")).into());
        }
        body.snapshot.check(&rules.0, &setup).map_err(|what| problem(2, format!("snapshot: {what}")))?;
        Ok(Self { header, setup, rules, snapshot: Arc::new(body.snapshot) })
    }

    /// The match that is entered next is this one, at the moment at which it was saved. Its rules are in force until the
    /// title, a list or a set-up is shown. Time runs, unless whoever enters it stops it.
    pub fn enter(self, world: &mut World) {
        play_by(world, self.rules);
        world.insert_resource(self.setup);
        world.resource_mut::<Keepsake>().opened = Some(self.header.window);
        world.resource_mut::<Snapshots>().begin_with(self.snapshot);
    }
}

/// The next match has rules of its own, until the title, a list or a set-up is shown.
pub(crate) fn play_by(world: &mut World, rules: GameRules) {
    let before = world.resource::<GameRules>().clone();
    world.resource_mut::<RulesBefore>().0.get_or_insert(before);
    world.insert_resource(rules);
}

/// Whether a text is that of a saved match, by its first line, which has what no recording has.
pub(crate) fn is_one(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    first
        .is_some_and(|line| line["game"] == "gridmarch" && line.get("tick_hz").is_some() && line.get("ticks").is_some())
}

fn header(line: &str) -> Result<SaveHeader, String> {
    let header: SaveHeader = serde_json::from_str(line).map_err(|error| error.to_string())?;
    if header.game != "gridmarch" {
        return Err(format!("a match of {:?}, expected \"gridmarch\"", header.game));
    }
    if header.version != VERSION {
        return Err(format!("version {}, this program reads {VERSION}", header.version));
    }
    Ok(header)
}

/// Bytes of a first line at most.
const LONGEST_HEADER: u64 = 1 << 20;

impl SaveHeader {
    /// Reads the first line of a file, and nothing else; `None` if the file is empty.
    ///
    /// # Errors
    /// [`RecordError`] about that line.
    pub fn load(path: &Path) -> Result<Option<Self>, RecordError> {
        let file = path.display().to_string();
        let mut line = Vec::new();
        File::open(path)
            .and_then(|file| BufReader::new(file.take(LONGEST_HEADER)).read_until(b'\n', &mut line))
            .map_err(|source| RecordError::File { file: file.clone(), source })?;
        if line.is_empty() {
            return Ok(None);
        }
        let header = header(&String::from_utf8_lossy(&line));
        Ok(Some(header.map_err(|problem| LineProblem { file, line: 1, problem })?))
    }
}

/// The match is to be saved into a file, which is written whole or not at all.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct SaveRequest(pub PathBuf);

/// What came of saving a match.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    pub path: PathBuf,
    /// A sentence, if it could not be written.
    pub result: Result<(), String>,
    /// Whether the match has saved itself.
    pub is_auto: bool,
}

/// The rules that were in force before a saved match brought its own.
#[derive(Resource, Debug, Default)]
pub(super) struct RulesBefore(Option<GameRules>);

/// What the window wants to find again in a saved match, in its own words. The simulation keeps it and does not read it.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keepsake {
    pub now: String,
    /// What the saved match kept that is entered next.
    pub opened: Option<String>,
}

/// Where matches save themselves; nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub struct AutoSave(pub Option<PathBuf>);

#[derive(Debug, Clone)]
struct Wanted {
    path: PathBuf,
    is_auto: bool,
}

type Writing = (Wanted, Task<Result<(), String>>);

/// The files that are wanted and under way.
#[derive(Resource, Default)]
pub struct Saving {
    wanted: Vec<Wanted>,
    given: Vec<(Wanted, Arc<Snapshot>)>,
    writing: Vec<Writing>,
    /// Number of the next file of those that are written in turn.
    turn: u32,
}

impl Saving {
    /// Whether the next checkpoint is wanted.
    pub(crate) fn wants_one(&self) -> bool {
        !self.wanted.is_empty()
    }

    /// The snapshot of a checkpoint, for whoever wanted one.
    pub(crate) fn give(&mut self, snapshot: Arc<Snapshot>) {
        let wanted = std::mem::take(&mut self.wanted);
        self.given.extend(wanted.into_iter().map(|wanted| (wanted, snapshot.clone())));
    }

    /// Whether every file that was wanted is written.
    pub fn is_idle(&self) -> bool {
        self.wanted.is_empty() && self.given.is_empty() && self.writing.is_empty()
    }
}

/// After a saved match its rules end. A recording of it that was watched has ended before, and has brought them back.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RulesOfBefore;

/// The next match is one of its own, not the one that was saved.
pub(super) fn rules_of_before(mut before: ResMut<RulesBefore>, mut rules: ResMut<GameRules>) {
    if let Some(before) = before.0.take() {
        *rules = before;
    }
}

/// A match saves itself with the next checkpoint, until it is decided.
pub(super) fn save_itself(
    folder: Res<AutoSave>,
    clock: Res<MatchClock>,
    skirmish: Query<Has<Ending>, With<crate::games::rts::sim::skirmish::Skirmish>>,
    mut saving: ResMut<Saving>,
    mut queue: ResMut<OrderQueue>,
) {
    let Some(folder) = folder.0.as_ref() else { return };
    if !clock.tick().is_multiple_of(AUTO_EVERY) || skirmish.iter().any(|has_ended| has_ended) {
        return;
    }
    let path = folder.join(format!("auto-{}.{EXTENSION}", saving.turn % AUTO_FILES + 1));
    saving.turn += 1;
    saving.wanted.push(Wanted { path, is_auto: true });
    if skirmish.is_empty() {
        queue.host(HostOrder::Checkpoint);
    }
}

/// The match is left: what has not been begun is not wanted any more.
pub(super) fn forget_requests(mut saving: ResMut<Saving>) {
    saving.wanted.clear();
}

/// A save request makes a checkpoint before the next tick, even while time stands.
pub(super) fn take_requests(
    mut requests: MessageReader<SaveRequest>,
    playback: Res<Playback>,
    mut saving: ResMut<Saving>,
    mut queue: ResMut<OrderQueue>,
    mut told: MessageWriter<Saved>,
) {
    for SaveRequest(path) in requests.read() {
        if playback.ticks().is_some() {
            let result = Err("A recording cannot be saved as a match.".into());
            told.write(Saved { path: path.clone(), result, is_auto: false });
            continue;
        }
        saving.wanted.push(Wanted { path: path.clone(), is_auto: false });
        queue.host(HostOrder::Checkpoint);
    }
}

/// Hands the snapshots to the pool for long computations.
pub(super) fn begin_writing(
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    keepsake: Res<Keepsake>,
    mut saving: ResMut<Saving>,
) {
    if saving.given.is_empty() {
        return;
    }
    let Some(setup) = setup else { return };
    for (wanted, snapshot) in std::mem::take(&mut saving.given) {
        let (setup, rules, path) = (setup.clone(), rules.0.clone(), wanted.path.clone());
        let window = keepsake.now.clone();
        let task = AsyncComputeTaskPool::get()
            .spawn(async move { write(&path, &setup, &rules, &snapshot, window).map_err(|error| error.to_string()) });
        saving.writing.push((wanted, task));
    }
}

pub(super) fn end_writing(mut saving: ResMut<Saving>, mut told: MessageWriter<Saved>) {
    if saving.writing.is_empty() {
        return;
    }
    let mut under_way = Vec::new();
    for (wanted, mut task) in std::mem::take(&mut saving.writing) {
        match check_ready(&mut task) {
            Some(result) => {
                told.write(Saved { path: wanted.path, result, is_auto: wanted.is_auto });
            }
            None => under_way.push((wanted, task)),
        }
    }
    saving.writing = under_way;
}

/// The text of a file.
///
/// # Errors
/// A sentence, if the snapshot cannot be packed.
fn text(setup: &MatchSetup, rules: &Rules, snapshot: &Snapshot, window: String) -> Result<String, String> {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let header = SaveHeader {
        game: "gridmarch".into(),
        version: VERSION,
        level: setup.level.name.clone(),
        time,
        players: setup.skirmish.as_ref().map_or(0, |skirmish| skirmish.players.len() as u8),
        ticks: snapshot.tick,
        tick_hz: rules.tick_hz,
        sides: setup.skirmish.as_ref().map_or_else(String::new, |skirmish| skirmish.opponents(rules)),
        winners: setup
            .skirmish
            .as_ref()
            .zip(snapshot.ending())
            .map(|(skirmish, ending)| skirmish.colours_of(ending.winner)),
        window,
    };
    let body = SaveBody {
        seed: setup.seed,
        level: setup.level.to_ron(rules),
        rules: rules.to_ron(),
        skirmish: setup.skirmish.clone(),
        snapshot: snapshot.clone(),
    };
    let header = serde_json::to_string(&header).map_err(|error| error.to_string())?;
    Ok(format!("{header}\n{}\n", pack(&body).map_err(|error| error.to_string())?))
}

/// Writes a file, whole or not at all; `window` is what [`Keepsake`] says, or nothing.
///
/// # Errors
/// [`RecordError`] with what the system says.
pub fn write(
    path: &Path,
    setup: &MatchSetup,
    rules: &Rules,
    snapshot: &Snapshot,
    window: String,
) -> Result<(), RecordError> {
    let file = path.display().to_string();
    let text = text(setup, rules, snapshot, window);
    let text = text.map_err(|problem| LineProblem { file: file.clone(), line: 2, problem })?;
    let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| write_whole(path, &text)).map_err(|source| RecordError::File { file, source })
}
