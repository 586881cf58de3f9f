//! `gridmarch bench tick`: milliseconds per tick of a whole simulation under orders.

use super::memory::peak_rss_mib;
use crate::base::Cell;
use crate::base::rng::stream;
use crate::cli::CliError;
use crate::cli::size::Size;
use crate::level::generate::{MapKind, MapSpec, generate};
use crate::level::{Level, UnitSpawn};
use crate::modes::rts::rules::{KindId, Rules};
use crate::nav::regions::Regions;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Ground;
use crate::sim::Order;
use crate::sim::headless::Match;
use crate::sim::planning::PlannerStats;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `bench tick`.
#[derive(Debug, Args)]
pub struct TickArgs {
    /// Units on the map
    #[arg(long, value_name = "N", default_value_t = 200)]
    units: usize,
    /// The map (.ron or MovingAI .map); without it a generated one
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Size of the generated map
    #[arg(long, value_name = "WxH", default_value = "128x128", conflicts_with = "map")]
    size: Size,
    /// Sort of the generated map
    #[arg(long = "type", value_name = "NAME", default_value = "open", conflicts_with = "map")]
    kind: MapKind,
    /// Ticks to measure
    #[arg(long, value_name = "T", default_value_t = 2000)]
    ticks: Tick,
    /// Seed of places and orders
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Rules data instead of those that the game ships with
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Units of one group order.
const GROUP: usize = 20;
/// Ticks between two orders to the same group: 20 seconds at normal speed.
const ORDER_INTERVAL: Tick = 400;

/// The level with `count` units of all kinds on random cells of the largest region of each kind.
///
/// # Errors
/// If there is not enough room.
fn crowd(level: &mut Level, rules: &Rules, count: usize, seed: u64) -> Result<(), CliError> {
    let mut rng = stream(seed, "bench crowd");
    let mut free: Vec<Vec<Cell>> = Vec::new();
    for (_, kind) in rules.kinds() {
        let regions = Regions::new(Ground::new(&level.terrain, &rules.costs, kind.class));
        let largest = (1..=regions.count() as u32).max_by_key(|region| regions.size(*region));
        let mut cells: Vec<Cell> = level
            .terrain
            .cells()
            .filter(|cell| regions.region(*cell).is_some_and(|region| Some(region) == largest))
            .collect();
        cells.shuffle(&mut rng);
        free.push(cells);
    }
    let mut taken = crate::base::Grid::filled(level.terrain.width(), level.terrain.height(), false);
    level.units.clear();
    for index in 0..count {
        let kind = index % free.len();
        let at = loop {
            let Some(cell) = free[kind].pop() else {
                return Err(CliError::Other(format!("the map has no room for {count} units")));
            };
            if !std::mem::replace(&mut taken[cell], true) {
                break cell;
            }
        };
        level.units.push(UnitSpawn { kind: KindId(kind as u8), side: 0, at });
    }
    Ok(())
}

pub(super) fn run(args: &TickArgs) -> Result<(), CliError> {
    let rules = crate::cli::rules(args.rules.as_deref())?;
    let mut level = match &args.map {
        Some(path) => Level::load(path, &rules)?,
        None => generate(
            &MapSpec { kind: args.kind, width: args.size.width, height: args.size.height, seed: args.seed },
            &rules,
        )?,
    };
    crowd(&mut level, &rules, args.units, args.seed)?;
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    let mut game = Match::new(level, rules, args.seed);
    game.use_one_thread();
    let mut rng = stream(args.seed, "bench orders");
    let ids: Vec<UnitId> = (0..args.units as u32).map(UnitId).collect();
    let groups: Vec<&[UnitId]> = ids.chunks(GROUP).collect();
    let progress = ProgressBar::with_draw_target(Some(u64::from(args.ticks)), ProgressDrawTarget::stderr());
    let mut times = Vec::with_capacity(args.ticks as usize);
    for tick in 0..args.ticks {
        // Each group has its own beat, so that orders come all the time.
        for (number, group) in groups.iter().enumerate() {
            let beat = (number * ORDER_INTERVAL as usize / groups.len()) as Tick;
            if tick % ORDER_INTERVAL == beat % ORDER_INTERVAL {
                let to = Cell::new(rng.random_range(0..width), rng.random_range(0..height));
                game.order(0, Order::MoveTo { units: group.to_vec(), to, queue: false, formation: false });
            }
        }
        let start = Instant::now();
        game.tick();
        times.push(start.elapsed().as_secs_f64() * 1e3);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1))).copied().unwrap_or(0.0)
    };
    let stats = *game.app.world().resource::<PlannerStats>();
    let fingerprint = format!("{:016x}", game.print().whole());
    if args.json {
        println!(
            "{}",
            json!({
                "units": args.units, "ticks": args.ticks, "tick_ms_mean": mean, "tick_ms_p99": at(0.99),
                "tick_ms_max": at(1.0), "peak_rss_mib": peak_rss_mib(), "fingerprint": fingerprint,
                "searches": stats.searches, "expanded": stats.expanded, "incomplete": stats.incomplete,
                "refused": stats.refused,
            })
        );
    } else {
        println!("units  ticks  mean ms   p99 ms   max ms  peak MiB  fingerprint");
        println!(
            "{:5}  {:5}  {mean:7.3}  {:7.3}  {:7.3}  {:8}  {fingerprint}",
            args.units,
            args.ticks,
            at(0.99),
            at(1.0),
            peak_rss_mib()
        );
        println!(
            "{} searches, {:.1} nodes each, {} incomplete, {} steps refused",
            stats.searches,
            stats.expanded as f64 / stats.searches.max(1) as f64,
            stats.incomplete,
            stats.refused
        );
    }
    Ok(())
}
