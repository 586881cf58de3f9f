use super::fault;
use gridmarch::base::{Cell, Grid, rng};
use gridmarch::cli::bench::mapf::run::{Limits, run_instance};
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::{Instance, Moves, OnlinePlanner};
use gridmarch::nav::coop::solver::{Pace, Solver};
use rand::RngExt;
use rand::seq::SliceRandom;

/// A crowded solvable instance: a room with pillars, a third of it filled.
fn instance(seed: u64, moves: Moves) -> Instance {
    let mut rng = rng::stream(seed, "solver test");
    let cell = |place: usize| place % 12 % 3 != 1 || place / 12 % 3 != 1 || rng.random_range(0..3) == 0;
    let passable = Grid::from_rows(12, 10, (0..120).map(cell).collect());
    let mut free: Vec<Cell> = passable.iter().filter(|(_, free)| **free).map(|(cell, _)| cell).collect();
    free.shuffle(&mut rng);
    let starts = free[..free.len() / 3].to_vec();
    free.shuffle(&mut rng);
    let goals = free[..starts.len()].to_vec();
    Instance { passable, moves, starts, goals }
}

fn run(instance: &Instance, seed: u64) -> Vec<Vec<Cell>> {
    let mut solver = Solver::new(instance, seed);
    let mut way = vec![instance.starts.clone()];
    while way[way.len() - 1] != instance.goals && way.len() < 300 {
        let next = solver.next(&way[way.len() - 1]);
        way.push(next);
    }
    assert!(solver.expanded() > 0);
    way
}

#[test]
fn all_agents_come_home_without_conflicts() {
    for seed in 0..12 {
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let instance = instance(seed, moves);
        let lattice = Lattice::new(&instance.passable, moves);
        let way = run(&instance, seed);
        assert_eq!(way[way.len() - 1], instance.goals, "seed {seed}");
        for pair in way.windows(2) {
            let [from, to] = [&pair[0], &pair[1]]
                .map(|cells| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<Vertex>>());
            assert_eq!(fault(&lattice, &from, &to), None, "seed {seed}");
        }
    }
}

#[test]
fn planning_apart_from_stepping_changes_nothing() {
    let instance = instance(2, Moves::Four);
    let (mut apart, mut together) = (Solver::new(&instance, 1), Solver::new(&instance, 1));
    let mut positions = instance.starts.clone();
    assert!(!apart.has_plan());
    for _ in 0..20 {
        apart.plan(&positions);
        assert!(apart.has_plan());
        let next = together.next(&positions);
        assert_eq!(apart.next(&positions), next);
        assert_eq!(apart.expanded(), together.expanded());
        positions = next;
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let instance = instance(3, Moves::Four);
    assert_eq!(run(&instance, 5), run(&instance, 5));
}

#[test]
fn who_cannot_get_home_makes_room_and_the_others_get_home() {
    let passable = Grid::from_rows(5, 2, (0..10).map(|place| place % 5 != 2).collect());
    let [a, b, c, d] = [(0, 0), (1, 0), (0, 1), (4, 1)].map(|(x, y)| Cell::new(x, y));
    // The third one's goal is behind the wall, and it stands on the goal of the first one.
    let instance = Instance { passable, moves: Moves::Four, starts: vec![a, b, c], goals: vec![c, a, d] };
    let way = run(&instance, 1);
    let last = &way[way.len() - 1];
    assert_eq!((last[0], last[1]), (c, a));
    assert!(last[2] == b || last[2] == Cell::new(1, 1), "{}", last[2]);
}

#[test]
fn who_walks_at_once_comes_home_too_and_works_no_longer_at_any_step() {
    for seed in 0..12 {
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let instance = instance(seed, moves);
        let lattice = Lattice::new(&instance.passable, moves);
        let mut solver = Solver::with_pace(&instance, seed, Pace::Anytime);
        let (mut at, mut steps, mut most) = (instance.starts.clone(), 0, 0);
        while at != instance.goals && steps < 300 {
            let before = solver.expanded();
            let next = solver.next(&at);
            if steps > 0 {
                most = most.max(solver.expanded() - before);
            }
            let [from, to] =
                [&at, &next].map(|cells| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<Vertex>>());
            assert_eq!(fault(&lattice, &from, &to), None, "seed {seed}");
            (at, steps) = (next, steps + 1);
        }
        assert_eq!(at, instance.goals, "seed {seed}");
        // 42 or 21 nodes for each of at least 500 agents, and one search or neighbourhood that was begun.
        assert!(most < 45_000, "{most} nodes in a step, seed {seed}");
    }
}

#[test]
fn improvement_before_the_first_step_lowers_the_sum_of_costs() {
    let (mut plain, mut polished) = (0, 0);
    for seed in 0..6 {
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let instance = instance(seed, moves);
        for (pace, sum) in [(Pace::Thorough, &mut plain), (Pace::Polished(500_000), &mut polished)] {
            let mut solver = Solver::with_pace(&instance, seed, pace);
            let report = run_instance(&instance, &mut solver, &Limits::steps(300), |_| {});
            assert!(report.plan.is_solution(), "seed {seed}: {:?}", report.plan.findings.listed());
            *sum += report.plan.sum_of_costs;
        }
    }
    assert!(polished < plain, "{polished} and {plain} without");
}
