//! Many rounds between programs while the window goes on: the same rounds as those of `gridmarch sim tron`.
//!
//! A series is played in chunks, each a [`Thinking`] of its own on the pool for long computations, so that no frame waits
//! and another search gets its turn between two chunks. Chunks are cut to take about a third of a second each. A
//! series that is stopped gives up the rounds under way and keeps those that were played.

use crate::base::Budget;
use crate::modes::tron::position::Death;
use crate::modes::tron::simulation::{Simulation, Summary};
use crate::sim::thinking::{ThinkPolicy, Thinking};
use crate::tournament::{Clock, Elo, Score, play_all};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is asked of the series.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum SeriesOrder {
    /// Play these rounds. Not heard while others are played.
    Start {
        /// What is played.
        simulation: Box<Simulation>,
        /// How many rounds.
        rounds: u32,
    },
    /// Play no more; what was played stays.
    Stop,
}

/// One side of the [`Standings`].
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The side as it was written.
    pub name: String,
    /// Wins, draws, losses.
    pub score: Score,
    /// How often it went out for each reason of [`Death::ALL`].
    pub deaths: [u32; Death::ALL.len()],
    /// Mean time of a move in milliseconds.
    pub mean_ms: f64,
    /// The time in milliseconds that 99 of 100 moves do not exceed.
    pub p99_ms: f64,
    /// The difference in strength to the others.
    pub elo: Elo,
}

/// The table of a series.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Standings {
    /// Rounds played.
    pub rounds: u32,
    /// Of them without a winner.
    pub draws: u32,
    /// Steps of a round on average.
    pub mean_length: f64,
    /// In the order of the sides.
    pub sides: Vec<Standing>,
}

impl Standings {
    fn of(summary: &Summary) -> Self {
        let side = |side: &crate::modes::tron::simulation::SideSummary| Standing {
            name: side.name.clone(),
            score: side.score,
            deaths: side.deaths,
            mean_ms: side.times.mean_ms(),
            p99_ms: side.times.percentile_ms(99),
            elo: side.score.elo(),
        };
        Self {
            rounds: summary.rounds,
            draws: summary.draws,
            mean_length: summary.mean_length(),
            sides: summary.sides.iter().map(side).collect(),
        }
    }
}

/// The series that is played, or was played last.
#[derive(Resource, Default)]
pub struct Series {
    run: Option<Run>,
    wanted: u32,
    standings: Standings,
    log: Option<Result<PathBuf, String>>,
}

/// Where the logs of series go: a new file of this folder each. Nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub struct SeriesLogs(pub Option<PathBuf>);

/// Rounds under way.
struct Run {
    simulation: Arc<Simulation>,
    chunk: Thinking<Chunk>,
    stopping: bool,
}

/// What comes of a chunk.
struct Chunk {
    summary: Summary,
    standings: Standings,
    /// Rounds to play in the next one.
    next: u32,
    /// Whether all rounds of it were played.
    whole: bool,
}

impl Series {
    /// Whether rounds are played.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.run.is_some()
    }

    /// How many rounds are to be played; 0 before the first series.
    #[must_use]
    pub fn wanted(&self) -> u32 {
        self.wanted
    }

    /// The table so far.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The log of a series that has ended, or why there is none; `None` before the end and if none is kept.
    #[must_use]
    pub fn log(&self) -> Option<&Result<PathBuf, String>> {
        self.log.as_ref()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>()
        .init_resource::<SeriesLogs>()
        .add_message::<SeriesOrder>()
        .add_systems(Update, (command, collect.run_if(|series: Res<Series>| series.is_running())).chain());
}

/// Takes the orders from outside.
fn command(mut orders: MessageReader<SeriesOrder>, policy: Res<ThinkPolicy>, mut series: ResMut<Series>) {
    for order in orders.read() {
        match order {
            SeriesOrder::Start { simulation, rounds } if !series.is_running() => {
                let simulation = Arc::new(Simulation::clone(simulation));
                let summary = Summary::new(&simulation.sides);
                *series = Series { wanted: *rounds, standings: Standings::of(&summary), ..Series::default() };
                // One round from every start first, to see how long a round takes.
                let first = (simulation.sides.len() as u32).min(*rounds);
                let chunk = begin(*policy, simulation.clone(), summary, first);
                series.run = Some(Run { simulation, chunk, stopping: false });
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
fn collect(mut series: ResMut<Series>, policy: Res<ThinkPolicy>, logs: Res<SeriesLogs>) {
    let Some(run) = &mut series.bypass_change_detection().run else { return };
    // Chunks have no tick of their own: what is due at 1 is asked to end when the series is to stop.
    let Some(chunk) = run.chunk.take(u32::from(run.stopping)) else { return };
    let (simulation, stopping) = (run.simulation.clone(), run.stopping || !chunk.whole);
    series.standings = chunk.standings;
    let left = series.wanted - chunk.summary.rounds;
    if left == 0 || stopping {
        series.run = None;
        series.log =
            logs.0.clone().filter(|_| chunk.summary.rounds > 0).map(|folder| write_log(&folder, &chunk.summary));
    } else {
        let chunk = begin(*policy, simulation.clone(), chunk.summary, chunk.next.min(left));
        series.run = Some(Run { simulation, chunk, stopping: false });
    }
}

fn write_log(folder: &std::path::Path, summary: &Summary) -> Result<PathBuf, String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: cannot be made: {error}", folder.display()))?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let path = folder.join(format!("tron-{}.log", now.map_or(0, |time| time.as_secs())));
    summary.write_log(&path).map(|()| path)
}

/// What a chunk should take.
const TARGET: Duration = Duration::from_millis(300);

/// The most rounds of a chunk.
const LARGEST: u32 = 200;

/// Longer than any series: only being stopped or dropped ends a chunk early.
const FOR_EVER: Duration = Duration::from_secs(1_000_000_000);

/// Starts the next `rounds` rounds after those of `summary`.
fn begin(policy: ThinkPolicy, simulation: Arc<Simulation>, summary: Summary, rounds: u32) -> Thinking<Chunk> {
    Thinking::start(policy, 1, FOR_EVER, move |limit| play(&simulation, summary, rounds, limit))
}

fn play(simulation: &Simulation, mut summary: Summary, rounds: u32, limit: &Budget) -> Chunk {
    let start = Instant::now();
    let clock: Clock = Arc::new(move || start.elapsed());
    // A core is left to the window.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1).max(1);
    let stop = AtomicBool::new(false);
    let played = play_all(
        rounds as usize,
        threads,
        &stop,
        |number| {
            let round = simulation.play_within(summary.rounds as usize + number, &clock, limit);
            if !matches!(round, Ok(Some(_))) {
                stop.store(true, Ordering::Relaxed);
            }
            round
        },
        |_, _| {},
    );
    let before = summary.rounds;
    for round in played.iter().map_while(|round| round.as_ref().ok().and_then(Option::as_ref)) {
        summary.add(round);
    }
    let growth = TARGET.as_secs_f64() / start.elapsed().as_secs_f64().max(1e-6);
    let next = (f64::from(rounds) * growth.min(4.0)) as u32;
    let whole = summary.rounds - before == rounds;
    Chunk { standings: Standings::of(&summary), summary, next: next.clamp(1, LARGEST), whole }
}
