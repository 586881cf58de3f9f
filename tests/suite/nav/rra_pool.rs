use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::rra_pool::RraPool;
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};
use rand::RngExt;

#[test]
fn the_searches_that_stay_are_those_used_last() {
    let terrain = Grid::filled(40, 1, Terrain::Grass);
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let layer = Layer { class: MovementClass::Foot, size: 1 };
    let map = WalkMap::new(&terrain, &costs, layer);
    let mut rng = stream(1, "pool");
    let mut pool = RraPool::new(5);
    // The goals that have to be there, the latest last.
    let mut used: Vec<Cell> = Vec::new();
    for _ in 0..2000 {
        let goal = Cell::new(rng.random_range(0..12), 0);
        let was_there = used.contains(&goal);
        used.retain(|other| *other != goal);
        used.push(goal);
        if used.len() > 5 {
            used.remove(0);
        }
        let started = pool.started();
        assert_eq!(pool.search(&map, goal, goal).goal(), goal);
        assert_eq!(pool.started() == started, was_there);
        let there = terrain.cells().filter(|cell| pool.peek(layer, *cell).is_some());
        let mut expected = used.clone();
        expected.sort_unstable();
        assert_eq!(there.collect::<Vec<_>>(), expected);
    }
}
