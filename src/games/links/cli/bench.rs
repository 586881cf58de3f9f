//! `gridmarch bench links`: how fast our engine is, whether lines are as many as they should be, whether it draws the links
//! that recorded games have, and whether it solves puzzles.

use crate::base::{Budget, rng};
use crate::cli::CliError;
use crate::games::links::cli::recorded::{agreement, solve};
use crate::games::links::cli::sim::RulesArgs;
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::evaluation::Evaluation;
use crate::games::links::player::random_step;
use crate::games::links::position::Position;
use crate::games::links::reference::COUNTS;
use crate::games::links::routes::Look;
use crate::games::links::rules::Rules;
use clap::Args;
use serde_json::{Map, Value, json};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Recorded games with the links of every move
    #[arg(long = "rules", value_name = "FILE")]
    games: Option<PathBuf>,
    /// Positions with their best moves, as JSON lines or as levels/links/puzzles.ron
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Thinking time for a puzzle, and for the speed of the search, in milliseconds
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: u64,
    /// Seed of the positions for the speed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Evaluations a second of positions that come up at random, and nodes a second of the search.
fn speed(rules: Rules, seed: u64, time: Duration) -> (f64, f64) {
    let mut rng = rng::stream(seed, "links bench");
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = Position::new(rules);
        for _ in 0..u32::from(rules.size) * 2 {
            if position.end().is_some() {
                break;
            }
            positions.push(position.clone());
            position.make(random_step(&position, &mut rng));
        }
    }
    let (begin, mut count) = (Instant::now(), 0_u64);
    while begin.elapsed() < time {
        for position in &positions {
            black_box(Evaluation::best().judge(&Look::at(black_box(position)), position.side()));
            count += 1;
        }
    }
    let evaluations = count as f64 / begin.elapsed().as_secs_f64();
    let (begin, mut nodes) = (Instant::now(), 0);
    for position in positions.iter().step_by(positions.len().div_ceil(8).max(1)) {
        let begin = Instant::now();
        let budget = Budget::until(move || begin.elapsed() >= time);
        nodes += Engine::new(MAX_LEVEL, 0).think(position, &budget, &mut |_| {}).nodes;
    }
    (evaluations, nodes as f64 / begin.elapsed().as_secs_f64())
}

/// The lines of the reference positions, and how many are counted a second.
fn perft() -> Result<Value, CliError> {
    let (begin, mut lines) = (Instant::now(), 0);
    let mut positions = Vec::new();
    for reference in COUNTS {
        let (found, expected) = (reference.counted(), reference.count);
        let place = format!("{} on {} by {}", reference.moves, reference.size, reference.variant);
        if found != expected {
            return Err(CliError::Other(format!("{}: counted {found:?}, expected {expected:?}", place.trim())));
        }
        lines += found.lines;
        positions.push(json!({
            "size": reference.size,
            "variant": reference.variant.to_string(),
            "moves": reference.moves,
            "plies": reference.plies,
            "lines": found.lines,
            "positions": found.positions,
        }));
    }
    Ok(json!({"counts": positions, "lines_per_s": lines as f64 / begin.elapsed().as_secs_f64()}))
}

pub(super) fn run(args: &LinksArgs) -> Result<(), CliError> {
    let time = Duration::from_millis(args.time_ms);
    let (evaluations, nodes) = speed(args.rules.rules()?, args.seed, time);
    let mut object = Map::new();
    object.insert("evaluations_per_s".into(), json!(evaluations));
    object.insert("nodes_per_s".into(), json!(nodes));
    object.insert("perft".into(), perft()?);
    if let Some(path) = &args.games {
        object.insert("rules".into(), agreement(path)?);
    }
    if let Some(path) = &args.puzzles {
        let budget = || {
            let begin = Instant::now();
            Budget::until(move || begin.elapsed() >= time)
        };
        object.insert("puzzles".into(), solve(path, MAX_LEVEL, budget)?);
    }
    if args.json {
        println!("{}", Value::Object(object));
    } else {
        for (key, value) in object {
            println!("{key}: {value}");
        }
    }
    Ok(())
}
