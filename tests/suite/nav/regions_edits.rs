use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::clearance::Clearance;
use gridmarch::nav::regions::Regions;
use rand::RngExt;

/// Cells that an update may look at on however small a map.
const LEAST: usize = 256;

fn flooded(map: &Grid<bool>) -> Regions {
    Regions::of_passable(map.width(), map.height(), |cell| map[cell])
}

/// Same region exactly if same region, and all that is told about the regions agrees.
fn assert_alike(map: &Grid<bool>, updated: &Regions, rebuilt: &Regions) {
    assert_eq!(updated.count(), rebuilt.count());
    let mut number_of = vec![None; rebuilt.count() + 1];
    for cell in map.cells() {
        assert_eq!(updated.region(cell).is_some(), rebuilt.region(cell).is_some(), "{cell}");
        if let (Some(number), Some(expected)) = (updated.region(cell), rebuilt.region(cell)) {
            assert_eq!(*number_of[expected as usize].get_or_insert(number), number, "{cell}");
            assert_eq!(updated.size(number), rebuilt.size(expected));
        }
    }
    let mut numbers: Vec<_> = number_of.into_iter().flatten().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, updated.numbers().collect::<Vec<_>>(), "no two regions share a number");
}

#[test]
fn updated_regions_are_those_of_a_map_labelled_anew() {
    let mut rng = stream(1, "regions");
    let (mut merges, mut splits, mut anew) = (0, 0, 0);
    for case in 0..120 {
        // Large batches on large maps are more than an update follows cell by cell.
        let (sides, most) = [(1..18, 3), (1..18, 3), (10..18, 30), (50..60, 150)][case % 4].clone();
        let (width, height) = (rng.random_range(sides.clone()), rng.random_range(sides));
        let share = rng.random_range(30..95);
        let mut map = Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share);
        let mut regions = flooded(&map);
        for _ in 0..30 {
            let before = regions.count();
            let mut random = || Cell::new(rng.random_range(-1..=width as i16), rng.random_range(-1..=height as i16));
            let target = random();
            let changed: Vec<_> = (0..most).map(|_| random()).collect();
            for cell in &changed {
                if let Some(free) = map.get_mut(*cell) {
                    *free = rng.random_range(0..100) < share;
                }
            }
            let looked = regions.update_passable(&changed, |cell| map[cell]);
            assert!(looked <= map.len().max(LEAST), "{looked} looks on {} cells", map.len());
            assert_alike(&map, &regions, &flooded(&map));
            merges += usize::from(regions.count() < before);
            splits += usize::from(regions.count() > before);
            anew += usize::from(map.len() > LEAST && looked == map.len());
            for number in regions.numbers().take(20) {
                let nearest = regions.nearest(number, target).expect("a region in use has cells");
                assert_eq!(regions.region(nearest), Some(number));
            }
        }
    }
    assert!(merges > 200 && splits > 200 && anew > 50, "{merges} merges, {splits} splits, {anew} times anew");
}

#[test]
fn regions_of_large_units_follow_the_changes_of_their_clearance() {
    let mut rng = stream(2, "regions");
    for _ in 0..60 {
        let mut map = Grid::filled(20, 16, ()).map(|()| rng.random_range(0..100) < 85);
        let mut clearance = Clearance::new(20, 16, 3, |cell| map[cell]);
        let of_size = |clearance: &Clearance, n| Regions::of_passable(20, 16, |cell| clearance.fits(cell, n));
        let mut regions = [1, 2, 3].map(|n| of_size(&clearance, n));
        for _ in 0..20 {
            let edited: Vec<_> = (0..4).map(|_| Cell::new(rng.random_range(0..20), rng.random_range(0..16))).collect();
            edited.iter().for_each(|cell| map[*cell] = rng.random_bool(0.8));
            let changed = clearance.update(&edited, |cell| map[cell]);
            for (n, regions) in (1..).zip(&mut regions) {
                regions.update_passable(&changed, |cell| clearance.fits(cell, n));
                assert_alike(&map, regions, &of_size(&clearance, n));
            }
        }
    }
}

#[test]
fn an_edit_on_open_ground_looks_at_its_neighbours_only() {
    let mut map = Grid::filled(200, 200, true);
    let mut regions = flooded(&map);
    for at in [Cell::new(100, 100), Cell::new(101, 101), Cell::new(103, 100)] {
        map[at] = false;
        assert!(regions.update_passable(&[at], |cell| map[cell]) < 60);
    }
    map[Cell::new(101, 101)] = true;
    assert!(regions.update_passable(&[Cell::new(101, 101)], |cell| map[cell]) < 8);
}

#[test]
fn cutting_off_a_corner_looks_at_no_more_than_a_few_times_its_cells() {
    let mut map = Grid::filled(200, 200, true);
    // A wall with one door around a corner of 10 × 10 cells.
    for step in 0..=10 {
        map[Cell::new(step, 10)] = false;
        map[Cell::new(10, step)] = false;
    }
    let door = Cell::new(10, 4);
    map[door] = true;
    let mut regions = flooded(&map);
    map[door] = false;
    let looked = regions.update_passable(&[door], |cell| map[cell]);
    assert_eq!((regions.count(), looked <= 2 * 100 + 4), (2, true), "{looked} looks");
    map[door] = true;
    let looked = regions.update_passable(&[door], |cell| map[cell]);
    assert_eq!((regions.count(), looked <= 104), (1, true), "{looked} looks");
}
