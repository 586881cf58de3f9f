use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::terrain::{CostTable, Ground, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WIDEST_SECTION, Walk, WalkMap};
use rand::RngExt;

fn costs() -> CostTable {
    CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3], [0, 8, 4, 3, 8, 0, 0, 0, 3], [0, 0, 4, 2, 10, 0, 0, 0, 2]])
}

#[test]
fn a_small_unit_finds_the_same_steps_as_on_the_ground() {
    let mut rng = stream(3, "walk");
    let cells = (0..20 * 14).map(|_| Terrain::ALL[rng.random_range(0..Terrain::ALL.len())]).collect();
    let terrain = Grid::from_rows(20, 14, cells);
    let costs = costs();
    for class in MovementClass::ALL {
        let ground = Ground::new(&terrain, &costs, class);
        let map = WalkMap::new(&terrain, &costs, Layer { class, size: 1 });
        for (cell, dir) in terrain.cells().flat_map(|cell| Dir::ALL.map(|dir| (cell, dir))) {
            assert_eq!((&map).step_cost(cell, dir), ground.step_cost(cell, dir), "{class:?} {cell} {dir:?}");
        }
        for cell in terrain.cells() {
            let (mut looked_up, mut worked_out) = (Vec::new(), Vec::new());
            let among = rng.random();
            (&map).each_step(cell, among, |next, dir, cost| looked_up.push((next, dir, cost)));
            ground.each_step(cell, among, |next, dir, cost| worked_out.push((next, dir, cost)));
            assert_eq!(looked_up, worked_out, "{class:?} {cell}");
        }
    }
}

#[test]
fn a_map_that_followed_edits_equals_one_made_anew() {
    let mut rng = stream(5, "walk edits");
    let costs = costs();
    let mut terrain = Grid::filled(16, 12, Terrain::Grass);
    let layers = [1, 2, 3].map(|size| Layer { class: MovementClass::Foot, size });
    let mut maps = layers.map(|layer| WalkMap::new(&terrain, &costs, layer));
    for _ in 0..200 {
        let changed: Vec<Cell> = (0..3).map(|_| Cell::new(rng.random_range(0..16), rng.random_range(0..12))).collect();
        for cell in &changed {
            terrain[*cell] = Terrain::ALL[rng.random_range(0..Terrain::ALL.len())];
        }
        for (map, layer) in maps.iter_mut().zip(layers) {
            let before = map.clone();
            let touched = map.update(&terrain, &costs, &changed);
            assert_eq!(*map, WalkMap::new(&terrain, &costs, layer));
            for cell in terrain.cells().filter(|cell| !touched.contains(cell)) {
                let steps = |map: &WalkMap| (map.is_passable(cell), Dir::ALL.map(|dir| map.step_cost(cell, dir)));
                assert_eq!(steps(map), steps(&before), "{cell} changed and was not told");
            }
        }
    }
}

#[test]
fn sections_are_what_is_free_beside_an_anchor() {
    let mut rng = stream(9, "sections");
    let cells = (0..40 * 30).map(|_| if rng.random_range(0..9) == 0 { Terrain::Rock } else { Terrain::Grass });
    let mut terrain = Grid::from_rows(40, 30, cells.collect());
    let mut map = WalkMap::new(&terrain, &costs(), Layer { class: MovementClass::Foot, size: 1 });
    let mut seen = [0; 2];
    for _ in 0..20 {
        let changed = [Cell::new(rng.random_range(0..40), rng.random_range(0..30))];
        terrain[changed[0]] = if rng.random_bool(0.5) { Terrain::Rock } else { Terrain::Grass };
        map.update(&terrain, &costs(), &changed);
        for (cell, along) in terrain.cells().flat_map(|cell| [0, 2, 4, 6].map(|dir| (cell, Dir::ALL[dir]))) {
            let free = |turn: usize| {
                let side = Dir::ALL[(along as usize + turn) % 8];
                std::iter::successors(Some(cell.step(side)), |cell| Some(cell.step(side)))
                    .take_while(|cell| (&map).is_passable(*cell))
                    .count() as i16
            };
            let (left, right) = (free(6), free(2));
            let is_section = (&map).is_passable(cell) && left + right < WIDEST_SECTION;
            assert_eq!(map.section(cell, along), is_section.then_some((left, right)), "{cell} {along:?}");
            seen[usize::from(is_section)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 1_000), "{seen:?}");
}

#[test]
fn a_large_unit_needs_room_for_its_whole_body() {
    let mut terrain = Grid::filled(6, 5, Terrain::Grass);
    terrain[Cell::new(3, 2)] = Terrain::Rock;
    let map = WalkMap::new(&terrain, &costs(), Layer { class: MovementClass::Foot, size: 2 });
    assert!(!(&map).is_passable(Cell::new(2, 1)) && (&map).is_passable(Cell::new(1, 1)));
    assert!(!(&map).is_passable(Cell::new(5, 0)), "half of it would stand outside");
    assert_eq!((&map).step_cost(Cell::new(1, 0), Dir::SouthEast), None, "it would sweep the rock");
}
