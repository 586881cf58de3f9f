//! `gridmarch bench tick`: milliseconds per tick of a whole simulation under orders.

mod alone;
mod scenes;

use crate::arena::Times;
use crate::cli::CliError;
use crate::cli::bench::memory::peak_rss_mib;
use crate::games::rts::cli::size::Size;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::march::planning::PlannerStats;
use crate::games::rts::sim::{MatchSetup, Order};
use crate::nav::step::Tick;
use alone::Alone;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget};
use scenes::{Commander, Scenario};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `bench tick`.
#[derive(Debug, Args)]
pub(crate) struct TickArgs {
    /// What is played
    #[arg(long, value_name = "NAME", default_value = "marching")]
    scenario: Scenario,
    /// Units on the map
    #[arg(long, value_name = "N", default_value_t = 200)]
    units: usize,
    /// Units that are ordered, the first ones; without it all are
    #[arg(long, value_name = "N")]
    moving: Option<usize>,
    /// Threads that choose steps; the match does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// The planner alone, without the engine: how long choosing takes
    #[arg(long)]
    alone: bool,
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

pub(crate) fn run(args: &TickArgs) -> Result<(), CliError> {
    let rules = args.scenario.rules(crate::games::rts::cli::rules(args.rules.as_deref())?);
    let mut level = match &args.map {
        Some(path) => Level::load(path, &rules)?,
        None => generate(
            &MapSpec { kind: args.kind, width: args.size.width, height: args.size.height, seed: args.seed },
            &rules,
        )?,
    };
    args.scenario.people(&mut level, &rules, args.units, args.seed)?;
    let full_search = scenes::full_search(&level, &rules);
    let moving = args.moving.unwrap_or(args.units).min(args.units);
    let mut commander = Commander::new(args.scenario, moving, &level, args.seed);
    if args.alone {
        march_alone(args, &mut Alone::new(&level, &rules, args.threads), &mut commander);
        return Ok(());
    }
    let skirmish = args.scenario.skirmish(&level);
    let mut game = Match::prepared(level, rules, args.seed, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = skirmish;
    });
    game.use_one_thread();
    game.choose_with(args.threads);
    let progress = ProgressBar::with_draw_target(Some(u64::from(args.ticks)), ProgressDrawTarget::stderr());
    let (mut ordered, mut idle, mut after) = (Times::default(), Times::default(), Times::default());
    for tick in 0..args.ticks {
        let orders = commander.orders(tick);
        let times = match (orders.is_empty(), ordered == Times::default()) {
            (false, _) => &mut ordered,
            (true, true) => &mut idle,
            (true, false) => &mut after,
        };
        orders.into_iter().for_each(|(side, order)| game.order(side, order));
        let start = Instant::now();
        game.tick();
        times.add(start.elapsed());
        progress.inc(1);
    }
    progress.finish_and_clear();
    let mut all = Times::default();
    [&ordered, &idle, &after].into_iter().for_each(|times| all.append(times));
    let stats = *game.app.world().resource::<PlannerStats>();
    let fingerprint = format!("{:016x}", game.print().whole());
    if args.json {
        let scenario = args.scenario.to_possible_value().map(|value| value.get_name().to_string());
        println!(
            "{}",
            json!({
                "scenario": scenario, "units": args.units, "moving": moving, "threads": args.threads, "ticks": args.ticks,
                "tick_ms_mean": all.mean_ms(), "tick_ms_p99": all.percentile_ms(99), "tick_ms_max": all.max_ms(),
                "order_ticks": ordered.micros().count(), "order_tick_ms_median": ordered.percentile_ms(50),
                "order_tick_ms_max": ordered.max_ms(), "idle_tick_ms_median": idle.percentile_ms(50),
                "after_tick_ms_mean": after.mean_ms(), "after_tick_ms_median": after.percentile_ms(50),
                "after_tick_ms_p99": after.percentile_ms(99),
                "peak_rss_mib": peak_rss_mib(), "fingerprint": fingerprint,
                "searches": stats.searches, "expanded": stats.expanded, "incomplete": stats.incomplete,
                "refused": stats.refused, "distance_cells": stats.distance_cells, "full_search_cells": full_search,
            })
        );
    } else {
        println!("units  ticks  mean ms   p99 ms   max ms  peak MiB  fingerprint");
        println!(
            "{:5}  {:5}  {:7.3}  {:7.3}  {:7.3}  {:8}  {fingerprint}",
            args.units,
            args.ticks,
            all.mean_ms(),
            all.percentile_ms(99),
            all.max_ms(),
            peak_rss_mib()
        );
        println!(
            "{} ticks with orders: median {:.3} ms, at most {:.3} ms; after them: mean {:.3} ms, median {:.3} ms; before the first: median {:.3} ms",
            ordered.micros().count(),
            ordered.percentile_ms(50),
            ordered.max_ms(),
            after.mean_ms(),
            after.percentile_ms(50),
            idle.percentile_ms(50)
        );
        println!(
            "{} distance cells, {:.2} searches of the whole map; {} windowed searches, {:.1} nodes each, {} incomplete; {} steps refused",
            stats.distance_cells,
            stats.distance_cells as f64 / full_search.max(1) as f64,
            stats.searches,
            stats.expanded as f64 / stats.searches.max(1) as f64,
            stats.incomplete,
            stats.refused
        );
    }
    Ok(())
}

/// `--alone`: the second half of the ticks counts, when all have been sent.
fn march_alone(args: &TickArgs, march: &mut Alone, commander: &mut Commander) {
    let mut times = Times::default();
    for tick in 0..args.ticks {
        for (_, order) in commander.orders(tick) {
            if let Order::MoveTo { units, to, .. } = order {
                march.send(&units, to);
            }
        }
        let taken = march.tick();
        if tick >= args.ticks / 2 {
            times.add(taken);
        }
    }
    let (mean, p99) = (times.mean_ms(), times.percentile_ms(99));
    let (turns, steps, arrivals) = (march.turns, march.steps, march.arrivals);
    let fingerprint = format!("{:016x}", march.print());
    if args.json {
        println!(
            "{}",
            json!({
                "units": args.units, "moving": args.moving.unwrap_or(args.units), "threads": args.threads,
                "ticks": args.ticks, "planner_ms_mean": mean, "planner_ms_p99": p99, "turns": turns, "steps": steps,
                "arrivals": arrivals, "peak_rss_mib": peak_rss_mib(), "fingerprint": fingerprint,
            })
        );
    } else {
        println!(
            "choosing: mean {mean:.3} ms, p99 {p99:.3} ms; {turns} turns, {steps} steps, {arrivals} arrivals; {} MiB; {fingerprint}",
            peak_rss_mib()
        );
    }
}
