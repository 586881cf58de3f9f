use gridmarch::base::{Cell, CellSet, Grid};
use gridmarch::nav::coop::slots::{around, assign};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};
use std::sync::Arc;

/// Grass of 9 × 5 cells with a lane along the middle row.
fn with_lane(size: u8) -> WalkMap {
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let terrain = Grid::filled(9, 5, Terrain::Grass);
    let lane = (0..9).map(|x| Cell::new(x, 2)).collect();
    WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size }).with_lanes(Arc::new(lane))
}

#[test]
fn places_are_beside_the_lane_on_both_sides_of_it_as_long_as_there_are_any() {
    let map = with_lane(1);
    let mut taken = CellSet::new(9, 5);
    let slots = around(&map, Cell::new(4, 2), 40, &mut taken);
    assert_eq!(slots.len(), 40);
    assert!(slots[..36].iter().all(|cell| cell.y != 2), "four rows of nine");
    assert!([1, 3].iter().all(|y| slots[..6].iter().filter(|cell| cell.y == *y).count() == 3), "nearest first");
    assert_eq!(slots[36..].iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), [(4, 2), (3, 2), (5, 2), (2, 2)]);
}

#[test]
fn a_large_body_keeps_all_of_itself_off_the_lane() {
    let map = with_lane(2);
    let slots = around(&map, Cell::new(4, 2), 8, &mut CellSet::new(9, 5));
    assert_eq!(slots.len(), 8);
    assert!(slots.iter().all(|cell| cell.y == 0 || cell.y == 3), "{slots:?}");
}

#[test]
fn a_row_that_marches_sideways_keeps_its_order() {
    let units: Vec<_> = (0..6).map(|x| Cell::new(x, 0)).collect();
    let slots: Vec<_> = (0..6).rev().map(|x| Cell::new(x + 20, 0)).collect();
    let taken: Vec<_> = assign(&units, &slots).into_iter().map(|slot| slots[slot].x).collect();
    assert_eq!(taken, [20, 21, 22, 23, 24, 25]);
}

#[test]
fn every_unit_gets_a_slot_of_its_own() {
    let units: Vec<_> = (0..40).map(|n| Cell::new(n * 7 % 31, n * 3 % 17)).collect();
    let slots: Vec<_> = (0..40).map(|n| Cell::new(60 + n % 8, 20 + n / 8)).collect();
    let mut taken = assign(&units, &slots);
    taken.sort_unstable();
    assert_eq!(taken, (0..40).collect::<Vec<_>>());
}
