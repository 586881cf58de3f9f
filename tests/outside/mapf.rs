//! One-shot problems: the classical planners on maps and scenarios of files.

use gridmarch::cli::bench::mapf::run::{Limits, Report, instance, run_instance, shortest_steps};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::coop::classic::planner;
use gridmarch::nav::coop::mapf::{Instance, Moves};
use gridmarch::nav::movingai::{read_passability, read_scenario};
use std::path::Path;

fn run(instance: &Instance, kind: PlannerKind, max_steps: u32) -> Report {
    let mut planner = planner(kind, instance, 1).expect("a classical planner");
    run_instance(instance, planner.as_mut(), &Limits::steps(max_steps), |_| {})
}

pub fn a_few_agents_come_home_on_every_map_and_nothing_collides(root: &Path) {
    let folder = root.join("movingai/mapf");
    for map in crate::files(&folder.join("maps")) {
        let name = map.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let passable = read_passability(&crate::read(&map), &name).expect("a valid map");
        let scenario = folder.join(format!("scen/{name}-random-1.scen"));
        let scenario = read_scenario(&crate::read(&scenario), &name).expect("a valid scenario");
        let lines: Vec<_> = scenario.queries.iter().map(|query| (query.start, query.goal)).collect();
        for moves in [Moves::Four, Moves::Eight] {
            let problem = instance(passable.clone(), moves, &lines, 8).expect("a valid instance");
            let alone: Vec<u32> = shortest_steps(&problem).into_iter().map(|steps| steps.expect("a way")).collect();
            let bound: u64 = alone.iter().copied().map(u64::from).sum();
            let longest = alone.into_iter().max().unwrap_or(0);
            for kind in [PlannerKind::Hca, PlannerKind::Whca] {
                let plan = run(&problem, kind, 2 * longest + 50).plan;
                assert!(plan.is_solution(), "{name} {moves:?} {kind:?}: {:?}", plan.findings.listed());
                assert!(plan.sum_of_costs >= bound && plan.makespan >= longest, "{name} {moves:?} {kind:?}");
                assert!(plan.sum_of_costs <= bound * 3 / 2 + 8, "{name} {moves:?} {kind:?}: {}", plan.sum_of_costs);
            }
        }
    }
}
