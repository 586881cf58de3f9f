//! How tanks drive.

use super::drawn::{Played, cells, setup};
use gridmarch::base::Dir;
use gridmarch::games::tanks::field::SUB;
use gridmarch::games::tanks::setup::Mode;

const EMPTY: &str = "
    A...........
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ..........B.
    ............";

#[test]
fn tanks_arrive_look_to_the_middle_and_are_shielded_at_first() {
    let mut played = Played::new(EMPTY, setup(Mode::FreeForAll, 2));
    played.wait(1);
    assert!(!played.tank(0).is_here());
    played.drive(0, Dir::East, 59);
    assert_eq!(played.at(0), (0, 0), "who arrives does nothing");
    played.wait(1);
    assert!(played.tank(0).is_here() && played.tank(0).shield == 180);
    assert_eq!((played.tank(0).facing, played.tank(1).facing), (Dir::South, Dir::North));
}

#[test]
fn a_tank_drives_as_long_as_it_is_steered_and_stops_at_the_border() {
    let mut played = Played::settled(EMPTY, 2);
    played.drive(0, Dir::East, 10);
    assert_eq!(played.at(0), (240, 0));
    played.wait(10);
    assert_eq!(played.at(0), (240, 0));
    played.drive(0, Dir::East, 200);
    assert_eq!(played.at(0), (cells(10), 0));
    assert_eq!(played.tank(0).moved, 0);
}

#[test]
fn water_brick_and_steel_stop_tanks_and_forest_and_ice_do_not() {
    let mut played = Played::settled(
        "
        A..%%..~....
        ...%%.......
        ............
        A......#....
        ............
        ............
        A......@....
        ............
        ............
        ............
        ............
        ............",
        3,
    );
    for slot in 0..3 {
        played.drive(slot, Dir::East, 100);
        assert_eq!(played.at(slot).0, cells(5), "slot {slot}");
    }
    played.drive(0, Dir::West, 22);
    assert_eq!(played.at(0).0, cells(5) - 22 * 24);
    assert!(!played.world.is_hidden(played.tank(0)), "a part of it is seen");
    played.drive(0, Dir::West, 200);
    played.drive(0, Dir::East, 32);
    assert_eq!(played.at(0).0, cells(3));
    assert!(played.world.is_hidden(played.tank(0)));
}

#[test]
fn who_turns_is_set_on_the_nearest_line_of_half_cells() {
    for (ticks, expected) in [(1, 0), (2, 0), (3, 128), (7, 128), (8, 256), (11, 256)] {
        let mut played = Played::settled(EMPTY, 2);
        played.drive(0, Dir::East, ticks);
        played.drive(0, Dir::South, 1);
        assert_eq!(played.at(0), (expected, 24), "after {ticks} ticks");
    }
    let mut played = Played::settled(EMPTY, 2);
    played.drive(0, Dir::East, 3);
    played.drive(0, Dir::West, 1);
    assert_eq!(played.at(0).0, 48, "who turns round stays on its line");
}

#[test]
fn a_tank_slides_into_a_gap_that_it_nearly_faces() {
    let picture = "
        ............
        ............
        A...........
        ............
        @@@@..@@@@@@
        @@@@..@@@@@@
        ............
        ............
        ............
        ............
        ............
        ..........B.";
    // The gap begins at column 4: 4 × 256 parts are 1024.
    for ticks in 38..=48 {
        let mut played = Played::settled(picture, 2);
        played.drive(0, Dir::East, ticks);
        let from = played.at(0).0;
        played.drive(0, Dir::South, 60);
        let is_near = (from - cells(4)).abs() <= SUB / 2;
        assert!(is_near, "the ticks are chosen so");
        assert_eq!(played.at(0).0, cells(4), "from {from}");
        assert!(played.at(0).1 > cells(4), "from {from}: it is at {:?}", played.at(0));
    }
    let mut played = Played::settled(picture, 2);
    played.drive(0, Dir::East, 32);
    played.drive(0, Dir::South, 60);
    assert_eq!(played.at(0), (cells(3), cells(2)), "a whole cell off is no gap");
}

#[test]
fn ice_slides_on() {
    let mut played = Played::settled(
        "
        A...--------
        ....--------
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ..........B.",
        2,
    );
    played.drive(0, Dir::East, 40);
    assert_eq!(played.at(0).0, 960);
    played.wait(60);
    assert_eq!(played.at(0).0, 960 + 28 * 24);
    played.drive(0, Dir::East, 12);
    played.wait(60);
    assert_eq!(played.at(0).0, cells(10), "the border ends it");
    played.drive(0, Dir::West, 28);
    played.drive(0, Dir::South, 10);
    assert_eq!(played.at(0).1, 240, "steered, it goes where it is steered");
}

#[test]
fn tanks_stop_each_other_and_touch_at_half_cells() {
    let mut two = Played::settled(
        "
        A.........B.
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............
        ............",
        2,
    );
    two.held[0].steer = Some(Dir::East);
    two.drive(1, Dir::West, 300);
    let gap = two.at(1).0 - two.at(0).0;
    assert_eq!(gap, cells(2), "they stand side by side: {:?} {:?}", two.at(0), two.at(1));
}

#[test]
fn tanks_of_all_sizes_drive_where_they_have_room() {
    for (size, expected) in [(1, 10), (2, 8), (3, 5), (4, 0)] {
        let mut setup = setup(Mode::FreeForAll, 2);
        setup.seats[0].size = size;
        let mut played = Played::settled_with(
            "
            A..........@
            ..........@@
            ........@@@@
            ....@@@@@@@@
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ..........B.",
            setup,
        );
        played.drive(0, Dir::North, 100);
        played.drive(0, Dir::West, 200);
        played.drive(0, Dir::North, 200);
        assert_eq!(played.at(0), (0, 0), "size {size}");
        played.drive(0, Dir::East, 400);
        assert_eq!(played.at(0), (cells(expected), 0), "size {size}");
    }
}
