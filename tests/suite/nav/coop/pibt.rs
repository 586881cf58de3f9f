use super::fault;
use gridmarch::base::{Cell, Grid, rng};
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::pibt::{Pibt, World};
use rand::RngExt;
use rand::seq::SliceRandom;

#[test]
fn joint_steps_are_legal_on_crowded_random_maps() {
    for seed in 0..60 {
        let mut rng = rng::stream(seed, "pibt test");
        let passable = Grid::from_rows(9, 8, (0..72).map(|_| rng.random_range(0..5) != 0).collect());
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let lattice = Lattice::new(&passable, moves);
        let mut free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        free.shuffle(&mut rng);
        let mut from = free[..free.len() * 2 / 3].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..from.len()].to_vec();
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut order: Vec<u32> = (0..from.len() as u32).collect();
        let mut pibt = Pibt::new(&lattice, rng::stream(seed, "ties"));
        for _ in 0..50 {
            order.shuffle(&mut rng);
            let to = pibt.step(world, &from, &order, &[]).expect("without constraints everybody may stay").to_vec();
            assert_eq!(fault(&lattice, &from, &to), None);
            from = to;
        }
    }
}

#[test]
fn one_agent_pushes_a_chain_before_it() {
    let passable = Grid::filled(5, 1, true);
    let lattice = Lattice::new(&passable, Moves::Four);
    let at = |x| lattice.vertex(Cell::new(x, 0));
    let goals = [at(4), at(1), at(2)];
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let mut pibt = Pibt::new(&lattice, rng::stream(1, "ties"));
    let to = pibt.step(world, &[at(0), at(1), at(2)], &[0, 1, 2], &[]).expect("there is room at the end");
    assert_eq!(to, [at(1), at(2), at(3)]);
}
