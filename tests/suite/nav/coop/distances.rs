use gridmarch::base::{Cell, Grid, rng};
use gridmarch::nav::coop::distances::{Distances, FAR};
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use rand::RngExt;

fn field(moves: Moves) -> Vec<u16> {
    let rows = ["....", ".##.", ".#.."];
    let passable = Grid::from_rows(4, 3, rows.concat().chars().map(|symbol| symbol == '.').collect());
    let lattice = Lattice::new(&passable, moves);
    let distances = Distances::new(&lattice, &[lattice.vertex(Cell::new(2, 2)), lattice.vertex(Cell::new(2, 2))]);
    assert_eq!(distances.fields(), 1, "equal goals share a field");
    let free = passable.iter().filter(|(_, free)| **free);
    free.map(|(cell, _)| distances.steps(1, lattice.vertex(cell))).collect()
}

#[test]
fn distances_go_around_walls() {
    assert_eq!(field(Moves::Four), [6, 5, 4, 3, 7, 2, 8, 0, 1]);
}

#[test]
fn diagonals_do_not_cut_corners() {
    assert_eq!(field(Moves::Eight), [6, 5, 4, 3, 7, 2, 8, 0, 1]);
}

#[test]
fn distances_are_those_of_a_plain_search() {
    for seed in 0..60 {
        let mut rng = rng::stream(seed, "distances test");
        let walls = rng.random_range(0..5);
        let passable = Grid::from_rows(37, 29, (0..37 * 29).map(|_| rng.random_range(0..10) >= walls).collect());
        let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
        let free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        let goals: Vec<Vertex> = (0..5).map(|_| free[rng.random_range(0..free.len())]).collect();
        let distances = Distances::new(&lattice, &goals);
        for (agent, goal) in goals.iter().enumerate() {
            let mut plain = vec![FAR; lattice.size()];
            plain[*goal as usize] = 0;
            let mut queue = vec![*goal];
            while !queue.is_empty() {
                let ring = std::mem::take(&mut queue);
                for vertex in ring {
                    for to in lattice.neighbours(vertex) {
                        if plain[to as usize] == FAR {
                            plain[to as usize] = plain[vertex as usize] + 1;
                            queue.push(to);
                        }
                    }
                }
            }
            for vertex in &free {
                assert_eq!(distances.steps(agent, *vertex), plain[*vertex as usize], "seed {seed}");
            }
        }
    }
}
