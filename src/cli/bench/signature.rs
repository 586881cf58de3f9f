//! `gridmarch bench signature`: one number per part of the program that thinks. A change that is meant to change no
//! behaviour keeps them all; a change of behaviour states the old and the new ones.

use crate::base::{Budget, Fingerprint, Grid, rng::stream};
use crate::cli::CliError;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::Order;
use crate::games::rts::sim::headless::Match;
use crate::games::tron::engine::{Leaves, samples, work};
use crate::games::tron::generate::RandomArena;
use crate::nav::astar::AStar;
use crate::nav::coop::PlannerKind;
use crate::nav::jps::Jps;
use crate::nav::rra::Rra;
use crate::nav::step::UnitId;
use crate::nav::terrain::{Ground, MovementClass};
use clap::Args;
use rand::RngExt;
use serde_json::{Map, Value, json};

/// Options of `bench signature`.
#[derive(Debug, Args)]
pub struct SignatureArgs {
    /// Seed of everything
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The part, what was counted, and its fingerprint.
type Part = (&'static str, u64, u64);

fn generators(seed: u64, rules: &Rules) -> Result<Part, CliError> {
    let mut print = Fingerprint::new();
    for kind in MapKind::ALL {
        let level = generate(&MapSpec { kind, width: 64, height: 48, seed }, rules)?;
        print.add_bytes(level.to_ron(rules).as_bytes());
    }
    Ok(("generators", MapKind::ALL.len() as u64, print.finish()))
}

fn distances(seed: u64, rules: &Rules) -> Result<Part, CliError> {
    let mut print = Fingerprint::new();
    let mut rng = stream(seed, "signature distances");
    let level = generate(&MapSpec { kind: MapKind::Rivers, width: 96, height: 96, seed }, rules)?;
    let mut expanded = 0;
    for class in MovementClass::ALL {
        let ground = Ground::new(&level.terrain, &rules.costs, class);
        let cells: Vec<_> = level.terrain.cells().filter(|cell| ground.is_passable(*cell)).collect();
        for _ in 0..20 {
            let mut pick = || cells[rng.random_range(0..cells.len())];
            let (goal, first, second) = (pick(), pick(), pick());
            let mut search = Rra::new(ground, goal, first);
            for cell in [first, second] {
                print.add(search.distance(ground, cell).map_or(-1, i64::from));
            }
            expanded += search.expanded();
        }
    }
    Ok(("rra", expanded, print.add_u64(expanded).finish()))
}

/// Jump point search and A* on the same pairs of a map with little edits in between.
fn single_paths(seed: u64, rules: &Rules) -> Result<[Part; 2], CliError> {
    let mut rng = stream(seed, "signature paths");
    let level = generate(&MapSpec { kind: MapKind::Caves, width: 160, height: 96, seed }, rules)?;
    let ground = Ground::new(&level.terrain, &rules.costs, MovementClass::Foot);
    let (width, height) = (level.terrain.width(), level.terrain.height());
    let free = level.terrain.cells().map(|cell| ground.is_passable(cell)).collect();
    let map = Grid::from_rows(width, height, free);
    let (mut jps, mut astar) = (Jps::new(&map), AStar::new(&map));
    let mut parts = [("jps", 0, Fingerprint::new()), ("astar", 0, Fingerprint::new())];
    for _ in 0..200 {
        let mut pick = || map.cell(rng.random_range(0..map.len()));
        let (start, goal, edited) = (pick(), pick(), pick());
        jps.set(edited, rng.random_bool(0.5));
        astar.set(edited, jps.is_passable(edited));
        let found = [jps.path(start, goal), astar.path(start, goal)];
        for ((part, path), expanded) in parts.iter_mut().zip(found).zip([jps.expanded(), astar.expanded()]) {
            part.1 += expanded;
            part.2.add(path.as_ref().map_or(-1, |path| path.len() as i64));
            for cell in path.unwrap_or_default() {
                part.2.add(cell.x).add(cell.y);
            }
        }
    }
    Ok(parts.map(|(name, expanded, mut print)| (name, expanded, print.add_u64(expanded).finish())))
}

/// A match under one of the planners.
fn movement(seed: u64, rules: &Rules, planner: PlannerKind) -> Result<Part, CliError> {
    let level = generate(&MapSpec { kind: MapKind::Rivers, width: 64, height: 64, seed }, rules)?;
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    let count = level.units.len() as u32;
    let mut rules = rules.clone();
    rules.planner.kind = planner;
    let mut game = Match::new(level, rules, seed);
    let mut rng = stream(seed, "signature movement");
    let mut print = Fingerprint::new();
    for _ in 0..10 {
        let to = crate::base::Cell::new(rng.random_range(0..width), rng.random_range(0..height));
        game.order(0, Order::MoveTo { units: (0..count).map(UnitId).collect(), to, queue: false, formation: false });
        game.run(100);
        print.add_u64(game.print().whole());
    }
    let stats = game.app.world().resource::<crate::games::rts::sim::march::planning::PlannerStats>();
    let expanded = stats.expanded + stats.distance_cells;
    Ok((planner.name(), expanded, print.add_u64(expanded).finish()))
}

/// Tron's engine: the work of its searches in positions of its own games.
fn tron(seed: u64) -> Result<Part, CliError> {
    let wish = RandomArena { width: 20, height: 16, ..RandomArena::default() };
    let mut print = Fingerprint::new();
    let mut nodes = 0;
    for position in samples(wish, 6, seed).map_err(|problem| CliError::Other(problem.to_string()))? {
        print.add_u64(position.key());
        for leaves in [Leaves::Cheap, Leaves::Chambers] {
            let done = work(&position, 0, leaves, &Budget::nodes(5_000));
            nodes += done.nodes;
            print.add_u64(done.nodes).add_u64(done.evaluations).add_u64(done.walks);
        }
    }
    Ok(("tron", nodes, print.finish()))
}

pub(super) fn run(args: &SignatureArgs) -> Result<(), CliError> {
    let rules = Rules::built_in();
    let [jps, astar] = single_paths(args.seed, &rules)?;
    let mut parts = vec![generators(args.seed, &rules)?, distances(args.seed, &rules)?, jps, astar];
    for planner in PlannerKind::ALL {
        parts.push(movement(args.seed, &rules, planner)?);
    }
    parts.push(tron(args.seed)?);
    if args.json {
        let object: Map<String, Value> = parts
            .iter()
            .map(|(part, count, print)| ((*part).into(), json!({"count": count, "signature": format!("{print:016x}")})))
            .collect();
        println!("{}", Value::Object(object));
    } else {
        println!("part             count  signature");
        for (part, count, print) in parts {
            println!("{part:12}  {count:8}  {print:016x}");
        }
    }
    Ok(())
}
