//! The planner that the game ships with, on one-shot problems: complete on small instances, lawful on all.

use crate::oracle::{solvable, walls_of_3x3, with_agents};
use gridmarch::base::Grid;
use gridmarch::base::rng::stream;
use gridmarch::cli::bench::mapf::run::{Limits, run_instance};
use gridmarch::nav::coop::mapf::{Instance, Moves};
use gridmarch::nav::coop::solver::Solver;
use rand::RngExt;

/// Whether the planner brings all agents home at the same time; panics if it breaks a law.
fn solves(instance: &Instance) -> bool {
    let mut planner = Solver::new(instance, 1);
    let limits = Limits::steps(400);
    let plan = run_instance(instance, &mut planner, &limits, |_| {}).plan;
    assert_eq!(plan.findings.unlawful(), 0, "{:?} {instance:?}", plan.findings.listed());
    plan.is_solution()
}

#[test]
fn every_instance_on_three_by_three_cells_that_can_be_solved_is_solved() {
    let mut rng = stream(1, "three by three");
    let (mut solved, mut hopeless) = (0, 0);
    for (round, passable) in walls_of_3x3().into_iter().enumerate() {
        for agents in 2..=4 {
            let moves = if (round + agents) % 2 == 0 { Moves::Four } else { Moves::Eight };
            let Some(instance) = with_agents(passable.clone(), moves, agents, &mut rng) else { continue };
            let can_be = solvable(&instance).is_some();
            assert_eq!(solves(&instance), can_be, "{instance:?}");
            *(if can_be { &mut solved } else { &mut hopeless }) += 1;
        }
    }
    assert!(solved > 40 && hopeless > 40, "{solved} can be solved, {hopeless} cannot");
}

#[test]
fn every_instance_on_four_by_four_cells_that_can_be_solved_is_solved() {
    let mut rng = stream(2, "four by four");
    let mut solved = 0;
    for round in 0..160 {
        let height = 3 + (round % 2) as u16;
        let cells = (0..4 * height).map(|_| rng.random_range(0..4) > 0).collect();
        let passable = Grid::from_rows(4, height, cells);
        let moves = if round % 4 < 2 { Moves::Four } else { Moves::Eight };
        let Some(instance) = with_agents(passable, moves, 2 + round % 3, &mut rng) else { continue };
        let can_be = solvable(&instance).is_some();
        assert_eq!(solves(&instance), can_be, "{instance:?}");
        solved += u32::from(can_be);
    }
    assert!(solved > 50, "{solved} can be solved");
}
