//! The parts of `bench signature` that play on maps of the real-time game.

use crate::base::{Fingerprint, Grid, rng::stream};
use crate::cli::CliError;
use crate::cli::bench::signature::Part;
use crate::games::rts::level::generate::{MapKind, MapSpec, generate};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::Order;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::march::planning::PlannerStats;
use crate::nav::astar::AStar;
use crate::nav::coop::PlannerKind;
use crate::nav::jps::Jps;
use crate::nav::rra::Rra;
use crate::nav::step::UnitId;
use crate::nav::terrain::{Ground, MovementClass};
use rand::RngExt;

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
    let stats = game.app.world().resource::<PlannerStats>();
    let expanded = stats.expanded + stats.distance_cells;
    Ok((planner.name(), expanded, print.add_u64(expanded).finish()))
}

/// All of them.
pub(super) fn parts(seed: u64) -> Result<Vec<Part>, CliError> {
    let rules = Rules::built_in();
    let [jps, astar] = single_paths(seed, &rules)?;
    let mut parts = vec![generators(seed, &rules)?, distances(seed, &rules)?, jps, astar];
    for planner in PlannerKind::ALL {
        parts.push(movement(seed, &rules, planner)?);
    }
    Ok(parts)
}
