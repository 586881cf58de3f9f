use super::fault;
use gridmarch::cli::bench::mapf::dense::{Ground, draw};
use gridmarch::cli::bench::mapf::run::{Limits, run_instance};
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lacam::Progress;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::pibt::World;
use gridmarch::nav::coop::restarts::Restarts;
use gridmarch::nav::coop::solver::Solver;
use std::collections::BTreeSet;

#[test]
fn drawn_problems_are_crowded_as_said_and_on_connected_ground() {
    let mut seen = BTreeSet::new();
    for number in 0..60 {
        let dense = draw(number, Moves::Four);
        assert_eq!(draw(number, Moves::Four), dense);
        let free = dense.instance.passable.iter().filter(|(_, free)| **free).count();
        let agents = dense.instance.starts.len();
        assert!(agents < free && (agents * 100).abs_diff(free * dense.percent as usize) <= 2 * free, "{number}");
        let goals: BTreeSet<_> = dense.instance.goals.iter().collect();
        assert_eq!(goals.len(), agents, "{number}");
        assert!(goals.iter().all(|goal| dense.instance.passable[**goal]), "{number}");
        seen.insert((dense.ground as u8, dense.percent));
    }
    assert_eq!(seen.len(), 56, "{} kinds, 14 occupancies", Ground::ALL.len());
}

#[test]
fn every_third_of_the_dense_series_is_solved_by_restarts_alone() {
    for number in (0..200).step_by(3) {
        let instance = draw(number, Moves::Four).instance;
        let lattice = Lattice::new(&instance.passable, Moves::Four);
        let [starts, goals] = [&instance.starts, &instance.goals]
            .map(|cells| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<Vertex>>());
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut search = Restarts::new(number);
        // In portions, which must not change the answer.
        let mut progress = Progress::Unfinished;
        while progress == Progress::Unfinished && search.joint_steps() < 100_000 {
            progress = search.search(world, &starts, 333);
        }
        assert_eq!(progress, Progress::Solved, "problem {number}");
        let way = search.solution().expect("it is solved");
        assert_eq!((way[0], way[way.len() - 1]), (&starts[..], &goals[..]));
        assert!(way.windows(2).all(|pair| fault(&lattice, pair[0], pair[1]).is_none()), "problem {number}");
    }
}

#[test]
fn the_planner_brings_everybody_home_on_the_dense_series() {
    for number in (0..200).step_by(9) {
        let dense = draw(number, Moves::Four);
        let mut planner = Solver::new(&dense.instance, number);
        let plan = run_instance(&dense.instance, &mut planner, &Limits::steps(4_000), |_| {}).plan;
        assert!(plan.is_solution(), "problem {number}, {}: {:?}", dense.ground.name(), plan.findings.listed());
    }
}

#[test]
fn what_has_no_solution_is_told() {
    let passable = gridmarch::base::Grid::filled(3, 1, true);
    let lattice = Lattice::new(&passable, Moves::Four);
    let starts: Vec<Vertex> = passable.cells().take(2).map(|cell| lattice.vertex(cell)).collect();
    let goals: Vec<Vertex> = starts.iter().rev().copied().collect();
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    assert_eq!(Restarts::new(1).search(world, &starts, 1_000), Progress::Unsolvable);
}

#[test]
fn the_first_try_is_long_enough_for_the_longest_way() {
    let passable = gridmarch::base::Grid::filled(900, 1, true);
    let lattice = Lattice::new(&passable, Moves::Four);
    let cells: Vec<Vertex> = passable.cells().map(|cell| lattice.vertex(cell)).collect();
    let (starts, goals) = (vec![cells[0]], vec![cells[899]]);
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let mut search = Restarts::new(1);
    assert_eq!(search.search(world, &starts, 10_000), Progress::Solved);
    assert_eq!(search.joint_steps(), 899);
}
