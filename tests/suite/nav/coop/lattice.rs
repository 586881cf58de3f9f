use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::coop::lattice::Lattice;
use gridmarch::nav::coop::mapf::{Instance, Moves};
use rand::RngExt;

fn random_map(seed: u64) -> Grid<bool> {
    let mut rng = gridmarch::base::rng::stream(seed, "lattice test");
    Grid::from_rows(7, 5, (0..35).map(|_| rng.random_range(0..4) != 0).collect())
}

#[test]
fn steps_are_those_of_the_instance_and_blocks_those_of_the_step() {
    for seed in 0..20 {
        for moves in [Moves::Four, Moves::Eight] {
            let instance = Instance { passable: random_map(seed), moves, starts: vec![], goals: vec![] };
            let lattice = Lattice::new(&instance.passable, moves);
            for (cell, free) in instance.passable.iter() {
                let vertex = lattice.vertex(cell);
                assert_eq!(lattice.cell(vertex), cell);
                for (d, dir) in Dir::ALL.into_iter().enumerate() {
                    let legal = *free && instance.is_legal(cell, dir) && moves.dirs().contains(&dir);
                    assert_eq!(lattice.steps(vertex) >> d & 1 == 1, legal, "{cell} {dir:?}");
                    assert_eq!(lattice.to(vertex, d), lattice.vertex(cell.step(dir)));
                    let blocks = lattice.step(vertex, d, 0, 1).blocks().map(|block| lattice.vertex(block));
                    assert_eq!(lattice.blocks(vertex, d), blocks, "{cell} {dir:?}");
                }
            }
        }
    }
}

#[test]
fn a_changed_map_has_the_steps_of_one_built_anew() {
    let mut map = random_map(1);
    let mut lattice = Lattice::new(&map, Moves::Eight);
    for cell in [Cell::new(0, 0), Cell::new(3, 2), Cell::new(6, 4), Cell::new(3, 2)] {
        map[cell] = !map[cell];
        lattice.set(cell, map[cell]);
        let anew = Lattice::new(&map, Moves::Eight);
        assert!(map.cells().all(|cell| lattice.steps(lattice.vertex(cell)) == anew.steps(anew.vertex(cell))));
    }
}
