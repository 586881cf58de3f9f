use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::regions::{Regions, ring};
use rand::RngExt;

fn labels_of(map: &Grid<bool>, regions: &Regions) -> Grid<Option<u32>> {
    let labels = map.cells().map(|cell| regions.region(cell)).collect();
    Grid::from_rows(map.width(), map.height(), labels)
}

#[test]
fn regions_are_those_of_a_flood_and_numbered_by_their_first_cells() {
    let mut rng = stream(3, "regions");
    for _ in 0..300 {
        let (width, height) = (rng.random_range(1..30), rng.random_range(1..30));
        let share = rng.random_range(20..95);
        let map = Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share);
        let (mut labels, mut sizes) = (map.map(|_| 0), Vec::new());
        for start in map.cells() {
            let mut stack = vec![start];
            while let Some(cell) = stack.pop() {
                if map.get(cell) == Some(&true) && labels[cell] == 0 {
                    if cell == start {
                        sizes.push(0);
                    }
                    labels[cell] = sizes.len() as u32;
                    *sizes.last_mut().expect("pushed above") += 1;
                    stack.extend(Dir::STRAIGHT.map(|dir| cell.step(dir)));
                }
            }
        }
        let regions = Regions::of_passable(width, height, |cell| map[cell]);
        assert_eq!(labels.map(|label| (*label != 0).then_some(*label)), labels_of(&map, &regions));
        assert!(regions.numbers().eq(1..=sizes.len() as u32) && regions.count() == sizes.len());
        assert_eq!(regions.numbers().map(|number| regions.size(number)).collect::<Vec<_>>(), sizes);
    }
}

#[test]
fn a_ring_has_eight_cells_per_radius() {
    assert_eq!(ring(Cell::new(3, 3), 0).collect::<Vec<_>>(), [Cell::new(3, 3)]);
    for radius in 1..6 {
        let mut cells: Vec<_> = ring(Cell::new(3, 3), radius).collect();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 8 * radius as usize);
        assert!(cells.iter().all(|cell| cell.chebyshev(Cell::new(3, 3)) == radius as u32));
    }
}
