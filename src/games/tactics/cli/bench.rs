//! `gridmarch bench tactics`: our counts and tables against reference data, how far the engine looks ahead, and the
//! tuning of its weights.

use crate::arena::{Clock, Contest as _, play_all};
use crate::base::Budget;
use crate::cli::CliError;
use crate::games::tactics::Position;
use crate::games::tactics::cli::sim::BattleArgs;
use crate::games::tactics::ending::{Endings, Value};
use crate::games::tactics::engine::{Engine, MAX_LEVEL};
use crate::games::tactics::evaluation::{Style, Weights};
use crate::games::tactics::reference::{Counted, Sample, Samples, classic_scene};
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::rules::Side;
use crate::games::tactics::tuning::Tuning;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct TacticsArgs {
    /// Compare with the reference data in this folder: one-turn-counts.jsonl and tb-*.csv
    #[arg(long, value_name = "DIR", conflicts_with = "tune")]
    reference: Option<PathBuf>,
    /// Tune the weights by self-play: this many changes are tried
    #[arg(long, value_name = "STEPS")]
    tune: Option<u64>,
    /// Battles for a change
    #[arg(long, value_name = "N", default_value_t = 100, requires = "tune")]
    rounds: u32,
    /// Nodes of a turn while tuning
    #[arg(long, value_name = "N", default_value_t = 3000, requires = "tune")]
    nodes: u64,
    /// Thinking time of the search whose depth is told
    #[arg(long, value_name = "MS", default_value_t = 100)]
    time_ms: u64,
    #[command(flatten)]
    battle: BattleArgs,
    /// All that is random comes from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What came of comparing one file.
struct Compared {
    file: String,
    records: usize,
    equal: usize,
    /// Milliseconds to solve all positions, for tables.
    solved_ms: Option<f64>,
}

fn read(path: &Path) -> Result<String, CliError> {
    crate::files::read_text(path, crate::files::MAX_RECORDING)
        .map_err(|error| CliError::Other(format!("{}: cannot be read: {error}", path.display())))
}

fn counts(path: &Path) -> Result<Compared, CliError> {
    let (mut records, mut equal) = (0, 0);
    for (index, line) in read(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |problem| CliError::Other(format!("{}: line {}: {problem}", path.display(), index + 1));
        let counted = Counted::parse(line).map_err(wrong)?;
        // Sequences with their states, and the source's operators with theirs.
        let (ours, theirs) = (counted.ours().map_err(wrong)?, counted.theirs());
        records += 2;
        equal += usize::from(ours[..2] == theirs[..2]) + usize::from(ours[2..] == theirs[2..]);
    }
    Ok(Compared { file: path.display().to_string(), records, equal, solved_ms: None })
}

fn table(path: &Path) -> Result<Compared, CliError> {
    let wrong = |problem| CliError::Other(format!("{}: {problem}", path.display()));
    let samples = Samples::parse(&read(path)?).map_err(wrong)?;
    let most = samples.samples.iter().map(|sample| sample.own.len()).max().unwrap_or(1);
    let scene = classic_scene(&samples.obstacles, [most, 1]);
    let begin = Instant::now();
    let mut endings = Endings::of(&scene);
    if most == 2 {
        endings.complete();
    }
    let solved = begin.elapsed();
    let is_equal = |sample: &&Sample| {
        let own = sample.own.iter().enumerate().map(|(slot, (at, hp))| (slot, *at, *hp));
        let placed: Vec<_> = own.chain([(MAX_SQUAD, sample.other.0, sample.other.1)]).collect();
        let position = Position::new(scene.clone(), &placed, sample.side);
        let expected = match sample.value {
            1 => Value::Win(sample.turns),
            -1 => Value::Loss(sample.turns),
            _ => Value::Draw,
        };
        position.side() == sample.side && endings.value(&position) == Some(expected)
    };
    let totals_differ = samples.totals.is_some_and(|totals| endings.totals() != Some(totals));
    let equal = samples.samples.iter().filter(is_equal).count() - usize::from(totals_differ);
    let (file, records) = (path.display().to_string(), samples.samples.len());
    Ok(Compared { file, records, equal, solved_ms: Some(solved.as_secs_f64() * 1000.0) })
}

fn reference(folder: &Path, is_json: bool) -> Result<(), CliError> {
    let tables = crate::files::listed(folder, "csv")
        .map_err(|error| CliError::Other(format!("{}: cannot be read: {error}", folder.display())))?;
    let mut all = vec![counts(&folder.join("one-turn-counts.jsonl"))?];
    for path in &tables {
        all.push(table(path)?);
    }
    if is_json {
        let files = all.iter().map(
            |one| json!({"file": one.file, "records": one.records, "equal": one.equal, "solved_ms": one.solved_ms}),
        );
        println!("{}", json!({"files": files.collect::<Vec<_>>()}));
    } else {
        for one in &all {
            let solved = one.solved_ms.map_or_else(String::new, |time| format!(", solved in {time:.1} ms"));
            println!("{}: {} of {} equal{solved}", one.file, one.equal, one.records);
        }
    }
    match all.iter().find(|one| one.equal != one.records) {
        Some(one) => Err(CliError::Other(format!("{}: {} records differ", one.file, one.records - one.equal))),
        None => Ok(()),
    }
}

fn depth(args: &TacticsArgs) -> Result<(), CliError> {
    let setup = args.battle.setup()?;
    let position = setup.begin()?;
    let mut engine = Engine::new(MAX_LEVEL, Style::Steady, args.seed);
    let solving = Instant::now();
    engine.evaluation(position.scene());
    let solved = solving.elapsed();
    let (begin, limit) = (Instant::now(), Duration::from_millis(args.time_ms));
    let thought = engine.think(&position, &Budget::until(move || begin.elapsed() >= limit), &mut |_| {});
    let taken = begin.elapsed().as_secs_f64();
    let turns = f64::from(thought.depth) / f64::from(position.count(Side::A).max(position.count(Side::B)));
    let line: Vec<String> = thought.line.iter().map(ToString::to_string).collect();
    if args.json {
        println!(
            "{}",
            json!({"depth": thought.depth, "turns": turns, "nodes": thought.nodes, "ms": taken * 1000.0,
                "nodes_per_second": thought.nodes as f64 / taken, "score": thought.score, "line": line,
                "endings_ms": solved.as_secs_f64() * 1000.0})
        );
    } else {
        println!(
            "{} plies, {turns:.1} turns, {} nodes in {:.1} ms, score {}\n{}",
            thought.depth,
            thought.nodes,
            taken * 1000.0,
            thought.score,
            line.join(" ")
        );
    }
    Ok(())
}

fn tune(args: &TacticsArgs, steps: u64) -> Result<(), CliError> {
    let setup = args.battle.setup()?;
    let best = Weights::tuned(setup.rules.mode);
    let rounds = args.rounds.next_multiple_of(2);
    let mut tuning = Tuning { setup, nodes: args.nodes, seed: args.seed, best };
    let begin = Instant::now();
    let clock: Clock = Arc::new(move || begin.elapsed());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut kept = 0;
    for step in 0..steps {
        let (simulation, change) = (tuning.simulation(step), tuning.change(step));
        let play = |number| simulation.play(number, &clock);
        let played = play_all(rounds as usize, threads, &AtomicBool::new(false), play, |_, _| {});
        let played = played.into_iter().collect::<Result<Vec<_>, _>>();
        let (score, is_kept) = tuning.take(step, &played.map_err(CliError::Other)?);
        kept += u64::from(is_kept);
        let verdict = if is_kept { "kept" } else { "dropped" };
        eprintln!("{step}: {} {:+}: {:.1} %, {verdict}", change.term.name(), change.by, 100.0 * score.share());
    }
    if args.json {
        println!("{}", json!({"steps": steps, "kept": kept, "weights": tuning.best.0.to_vec()}));
    } else {
        println!("{kept} of {steps} changes kept: {}\n{:?}", tuning.best, tuning.best.0);
    }
    Ok(())
}

pub(crate) fn run(args: &TacticsArgs) -> Result<(), CliError> {
    match (&args.reference, args.tune) {
        (Some(folder), _) => reference(folder, args.json),
        (None, Some(steps)) => tune(args, steps),
        (None, None) => depth(args),
    }
}
