//! One-shot problems: the classical planners under the independent checker, against exhaustive search.

use crate::oracle::{Oracle, conflict, solvable, walls_of_3x3, with_agents};
use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Grid};
use gridmarch::cli::bench::mapf::run::{Limits, Report, run_instance};
use gridmarch::nav::checker::PlanChecker;
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::coop::classic::planner;
use gridmarch::nav::coop::mapf::{Instance, Moves};
use rand::RngExt;
use rand::seq::SliceRandom;

const CLASSIC: [PlannerKind; 4] = [PlannerKind::Lra, PlannerKind::Ca, PlannerKind::Hca, PlannerKind::Whca];

fn run(instance: &Instance, kind: PlannerKind, max_steps: u32) -> Report {
    let mut planner = planner(kind, instance, 1).expect("a classical planner");
    run_instance(instance, planner.as_mut(), &Limits::steps(max_steps), |_| {})
}

/// A map with about a third of its cells blocked, and agents on it; `None` where it has no room for them.
fn random_instance(rng: &mut Rng, moves: Moves) -> Option<Instance> {
    let (width, height) = [(3, 3), (4, 3), (4, 4)][rng.random_range(0..3)];
    let agents = rng.random_range(2..=4);
    let cells = (0..width * height).map(|_| rng.random_range(0..3) > 0).collect();
    with_agents(Grid::from_rows(width, height, cells), moves, agents, rng)
}

#[test]
fn no_planner_is_better_than_exhaustive_search_and_none_collides() {
    let mut rng = stream(1, "small instances");
    let (mut hopeless, mut solved) = (0, 0);
    for round in 0..300 {
        let moves = if round % 2 == 0 { Moves::Four } else { Moves::Eight };
        let Some(problem) = random_instance(&mut rng, moves) else { continue };
        let best = solvable(&problem);
        hopeless += u32::from(best.is_none());
        for kind in CLASSIC {
            let plan = run(&problem, kind, 60).plan;
            assert_eq!(plan.findings.unlawful(), 0, "{kind:?}: {:?} {problem:?}", plan.findings.listed());
            if plan.is_solution() {
                assert!(best.is_some_and(|best| best <= plan.makespan), "{kind:?}: {best:?} {problem:?}");
                solved += 1;
            }
        }
    }
    assert!(hopeless > 20 && solved > 200, "{hopeless} have no solution, {solved} runs end well");
}

#[test]
fn the_checker_and_the_oracle_agree_on_every_pair_of_steps() {
    let passable = Grid::filled(3, 3, true);
    let cells: Vec<Cell> = passable.cells().collect();
    let steps: Vec<(Cell, Cell)> = cells
        .iter()
        .flat_map(|from| cells.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from.chebyshev(*to) <= 1)
        .collect();
    let mut forbidden = 0;
    for (first, second) in steps.iter().flat_map(|first| steps.iter().map(move |second| (*first, *second))) {
        if first.0 == second.0 {
            continue;
        }
        let (starts, goals) = ([first.0, second.0], [first.1, second.1]);
        let mut checker = PlanChecker::new(&passable, true, &starts, &goals);
        checker.step(&starts);
        checker.step(&goals);
        let report = checker.finish();
        assert_eq!(report.is_solution(), !conflict(first, second), "{first:?} {second:?}");
        assert!(report.findings.total() <= 1, "one kind for one pair: {:?}", report.findings.listed());
        forbidden += u32::from(!report.is_solution());
    }
    assert!(forbidden > 100, "{forbidden}");
}

#[test]
fn plans_of_the_oracle_pass_the_checker() {
    let mut rng = stream(2, "small instances");
    let mut checked = 0;
    for (round, passable) in walls_of_3x3().into_iter().enumerate() {
        let mut free: Vec<Cell> = passable.cells().filter(|cell| passable[*cell]).collect();
        let moves = if round % 2 == 0 { Moves::Four } else { Moves::Eight };
        free.shuffle(&mut rng);
        let goals: Vec<Cell> = free.iter().copied().take(3).collect();
        let oracle = Oracle::new(&passable, moves, &goals);
        for _ in 0..5 {
            free.shuffle(&mut rng);
            let starts: Vec<Cell> = free.iter().copied().take(goals.len()).collect();
            let Some(plan) = oracle.plan(&starts) else { continue };
            let mut checker = PlanChecker::new(&passable, moves == Moves::Eight, &starts, &goals);
            plan.iter().for_each(|positions| checker.step(positions));
            let report = checker.finish();
            assert!(report.is_solution(), "{:?}", report.findings.listed());
            assert_eq!(Some(report.makespan), oracle.makespan(&starts));
            checked += 1;
        }
    }
    assert!(checked > 150, "{checked}");
}
