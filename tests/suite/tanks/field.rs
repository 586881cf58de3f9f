//! The board: grounds, bricks in quarters, bases, changes.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::tanks::field::{Base, Field, Ground, SUB, WHOLE, covered, half, quarter_at};

fn board() -> Field {
    let mut ground = Grid::filled(12, 12, Ground::Floor);
    ground[Cell::new(4, 4)] = Ground::Brick;
    ground[Cell::new(6, 4)] = Ground::Steel;
    ground[Cell::new(8, 4)] = Ground::Water;
    Field::new(&ground, vec![Base { at: Cell::new(5, 10), side: 0, stands: true }])
}

#[test]
fn every_ground_has_its_symbol() {
    for ground in Ground::ALL {
        assert_eq!(Ground::from_symbol(ground.symbol()), Some(ground));
    }
    assert_eq!(Ground::from_symbol('x'), None);
}

#[test]
fn a_brick_goes_in_quarters_and_stops_tanks_to_the_last() {
    let mut field = board();
    let brick = Cell::new(4, 4);
    assert!(field.chip(brick, half(Dir::West)));
    assert!(!field.chip(brick, half(Dir::West)), "nothing is left there");
    assert_eq!(field.bricks(brick), half(Dir::East));
    assert!(field.stops_tanks(brick));
    assert!(!field.stops_shells(8, 8) && field.stops_shells(9, 8), "only what is left stops shells");
    assert!(field.chip(brick, WHOLE));
    assert_eq!(field.ground(brick), Ground::Floor);
    assert!(!field.chip(Cell::new(6, 4), WHOLE), "steel is no brick");
    assert_eq!(quarter_at(9, 8), (brick, 2));
}

#[test]
fn water_stops_tanks_only_and_outside_stops_all() {
    let field = board();
    assert!(field.stops_tanks(Cell::new(8, 4)) && !field.stops_shells(16, 8));
    assert!(field.stops_tanks(Cell::new(-1, 0)) && field.stops_shells(-1, 0) && field.stops_shells(0, 24));
}

#[test]
fn a_tank_needs_room_in_all_cells_that_it_touches() {
    let field = board();
    assert!(field.has_room(2 * SUB, 4 * SUB, 2));
    assert!(!field.has_room(2 * SUB + 1, 4 * SUB, 2), "it reaches into the brick");
    assert!(field.has_room(0, 0, 2) && !field.has_room(-1, 0, 2) && !field.has_room(10 * SUB + 1, 0, 2));
    assert_eq!(covered(SUB / 2, 0, 2).count(), 6);
}

#[test]
fn changes_are_told_since_a_version_and_the_print_follows_the_cells() {
    let mut field = board();
    let (print, version) = (field.print(), field.version());
    assert!(field.make(Cell::new(1, 1), Ground::Steel));
    assert!(!field.make(Cell::new(1, 1), Ground::Steel), "it is already");
    assert!(!field.make(Cell::new(5, 10), Ground::Floor), "bases stay");
    assert_eq!(field.changed_since(version), Some(&[Cell::new(1, 1)][..]));
    assert_ne!(field.print(), print);
    assert!(field.make(Cell::new(1, 1), Ground::Floor));
    assert_eq!(field.print(), print, "equal boards have equal prints");
    for _ in 0..5000 {
        field.make(Cell::new(1, 1), Ground::Brick);
        field.make(Cell::new(1, 1), Ground::Floor);
    }
    assert_eq!(field.changed_since(version), None, "that is too long ago");
    assert_eq!(field.changed_since(field.version()), Some(&[][..]));
    assert_eq!(field.version(), 10_002);
}

#[test]
fn a_base_falls_once_and_leaves_floor() {
    let mut field = board();
    assert_eq!(field.base_at(Cell::new(6, 11)), Some(0));
    assert!(field.fell(0) && !field.fell(0));
    assert_eq!((field.base_at(Cell::new(6, 11)), field.ground(Cell::new(6, 11))), (None, Ground::Floor));
    assert!(!field.bases()[0].stands);
}
