//! `gridmarch bench jams`: the movement suite. Plays every scenario of `levels/jams` from all of its starts and tells how
//! many came out as expected, and how good the way there was. With `--random` it plays [`random`] scenarios instead.

mod free_ways;
pub mod measures;
mod picture;
pub mod random;
pub(crate) mod run;
mod seen;
pub mod travel;

pub use run::{Played, play};

use crate::base::Fingerprint;
use crate::cli::CliError;
use crate::files::write_whole;
use crate::games::rts::level::jam::{Jam, JamError, JamProblem, STARTS};
use crate::games::rts::level::{LevelProblem, levels_in};
use crate::games::rts::rules::Rules;
use crate::nav::coop::PlannerKind;
use crate::nav::step::Tick;
use crate::shell::folders::root_folder;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use measures::p95;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Options of `bench jams`.
#[derive(Debug, Args)]
pub(crate) struct JamsArgs {
    /// Only this scenario, by its name (the file's without .ron); may be given several times
    #[arg(long, value_name = "NAME")]
    scenario: Vec<String>,
    /// Instead of the files: so many scenarios that are made at random, each played once
    #[arg(long, value_name = "N", conflicts_with_all = ["scenario", "starts", "folder"],
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    random: Option<u32>,
    /// Seed of the first random scenario; the next ones have the next seeds
    #[arg(long, value_name = "N", default_value_t = 1, requires = "random")]
    seed: u64,
    /// How units plan instead of what the rules say: lra, ca, hca, whca, march
    #[arg(long, value_name = "NAME", value_parser = planner)]
    planner: Option<PlannerKind>,
    /// Starts of each scenario, spread over all of them
    #[arg(long, value_name = "N", default_value_t = STARTS as u16, value_parser = clap::value_parser!(u16).range(1..=STARTS as i64))]
    starts: u16,
    /// The folder of the scenario files
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Rules data instead of those that the game ships with
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Matches that run at the same time; without it as many as there are processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Draw one start of one scenario into this SVG file instead: how far it is under every planner, or under that of
    /// --planner, after --tick ticks
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "starts", "threads"])]
    picture: Option<PathBuf>,
    /// Ticks after which the picture is taken; half an hour at most
    #[arg(long, value_name = "N", default_value_t = 600, requires = "picture",
        value_parser = clap::value_parser!(Tick).range(0..=36_000))]
    tick: Tick,
    /// The start that is drawn, from 0
    #[arg(long, value_name = "N", default_value_t = 4, requires = "picture", value_parser = clap::value_parser!(u16).range(0..STARTS as i64))]
    start: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn planner(name: &str) -> Result<PlannerKind, String> {
    let known = PlannerKind::ALL.map(PlannerKind::name).join(", ");
    PlannerKind::named(name).ok_or_else(|| format!("expected one of {known}"))
}

/// All that was played of one scenario.
#[derive(Debug, Clone)]
pub struct Score {
    pub name: String,
    pub solvable: bool,
    pub units: usize,
    /// What each start came to, in order.
    pub played: Vec<Played>,
}

impl Score {
    /// Number of starts that came out as expected.
    pub fn resolved(&self) -> usize {
        self.played.iter().filter(|played| played.resolved).count()
    }

    /// The 95th percentile of a measure over all ordered units of all starts.
    pub fn p95(&self, measure: impl Fn(&Played) -> &[f64]) -> f64 {
        p95(&mut self.played.iter().flat_map(|played| measure(played).iter().copied()).collect::<Vec<_>>())
    }

    fn sum(&self, count: impl Fn(&Played) -> u32) -> u64 {
        self.played.iter().map(|played| u64::from(count(played))).sum()
    }

    /// How long all its units were watched, in minutes.
    fn unit_minutes(&self) -> f64 {
        self.units as f64 * self.sum(|played| played.ticks) as f64 / TICKS_A_MINUTE
    }

    fn longest_stand(&self) -> u32 {
        self.played.iter().map(|played| played.longest_stand).max().unwrap_or(0)
    }

    pub(crate) fn to_json(&self) -> Value {
        let mut print = Fingerprint::new();
        for played in &self.played {
            print.add_u64(played.fingerprint);
        }
        json!({
            "name": self.name,
            "solvable": self.solvable,
            "starts": self.played.len(),
            "units": self.units,
            "resolved": self.resolved(),
            "arrival_p95_ratio": self.p95(|played| &played.arrival_ratios),
            "stall_share_p95": self.p95(|played| &played.stall_shares),
            "detour_p95": self.p95(|played| &played.detours),
            "overlaps": self.sum(|played| played.overlaps),
            "orders_lost": self.sum(|played| played.orders_lost),
            "longest_stand_ticks": self.longest_stand(),
            "idle_with_free_route": self.sum(|played| played.idle_with_free_route),
            "unsafe_ticks": self.sum(|played| played.unsafe_ticks),
            "ticks": self.sum(|played| played.ticks),
            "fingerprint": format!("{:016x}", print.finish()),
        })
    }

    fn to_row(&self) -> String {
        format!(
            "{:22}  {:>3}  {:5}  {:>8}  {:7.2}  {:5.2}  {:6.2}  {:5}  {:5}  {:8}  {:4}  {:6}  {:7}",
            self.name,
            if self.solvable { "yes" } else { "no" },
            self.units,
            format!("{}/{}", self.resolved(), self.played.len()),
            self.p95(|played| &played.arrival_ratios),
            self.p95(|played| &played.stall_shares),
            self.p95(|played| &played.detours),
            self.longest_stand(),
            self.sum(|played| played.idle_with_free_route),
            self.sum(|played| played.overlaps),
            self.sum(|played| played.orders_lost),
            self.sum(|played| played.unsafe_ticks),
            self.sum(|played| played.ticks),
        )
    }
}

