use super::fault;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::negotiate::negotiate;
use gridmarch::nav::coop::pibt::World;
use rand::RngExt;
use rand::seq::SliceRandom;

#[test]
fn what_is_agreed_leads_everybody_home_without_conflicts() {
    let mut agreed = 0;
    for seed in 0..20 {
        let mut rng = rng::stream(seed, "negotiation test");
        let passable = Grid::from_rows(14, 12, (0..168).map(|_| rng.random_range(0..9) != 0).collect());
        let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
        let mut free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        let middle = Distances::new(&lattice, &[free[free.len() / 2]]);
        free.retain(|vertex| middle.steps(0, *vertex) < 100);
        free.shuffle(&mut rng);
        let starts = free[..free.len() / 5].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..starts.len()].to_vec();
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut nodes = 0;
        let Some(agenda) = negotiate(world, &starts, 7, &mut rng, 200_000, &mut nodes) else { continue };
        agreed += 1;
        let at = |tick| (0..starts.len()).map(|agent| agenda.position(world, agent, tick)).collect::<Vec<Vertex>>();
        assert_eq!((at(7), at(agenda.makespan())), (starts.clone(), goals.clone()), "seed {seed}");
        for tick in 7..agenda.makespan() {
            assert_eq!(fault(&lattice, &at(tick), &at(tick + 1)), None, "seed {seed}");
        }
    }
    assert!(agreed > 10, "{agreed} of 20");
}

#[test]
fn what_cannot_be_ends_with_the_budget() {
    let passable = Grid::from_rows(3, 1, vec![true; 3]);
    let lattice = Lattice::new(&passable, Moves::Four);
    let starts: Vec<Vertex> = passable.iter().map(|(cell, _)| lattice.vertex(cell)).collect();
    let goals: Vec<Vertex> = starts.iter().rev().copied().collect();
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let mut nodes = 0;
    let mut rng = rng::stream(1, "negotiation test");
    assert!(negotiate(world, &starts, 0, &mut rng, 20_000, &mut nodes).is_none());
    assert!(nodes < 100_000, "{nodes}");
}
