use super::fault;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lacam::{Lacam, Progress};
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::pibt::World;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::{BTreeSet, VecDeque};

/// Every configuration that can be reached, by trying all joint steps.
fn reachable(lattice: &Lattice, starts: &[Vertex]) -> BTreeSet<Vec<Vertex>> {
    let mut seen = BTreeSet::from([starts.to_vec()]);
    let mut queue = VecDeque::from([starts.to_vec()]);
    while let Some(from) = queue.pop_front() {
        let mut joint = vec![vec![]];
        for own in &from {
            let ways: Vec<Vertex> = std::iter::once(*own).chain(lattice.neighbours(*own)).collect();
            joint = joint
                .into_iter()
                .flat_map(|part: Vec<Vertex>| ways.iter().map(move |way| [&part[..], &[*way]].concat()))
                .collect();
        }
        for to in joint {
            if fault(lattice, &from, &to).is_none() && seen.insert(to.clone()) {
                queue.push_back(to);
            }
        }
    }
    seen
}

#[test]
fn it_solves_exactly_what_exhaustive_search_solves() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for seed in 0..60 {
        let mut rng = rng::stream(seed, "lacam test");
        let passable = Grid::from_rows(3, 3, (0..9).map(|_| rng.random_range(0..4) != 0).collect());
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let lattice = Lattice::new(&passable, moves);
        let mut free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        free.shuffle(&mut rng);
        let agents = rng.random_range(1..=4.min(free.len()));
        let starts = free[..agents].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..agents].to_vec();
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut search = Lacam::new(world, &starts, rng::stream(seed, "search"));
        // In small portions, which must not change the answer.
        let mut progress = Progress::Unfinished;
        while progress == Progress::Unfinished {
            progress = search.search(world, 7);
        }
        let expected = reachable(&lattice, &starts).contains(&goals);
        assert_eq!(progress == Progress::Solved, expected, "seed {seed}");
        if let Some(way) = search.solution() {
            solvable += 1;
            assert_eq!((way[0], way[way.len() - 1]), (&starts[..], &goals[..]));
            for pair in way.windows(2) {
                assert_eq!(fault(&lattice, pair[0], pair[1]), None);
            }
        } else {
            unsolvable += 1;
        }
    }
    assert!(solvable > 10 && unsolvable > 10, "{solvable} and {unsolvable} cases");
}