/// Distance of one chosen start from the next, if not all are played: shares no factor with [`STARTS`], and every three
/// that follow each other differ in columns, rows and sequence.
const STRIDE: usize = 13;

/// Ticks of a minute of the game at normal speed.
const TICKS_A_MINUTE: f64 = 1_200.0;

const HEAD: &str = "scenario                can  units  resolved  arrival  stall  detour  stand   idle  overlaps  lost  unsafe    ticks";

/// Reads the scenarios of a folder, by name. The second list are those that need a unit kind which the rules do not
/// have, with the reason.
pub fn scenarios(folder: &Path, rules: &Rules) -> Result<(Vec<Jam>, Vec<JamError>), CliError> {
    let files =
        levels_in(folder).map_err(|error| CliError::Other(format!("{}: cannot be read: {error}", folder.display())))?;
    let (mut jams, mut skipped) = (Vec::new(), Vec::new());
    for file in files {
        match Jam::load(&file, rules) {
            Ok(jam) => jams.push(jam),
            Err(error) if matches!(error.problem, JamProblem::Level(LevelProblem::UnknownKind { .. })) => {
                skipped.push(error);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((jams, skipped))
}

/// Plays scenarios from some of their starts, several at the same time; the result does not depend on how many.
pub fn play_all(jams: &[Jam], starts: usize, rules: &Rules, threads: usize, done: &dyn Fn()) -> Vec<Score> {
    let mut chosen: Vec<usize> = (0..starts).map(|index| index * STRIDE % STARTS).collect();
    chosen.sort_unstable();
    let jobs: Vec<(usize, usize)> =
        (0..jams.len()).flat_map(|jam| chosen.iter().map(move |start| (jam, *start))).collect();
    let play_job = |job: usize| play(&jams[jobs[job].0], jobs[job].1, rules);
    let results = crate::arena::play_all(jobs.len(), threads, &AtomicBool::new(false), play_job, |_, _| done());
    let mut results = results.into_iter();
    jams.iter()
        .map(|jam| Score {
            name: jam.name.clone(),
            solvable: jam.solvable,
            units: jam.units(),
            played: results.by_ref().take(chosen.len()).collect(),
        })
        .collect()
}

pub(crate) fn run(args: &JamsArgs) -> Result<(), CliError> {
    let mut rules = crate::games::rts::cli::rules(args.rules.as_deref())?;
    if let Some(kind) = args.planner {
        rules.planner.kind = kind;
    }
    let (jams, starts) = match args.random {
        Some(count) => (random_scenarios(count, args.seed, &rules), 1),
        None => (filed_scenarios(args, &rules)?, usize::from(args.starts)),
    };
    if let Some(file) = &args.picture {
        let [jam] = jams.as_slice() else {
            return Err(CliError::Other("a picture shows one scenario: give --scenario once, or --random 1".into()));
        };
        let planners = args.planner.map_or(PlannerKind::ALL.to_vec(), |kind| vec![kind]);
        let drawing = picture::draw(jam, usize::from(args.start), args.tick, &planners, &rules);
        return write_whole(file, &drawing)
            .map_err(|error| CliError::Other(format!("{}: cannot be written: {error}", file.display())));
    }
    let threads = args.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, Into::into));
    let progress = ProgressBar::with_draw_target(Some((jams.len() * starts) as u64), ProgressDrawTarget::stderr());
    let scores = play_all(&jams, starts, &rules, threads, &|| progress.inc(1));
    progress.finish_and_clear();
    let minutes: f64 = scores.iter().map(Score::unit_minutes).sum();
    let idle: u64 = scores.iter().map(|score| score.sum(|played| played.idle_with_free_route)).sum();
    if args.json {
        let scenarios: Vec<Value> = scores.iter().map(Score::to_json).collect();
        println!("{}", json!({ "scenarios": scenarios, "unit_minutes": minutes, "idle_with_free_route": idle }));
        return Ok(());
    }
    println!("{HEAD}");
    for score in &scores {
        println!("{}", score.to_row());
    }
    let solvable = || scores.iter().filter(|score| score.solvable);
    let (resolved, played): (usize, usize) =
        (solvable().map(Score::resolved).sum(), solvable().map(|score| score.played.len()).sum());
    println!("{resolved} of {played} starts of solvable scenarios resolved");
    println!("{idle} stands of three seconds with a free way in {minutes:.0} unit-minutes");
    Ok(())
}

/// Scenarios of so many seeds in a row; says which of them cannot be made.
fn random_scenarios(count: u32, first: u64, rules: &Rules) -> Vec<Jam> {
    let made = (first..).take(count as usize).map(|seed| (seed, random::scenario(seed, rules)));
    let kept =
        made.filter_map(|(seed, made)| made.inspect_err(|error| eprintln!("left out: random-{seed}: {error}")).ok());
    kept.collect()
}

/// The scenarios of the folder, or those that were named.
fn filed_scenarios(args: &JamsArgs, rules: &Rules) -> Result<Vec<Jam>, CliError> {
    let folder = args.folder.clone().unwrap_or_else(|| root_folder().join("levels/jams"));
    let (mut jams, skipped) = scenarios(&folder, rules)?;
    if !args.scenario.is_empty() {
        let known: Vec<String> = jams.iter().map(|jam| jam.name.clone()).collect();
        if let Some(name) = args.scenario.iter().find(|name| !known.contains(name)) {
            let known = known.join(", ");
            return Err(CliError::Other(format!("there is no scenario {name:?} in {}: {known}", folder.display())));
        }
        jams.retain(|jam| args.scenario.contains(&jam.name));
    } else {
        for error in &skipped {
            eprintln!("left out: {error}");
        }
    }
    Ok(jams)
}
