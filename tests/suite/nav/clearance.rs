use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::clearance::Clearance;
use rand::RngExt;

fn random_map(rng: &mut Rng) -> Grid<bool> {
    let (width, height) = (rng.random_range(1..20), rng.random_range(1..20));
    let share = rng.random_range(40..100);
    Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share)
}

fn built(map: &Grid<bool>, most: u8) -> Clearance {
    Clearance::new(map.width(), map.height(), most, |cell| map[cell])
}

/// By counting all cells of every square.
fn counted(map: &Grid<bool>, cell: Cell, most: u8) -> u8 {
    let free =
        |side: i16| (0..side).all(|dy| (0..side).all(|dx| map.get(Cell::new(cell.x + dx, cell.y + dy)) == Some(&true)));
    (1..=most).take_while(|side| free(i16::from(*side))).last().unwrap_or(0)
}

#[test]
fn clearances_are_the_largest_passable_squares() {
    let mut rng = stream(1, "clearance");
    for _ in 0..200 {
        let map = random_map(&mut rng);
        let most = rng.random_range(1..9);
        let clearance = built(&map, most);
        for cell in map.cells() {
            let expected = counted(&map, cell, most);
            assert_eq!(clearance.side(cell), expected);
            for size in 1..12 {
                assert_eq!(clearance.fits(cell, size), size <= expected);
            }
        }
        assert!(!clearance.fits(Cell::new(-1, 0), 1) && !clearance.fits(Cell::new(0, 20), 1));
    }
}

#[test]
fn repaired_clearances_equal_rebuilt_ones_and_every_change_is_told() {
    let mut rng = stream(2, "clearance");
    for _ in 0..200 {
        let mut map = random_map(&mut rng);
        let most = rng.random_range(1..9);
        let mut clearance = built(&map, most);
        for _ in 0..20 {
            let edited: Vec<_> = (0..rng.random_range(0..6))
                .map(|_| Cell::new(rng.random_range(-1..20), rng.random_range(-1..20)))
                .collect();
            for cell in &edited {
                if let Some(value) = map.get_mut(*cell) {
                    *value = rng.random_bool(0.5);
                }
            }
            let before = clearance.clone();
            let mut changed = clearance.update(&edited, |cell| map[cell]);
            assert_eq!(clearance, built(&map, most));
            changed.reverse();
            let differing = map.cells().filter(|cell| before.side(*cell) != clearance.side(*cell));
            assert_eq!(changed, differing.collect::<Vec<_>>());
        }
    }
}

#[test]
fn one_edit_is_repaired_inside_its_square() {
    let open = Grid::filled(40, 40, true);
    let mut clearance = built(&open, 5);
    let asked = std::cell::Cell::new(0);
    let changed = clearance.update(&[Cell::new(20, 20)], |cell| {
        asked.set(asked.get() + 1);
        cell != Cell::new(20, 20)
    });
    assert_eq!(changed.len(), 25);
    // The square and the rim left of and above it, where values turn out not to change.
    assert_eq!(asked.get(), 36);
}
