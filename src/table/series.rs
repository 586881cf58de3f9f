//! Many rounds between programs while the window goes on: the same rounds as those of `gridmarch sim`. Free of any game:
//! what a round is and what is told about it is said by a [`Contest`].
//!
//! A series is played in chunks, each a [`Thinking`] of its own on the pool for long computations, so that no frame waits
//! and another search gets its turn between two chunks. Chunks are cut to take about a third of a second each. A
//! series that is stopped gives up the rounds under way and keeps those that were played.

pub use crate::arena::{Contest, SideRow, Standings};

use super::thinking::{ThinkPolicy, Thinking};
use crate::arena::{play_all, thinking_clock};
use crate::base::Budget;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is asked of the series.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SeriesOrder<C: Contest> {
    /// Play these rounds. Not heard while others are played.
    Start { simulation: Box<C>, rounds: u32 },
    /// Play no more; what was played stays.
    Stop,
}

/// The series that is played, or was played last.
#[derive(Resource)]
pub struct Series<C: Contest> {
    run: Option<Run<C>>,
    wanted: u32,
    standings: Standings,
    log: Option<Result<PathBuf, String>>,
}

/// Where the logs of series go: a new file of this folder each. Nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub struct SeriesLogs(pub Option<PathBuf>);

/// Rounds under way.
struct Run<C: Contest> {
    contest: Arc<C>,
    chunk: Thinking<Chunk<C>>,
    stopping: bool,
}

/// What comes of a chunk.
struct Chunk<C: Contest> {
    summary: C::Summary,
    standings: Standings,
    /// All rounds as lines of JSON, in the form of `gridmarch sim --out`.
    records: String,
    next: u32,
    /// Whether all rounds of it were played.
    whole: bool,
}

impl<C: Contest> Default for Series<C> {
    fn default() -> Self {
        Self { run: None, wanted: 0, standings: Standings::default(), log: None }
    }
}

impl<C: Contest> Series<C> {
    /// Whether rounds are played.
    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// How many rounds are to be played; 0 before the first series.
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// The table so far.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The log of a series that has ended, or why there is none; `None` before the end and if none is kept.
    pub fn log(&self) -> Option<&Result<PathBuf, String>> {
        self.log.as_ref()
    }
}

/// The series of one game.
pub fn plugin<C: Contest>(app: &mut App) {
    app.init_resource::<Series<C>>()
        .init_resource::<SeriesLogs>()
        .add_message::<SeriesOrder<C>>()
        .add_systems(Update, (command::<C>, collect::<C>.run_if(|series: Res<Series<C>>| series.is_running())).chain());
}

/// Takes the orders from outside.
fn command<C: Contest>(
    mut orders: MessageReader<SeriesOrder<C>>,
    policy: Res<ThinkPolicy>,
    mut series: ResMut<Series<C>>,
) {
    for order in orders.read() {
        match order {
            SeriesOrder::Start { simulation, rounds } if !series.is_running() => {
                let contest = Arc::new(C::clone(simulation));
                let summary = contest.summary();
                let records = String::new();
                *series = Series { wanted: *rounds, standings: C::standings(&summary), ..Series::default() };
                // Each side at each place once first, to see how long a round takes.
                let first = contest.cycle().min(*rounds);
                let chunk = begin(*policy, contest.clone(), (summary, records), 0, first);
                series.run = Some(Run { contest, chunk, stopping: false });
            }
            SeriesOrder::Stop => {
                if let Some(run) = &mut series.run {
                    run.stopping = true;
                }
            }
            SeriesOrder::Start { .. } => {}
        }
    }
}

/// Takes what a chunk has brought, and begins the next one.
fn collect<C: Contest>(mut series: ResMut<Series<C>>, policy: Res<ThinkPolicy>, logs: Res<SeriesLogs>) {
    let Some(run) = &mut series.bypass_change_detection().run else { return };
    // Chunks have no tick of their own: what is due at 1 is asked to end when the series is to stop.
    let Some(chunk) = run.chunk.take(u32::from(run.stopping)) else { return };
    let (contest, stopping) = (run.contest.clone(), run.stopping || !chunk.whole);
    series.standings.clone_from(&chunk.standings);
    let played = series.standings.rounds;
    let left = series.wanted - played;
    if left == 0 || stopping {
        series.run = None;
        series.log = logs.0.clone().filter(|_| played > 0).map(|folder| write_log(&*contest, &folder, &chunk));
    } else {
        let chunk = begin(*policy, contest.clone(), (chunk.summary, chunk.records), played, chunk.next.min(left));
        series.run = Some(Run { contest, chunk, stopping: false });
    }
}

/// Writes the log and, beside it, the rounds.
fn write_log<C: Contest>(contest: &C, folder: &Path, chunk: &Chunk<C>) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: cannot be made: {error}", folder.display()))?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let path = folder.join(format!("{}-{}.log", C::NAME, now.map_or(0, |time| time.as_secs())));
    for (path, text) in [(path.with_extension("jsonl"), &chunk.records), (path.clone(), &contest.log(&chunk.summary))] {
        crate::files::write_text(&path, text)?;
    }
    Ok(path)
}

/// What a chunk should take.
const TARGET: Duration = Duration::from_millis(300);

/// The most rounds of a chunk.
const LARGEST: u32 = 200;

/// Longer than any series: only being stopped or dropped ends a chunk early.
const FOR_EVER: Duration = Duration::from_secs(1_000_000_000);

/// Starts the next `rounds` rounds after the `played` ones of `summary`.
fn begin<C: Contest>(
    policy: ThinkPolicy,
    contest: Arc<C>,
    known: (C::Summary, String),
    played: u32,
    rounds: u32,
) -> Thinking<Chunk<C>> {
    Thinking::start(policy, 1, FOR_EVER, move |limit| play(&*contest, known, played, rounds, limit))
}

fn play<C: Contest>(
    contest: &C,
    (mut summary, mut records): (C::Summary, String),
    before: u32,
    rounds: u32,
    limit: &Budget,
) -> Chunk<C> {
    let start = Instant::now();
    let clock = thinking_clock();
    // A core is left to the window.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
    let stop = AtomicBool::new(false);
    let played = play_all(
        rounds as usize,
        threads,
        &stop,
        |number| {
            let round = contest.play_within(before as usize + number, &clock, limit).ok().flatten();
            if round.is_none() {
                stop.store(true, Ordering::Relaxed);
            }
            round
        },
        |_, _| {},
    );
    for round in played.iter().map_while(Option::as_ref) {
        contest.add(&mut summary, round);
        // A round that was played by the rules has a record.
        if let Ok(line) = contest.record(round) {
            records += &line;
            records.push('\n');
        }
    }
    let growth = TARGET.as_secs_f64() / start.elapsed().as_secs_f64().max(1e-6);
    let next = (f64::from(rounds) * growth.min(4.0)) as u32;
    let standings = C::standings(&summary);
    let whole = standings.rounds - before == rounds;
    Chunk { standings, summary, records, next: next.clamp(1, LARGEST), whole }
}
