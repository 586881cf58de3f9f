//! `gridmarch bench sight`: milliseconds per tick of what all sides see, with everybody on the move.

use crate::arena::Times;
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir};
use crate::cli::CliError;
use crate::games::rts::cli::size::Size;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::rules::Rules;
use crate::games::rts::sight::{MAX_RADIUS, MAX_SIDES, Observer, ObserverId, SightGrid};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::{Ground, MovementClass};
use clap::Args;
use rand::RngExt;
use serde_json::json;
use std::time::Instant;

/// Options of `bench sight`.
#[derive(Debug, Args)]
pub(crate) struct SightArgs {
    /// Units on the map; all of them walk all the time
    #[arg(long, value_name = "N", default_value_t = 2000)]
    units: u32,
    /// Size of the generated map
    #[arg(long, value_name = "WxH", default_value = "256x256")]
    size: Size,
    /// Sort of the generated map
    #[arg(long = "type", value_name = "NAME", default_value = "rivers")]
    kind: MapKind,
    /// Sides of the units
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_SIDES)))]
    sides: u8,
    /// Cells that a unit sees
    #[arg(long, value_name = "CELLS", default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_RADIUS)))]
    sight: u8,
    /// Ticks that a unit takes for a cell
    #[arg(long, value_name = "TICKS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pace: u32,
    /// Ticks to measure
    #[arg(long, value_name = "T", default_value_t = 1000)]
    ticks: Tick,
    /// Seed of the map and of the ways
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Somebody who walks straight on until something is in the way.
struct Walker {
    observer: Observer,
    heading: Dir,
}

impl Walker {
    fn walk(&mut self, ground: Ground<'_>, rng: &mut Rng) {
        if ground.step_cost(self.observer.at, self.heading).is_some() {
            self.observer.at = self.observer.at.step(self.heading);
        } else {
            self.heading = Dir::ALL[rng.random_range(0..Dir::ALL.len())];
        }
    }
}

pub(crate) fn run(args: &SightArgs) -> Result<(), CliError> {
    let rules = Rules::built_in();
    let Size { width, height } = args.size;
    let terrain = generate(&MapSpec { kind: args.kind, width, height, seed: args.seed }, &rules)?.terrain;
    let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
    let free: Vec<Cell> = terrain.cells().filter(|cell| ground.is_passable(*cell)).collect();
    if free.is_empty() {
        return Err(CliError::Other("nobody can stand on this map".into()));
    }
    let mut rng = stream(args.seed, "bench sight");
    let mut walkers: Vec<Walker> = (0..args.units)
        .map(|number| {
            let at = free[rng.random_range(0..free.len())];
            let side = (number % u32::from(args.sides)) as u8;
            let id = ObserverId::unit(UnitId(number));
            let observer = Observer { id, side, at, size: 1, sight: args.sight, lifted: false };
            Walker { observer, heading: Dir::ALL[rng.random_range(0..Dir::ALL.len())] }
        })
        .collect();
    let mut sight = SightGrid::new(&terrain, args.sides);
    let mut look = |now: Tick, walkers: &[Walker], times: &mut Times| {
        let start = Instant::now();
        sight.update(now, &terrain, &[], walkers.iter().map(|walker| walker.observer));
        times.add(start.elapsed());
    };
    let (mut first, mut walking, mut standing) = (Times::default(), Times::default(), Times::default());
    look(0, &walkers, &mut first);
    for now in 1..=args.ticks {
        for (number, walker) in walkers.iter_mut().enumerate() {
            // Each has its own beat, as in a game.
            if (number as u32 * 7 + now).is_multiple_of(args.pace) {
                walker.walk(ground, &mut rng);
            }
        }
        look(now, &walkers, &mut walking);
    }
    (1..=100).for_each(|tick| look(args.ticks + 20 + tick, &walkers, &mut standing));
    let fingerprint = format!("{:016x}", sight.fingerprint());
    if args.json {
        println!(
            "{}",
            json!({
                "units": args.units, "sides": args.sides, "sight": args.sight, "ticks": args.ticks,
                "tick_ms_mean": walking.mean_ms(), "tick_ms_p99": walking.percentile_ms(99), "tick_ms_max": walking.max_ms(),
                "standing_tick_ms_mean": standing.mean_ms(), "first_tick_ms": first.mean_ms(), "fingerprint": fingerprint,
            })
        );
    } else {
        println!("units  sides  sight  ticks  mean ms   p99 ms   max ms  standing ms  first ms  fingerprint");
        println!(
            "{:5}  {:5}  {:5}  {:5}  {:7.3}  {:7.3}  {:7.3}  {:11.3}  {:8.3}  {fingerprint}",
            args.units,
            args.sides,
            args.sight,
            args.ticks,
            walking.mean_ms(),
            walking.percentile_ms(99),
            walking.max_ms(),
            standing.mean_ms(),
            first.mean_ms()
        );
    }
    Ok(())
}
