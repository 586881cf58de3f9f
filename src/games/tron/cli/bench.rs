//! `gridmarch bench tron`: how fast Tron's engine searches on one core.
//!
//! Searches with a node budget from positions of its own games, once with cheap leaves and once with those that it plays
//! with. The work is the same every time, so only the time differs; the median of several runs is told.

use crate::base::Budget;
use crate::cli::CliError;
use crate::games::tron::cli::tron_size;
use crate::games::tron::engine::{Leaves, Work, samples, work};
use crate::games::tron::generate::{MAX_OBSTACLES, RandomArena, Starts};
use crate::games::tron::position::Position;
use clap::Args;
use serde_json::json;
use std::time::Instant;

#[derive(Debug, Args)]
pub(crate) struct TronArgs {
    /// Size of the random boards
    #[arg(long, value_name = "WxH", default_value = "30x20", value_parser = tron_size)]
    size: (u16, u16),
    /// Obstacles on them, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_OBSTACLES)))]
    obstacles: u8,
    /// How many positions are searched
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    positions: u16,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How often everything is measured; the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=100))]
    runs: u16,
    /// Seed of boards and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The work of all searches, and the median of the seconds that it took.
fn measure(positions: &[Position], leaves: Leaves, args: &TronArgs) -> (Work, f64) {
    let mut done = Work::default();
    let mut seconds: Vec<f64> = (0..args.runs)
        .map(|_| {
            let begin = Instant::now();
            done = Work::default();
            for position in positions {
                done += work(position, 0, leaves, &Budget::nodes(args.nodes));
            }
            begin.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    (done, seconds[seconds.len() / 2].max(f64::MIN_POSITIVE))
}

pub(crate) fn run(args: &TronArgs) -> Result<(), CliError> {
    let (width, height) = args.size;
    let wish = RandomArena { width, height, obstacles: args.obstacles, starts: Starts::Corners, seats: 2 };
    let positions = samples(wish, usize::from(args.positions), args.seed)?;
    let (cheap, cheap_seconds) = measure(&positions, Leaves::Cheap, args);
    let (full, seconds) = measure(&positions, Leaves::Chambers, args);
    let speed = |count: u64, seconds: f64| (count as f64 / seconds).round();
    if args.json {
        println!(
            "{}",
            json!({
                "size": format!("{width}x{height}"),
                "positions": positions.len(),
                "cheap_nodes_per_second": speed(cheap.nodes, cheap_seconds),
                "cheap_evaluations_per_second": speed(cheap.evaluations, cheap_seconds),
                "nodes_per_second": speed(full.nodes, seconds),
                "chamber_evaluations_per_second": speed(full.evaluations, seconds),
                "chamber_walks_per_second": speed(full.walks, seconds),
                "chamber_walk_share": full.walks as f64 / full.evaluations.max(1) as f64,
            })
        );
    } else {
        println!("{} positions on {width} x {height}, one core, median of {} runs", positions.len(), args.runs);
        println!("leaves      nodes/s  evaluations/s  with chambers/s");
        for (name, done, seconds) in [("cheap", cheap, cheap_seconds), ("chambers", full, seconds)] {
            let speeds = [done.nodes, done.evaluations, done.walks].map(|count| speed(count, seconds));
            println!("{name:8}  {:9}  {:13}  {:15}", speeds[0], speeds[1], speeds[2]);
        }
    }
    Ok(())
}
