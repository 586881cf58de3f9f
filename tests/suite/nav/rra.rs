use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::rra::Rra;
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};
use rand::RngExt;

#[test]
fn a_repaired_search_knows_what_a_new_one_finds() {
    let costs =
        CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3], [0, 8, 4, 3, 8, 0, 0, 0, 3], [0, 0, 4, 2, 10, 0, 0, 0, 2]]);
    for (seed, size) in (0..24).flat_map(|seed| [(seed, 1), (seed, 2)]) {
        let mut rng = stream(seed, "repair");
        let (width, height) = (24, 18);
        let kinds = [Terrain::Grass, Terrain::Grass, Terrain::Road, Terrain::Hill, Terrain::Rock];
        let cells = (0..width * height).map(|_| kinds[rng.random_range(0..kinds.len())]).collect();
        let mut terrain = Grid::from_rows(width, height, cells);
        let layer = Layer { class: MovementClass::Foot, size };
        let mut map = WalkMap::new(&terrain, &costs, layer);
        let any = |rng: &mut gridmarch::base::rng::Rng| {
            Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16))
        };
        let goal = any(&mut rng);
        let mut search = Rra::new(&map, goal, any(&mut rng));
        for _ in 0..30 {
            // Some searches are finished, most are somewhere in the middle.
            let asked = any(&mut rng);
            search.advance(&map, asked, rng.random_range(0..80));
            let centre = any(&mut rng);
            let changed: Vec<Cell> = (0..2)
                .flat_map(|dy| (0..2).map(move |dx| Cell::new(centre.x + dx, centre.y + dy)))
                .filter(|cell| terrain.contains(*cell))
                .collect();
            let kind = kinds[rng.random_range(0..kinds.len())];
            for cell in &changed {
                terrain[*cell] = kind;
            }
            let touched = map.update(&terrain, &costs, &changed);
            assert!(search.repair(&map, &touched, u64::MAX));
            let mut fresh = Rra::new(&map, goal, goal);
            for cell in terrain.cells() {
                if let Some(known) = search.known(cell) {
                    assert_eq!(Some(known), fresh.distance(&map, cell), "seed {seed}, {cell} to {goal}");
                }
            }
            let probe = any(&mut rng);
            assert_eq!(search.distance(&map, probe), fresh.distance(&map, probe), "seed {seed}, {probe} to {goal}");
        }
    }
}
