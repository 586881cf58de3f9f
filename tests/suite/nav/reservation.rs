use gridmarch::base::{Cell, Dir};
use gridmarch::nav::reservation::{ReservationTable, Route};
use gridmarch::nav::step::{Step, Tick, UnitId};

fn east(x: i16, start: Tick) -> Step {
    Step { from: Cell::new(x, 1), dir: Dir::East, start, ticks: 4 }
}

#[test]
fn a_route_claims_each_cell_for_its_time_and_gives_it_back() {
    let mut table = ReservationTable::new(9, 3, 16);
    let mut route = Route::new(vec![east(1, 2), east(2, 6)], true);
    table.reserve(UnitId(7), Cell::new(1, 1), 0, None, &mut route);
    let owners = |table: &ReservationTable, x: i16| -> String {
        (0..16).map(|tick| if table.claimed_by(Cell::new(x, 1), tick).is_some() { 'x' } else { '.' }).collect()
    };
    assert_eq!(owners(&table, 1), "xxxx............");
    assert_eq!(owners(&table, 2), "....xxxx........");
    assert_eq!(owners(&table, 3), "........xxxxxxxx");
    assert!(!table.is_free_during(Cell::new(3, 1), 100, 101), "parked for good");
    assert!(table.is_free_during(Cell::new(2, 1), 8, 20));
    let diagonal = Step { from: Cell::new(1, 0), dir: Dir::SouthEast, start: 3, ticks: 6 };
    assert!(!table.blocks_free(&diagonal, 16), "a straight step crosses the block");
    table.release(UnitId(7), &mut route);
    for x in 1..4 {
        assert_eq!(owners(&table, x), "................");
    }
    assert!(table.blocks_free(&diagonal, 16));
}

#[test]
fn taking_back_an_old_route_leaves_the_locks_of_newer_ones() {
    let mut table = ReservationTable::new(9, 3, 32);
    let mut old = Route::new(vec![east(1, 2)], false);
    table.reserve(UnitId(1), Cell::new(1, 1), 0, None, &mut old);
    // Tick 35 has the slot of tick 2.
    let mut newer = Route::new(vec![east(1, 35)], false);
    table.reserve(UnitId(2), Cell::new(0, 1), 12, None, &mut newer);
    table.release(UnitId(1), &mut old);
    let crossing = Step { from: Cell::new(1, 0), dir: Dir::SouthEast, start: 35, ticks: 6 };
    assert!(!table.blocks_free(&crossing, 44));
}

#[test]
fn old_claims_fade_without_clearing() {
    let mut table = ReservationTable::new(4, 3, 8);
    let mut route = Route::new(vec![], false);
    table.reserve(UnitId(1), Cell::new(1, 1), 0, None, &mut route);
    assert!(table.claimed_by(Cell::new(1, 1), 7).is_some());
    assert!(table.claimed_by(Cell::new(1, 1), 9).is_none(), "same slot of the ring, another tick");
}
