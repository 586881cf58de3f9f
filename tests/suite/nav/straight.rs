use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::rra::Rra;
use gridmarch::nav::straight::{Plain, distance};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};
use rand::RngExt;

#[test]
fn over_even_ground_it_is_the_true_distance() {
    let mut rng = stream(4, "plain");
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let layer = Layer { class: MovementClass::Foot, size: 1 };
    let mut seen = [0; 2];
    for _ in 0..200 {
        let mut terrain = Grid::filled(20, 20, if rng.random_bool(0.5) { Terrain::Grass } else { Terrain::Hill });
        for _ in 0..30 {
            terrain[Cell::new(rng.random_range(0..20), rng.random_range(0..20))] = Terrain::Rock;
        }
        let map = WalkMap::new(&terrain, &costs, layer);
        let goal = Cell::new(rng.random_range(0..20), rng.random_range(0..20));
        let mut search = Rra::new(&map, goal, goal);
        for from in terrain.cells().filter(|from| *from != goal) {
            let plain = Plain::between(&map, from, goal);
            seen[usize::from(plain.is_some())] += 1;
            if let Some(plain) = plain {
                assert_eq!(Some(plain.left(from)), search.distance(&map, from), "{from} to {goal}");
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 1_000), "{seen:?}");
}

#[test]
fn uneven_ground_and_far_goals_are_left_to_a_search() {
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let mut terrain = Grid::filled(40, 3, Terrain::Grass);
    terrain[Cell::new(5, 1)] = Terrain::Hill;
    let map = WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 });
    let at = |x| Cell::new(x, 1);
    assert_eq!(Plain::between(&map, at(2), at(8)), None, "a hill is in between");
    assert!(Plain::between(&map, at(7), at(31)).is_some());
    assert_eq!(Plain::between(&map, at(7), at(32)), None, "too far");
    assert_eq!((distance(&map, at(7), at(7)), distance(&map, at(2), at(8))), (Some(0), None));
    assert_eq!(distance(&map, at(7), at(9)), Plain::between(&map, at(7), at(9)).map(|plain| plain.left(at(7))));
}
