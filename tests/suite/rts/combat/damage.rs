//! What a blow takes.

use gridmarch::games::rts::combat::damage::{force, harm, splashed};

#[test]
fn the_force_grows_with_the_rank_and_armour_takes_its_share_and_its_points() {
    assert_eq!(force(10, 0), 10);
    assert_eq!(force(10, 25), 12, "rounded down");
    assert_eq!(harm(12, 150, 3), 15);
    assert_eq!(harm(12, 50, 2), 4);
    assert_eq!(harm(splashed(12), 100, 0), 6);
}

#[test]
fn no_blow_is_for_nothing_and_none_overflows() {
    assert_eq!(harm(5, 100, 200), 1);
    assert_eq!(harm(5, 0, 0), 1);
    assert_eq!(harm(force(u16::MAX, 300), 1_000, 0), u16::MAX);
}
